/** What every drawing of an animal or a place is made with: the colours, and a part set somewhere. SVG as text. */

/** The colours of pictures, few, so that all of them stay one family. */
export const COLOURS = {
  linen: '#f6eedb',
  ink: '#2a3436',
  brick: '#a64a34',
  teal: '#1f6d75',
  ochre: '#d09a3c',
  moss: '#6f8a4e',
  plum: '#7b5379',
  wood: '#8a6239',
  dark: '#6a4827',
  rope: '#c8a873',
  glow: '#ffd98a',
  fish: '#3c7ba8',
  veggie: '#5b8434',
  lily: '#c47cb9',
  cloth: '#b5537a',
  tool: '#4d4a44',
  stone: '#8f8d83',
  foam: '#f4fbfa',
} as const

export type Colour = keyof typeof COLOURS

/** Give a number with one decimal: more is not seen, and fewer are loaded. */
export const round = (value: number): number => Math.round(value * 10) / 10

/** Set a drawing at a place, so many times as large, looking the other way where it is flipped. */
export function set(x: number, y: number, scale: number, drawing: string, isFlipped = false): string {
  const sized = scale !== 1 || isFlipped ? ` scale(${isFlipped ? -scale : scale} ${scale})` : ''
  return `<g transform="translate(${round(x)} ${round(y)})${sized}">${drawing}</g>`
}

/** Draw something for the left side and for the right side, -1 and 1. */
export const bothSides = (draw: (side: -1 | 1) => string): string => draw(-1) + draw(1)
