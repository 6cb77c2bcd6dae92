import { describe, expect, it } from 'vitest'
import type { TableView } from '../api/types'
import { isLongWait, nextKey } from './waiting'

const BEGAN = '2026-05-01T12:00:00.000Z'
const after = (minutes: number): number => Date.parse(BEGAN) + minutes * 60_000
const table = (more: Partial<TableView>) =>
  ({
    status: 'playing',
    turn: { number: 1, seat: 0, began_at: BEGAN, due_at: null },
    next: { what: 'choice', at: '2026-05-01T18:00:00.000Z' },
    choosing: null,
    agreement: { absence: 'end', has_ready_check: false, has_holidays: false, language: null, is_taught: false, is_rated: false },
    ...more,
  }) as TableView

describe('a wait', () => {
  it('is long after ten minutes, or half of the time that is left', () => {
    expect(isLongWait(table({}), after(9))).toBe(false)
    expect(isLongWait(table({}), after(11))).toBe(true)
    const short = table({ next: { what: 'bot', at: '2026-05-01T12:04:00.000Z' } })
    expect(isLongWait(short, after(1))).toBe(false)
    expect(isLongWait(short, after(3))).toBe(true)
  })

  it('is none where nothing is due, but where the others choose', () => {
    expect(isLongWait(table({ next: null }), after(600))).toBe(false)
    expect(isLongWait(table({ status: 'over' }), after(600))).toBe(false)
    const choosing = { seat: 0, version: 9, until: null, votes: { '1': null } }
    expect(isLongWait(table({ next: null, choosing }), after(0))).toBe(true)
    expect(nextKey(table({ next: null, choosing }))).toBe('next_open')
  })

  it('is followed by what the table says', () => {
    expect(nextKey(table({}))).toBe('next_choice')
    expect(nextKey(table({ next: { what: 'settle', at: BEGAN } }))).toBe('next_settle_end')
    expect(nextKey(table({ next: { what: 'bot', at: BEGAN } }))).toBe('next_bot')
    expect(nextKey(table({ next: null }))).toBe(null)
  })
})
