/** Words that not every page needs: one file a language beside the common ones, loaded with the page that says them. */

import { fill, language, type Language, type Text, type Values } from './words.svelte'

export class LaterWords<Words extends object> {
  #loaded = $state.raw<Partial<Record<Language, Words>>>({})

  /** The files by their paths, as `import.meta.glob` gives them: a folder is named after its language. */
  constructor(private files: Record<string, () => Promise<Words>>) {}

  /** Load a language's words; those of the language shown before stay until they are there. */
  async load(of: Language): Promise<void> {
    if (this.#loaded[of]) return
    const path = Object.keys(this.files).find((path) => path.includes(`/${of}/`))!
    const words = await this.files[path]!()
    this.#loaded = { ...this.#loaded, [of]: words }
  }

  /** Whether something can be said. Who asks gets the words of the language shown, as soon as they are loaded. */
  get areThere(): boolean {
    void this.load(language())
    return Object.keys(this.#loaded).length > 0
  }

  /** Give a text in the language shown. */
  say = (key: keyof Words & string, values: Values = {}): string => {
    const shown = language()
    const words = this.#loaded[shown] ?? Object.values(this.#loaded)[0]
    const text = words?.[key] as Text | undefined
    return text === undefined ? key : fill(text, values, shown)
  }
}
