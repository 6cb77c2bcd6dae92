/** The picture of every card of both editions, by the card's id. Subjects keep between y 8 and 60, and leave the upper
    right corner to the steps: on a phone only the middle 120 x 53 is seen. */

import { BOOTHS } from './booths'
import { DEEDS } from './deeds'
import type { Scene } from './draw'
import { EVENTS } from './events'
import { HELPERS } from './helpers'

export const SCENES: Readonly<Record<string, Scene>> = { ...BOOTHS, ...EVENTS, ...HELPERS, ...DEEDS }
