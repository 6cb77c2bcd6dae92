/** A part of the page that is loaded when it is first wanted, and kept. */

export class Later<Part> {
  part = $state.raw<Part | null>(null)
  #isLoading = false

  constructor(private load: () => Promise<{ default: Part }>) {}

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
