/** One person's hands at a table and what they see of it, as in every game. A game adds what its taps mean. */

import type { BreakdownOf, Choice, Components, DecisionOf, GameName, MoveOf, StateOf } from '../../api/types'
import { t } from '../../../words/words.svelte'
import { gains } from '../events'
import { plainName, seatName } from '../names'
import type { Replay } from '../replay.svelte'
import type { TableSession } from '../session.svelte'

type OfType<Type, Decision> = Decision extends { type: infer Types } ? (Type extends Types ? Decision : never) : never

/** A choice that the table offers, of one kind. */
export interface OfferOf<Game extends GameName, Type> {
  decision: number
  total: number
  what: OfType<Type, DecisionOf<Game>>
}

/** Give the choices of one kind, typed. */
export type Offers<Game extends GameName> = <Type extends DecisionOf<Game>['type']>(
  choices: readonly Choice[] | undefined,
  type: Type,
) => OfferOf<Game, Type>[]

export const choicesOf = (choices: readonly Choice[] | undefined, type: string): never[] =>
  (choices ?? []).filter((choice) => choice.what.type === type) as never[]

/** The hands at a table of any game. */
export type AnyHands = Hands<GameName, Components>

export abstract class Hands<Game extends GameName, Printed extends Components> {
  /** A hint of the page's own, where no rule is asked. */
  hint = $state<string | null>(null)

  constructor(
    readonly session: TableSession,
    readonly replay: Replay,
  ) {}

  readonly components = $derived.by(() => this.session.components as Printed | null)
  /** A position of the past, while one is looked at. */
  readonly past = $derived.by(() => (this.replay.position?.state ?? null) as StateOf<Game> | null)
  /** What a review found best there. */
  readonly advice = $derived.by(() => (this.replay.advice?.move ?? null) as MoveOf<Game> | null)
  readonly base = $derived.by(() => this.past ?? ((this.session.view?.state ?? null) as StateOf<Game> | null))
  readonly draft = $derived.by(() => (this.past ? null : this.session.draft))
  readonly choices = $derived.by(() => this.draft?.choices ?? [])
  readonly path = $derived.by(() => (this.draft?.path ?? []).map((choice) => choice.what as DecisionOf<Game>))
  /** Where the draft leads, once something is decided. */
  readonly drafted = $derived.by(() => (this.draft?.decisions.length ? this.draft.preview : null))
  readonly now = $derived.by(() => (this.drafted?.state as StateOf<Game> | undefined) ?? this.base)
  readonly after = $derived.by(() => (this.drafted?.breakdowns as BreakdownOf<Game>[] | undefined) ?? null)
  readonly totals = $derived.by(() => this.replay.position?.totals ?? this.session.view?.totals ?? [])
  readonly breakdowns = $derived.by(() => (this.replay.position?.breakdowns ?? this.session.view?.breakdowns ?? []) as BreakdownOf<Game>[])
  /** The seat whose board is drawn large: one's own, or the first for someone who watches. */
  readonly seat = $derived.by(() => this.session.viewer ?? 0)
  readonly others = $derived.by(() => this.view.seats.filter((info) => info.seat !== this.seat))
  /** What the seats are called; the one drawn large by its own name, where it may be anybody's. */
  readonly names = $derived.by(() => this.view.seats.map(({ seat }) => seatName(this.view, seat, this.isHotSeat)))
  readonly name = $derived.by(() =>
    this.session.viewer === null || this.isHotSeat ? plainName(this.view.seats[this.seat]!) : this.names[this.seat]!,
  )
  /** What each turn changed in the score of who took it. */
  readonly gains = $derived.by(() => gains(this.session.events, this.session.opening?.totals ?? null))
  readonly isHotSeat = $derived.by(() => this.session.held?.isHotSeat ?? false)
  /** Whether taps mean anything now. */
  readonly isActive = $derived.by(() => this.session.isMyTurn && this.draft !== null)
  /** Who is waited for, where it is not this person. */
  readonly awaited = $derived.by(() => {
    const seat = this.view.status === 'playing' ? (this.view.turn?.seat ?? null) : null
    return this.isActive || seat === null || seat === this.session.viewer ? null : this.names[seat]!
  })

  get view() {
    return this.session.view!
  }

  abstract backTo(count: number): Promise<void>
  abstract confirm(): Promise<boolean>

  /** Clear what was said of something that is not possible. */
  hush(): void {
    this.hint = null
    this.session.refused = null
  }

  /** Clear what was said before; false where it is not this person's turn, or where the page just changed. */
  protected begin(isSettled = true): boolean {
    this.hush()
    if (!isSettled || this.isActive) return isSettled
    if (this.view.status === 'playing' && !this.past) this.hint = t('table.not_your_turn')
    return false
  }
}
