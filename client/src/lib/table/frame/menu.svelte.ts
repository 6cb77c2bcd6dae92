/** The words of the menu of a table: one file a language beside the common ones, loaded with it. */

import type english from '../../../words/en/menu.json'
import { LaterWords } from '../../../words/later.svelte'
import type { Language, Values } from '../../../words/words.svelte'

export type MenuKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../../words/en/menu.json'),
  de: () => import('../../../words/de/menu.json'),
  fr: () => import('../../../words/fr/menu.json'),
  es: () => import('../../../words/es/menu.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadMenuWords = (of: Language): Promise<void> => words.load(of)

export const hasMenuWords = (): boolean => words.areThere

/** Give a text of the menu in the language shown. */
export const nt = (key: MenuKey, values: Values = {}): string => words.say(key, values)
