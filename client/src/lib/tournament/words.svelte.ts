/** The words of tournaments: they are among those of people who look for one another. */

import type { Values } from '../../words/words.svelte'
import { language } from '../../words/words.svelte'
import type en from '../../words/en/company.json'
import { ct } from '../company/words.svelte'

type Own<Key> = Key extends `cup_${infer Rest}` ? Rest : never

/** Give a text about tournaments in the language shown. */
export const tt = (key: Own<keyof typeof en>, values: Values = {}): string => ct(`cup_${key}`, values)

/** A figure with one digit after the point, in the language shown; with its sign where it is asked for. */
export const figure = (value: number, isSigned = false): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: isSigned ? 'exceptZero' : 'auto' }).format(value).replace('-', '−')

/** A moment with its day. */
export const time = (at: string): string => new Date(at).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' })
