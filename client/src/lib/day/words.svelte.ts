/** The words of the deal of the day: they are among those of people who look for one another. */

import type { Values } from '../../words/words.svelte'
import type en from '../../words/en/company.json'
import { ct } from '../company/words.svelte'

type Own<Key> = Key extends `day_${infer Rest}` ? Rest : never

/** Give a text about the deal of the day in the language shown. */
export const yt = (key: Own<keyof typeof en>, values: Values = {}): string => ct(`day_${key}`, values)
