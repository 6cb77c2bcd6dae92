/** Words for glass. A shape is feminine in some languages, and its colour follows it. */

import { list, t, type Key } from '../../words/words.svelte'
import { partsOf, type Colour, type Shape } from './parts'

export function colourName(colour: Colour): string {
  return t(`pieces.${colour}`)
}

export function shapeName(shape: Shape): string {
  return t(`pieces.${shape}`)
}

export function pieceName(name: string): string {
  const { colour, shape } = partsOf(name)
  const isFeminine = t('pieces.feminine').split(' ').includes(shape)
  const key = `pieces.${colour}_f`
  const feminine = isFeminine ? t(key as Key) : key
  return t('pieces.name', { colour: feminine === key ? colourName(colour) : feminine, shape: shapeName(shape) })
}

/** Say pieces with their counts: "2 × white heart and purple drop". */
export function pieceList(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return list([...counts].map(([name, count]) => (count > 1 ? `${count} × ${pieceName(name)}` : pieceName(name))))
}
