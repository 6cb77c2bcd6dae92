/** The paths of River Market's drawings: silhouettes first, colours are tokens. */

import type { Resource } from '../types'

/** Silhouettes on a 24 x 24 grid. */
export const RESOURCE_PATHS: Record<Resource | 'any', readonly string[]> = {
  veggie: [
    'M12 22.4C11.2 22.4 10.9 20.6 9.8 19.6C6 18.2 3.4 15.8 3.4 12.6C3.4 9.4 6.8 8 12 8S20.6 9.4 20.6 12.6C20.6 15.8 18 18.2 14.2 19.6C13.1 20.6 12.8 22.4 12 22.4Z',
    'M11.2 7C8.8 6.2 7.2 4 7.4 1.2C9.9 1.8 11.4 3.4 12 5.4C12.6 3.4 14.1 1.8 16.6 1.2C16.8 4 15.2 6.2 12.8 7Z',
  ],
  fish: [
    'M1.4 12C4.4 6 11 4.4 16.2 8.6L22.4 5C21.2 9.4 21.2 14.6 22.4 19L16.2 15.4C11 19.6 4.4 18 1.4 12ZM7.2 9.4A1.5 1.5 0 1 0 7.2 12.4A1.5 1.5 0 0 0 7.2 9.4Z',
  ],
  cloth: [
    'M2.4 2.2H21.6A1.4 1.4 0 0 1 21.6 5H2.4A1.4 1.4 0 0 1 2.4 2.2Z',
    'M4 6.4H20V18.4C18.2 22 16.4 22 14.7 19.2C13 22.4 11 22.4 9.3 19.2C7.6 22 5.8 22 4 18.4Z',
  ],
  tool: [
    'M3 3.4H15C18.4 3.4 20.8 5.4 21.6 9H15.4V11H3Z',
    'M7.4 12H11.8V21A2.2 2.2 0 0 1 7.4 21Z',
  ],
  lily: [
    'M12 2.4C15 5.4 16 8.8 15.4 12C17.2 9 19.8 7.8 23 8C22.6 14.4 18.2 18.4 12 18.4S1.4 14.4 1 8C4.2 7.8 6.8 9 8.6 12C8 8.8 9 5.4 12 2.4Z',
    'M3.6 20H20.4A1.1 1.1 0 0 1 20.4 22.2H3.6A1.1 1.1 0 0 1 3.6 20Z',
  ],
  coin: [
    'M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2ZM6 13.6C8 10.4 10.4 10.4 12 12.2S16 14 18 10.8L18 13.8C16 16.8 13.4 16.6 12 14.8S8 13.4 6 16.4Z',
  ],
  any: [
    'M12 1.6A10.4 10.4 0 1 1 12 22.4A10.4 10.4 0 1 1 12 1.6ZM10.8 4.6A7.6 7.6 0 0 0 5 9.2L10 11.2L10.8 10.4ZM13.2 4.6V10.4L14 11.2L19 9.2A7.6 7.6 0 0 0 13.2 4.6ZM4.6 11.6A7.6 7.6 0 0 0 7 17.6L10.4 13.9ZM19.4 11.6L13.6 13.9L17 17.6A7.6 7.6 0 0 0 19.4 11.6ZM9 19A7.6 7.6 0 0 0 15 19L12 15.4Z',
  ],
}

/** The colours of resources, by the names of their tokens; Goods of choice and cards have one of their own. */
export const RESOURCE_TOKENS: Record<Resource, string> = { veggie: 'veggies', fish: 'fish', cloth: 'cloth', tool: 'tools', lily: 'lilies', coin: 'coins' }

export const STAR = 'M12 2L14.9 8.6L22 9.3L16.7 14L18.2 21L12 17.4L5.8 21L7.3 14L2 9.3L9.1 8.6Z'
export const CARD = 'M6 2.4H18A2 2 0 0 1 20 4.4V19.6A2 2 0 0 1 18 21.6H6A2 2 0 0 1 4 19.6V4.4A2 2 0 0 1 6 2.4Z'
export const HEXAGON = 'M1.5 20L10.5 3H29.5L38.5 20L29.5 37H10.5Z'
/** A small equals sign on the wheel: Goods alike; a small unequal one: all different. */
export const ALIKE = 'M15 17.4H23M15 21.4H23'
export const UNLIKE = 'M15 17.4H23M15 21.4H23M21.6 14.6L16.4 24'
