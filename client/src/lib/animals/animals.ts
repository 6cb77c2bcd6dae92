/** All animals by their names, and which part of each is its face. */

import { BIRDS, drawBird, type BirdName } from './birds'
import { drawFur, FURS, type FurName } from './fur'
import { drawFrog, drawPike, FROGS, type FrogName } from './pond'
import type { Dress } from './worn'

export type Animal = FurName | BirdName | FrogName | 'pike'

export const ANIMALS = [...Object.keys(FURS), ...Object.keys(BIRDS), ...Object.keys(FROGS), 'pike'] as Animal[]

const isOne = <Name extends string>(kinds: Record<Name, unknown>, name: string): name is Name => Object.hasOwn(kinds, name)

export const isAnimal = (name: string): name is Animal => ANIMALS.includes(name as Animal)

export function drawAnimal(name: Animal, dress: Dress = {}): string {
  if (isOne(FURS, name)) return drawFur(name, dress)
  if (isOne(BIRDS, name)) return drawBird(name, dress)
  return name === 'pike' ? drawPike() : drawFrog(name as FrogName, dress)
}

const FACES: Partial<Record<Animal, readonly [x: number, y: number, size: number]>> = {
  heron: [-1, -55, 24],
  kingfisher: [-9, -29, 31],
  wagtail: [-8, -29, 29],
  crane: [-1, -57, 24],
  duckling: [-8, -29, 29],
  goose: [-6, -40, 30],
  pike: [-14, -27, 36],
  magpie: [-5, -34, 30],
  duck: [-5, -34, 30],
  frog: [-16, -37, 32],
  toad: [-16, -37, 32],
  hare: [-17, -55, 34],
}

/** Give the square round an animal's face. */
export const faceOf = (name: Animal): readonly [x: number, y: number, size: number] => FACES[name] ?? [-14, -46, 28]
