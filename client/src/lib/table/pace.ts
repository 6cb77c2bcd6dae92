/** Shows what others do one after another, where it comes all at once. It never holds a person up: a touch or a key
    shows everything that is known. */

import { tempo } from '../../app/settings.svelte'

/** Milliseconds that a turn is shown before the next, at normal pace: its pieces fly and its sentence is read. */
export const STEP = 1200
const SETTLING = 350

export class Pace<T> {
  #waiting: T[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #shownAt = 0
  #hurriedAt = 0

  constructor(
    private show: (item: T) => void,
    private now: () => number = () => performance.now(),
    private speed: () => number = tempo,
  ) {}

  /** Show at once, or in its turn after what still waits. */
  add(item: T, isPaced: boolean): void {
    this.#waiting.push(item)
    if (!isPaced || this.speed() === 0) this.#showAll()
    else this.#next()
  }

  /** A person wants to go on. Gives whether something was still waiting. */
  hurry(): boolean {
    if (!this.#waiting.length) return false
    this.#hurriedAt = this.now()
    this.#showAll()
    return true
  }

  /** How many turns wait for theirs to be shown. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Whether everything just changed under a finger that meant what was there before. */
  get isSettling(): boolean {
    return this.#hurriedAt > 0 && this.now() - this.#hurriedAt < SETTLING
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting = []
  }

  #showAll(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    for (const item of this.#waiting.splice(0)) this.#showOne(item)
  }

  #showOne(item: T): void {
    this.#shownAt = this.now()
    this.show(item)
  }

  #next(): void {
    if (this.#timer !== null || !this.#waiting.length) return
    const wait = this.#shownAt + STEP * this.speed() - this.now()
    if (wait <= 0) {
      this.#showOne(this.#waiting.shift()!)
      this.#next()
    } else {
      this.#timer = setTimeout(() => {
        this.#timer = null
        this.#next()
      }, wait)
    }
  }
}
