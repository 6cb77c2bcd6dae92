/** The words of boards to study: they are among those of people who look for one another. */

import type { Values } from '../../words/words.svelte'
import type en from '../../words/en/company.json'
import { ct } from '../company/words.svelte'

type Own<Key> = Key extends `study_${infer Rest}` ? Rest : never

/** Give a text about boards to study in the language shown. */
export const st = (key: Own<keyof typeof en>, values: Values = {}): string => ct(`study_${key}`, values)
