/** Shows what others do one after another, where it comes all at once. It never holds a person up: a touch or a key
    shows everything that is known. */

import { tempo } from '../../app/settings.svelte'

/** Milliseconds that a turn is shown before the next, at normal pace: its pieces fly and its sentence is read. */
export const STEP = 1200
const SETTLING = 350

/** How an item is shown: at once with all before it; in its turn, for a time of its own; or in its turn and taking none. */
export type Manner = 'at once' | 'in turn' | 'unnoticed'

export class Pace<T> {
  #waiting: { item: T; takesTime: boolean }[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #shownAt = -Infinity
  #hurriedAt = 0

  constructor(
    private show: (item: T) => void,
    private now: () => number = () => performance.now(),
    private speed: () => number = tempo,
  ) {}

  /** Show an item, which may have to wait until what came before it was shown. */
  add(item: T, manner: Manner): void {
    this.#waiting.push({ item, takesTime: manner !== 'unnoticed' })
    if (manner === 'at once' || this.speed() === 0) this.#showAll()
    else this.#next()
  }

  /** A person wants to go on. Gives whether something was still waiting. */
  hurry(): boolean {
    if (!this.#waiting.length) return false
    this.#hurriedAt = this.now()
    this.#showAll()
    return true
  }

  /** How many items wait for their time to be shown. */
  get waiting(): number {
    return this.#waiting.filter(({ takesTime }) => takesTime).length
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
    while (this.#waiting.length) this.#showFirst()
  }

  #showFirst(): void {
    const { item, takesTime } = this.#waiting.shift()!
    if (takesTime) this.#shownAt = this.now()
    this.show(item)
  }

  #next(): void {
    if (this.#timer !== null || !this.#waiting.length) return
    const wait = this.#waiting[0]!.takesTime ? this.#shownAt + STEP * this.speed() - this.now() : 0
    if (wait <= 0) {
      this.#showFirst()
      this.#next()
    } else {
      this.#timer = setTimeout(() => {
        this.#timer = null
        this.#next()
      }, wait)
    }
  }
}
