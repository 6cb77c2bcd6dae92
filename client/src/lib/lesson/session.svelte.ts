/** A lesson as a table that only one sits at: the same view, events and drafts, out of what is stored. */

import { motion } from '../../app/settings.svelte'
import type { Components, Draft, Lesson, LessonStep, TableEvent, TableView } from '../api/types'
import { gameOf } from '../../games'
import { TableSession, type Next } from '../table/session.svelte'
import { stillView } from '../table/still'

const PAUSE_MS = 900

export class LessonSession extends TableSession {
  /** Which step is shown, from 0. */
  at = $state(0)
  /** Whether something was tapped that the step does not ask for. */
  isAstray = $state(false)
  /** Counts each change that no tap on the board made: what was picked up before is put down. */
  shift = $state(0)

  #pause: ReturnType<typeof setTimeout> | null = null

  constructor(
    readonly lesson: Lesson,
    components: Components,
  ) {
    super('', gameOf)
    this.components = components
    this.connection = 'open'
    this.#begin(0)
  }

  readonly step: LessonStep = $derived.by(() => this.lesson.steps[this.at]!)
  /** Whether the step waits for the learner to do something on the board. */
  readonly isAsking = $derived.by(() => this.step.kind === 'decide' || this.step.kind === 'turn')
  readonly isLast = $derived.by(() => this.at === this.lesson.steps.length - 1)

  override close(): void {
    this.#stop()
  }

  next(): void {
    if (this.isAsking) this.#show()
    else this.#begin(this.at + 1)
  }

  back(): void {
    this.shift += 1
    this.before = null
    this.#begin(this.at - 1)
  }

  /** Do what the step asks for. */
  #show(): void {
    const { step } = this
    this.shift += 1
    if (step.kind === 'decide') this.#draft(step.until)
    else this.#begin(this.at + 1)
  }

  #begin(at: number): void {
    this.#stop()
    this.at = Math.max(0, Math.min(at, this.lesson.steps.length - 1))
    this.isAstray = false
    this.refused = null
    const { step } = this
    if (step.kind !== 'watch') this.#lay(step.turn)
    else if (this.view?.version === step.turn - 1 && motion() > 0) {
      // One's own turn is seen to its end before the other begins.
      this.#lay(step.turn)
      this.#pause = setTimeout(() => this.#lay(step.turn + 1), PAUSE_MS * motion())
    } else this.#lay(step.turn + 1)
    this.draft = this.isAsking ? this.#drafts[step.first]! : null
  }

  #stop(): void {
    if (this.#pause !== null) clearTimeout(this.#pause)
    this.#pause = null
  }

  /** Show the table after so many turns. */
  #lay(turns: number): void {
    const old = this.view
    if (old?.version === turns) return
    this.before = old && old.version < turns ? this.#viewOf(turns - 1) : null
    this.events = this.lesson.turns.slice(0, turns).map((_, index) => this.#eventOf(index))
    this.view = this.#viewOf(turns)
  }

  get #drafts(): Draft[] {
    return this.lesson.turns[this.step.turn]!.drafts
  }

  /** Show the draft of so many decisions, and the step that belongs to it. */
  #draft(count: number): void {
    const { turn } = this.step
    const { steps } = this.lesson
    this.draft = this.#drafts[count]!
    this.isAstray = false
    this.at = steps.findLastIndex((step) => step.turn === turn && (step.kind === 'decide' || step.kind === 'turn') && step.first <= count)
  }

  // What the boards ask of a table.

  /** A tap while nothing is asked means nothing. */
  override hurry(): boolean {
    if (!this.isAsking) this.isAstray = true
    return !this.isAsking
  }

  override choose(decision: number, then: Next = () => null): Promise<boolean> {
    let draft = this.draft
    for (let wanted: number | null = decision; wanted !== null && draft; wanted = draft && then(draft)) {
      const next: Draft | undefined = this.#drafts[draft.decisions.length + 1]
      draft = next?.decisions.at(-1) === wanted ? next : null
    }
    if (draft) this.#draft(draft.decisions.length)
    else this.isAstray = true
    return Promise.resolve(draft !== null)
  }

  override backTo(count: number): Promise<boolean> {
    if (this.isAsking) this.#draft(count)
    return Promise.resolve(true)
  }

  override propose(): Promise<boolean> {
    this.isAstray = true
    return Promise.resolve(false)
  }

  override confirm(): Promise<boolean> {
    const isDone = this.step.kind === 'turn' && this.draft?.is_complete === true
    if (isDone) this.#begin(this.at + 1)
    else this.isAstray = true
    return Promise.resolve(isDone)
  }

  // The stored turns as a table would tell them.

  #eventOf(index: number): TableEvent {
    const { drafts: _, ...told } = this.lesson.turns[index]!
    const { totals } = this.lesson.positions[index + 1]!
    return { kind: 'turn', version: index + 1, at: '', turn: index + 1, ...told, totals } as TableEvent
  }

  #viewOf(turns: number): TableView {
    const { game, learner, options, positions } = this.lesson
    return stillView({ game, options, viewer: learner, turns }, positions[turns]!)
  }
}
