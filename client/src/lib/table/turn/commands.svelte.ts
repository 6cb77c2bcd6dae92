/** The words of what is typed at the table: one file a language beside the common ones, loaded with the field for it. */

import type english from '../../../words/en/commands.json'
import { LaterWords } from '../../../words/later.svelte'
import type { Language, Values } from '../../../words/words.svelte'

export type CommandKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../../words/en/commands.json'),
  de: () => import('../../../words/de/commands.json'),
  fr: () => import('../../../words/fr/commands.json'),
  es: () => import('../../../words/es/commands.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadCommandWords = (of: Language): Promise<void> => words.load(of)

export const hasCommandWords = (): boolean => words.areThere

/** Give a word of what is typed in the language shown. */
export const ct = (key: CommandKey, values: Values = {}): string => words.say(key, values)
