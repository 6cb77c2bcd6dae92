/** Looking back: any turn of the table as the viewer may know it, one after another by itself if wished. */

import { tempo } from '../../app/settings.svelte'
import * as api from '../api/table'
import type { Move, Position } from '../api/types'
import type { TableSession } from './session.svelte'

/** Milliseconds that a turn is looked at, and what it begins from. */
const TURN_MS = 1400
const FIRST_MS = 500

export class Replay {
  /** The turn looked at (0 after the set-up), null for the table as it is. */
  turn = $state<number | null>(null)
  position = $state.raw<Position | null>(null)
  /** The position that was looked at before: of what moved since. */
  before = $state.raw<Position | null>(null)
  isPlaying = $state(false)
  /** What a review found best in the position looked at, and for which seat: the board shows it. */
  advice = $state.raw<{ seat: number; move: Move } | null>(null)

  #known = new Map<number, Position>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #asked = 0
  /** Whether it only shows what was missed, and then leads back to the table. */
  #isPassing = false

  constructor(readonly session: TableSession) {}

  /** How many turns have been played. */
  readonly count = $derived.by(() => {
    const view = this.session.view
    return view?.turn ? view.turn.number - Number(view.status === 'playing') : 0
  })

  async show(turn: number): Promise<void> {
    const wanted = Math.max(0, Math.min(turn, this.count))
    const number = (this.#asked += 1)
    this.turn = wanted
    let found = this.#known.get(wanted)
    if (!found) {
      found = await api.position(this.session.id, wanted, this.session.secret)
      // While a game goes on an undo can change what a turn was.
      if (this.session.view?.status === 'over') this.#known.set(wanted, found)
    }
    if (number !== this.#asked) return
    this.before = this.position?.turn === wanted - 1 ? this.position : null
    this.position = found
  }

  leave(): void {
    this.stop()
    this.#asked += 1
    this.turn = null
    this.position = null
    this.before = null
    this.#isPassing = false
  }

  /** Leave, and keep nothing of what was seen: another's screen may know less. */
  forget(): void {
    this.leave()
    this.#known.clear()
  }

  /** Show what was played after a turn, one turn after another, and come back to the table. */
  async since(turn: number): Promise<void> {
    this.stop()
    await this.show(turn)
    this.#isPassing = true
    this.play()
  }

  play(): void {
    this.isPlaying = true
    const step = async (): Promise<void> => {
      if (!this.isPlaying || this.turn === null) return
      if (this.turn >= this.count) return this.#isPassing ? this.leave() : this.stop()
      await this.show(this.turn + 1)
      this.#timer = setTimeout(() => void step(), TURN_MS * (tempo() || 1))
    }
    const wait = (): void => void (this.#timer = setTimeout(() => void step(), FIRST_MS))
    if (this.turn === null || this.turn >= this.count) void this.show(0).then(wait)
    else wait()
  }

  stop(): void {
    this.isPlaying = false
    this.#isPassing = false
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
