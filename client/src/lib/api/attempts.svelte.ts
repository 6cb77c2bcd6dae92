/** What a person asks of the server on a page, one thing after another; what it refuses stands there until the next. */

import { Refusal } from './http'
import type { Problem } from './types'

export class Attempts {
  problem = $state.raw<Problem | null>(null)

  /** `look` shows anew what the server has, after all that it has done. */
  constructor(private readonly look: () => Promise<unknown>) {}

  /** Ask for something. A refusal is kept in `problem`, any other error is thrown. */
  readonly make = async (act: () => Promise<unknown>): Promise<void> => {
    this.problem = null
    try {
      await act()
      await this.look()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.problem = error.problem
    }
  }
}
