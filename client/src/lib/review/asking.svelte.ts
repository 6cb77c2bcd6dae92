/** Asking the table for the review of its game, again and again while it goes on. */

import { Refusal, Unreachable } from '../api/http'
import * as api from '../api/table'
import type { Problem, ReviewAnswer } from '../api/types'
import type { TableSession } from '../table/session.svelte'

const OFTEN_MS = 1000
const RARELY_MS = 2500
const OFTEN_TIMES = 10

export class Asking {
  told = $state.raw<ReviewAnswer | null>(null)
  refused = $state.raw<Problem | null>(null)

  #timer: ReturnType<typeof setTimeout> | null = null
  #times = 0
  #isClosed = false

  constructor(private session: TableSession) {}

  readonly review = $derived.by(() => this.told?.review ?? null)
  readonly isBusy = $derived.by(() => this.told?.status === 'waiting' || this.told?.status === 'running')
  /** The part that is done, 0 to 1. */
  readonly part = $derived.by(() => (this.told?.seconds ? this.told.spent / this.told.seconds : 0))

  /** Ask for a review where there is none yet, and for what is known of it. */
  async open(): Promise<void> {
    await this.#take(async () => {
      const known = await api.review(this.session.id, this.session.secret)
      return known.status === 'none' ? api.askForReview(this.session.id, this.session.secret) : known
    })
  }

  async deeper(): Promise<void> {
    this.#times = 0
    await this.#take(() => api.askForReview(this.session.id, this.session.secret))
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  async #take(ask: () => Promise<ReviewAnswer>): Promise<void> {
    try {
      this.told = await ask()
      this.refused = null
    } catch (error) {
      if (error instanceof Refusal) this.refused = error.problem
      else if (!(error instanceof Unreachable)) throw error
    }
    if (this.#isClosed || this.refused || (this.told && !this.isBusy)) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#times += 1
    const again = (): Promise<void> => this.#take(() => api.review(this.session.id, this.session.secret))
    this.#timer = setTimeout(() => void again(), this.#times > OFTEN_TIMES ? RARELY_MS : OFTEN_MS)
  }
}
