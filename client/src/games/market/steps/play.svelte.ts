/** One person's hands at the River Market table: a card taken up, taps turned into decisions that the table offers. */

import type { Choice, Draft } from '../../../lib/api/types'
import type { Next, TableSession } from '../../../lib/table/session.svelte'
import { t } from '../../../words/words.svelte'
import { booths, cardIn, deckOf, fixedPart, stepsTo } from '../cards/cards'
import { layRing } from '../board/ring'
import type { Card, End, MarketBreakdown, MarketComponents, MarketDecision, MarketMove, MarketState } from '../types'
import { mt } from '../words/words.svelte'

type Kind = MarketDecision['type']
export type Offer<Type extends Kind> = { decision: number; total: number; what: Extract<MarketDecision, { type: Type }> }
export type Question = 'mulligan' | 'card' | 'pass' | 'stop' | 'do' | 'again' | 'pay' | 'gain' | 'shed' | 'spot' | null

/** Give the choices of one kind, typed. */
export function offers<Type extends Kind>(choices: readonly Choice[] | undefined, type: Type): Offer<Type>[] {
  return (choices ?? []).filter((choice) => (choice.what as MarketDecision).type === type) as unknown as Offer<Type>[]
}

export function questionOf(draft: Draft | null): Question {
  const types = new Set((draft?.choices ?? []).map((choice) => (choice.what as MarketDecision).type))
  if (!draft || draft.is_complete || !types.size) return null
  if (types.has('keep') || types.has('redraw')) return 'mulligan'
  for (const type of ['move', 'build', 'hire'] as const) if (types.has(type)) return 'card'
  for (const type of ['stop', 'pay', 'gain', 'shed', 'spot', 'again', 'pass'] as const) if (types.has(type)) return type
  return 'do'
}

/** Give the decision to stop at a Booth where that is asked: the tap that moves a card there has said so already. */
const stopAt =
  (booth: string): Next =>
  (draft) =>
    offers(draft.choices, 'stop').find(({ what }) => what.booth === booth)?.decision ?? null

const spotAt =
  (end: End): Next =>
  (draft) =>
    offers(draft.choices, 'spot').find(({ what }) => what.end === end)?.decision ?? null

export class Play {
  /** The card taken up before it is said what for. */
  picked = $state<string | null>(null)
  /** The card pointed at or in focus: where it would lead is shown meanwhile. */
  pointed = $state<string | null>(null)
  hasToken = $state(false)
  hint = $state<string | null>(null)
  /** The card of which everything is shown in a sheet. */
  about = $state<string | null>(null)

  #wantedEnd: End | null = null
  #isBusy = false

  constructor(
    readonly session: TableSession,
    /** A position of the past, while one is looked at. */
    readonly past: () => MarketState | null = () => null,
    /** What a review found best there. */
    readonly advice: () => MarketMove | null = () => null,
  ) {}

  readonly components = $derived.by(() => this.session.components as MarketComponents | null)
  readonly deck = $derived.by(() => deckOf(this.components))
  readonly base = $derived.by(() => this.past() ?? (this.session.view?.state as MarketState | null) ?? null)
  readonly draft = $derived.by(() => (this.past() ? null : this.session.draft))
  readonly drafted = $derived.by(() => (this.draft?.decisions.length ? this.draft.preview : null))
  readonly now = $derived.by(() => (this.drafted?.state as MarketState | undefined) ?? this.base)
  /** The seat whose mat is drawn large: one's own, or the first for someone who watches. */
  readonly seat = $derived.by(() => this.session.viewer ?? 0)
  readonly isActive = $derived.by(() => this.session.isMyTurn && this.draft !== null)
  readonly question = $derived.by(() => questionOf(this.draft))
  readonly path = $derived.by(() => (this.draft?.path ?? []).map((choice) => choice.what as MarketDecision))
  readonly choices = $derived.by(() => this.draft?.choices ?? [])
  readonly after = $derived.by(() => (this.drafted?.breakdowns as MarketBreakdown[] | undefined) ?? null)
  readonly ring = $derived.by(() => (this.now ? layRing(this.now.river) : null))
  /** The card in use: taken up, or that of the draft. */
  readonly used = $derived.by(() => {
    const first = this.path[0]
    return first && 'card' in first ? first.card : this.picked
  })
  readonly shed = $derived.by(() => this.path.flatMap((what) => (what.type === 'shed' ? [what.card] : [])))
  /** The Booth that the draft builds, not yet there in truth. */
  readonly built = $derived.by(() => {
    const was = new Set(this.base ? booths(this.base).map((booth) => booth.card) : [])
    return this.now ? (booths(this.now).find((booth) => !was.has(booth.card))?.card ?? null) : null
  })
  readonly stop = $derived.by(() => {
    const step = this.path.find((what) => what.type === 'stop')
    return step?.type === 'stop' ? step : null
  })

  /** Booths where one can stop now, each with its steps. */
  readonly stops = $derived.by(() => {
    const found = new Map<string, number>()
    const { base, seat } = this
    if (!base || !this.isActive) return found
    for (const offer of offers(this.choices, 'stop')) found.set(offer.what.booth, offer.what.steps)
    const move = this.question === 'card' && this.picked ? this.moveOf(this.picked, this.hasToken) : null
    for (const booth of move?.what.stops ?? []) found.set(booth, stepsTo(base, base.seats[seat]!.pawn, booth))
    return found
  })
  /** Where the card pointed at would lead, while none is taken up. */
  readonly led = $derived.by(() => {
    const found = new Map<string, number>()
    const { base, seat, pointed, picked } = this
    if (!base || !this.isActive || this.question !== 'card' || picked || !pointed) return found
    for (const booth of this.moveOf(pointed)?.what.stops ?? []) found.set(booth, stepsTo(base, base.seats[seat]!.pawn, booth))
    return found
  })
  /** Ends where the Booth in hand can be built. */
  readonly spots = $derived.by(() => {
    const found = new Set<End>(offers(this.choices, 'spot').map((offer) => offer.what.end))
    if (this.question === 'card' && this.picked && offers(this.choices, 'build').some((offer) => offer.what.card === this.picked))
      for (const end of ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const) found.add(end)
    return found
  })

  /** The card, Booth and end of the river that a review found best to use. */
  readonly advised = $derived.by(() => {
    const move = this.advice()
    return {
      card: move && 'card' in move ? move.card : null,
      booth: move?.type === 'move' ? move.booth : null,
      end: move?.type === 'build' ? move.end : null,
    }
  })

  card(id: string): Card {
    return cardIn(this.deck, id)
  }

  moveOf(card: string, hasToken = false): Offer<'move'> | null {
    return offers(this.choices, 'move').find(({ what }) => what.card === card && what.zoom_token === hasToken) ?? null
  }

  playOf(card: string): Offer<'build'> | Offer<'hire'> | null {
    return [...offers(this.choices, 'build'), ...offers(this.choices, 'hire')].find(({ what }) => what.card === card) ?? null
  }

  tapCard(card: string): Promise<void> {
    return this.#once(() => this.#tapCard(card))
  }

  async #tapCard(card: string): Promise<void> {
    if (!this.#begin()) return
    const shed = offers(this.choices, 'shed').find(({ what }) => what.card === card)
    if (shed) {
      await this.#choose(shed.decision)
      return
    }
    if (this.question === 'mulligan') return
    const isSame = this.used === card
    if (this.path.length) await this.session.startOver()
    this.hasToken = false
    this.pointed = null
    this.picked = isSame ? null : card
  }

  tapBooth(booth: string): Promise<void> {
    return this.#once(() => this.#tapBooth(booth))
  }

  async #tapBooth(booth: string): Promise<void> {
    if (!this.isActive) {
      this.about = booth
      return
    }
    this.#begin()
    const offer = offers(this.choices, 'stop').find(({ what }) => what.booth === booth)
    const first = this.path[0]
    if (offer) await this.#choose(offer.decision)
    else if (this.question === 'card' && this.picked) await this.#moveTo(this.picked, booth)
    else if (this.question === 'card') this.about = booth
    else if (first?.type === 'move' && this.stop?.booth === booth) return
    else if (first?.type === 'move') {
      if (first.stops.includes(booth)) await this.session.backTo(1, stopAt(booth))
      else await this.#propose({ type: 'move', card: first.card, booth, ...(first.zoom_token && { zoom_token: true }) })
    } else if (!first) this.about = booth
    else this.hint = mt('hint_step_back')
  }

  tapSpot(end: End): Promise<void> {
    return this.#once(() => this.#tapSpot(end))
  }

  async #tapSpot(end: End): Promise<void> {
    if (!this.#begin()) return
    const offer = offers(this.choices, 'spot').find(({ what }) => what.end === end)
    if (offer) await this.#choose(offer.decision)
    else if (this.question === 'card' && this.picked) await this.#play(this.picked, end)
    else if (this.path[0]?.type === 'build') {
      const at = this.path.findIndex((what) => what.type === 'spot')
      if (at < 0) this.#wantedEnd = end
      else await this.session.backTo(at, spotAt(end))
    } else this.hint = mt('hint_pick_first')
  }

  /** Build or hire with a card of the hand; where it cannot be paid for, the table says so. */
  play(card: string, end: End | null = null): Promise<void> {
    return this.#once(() => this.#play(card, end))
  }

  async #play(card: string, end: End | null = null): Promise<void> {
    if (!this.#begin()) return
    const offer = this.playOf(card)
    if (offer) {
      this.#wantedEnd = end
      await this.#choose(offer.decision)
      return
    }
    const { kind, cost } = this.card(card)
    const paid = fixedPart(cost)
    await this.#propose(kind === 'helper' && !end ? { type: 'hire', card, paid } : { type: 'build', card, end: end ?? 'top-left', paid })
  }

  choose(decision: number): Promise<void> {
    return this.#once(() => this.#choose(decision))
  }

  backTo(count: number): Promise<void> {
    return this.#once(() => this.#backTo(count))
  }

  async #once(what: () => Promise<void>): Promise<void> {
    if (this.#isBusy || this.session.hurry()) return
    this.#isBusy = true
    try {
      await what()
    } finally {
      if (this.session.draft?.decisions.length) this.picked = null
      this.#isBusy = false
    }
  }

  async #choose(decision: number, then: Next = () => null): Promise<void> {
    this.#begin()
    const end = this.#wantedEnd
    const chosen = await this.session.choose(decision, (draft) => then(draft) ?? (end && spotAt(end)(draft)))
    if (chosen && this.path.some((what) => what.type === 'spot')) this.#wantedEnd = null
  }

  async #backTo(count: number): Promise<void> {
    this.#begin()
    this.#wantedEnd = null
    this.picked = null
    this.hasToken = false
    await this.session.backTo(count)
  }

  async confirm(): Promise<boolean> {
    this.picked = null
    this.pointed = null
    this.hint = null
    this.hasToken = false
    return this.session.confirm()
  }

  async #moveTo(card: string, booth: string): Promise<void> {
    const offer = this.moveOf(card, this.hasToken)
    const hasToken = this.hasToken
    if (offer?.what.stops.includes(booth)) {
      await this.#choose(offer.decision, stopAt(booth))
    } else await this.#propose({ type: 'move', card, booth, ...(hasToken && { zoom_token: true }) })
  }

  async #propose(move: MarketMove): Promise<void> {
    const { picked } = this
    if (await this.session.propose({ move })) this.picked = null
    else this.picked = picked
  }

  /** Clear what was said before; false where it is not this person's turn. */
  #begin(): boolean {
    this.hint = null
    this.session.refused = null
    if (this.isActive) return true
    if (this.session.view?.status === 'playing' && !this.past()) this.hint = t('table.not_your_turn')
    return false
  }
}
