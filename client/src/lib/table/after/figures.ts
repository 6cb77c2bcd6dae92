/** As which animal a bot stands on the podium: a Rival as itself, every other by its name. */

import { isAnimal, type Animal } from '../../animals/animals'
import type { SeatInfo } from '../../api/types'
import { isRival, rivalOf } from '../names'

export function figureOf({ kind, level, name }: SeatInfo): Animal | null {
  if (kind !== 'bot') return null
  const animal = level && isRival(level) ? rivalOf(level) : (name ?? '').toLowerCase()
  return isAnimal(animal) ? animal : null
}
