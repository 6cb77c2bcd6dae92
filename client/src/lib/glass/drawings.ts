/** The paths of all glass. Geometry only; colours are tokens or stand in `GLASS`. */

import type { Colour, Shape } from './parts'

export interface Silhouette {
  d: string
  /** Where the mark sits, and how large. */
  mark: [number, number]
  scale: number
  highlight: string
  glow: string
  /** Centre of the light inside, at the lower right. */
  light: [number, number]
  /** Centre of the facet. */
  facet: [number, number]
}

/** Silhouettes on a 48 x 48 grid. */
export const SHAPES: Record<Shape, Silhouette> = {
  triangle: {
    d: 'M20.4 5.9C22 3.1 26 3.1 27.6 5.9L45 36.6C46.6 39.5 44.6 43 41.3 43H6.7C3.4 43 1.4 39.5 3 36.6Z',
    mark: [24, 30.2], scale: 0.88, highlight: 'M8.6 34.6L20.9 12.6', glow: 'M40.4 38.6H22', light: [30, 36], facet: [24, 29.5],
  },
  heart: {
    d: 'M24 43.8C22.4 43.8 3.5 31.8 3.5 17.6C3.5 10.2 8.9 5 15 5C18.9 5 22.2 7 24 10.4C25.8 7 29.1 5 33 5C39.1 5 44.5 10.2 44.5 17.6C44.5 31.8 25.6 43.8 24 43.8Z',
    mark: [24, 22], scale: 1, highlight: 'M8.2 19.4C7.4 13.6 10.4 10 14.6 9.6', glow: 'M39.9 20.6C38.6 27.6 33 33.4 26.6 38', light: [29, 31], facet: [24, 22],
  },
  circle: {
    d: 'M24 3.5A20.5 20.5 0 1 1 24 44.5A20.5 20.5 0 1 1 24 3.5Z',
    mark: [24, 24], scale: 1, highlight: 'M8.6 22.4C9 15 13.6 10 20 8.6', glow: 'M39.4 25.6C39 33 34.4 38 28 39.4', light: [30, 33], facet: [24, 24],
  },
  square: {
    d: 'M9.5 5.5H38.5A4 4 0 0 1 42.5 9.5V38.5A4 4 0 0 1 38.5 42.5H9.5A4 4 0 0 1 5.5 38.5V9.5A4 4 0 0 1 9.5 5.5Z',
    mark: [24, 24], scale: 1, highlight: 'M10 22V12.4A2.4 2.4 0 0 1 12.4 10H20', glow: 'M38 26V35.6A2.4 2.4 0 0 1 35.6 38H28', light: [32, 33], facet: [24, 24],
  },
  hexagon: {
    d: 'M22.4 2.4Q24 1.5 25.6 2.4L42 11.6Q43.5 12.5 43.5 14.3V33.7Q43.5 35.5 42 36.4L25.6 45.6Q24 46.5 22.4 45.6L6 36.4Q4.5 35.5 4.5 33.7V14.3Q4.5 12.5 6 11.6Z',
    mark: [24, 24], scale: 1, highlight: 'M9 24V15.6L21 8.8', glow: 'M39 24V32.4L27 39.2', light: [30, 34], facet: [24, 24],
  },
  drop: {
    d: 'M24 1.8C25.2 1.8 26 2.8 26.8 4.1C31.2 11.4 41 20.4 41 29.4C41 38.9 33.6 46.2 24 46.2C14.4 46.2 7 38.9 7 29.4C7 20.4 16.8 11.4 21.2 4.1C22 2.8 22.8 1.8 24 1.8Z',
    mark: [24, 29.6], scale: 0.96, highlight: 'M11.6 29C12 23.4 16.4 18 19.6 13.6', glow: 'M36.4 29C36 36.2 32 40.6 26 41.6', light: [29, 37], facet: [24, 28],
  },
}

export interface Glass {
  /** The name of the glass in tokens. */
  token: string
  base: string
  /** Where light leaves. */
  hi: string
  /** The rim. */
  deep: string
  /** The mark's ink. */
  ink: string
  isDark: boolean
}

/** Nine colours of glass, by the rules' words, from the lightest to the darkest. */
export const GLASS: Record<Colour, Glass> = {
  white: { token: 'frost', base: '#f4f8f8', hi: '#ffffff', deep: '#a6c4ca', ink: '#24383d', isDark: false },
  yellow: { token: 'lemon', base: '#f7e444', hi: '#fff7a6', deep: '#dcae00', ink: '#3d2f00', isDark: false },
  'light green': { token: 'mint', base: '#9cdba2', hi: '#cdf5cf', deep: '#57b274', ink: '#06301a', isDark: false },
  'light blue': { token: 'sky', base: '#51a3d4', hi: '#8fd0f2', deep: '#2477b0', ink: '#031a2c', isDark: false },
  orange: { token: 'amber', base: '#d66a02', hi: '#f79a3a', deep: '#a84800', ink: '#1f0c00', isDark: false },
  purple: { token: 'plum', base: '#915592', hi: '#b277b2', deep: '#5f2b69', ink: '#fff6ff', isDark: true },
  'dark green': { token: 'ivy', base: '#12634a', hi: '#2f8a69', deep: '#073f2e', ink: '#effff6', isDark: true },
  'dark blue': { token: 'cobalt', base: '#122c80', hi: '#3a5bbd', deep: '#08174f', ink: '#f2f5ff', isDark: true },
  black: { token: 'jet', base: '#151518', hi: '#45484f', deep: '#000000', ink: '#ffffff', isDark: true },
}

/** Marks in a 20 x 20 box round 0,0: strokes, or a filled figure. */
export const MARKS: Record<Colour, { d: string; isFilled: boolean }> = {
  white: {
    d: 'M-3-5.2A3 3 0 1 1 3-5.2A3 3 0 1 1-3-5.2ZM-8.6 4.4A3 3 0 1 1-2.6 4.4A3 3 0 1 1-8.6 4.4ZM2.6 4.4A3 3 0 1 1 8.6 4.4A3 3 0 1 1 2.6 4.4Z',
    isFilled: true,
  },
  yellow: { d: 'M0-7.8V7.8M-6.8-3.9L6.8 3.9M-6.8 3.9L6.8-3.9', isFilled: false },
  'light green': { d: 'M-7.2 4L0-4.4L7.2 4', isFilled: false },
  'dark green': { d: 'M-7.2 0.4L0-7.2L7.2 0.4M-7.2 7.8L0 .2L7.2 7.8', isFilled: false },
  'light blue': { d: 'M-8 1.6C-5.6-3.4-2.4-3.4 0 0S5.6 3.4 8-1.6', isFilled: false },
  'dark blue': { d: 'M-8-2.4C-5.6-7.4-2.4-7.4 0-4S5.6-.6 8-5.6M-8 5.6C-5.6.6-2.4.6 0 4S5.6 7.4 8 2.4', isFilled: false },
  orange: { d: 'M2.6-8L-4.4 1H4.4L-2.6 8.4', isFilled: false },
  purple: { d: 'M-5.8-5.8L5.8 5.8M5.8-5.8L-5.8 5.8', isFilled: false },
  black: {
    d: 'M2.4-8.2C-2.6-9-8 -5.2-8 .4C-8 5.4-3.6 8.8 .8 8.4C4 8 6.6 6 7.6 3.4C4.4 5 .4 4.4-1.2 1C-2.6-2.2-.8-6.4 2.4-8.2Z',
    isFilled: true,
  },
}
