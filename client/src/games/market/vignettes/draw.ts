/** A scene is a time of day and a list of parts: all that a card's picture needs. */

import { drawAnimal, isAnimal, type Animal } from '../../../lib/animals/animals'
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

