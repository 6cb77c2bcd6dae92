/** A scene is a time of day and a list of parts: all that a card's picture needs. */

import { drawAnimal, faceOf, isAnimal, type Animal } from '../../../lib/animals/animals'
import { set } from '../../../lib/animals/drawing'
import type { Dress } from '../../../lib/animals/worn'
import * as market from './market'
import * as river from './river'
import { drawCountry, type Sky } from './sky'

const { reed, shore, ...plain } = { ...market, ...river } as Omit<typeof market, 'GOODS_COLOURS'> & typeof river

type Plain = typeof plain
type PlainPart = { [Name in keyof Plain]: readonly [Name, ...Parameters<Plain[Name]>] }[keyof Plain]
type AnimalPart = readonly [Animal, x: number, y: number, size?: number, dress?: Dress]
type CountryPart = readonly ['reed', x: number, y: number, high?: number] | readonly ['shore', y?: number]

export type Part = PlainPart | AnimalPart | CountryPart
/** The sky; where its sun stands and where the bank ends; the parts from back to front. */
export type Scene = readonly [Sky, { sun?: readonly [x: number, y: number, radius?: number]; bank?: number }, readonly Part[]]

function drawPart(sky: Sky, [name, ...how]: Part): string {
  if (name === 'reed') return reed(sky, ...(how as [number, number, number?]))
  if (name === 'shore') return shore(sky, ...(how as [number?]))
  if (!isAnimal(name)) return (plain[name] as (...how: unknown[]) => string)(...how)
  const [x, y, size = 1, dress = {}] = how as [number, number, number?, Dress?]
  return set(x, y, size, drawAnimal(name, dress), dress.isFlipped)
}

/** Draw a scene of 120 x 66 as the inside of an SVG. */
export const drawScene = ([sky, { sun, bank }, parts]: Scene): string => drawCountry(sky, sun, bank) + parts.map((part) => drawPart(sky, part)).join('')


/** What a low picture shows at least: a head with a hat, and a little of the body. */
export const LEAST_SEEN = 33
/** How much of the square round a face is the head; the rest is neck. */
const HEAD = 0.85

/** Give where the heads of a scene begin and end, from above: of the largest animal, and of as many more as a low picture
    can show with it. */
export function headsOf([, , parts]: Scene): [top: number, bottom: number] | null {
  const heads = parts.flatMap(([name, ...how]) => {
    if (!isAnimal(name)) return []
    const [, y, size = 1] = how as [number, number, number?]
    const [, top, high] = faceOf(name)
    return [{ size, top: y + top * size, bottom: y + (top + high * HEAD) * size }]
  })
  const [first, ...others] = heads.sort((a, b) => b.size - a.size)
  if (!first) return null
  const seen: [number, number] = [first.top, first.bottom]
  for (const { top, bottom } of others) {
    const [from, to] = [Math.min(seen[0], top), Math.max(seen[1], bottom)]
    if (to - from <= LEAST_SEEN) [seen[0], seen[1]] = [from, to]
  }
  return seen
}
