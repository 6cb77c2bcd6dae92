/** The words of the help sheet: one file a language beside the common ones, loaded with it. */

import type english from '../../../words/en/help.json'
import { LaterWords } from '../../../words/later.svelte'
import type { Language, Values } from '../../../words/words.svelte'

export type HelpKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../../words/en/help.json'),
  de: () => import('../../../words/de/help.json'),
  fr: () => import('../../../words/fr/help.json'),
  es: () => import('../../../words/es/help.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadHelpWords = (of: Language): Promise<void> => words.load(of)

export const hasHelpWords = (): boolean => words.areThere

/** Give a text of the help sheet in the language shown. */
export const ht = (key: HelpKey, values: Values = {}): string => words.say(key, values)
