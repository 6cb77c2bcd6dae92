/** One person's hands at the Glassworks table: pieces picked up, taps turned into decisions. */

import type { TableSession } from '../../../lib/table/session.svelte'
import type { Draft, Problem } from '../../../lib/api/types'
import { t } from '../../../words/words.svelte'
import { gt } from '../words/words.svelte'
import { canPick, offers, pickedAlready, placed, question, slots, tileTap, togglePick, wouldBe, type Slot } from './model'
import type { GlassworksComponents, GlassworksMove, GlassworksState, PieceName } from '../types'

export class Play {
  /** Slots of the satchel picked up before a tile is chosen. */
  picked = $state<number[]>([])
  /** A hint of the page's own, where no rule is asked. */
  hint = $state<string | null>(null)

  constructor(
    readonly session: TableSession,
    /** A position of the past, while one is looked at. */
    readonly past: () => GlassworksState | null = () => null,
    /** What a review found best there. */
    readonly advice: () => GlassworksMove | null = () => null,
  ) {}

  readonly components = $derived.by(() => this.session.components as GlassworksComponents | null)
  readonly base = $derived.by(() => this.past() ?? (this.session.view?.state as GlassworksState | null) ?? null)
  readonly draft = $derived.by(() => (this.past() ? null : this.session.draft))
  readonly now = $derived.by(() => {
    const preview = this.draft?.decisions.length ? (this.draft.preview.state as GlassworksState) : null
    return preview ?? this.base
  })
  /** The seat whose board is drawn large: one's own, or the first for someone who watches. */
  readonly seat = $derived.by(() => this.session.viewer ?? 0)
  readonly question = $derived.by(() => question(this.draft))
  readonly satchel = $derived.by<Slot[]>(() => {
    const before = this.base?.seats[this.seat]?.satchel ?? []
    return slots(before, this.now?.seats[this.seat]?.satchel ?? before, this.components?.satchel ?? 5)
  })
  readonly pickedPieces = $derived.by(() =>
    this.picked.flatMap((slot): PieceName[] => (this.satchel[slot]?.piece ? [this.satchel[slot].piece] : [])),
  )
  readonly placed = $derived.by(() => (this.base ? placed(this.draft, this.base, this.seat) : null))
  readonly gathered = $derived.by(() => {
    const move = this.draft?.move as GlassworksMove | null | undefined
    return (move?.type === 'place' ? move.gather : null) ?? offers(this.draft?.path ?? [], 'gather')[0]?.what.tile ?? null
  })

  /** What a review found best to do at a tile. */
  advised(tile: number): 'place' | 'gather' | null {
    const move = this.advice()
    if (move?.type !== 'place') return null
    return move.onto === tile ? 'place' : move.gather === tile ? 'gather' : null
  }

  /** Whether taps mean anything now. */
  readonly isActive = $derived.by(() => this.session.isMyTurn && this.draft !== null)

  tap(tile: number): ReturnType<typeof tileTap> {
    return this.isActive ? tileTap(this.draft, this.pickedPieces, tile) : null
  }

  slotOffer(index: number): 'pick' | 'drop' | null {
    const slot = this.satchel[index]
    if (!this.isActive || !slot?.piece || slot.state === 'gone') return null
    if (this.question === 'begin') return canPick(this.draft, slot.piece) ? 'pick' : null
    if (this.question === 'pick')
      return offers(this.draft?.choices ?? [], 'pick').some((offer) => offer.what.piece === slot.piece) ? 'pick' : null
    if (this.question === 'drop')
      return offers(this.draft?.choices ?? [], 'drop').some((offer) => offer.what.piece === slot.piece) ? 'drop' : null
    return null
  }

  async tapSlot(index: number): Promise<void> {
    const piece = this.satchel[index]?.piece
    if (!piece || !this.#begin()) return
    const choices = this.draft?.choices ?? []
    if (this.question === 'begin') {
      this.picked = togglePick(this.picked, index, this.satchel.flatMap((slot) => slot.piece ?? []))
      return
    }
    const offer =
      offers(choices, 'pick').find((found) => found.what.piece === piece) ??
      offers(choices, 'drop').find((found) => found.what.piece === piece)
    if (offer) await this.session.choose(offer.decision)
    else this.hint = gt('hint_step_back')
  }

  async tapTile(tile: number): Promise<void> {
    if (!this.#begin() || !this.base) return
    const tap = tileTap(this.draft, this.pickedPieces, tile)
    if (!tap) {
      const move = wouldBe(this.draft, this.base, this.seat, this.pickedPieces, tile)
      if (move) await this.session.propose({ move })
      else this.hint = gt(this.question === 'begin' ? 'hint_pick_first' : 'hint_step_back')
      return
    }
    const picked = this.pickedPieces
    const then = picked.length < 2 ? undefined : (draft: Draft): number | null => pickedAlready(draft, picked)
    if (await this.session.choose(tap.decision, then)) this.picked = []
  }

  /** Take from the lake. */
  async drawFromLake(): Promise<void> {
    if (!this.#begin() || !this.base) return
    const offer = offers(this.draft?.choices ?? [], 'draw')[0]
    this.picked = []
    if (offer) await this.session.choose(offer.decision)
    else if (this.question === 'begin') {
      const move: GlassworksMove = { type: 'draw', take: this.base.lake.slice(0, 4) }
      await this.session.propose({ move })
    } else this.hint = gt('hint_step_back')
  }

  async tapLake(piece: PieceName): Promise<void> {
    const offer = offers(this.draft?.choices ?? [], 'leave').find((found) => found.what.piece === piece)
    if (offer && this.isActive) {
      this.#begin()
      await this.session.choose(offer.decision)
    } else await this.drawFromLake()
  }

  async pass(): Promise<void> {
    const offer = offers(this.draft?.choices ?? [], 'pass')[0]
    if (offer && this.#begin()) await this.session.choose(offer.decision)
  }

  async backTo(count: number): Promise<void> {
    this.#begin()
    this.picked = []
    await this.session.backTo(count)
  }

  async confirm(): Promise<boolean> {
    this.picked = []
    this.hint = null
    return this.session.confirm()
  }

  /** Clear what was said before; false where it is not this person's turn. */
  #begin(): boolean {
    this.hint = null
    this.session.refused = null
    if (this.session.hurry()) return false
    if (this.isActive) return true
    if (this.session.view?.status === 'playing' && !this.past()) this.hint = t('table.not_your_turn')
    return false
  }

  get refused(): Problem | null {
    return this.session.refused
  }
}
