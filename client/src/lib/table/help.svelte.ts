/** The words of the help sheet: one file a language beside the common ones, loaded with it. */

import type english from '../../words/help.en.json'
import { LaterWords } from '../../words/later.svelte'
import type { Language, Values } from '../../words/words.svelte'

export type HelpKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../words/help.en.json'),
  de: () => import('../../words/help.de.json'),
  fr: () => import('../../words/help.fr.json'),
  es: () => import('../../words/help.es.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadHelpWords = (of: Language): Promise<void> => words.load(of)

export const hasHelpWords = (): boolean => words.areThere

/** Give a text of the help sheet in the language shown. */
export const ht = (key: HelpKey, values: Values = {}): string => words.say(key, values)
