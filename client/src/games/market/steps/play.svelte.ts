/** One person's hands at the River Market table: a card taken up, taps turned into decisions that the table offers. */

import type { Draft } from '../../../lib/api/types'
import type { Next } from '../../../lib/table/session.svelte'
import { choicesOf, Hands, type OfferOf, type Offers } from '../../../lib/table/turn/hands.svelte'
import { booths, cardIn, deckOf, fixedPart, stepsTo } from '../cards/cards'
import { layRing } from '../board/ring'
import { ENDS, type Card, type End, type MarketComponents, type MarketDecision, type MarketMove } from '../types'
import { mt } from '../words/words.svelte'

export type Offer<Type extends MarketDecision['type']> = OfferOf<'market', Type>
export type Question = 'mulligan' | 'card' | 'pass' | 'stop' | 'do' | 'again' | 'pay' | 'gain' | 'shed' | 'spot' | null

export const offers: Offers<'market'> = choicesOf

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

export class Play extends Hands<'market', MarketComponents> {
  /** The card taken up before it is said what for. */
  picked = $state<string | null>(null)
  /** The card pointed at or in focus: where it would lead is shown meanwhile. */
  pointed = $state<string | null>(null)
  hasToken = $state(false)
  /** Whether one's own boat is taken up: it goes wherever a card of the hand leads. */
  hasBoat = $state(false)
  /** Where the boat was let go, while it is asked which of several cards leads there. */
  aim = $state<string | null>(null)
  /** The card of which everything is shown in a sheet. */
  about = $state<string | null>(null)

  #wantedEnd: End | null = null
  #isBusy = false

  readonly deck = $derived.by(() => deckOf(this.components))
  readonly question = $derived.by(() => questionOf(this.draft))
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

  /** Moves by what is taken up: a card, or the boat, which any card moves. */
  readonly #moves = $derived.by(() => {
    if (this.picked) return [this.moveOf(this.picked, this.hasToken)].filter((move) => move !== null)
    return this.hasBoat ? offers(this.choices, 'move').filter(({ what }) => !what.zoom_token) : []
  })
  /** Booths where one can stop now, each with its steps. */
  readonly stops = $derived.by(() => {
    const found = new Map<string, number>()
    const { base, seat } = this
    if (!base || !this.isActive) return found
    for (const offer of offers(this.choices, 'stop')) found.set(offer.what.booth, offer.what.steps)
    if (this.question === 'card')
      for (const booth of this.#moves.flatMap(({ what }) => what.stops)) found.set(booth, stepsTo(base, base.seats[seat]!.pawn, booth))
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
      for (const end of ENDS) found.add(end)
    return found
  })

  /** The card, Booth and end of the river that a review found best to use. */
  readonly advised = $derived.by(() => {
    const move = this.advice
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
    if (!this.begin()) return
    const shed = offers(this.choices, 'shed').find(({ what }) => what.card === card)
    if (shed) {
      await this.#choose(shed.decision)
      return
    }
    if (this.question === 'mulligan') return
    const { aim } = this
    if (aim && this.leadsTo(card, aim)) {
      await this.#moveTo(card, aim)
      return
    }
    const isSame = this.used === card
    if (this.path.length) await this.session.startOver()
    this.hasToken = false
    this.pointed = null
    this.#putDown()
    this.picked = isSame ? null : card
  }

  /** Whether a card leads to a Booth. */
  leadsTo(card: string, booth: string | null): boolean {
    return booth !== null && this.moveOf(card)?.what.stops.includes(booth) === true
  }

  tapBoat(): Promise<void> {
    return this.#once(async () => {
      if (!this.begin()) return
      const { hasBoat } = this
      if (this.path.length) await this.session.startOver()
      this.#putDown()
      this.hasBoat = !hasBoat
    })
  }

  #putDown(): void {
    this.hasBoat = false
    this.aim = null
  }

  tapBooth(booth: string): Promise<void> {
    return this.#once(() => this.#tapBooth(booth))
  }

  async #tapBooth(booth: string): Promise<void> {
    if (!this.isActive) {
      this.about = booth
      return
    }
    this.begin()
    const offer = offers(this.choices, 'stop').find(({ what }) => what.booth === booth)
    const first = this.path[0]
    if (offer) await this.#choose(offer.decision)
    else if (this.question === 'card' && this.picked) await this.#moveTo(this.picked, booth)
    else if (this.stops.has(booth)) await this.#sailTo(booth)
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
    if (!this.begin()) return
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
    if (!this.begin()) return
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
      if (this.session.draft?.decisions.length) {
        this.picked = null
        this.#putDown()
      }
      this.#isBusy = false
    }
  }

  async #choose(decision: number, then: Next = () => null): Promise<void> {
    this.begin()
    const end = this.#wantedEnd
    const chosen = await this.session.choose(decision, (draft) => then(draft) ?? (end && spotAt(end)(draft)))
    if (chosen && this.path.some((what) => what.type === 'spot')) this.#wantedEnd = null
  }

  async #backTo(count: number): Promise<void> {
    this.begin()
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
    this.#putDown()
    return this.session.confirm()
  }

  async #moveTo(card: string, booth: string): Promise<void> {
    const offer = this.moveOf(card, this.hasToken)
    const hasToken = this.hasToken
    if (offer?.what.stops.includes(booth)) {
      await this.#choose(offer.decision, stopAt(booth))
    } else await this.#propose({ type: 'move', card, booth, ...(hasToken && { zoom_token: true }) })
  }

  /** Let the boat go at a Booth: by the card that leads there, or by one of several that is asked for. */
  async #sailTo(booth: string): Promise<void> {
    const cards = [...new Set(this.#moves.filter(({ what }) => what.stops.includes(booth)).map(({ what }) => what.card))]
    if (cards.length === 1) await this.#moveTo(cards[0]!, booth)
    else this.aim = booth
  }

  async #propose(move: MarketMove): Promise<void> {
    const { picked } = this
    if (await this.session.propose({ move })) this.picked = null
    else this.picked = picked
  }
}
