/** A part of the page that is loaded when it is first wanted, and kept. */

import { whenIdle } from './idle'

export class Later<Part> {
  part = $state.raw<Part | null>(null)
  #isLoading = false

  constructor(private load: () => Promise<{ default: Part }>) {}

  /** Whether the part is there; it is loaded where it is wanted. */
  when(isWanted: boolean): boolean {
    if (isWanted) void this.want()
    return this.part !== null
  }

  /** Load it once the page stands; gives how to leave it. */
  afterwards(): () => void {
    return whenIdle(() => void this.want())
  }

  async want(): Promise<void> {
    if (this.#isLoading || this.part) return
    this.#isLoading = true
    try {
      this.part = (await this.load()).default
    } catch {
      // Without a connection, which the page says itself: the next wish asks again.
    } finally {
      this.#isLoading = false
    }
  }
}
