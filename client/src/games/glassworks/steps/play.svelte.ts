/** One person's hands at the Glassworks table: pieces picked up, taps turned into decisions. */

import type { Draft } from '../../../lib/api/types'
import { Hands } from '../../../lib/table/turn/hands.svelte'
import { stories } from '../words/story'
import { gt } from '../words/words.svelte'
import { canPick, difference, offers, pickedAlready, placed, question, slots, tileTap, togglePick, wouldBe, type Slot } from './model'
import type { GlassworksComponents, GlassworksMove, GlassworksState, PieceName } from '../types'

export class Play extends Hands<'glassworks', GlassworksComponents> {
  /** Slots of the satchel picked up before a tile is chosen. */
  picked = $state<number[]>([])
  /** Which of the lake's pieces are wanted, by where they lie, before all that one takes are named. */
  wanted = $state<number[]>([])

  /** What turns did, by their shapes. */
  readonly stories = $derived.by(() => stories((this.session.opening?.state ?? null) as GlassworksState | null, this.session.events))
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
    return (move?.type === 'place' ? move.gather : null) ?? offers(this.draft?.path, 'gather')[0]?.what.tile ?? null
  })

  /** How many pieces one takes from the lake, while some of them can be named; null where none can. */
  readonly takes = $derived.by(() => {
    const lake = this.base?.lake.length ?? 0
    if (!this.isActive) return null
    const draw = offers(this.choices, 'draw')[0] ?? offers(this.path.length ? this.draft?.path : [], 'draw')[0]
    const isOpen = this.question === 'begin' ? this.wanted.length > 0 : this.question === 'leave'
    return draw && isOpen && draw.what.count < lake ? draw.what.count : null
  })

  /** What a review found best to do at a tile. */
  advised(tile: number): 'place' | 'gather' | null {
    const move = this.advice
    if (move?.type !== 'place') return null
    return move.onto === tile ? 'place' : move.gather === tile ? 'gather' : null
  }

  tap(tile: number): ReturnType<typeof tileTap> {
    return this.isActive ? tileTap(this.draft, this.pickedPieces, tile) : null
  }

  slotOffer(index: number): 'pick' | 'drop' | null {
    const slot = this.satchel[index]
    if (!this.isActive || !slot?.piece || slot.state === 'gone') return null
    if (this.question === 'begin') return canPick(this.draft, slot.piece) ? 'pick' : null
    for (const type of ['pick', 'drop'] as const)
      if (offers(this.choices, type).some((offer) => offer.what.piece === slot.piece)) return type
    return null
  }

  async tapSlot(index: number): Promise<void> {
    const piece = this.satchel[index]?.piece
    if (!piece || !this.#begin()) return
    if (this.question === 'begin') {
      this.wanted = []
      this.picked = togglePick(this.picked, index, this.satchel.flatMap((slot) => slot.piece ?? []))
      return
    }
    const offer =
      offers(this.choices, 'pick').find((found) => found.what.piece === piece) ??
      offers(this.choices, 'drop').find((found) => found.what.piece === piece)
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
    if (await this.session.choose(tap.decision, (draft) => pickedAlready(draft, picked))) this.picked = []
  }

  /** Take from the lake: those that are wanted, once they are all named. */
  async drawFromLake(): Promise<void> {
    if (!this.#begin() || !this.base) return
    const offer = offers(this.choices, 'draw')[0]
    this.picked = []
    if (offer) await this.session.choose(offer.decision)
    else if (this.question === 'begin') {
      const move: GlassworksMove = { type: 'draw', take: this.base.lake.slice(0, 4) }
      await this.session.propose({ move })
    } else this.hint = gt('hint_step_back')
  }

  /** Whether a piece of the lake can be wanted besides those that are: one that may stay has to be left. */
  canTake(index: number): boolean {
    if (this.takes === null || this.wanted.includes(index)) return false
    const staying = offers(this.choices, 'leave').map(({ what }) => what.piece)
    const isFree = (piece: PieceName): boolean => this.question !== 'leave' || staying.includes(piece)
    return this.base!.lake.some((piece, place) => place !== index && !this.wanted.includes(place) && isFree(piece))
  }

  /** Want a piece of the lake, or no longer; the last one takes them all, and the rest stays. */
  async tapLake(index: number): Promise<void> {
    const lake = this.base?.lake ?? []
    const draw = offers(this.choices, 'draw')[0]
    const count = draw?.what.count ?? this.takes
    if (!this.isActive || !count || count >= lake.length) return this.drawFromLake()
    if (!this.#begin()) return
    this.picked = []
    this.wanted = this.wanted.includes(index) ? this.wanted.filter((other) => other !== index) : [...this.wanted, index]
    if (this.wanted.length < count) return
    const staying = lake.filter((_, place) => !this.wanted.includes(place))
    const leave = (draft: Draft): number | null => {
      const left = difference(staying, offers(draft.path, 'leave').map(({ what }) => what.piece))
      return offers(draft.choices, 'leave').find(({ what }) => left.includes(what.piece))?.decision ?? null
    }
    const first = draw?.decision ?? leave(this.draft!)
    if (first !== null) await this.session.choose(first, leave)
    this.wanted = []
  }

  async pass(): Promise<void> {
    const offer = offers(this.choices, 'pass')[0]
    if (offer && this.#begin()) await this.session.choose(offer.decision)
  }

  async backTo(count: number): Promise<void> {
    this.#begin()
    this.picked = []
    this.wanted = []
    await this.session.backTo(count)
  }

  async confirm(): Promise<boolean> {
    this.picked = []
    this.wanted = []
    this.hint = null
    return this.session.confirm()
  }

  #begin(): boolean {
    return this.begin(!this.session.hurry())
  }
}
