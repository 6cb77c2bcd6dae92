/** What a piece of glass is: a colour and a shape, by the rules' words. */

import type { components } from '../api/schema'

export type Shape = components['schemas']['ShapeName']
export type Colour = components['schemas']['ColourName']

export const SHAPE_NAMES: readonly Shape[] = ['triangle', 'heart', 'circle', 'square', 'hexagon', 'drop']
/** From the lightest to the darkest. */
export const COLOUR_NAMES: readonly Colour[] = [
  'white', 'yellow', 'light green', 'light blue', 'orange', 'purple', 'dark green', 'dark blue', 'black',
]

/** Take a piece's name apart: "light blue drop". */
export function partsOf(name: string): { colour: Colour; shape: Shape } {
  const cut = name.lastIndexOf(' ')
  return { colour: name.slice(0, cut) as Colour, shape: name.slice(cut + 1) as Shape }
}
