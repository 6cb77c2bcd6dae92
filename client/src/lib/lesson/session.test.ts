import { beforeEach, describe, expect, it } from 'vitest'
import { GAMES } from '../../games'
import type { Components, Lesson } from '../api/types'
import { LessonSession } from './session.svelte'

const draft = (turn: number, decisions: number[], next: number[], isComplete = false): object => ({
  version: turn,
  decisions,
  path: [],
  choices: next.map((decision) => ({ decision, what: { type: 'pass' }, total: 0 })),
  is_complete: isComplete,
  reveals: 0,
})
const position = (seat: number): object => ({ seat, state: {}, totals: [0, 0], breakdowns: [] })
const step = (id: string, kind: string, turn: number, first = 0, until = first): object => ({ id, kind, points: [], turn, first, until })

const LESSON = {
  game: GAMES[0]!.name,
  learner: 0,
  options: {},
  positions: [position(0), position(1), position(0)],
  turns: [
    { seat: 0, move: {}, notation: '', chance: {}, drafts: [draft(0, [], [7]), draft(0, [7], [8]), draft(0, [7, 8], [], true)] },
    { seat: 1, move: {}, notation: '', chance: {}, drafts: [] },
  ],
  steps: [
    step('look', 'read', 0),
    step('place', 'decide', 0, 0, 1),
    step('gather', 'decide', 0, 1, 2),
    step('confirm', 'turn', 0, 2, 2),
    step('watch', 'watch', 1, 0, 1),
    step('done', 'read', 2),
  ],
} as unknown as Lesson

let session: LessonSession
const shown = (): unknown[] => [session.step.id, session.view?.version, session.draft?.decisions ?? null]

describe('a lesson', () => {
  beforeEach(() => {
    // No motion: the other seat's turn follows at once.
    globalThis.matchMedia = (() => ({ matches: true })) as unknown as typeof matchMedia
    session = new LessonSession(LESSON, {} as Components)
  })

  it('asks for nothing where something is only shown, and a tap there is told so', () => {
    expect(shown()).toEqual(['look', 0, null])
    expect(session.hurry()).toBe(true)
    expect(session.isAstray).toBe(true)
  })

  it('goes on by itself with each right choice', async () => {
    session.next()
    expect(shown()).toEqual(['place', 0, []])
    expect(await session.choose(7)).toBe(true)
    expect(shown()).toEqual(['gather', 0, [7]])
    expect(await session.choose(8)).toBe(true)
    expect(shown()).toEqual(['confirm', 0, [7, 8]])
    expect(await session.confirm()).toBe(true)
    expect(shown()).toEqual(['watch', 2, null])
    expect(session.events.map((event) => event.seat)).toEqual([0, 1])
  })

  it('takes two choices of one tap together', async () => {
    session.next()
    await session.choose(7, (found) => found.choices[0]?.decision ?? null)
    expect(shown()).toEqual(['confirm', 0, [7, 8]])
  })

  it('stays where it is at a wrong one, with a word about it until a right one', async () => {
    session.next()
    expect(await session.choose(9)).toBe(false)
    expect(await session.propose()).toBe(false)
    expect(await session.confirm()).toBe(false)
    expect([...shown(), session.isAstray]).toEqual(['place', 0, [], true])
    await session.choose(7)
    expect(session.isAstray).toBe(false)
  })

  it('goes back inside a turn to the step that the decision belongs to', async () => {
    session.next()
    await session.choose(7)
    await session.choose(8)
    await session.backTo(1)
    expect(shown()).toEqual(['gather', 0, [7]])
    await session.backTo(0)
    expect(shown()).toEqual(['place', 0, []])
  })

  it('can be gone through and back without a tap on the board, and never past its ends', () => {
    const seen = LESSON.steps.map(() => {
      const now = shown()
      session.next()
      return now
    })
    expect(seen.map(([id]) => id)).toEqual(LESSON.steps.map(({ id }) => id))
    expect(shown()).toEqual(['done', 2, null])
    for (const [id, version] of seen.slice(0, -1).reverse()) {
      session.back()
      expect(shown().slice(0, 2)).toEqual([id, version])
    }
    session.back()
    expect(shown()).toEqual(['look', 0, null])
  })
})
