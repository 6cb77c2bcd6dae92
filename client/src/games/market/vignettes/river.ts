/** Parts of a scene that stand on the river and its banks: boats, water plants, trees, huts, ways. */

import { COLOURS, round, set, type Colour } from '../../../lib/animals/drawing'
import { BEYOND, SKIES, type Sky } from './sky'

const to = 120 + BEYOND
const { wood, dark, rope, linen, glow, stone: grey, foam } = COLOURS

export const shore = (sky: Sky, y = 52): string => `<path fill="${SKIES[sky].shore}" d="M${-BEYOND} ${y}H0C34 ${y - 4} 80 ${y + 2} 120 ${y - 3}H${to}V66H${-BEYOND}Z"/>`

export const reed = (sky: Sky, x: number, y: number, high = 18): string =>
  `<path d="M${x} ${y}q-1-${round(high * 0.6)} -4-${high}M${x + 3} ${y}q0-${round(high * 0.7)} 1-${round(high * 1.15)}M${x + 6} ${y}q1-${round(high * 0.5)} 5-${round(high * 0.8)}" stroke="${SKIES[sky].reed}" stroke-width="1.7" fill="none"/><path d="M${x + 4} ${round(y - high * 1.25)}v${round(high * 0.34)}" stroke="#7a5230" stroke-width="3"/>`

export const pad = (x: number, y: number, hasFlower = false, size = 1): string =>
  set(x, y, size, `<ellipse rx="6.5" ry="2.3" fill="#5f8a55"/>${hasFlower ? `<path fill="${COLOURS.lily}" d="M-4-1q-1-4 1-5q1 1 3 3q0-4 1-5q1 1 1 5q2-2 3-3q2 1 0 5z"/>` : ''}`)

export const punt = (x: number, y: number, wide = 52, colour: Colour = 'brick'): string =>
  `<path fill="#00000022" d="M${x - wide / 2} ${y + 9}h${wide}l-8 2.4h-${wide - 16}z"/><path fill="${COLOURS[colour]}" d="M${x - wide / 2} ${y - 1}Q${x} ${y + 4} ${x + wide / 2} ${y - 1}Q${x + wide / 2 - 4} ${y + 9} ${x + wide / 2 - 12} ${y + 10}H${x - wide / 2 + 12}Q${x - wide / 2 + 4} ${y + 9} ${x - wide / 2} ${y - 1}Z"/><path d="M${x - wide / 2 + 2} ${y + 1.4}Q${x} ${y + 6} ${x + wide / 2 - 2} ${y + 1.4}" stroke="${linen}" stroke-width="1.3" fill="none"/>`

export const raft = (x: number, y: number, wide = 64): string =>
  `<path fill="#00000022" d="M${x - 3} ${y + 9}h${wide + 6}l-6 3h-${wide - 6}z"/><path fill="${wood}" d="M${x} ${y}h${wide}v4.4h-${wide}z"/><path fill="${rope}" d="M${x - 3} ${y + 4}h${wide + 6}v5h-${wide + 6}z"/><path stroke="${wood}" stroke-width=".9" d="M${x + 8} ${y + 4}v5M${x + wide / 2} ${y + 4}v5M${x + wide - 8} ${y + 4}v5"/>`

export const sail = (x: number, y: number, colour: Colour = 'brick'): string =>
  `<path stroke="${dark}" stroke-width="2" d="M${x} ${y}v-44"/><path fill="${linen}" d="M${x + 1.6} ${y - 42}Q${x + 30} ${y - 28} ${x + 24} ${y - 6}H${x + 1.6}Z"/><path fill="${COLOURS[colour]}" d="M${x + 1.6} ${y - 26}Q${x + 18} ${y - 24} ${x + 27.5} ${y - 22}L${x + 27} ${y - 15}H${x + 1.6}Z"/>`

/** A lantern that floats on the water. */
export const float = (x: number, y: number, size = 1, colour: Colour = 'brick'): string =>
  set(x, y, size, `<ellipse cy="4.5" rx="10" ry="2.6" fill="${glow}" opacity=".45"/><circle r="9" cy="-2" fill="${glow}" opacity=".22"/><path fill="${glow}" d="M-4-7H4L5 3H-5Z"/><path fill="${COLOURS[colour]}" d="M-4-7H4V-5.4H-4ZM-5.6 2.6H5.6L4 5H-4Z"/>`)

/** Rings on the water: the middle and the radius of each. */
export const rings = (...places: (readonly [x: number, y: number, radius: number])[]): string =>
  places.map(([x, y, radius]) => `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${round(radius * 0.32)}" fill="none" stroke="${foam}" stroke-width="1.2"/>`).join('')

/** A way through the air, from hop to hop. */
export const hops = (...places: (readonly [x: number, y: number, high: number])[]): string =>
  `<path fill="none" stroke="${foam}" stroke-width="1.2" stroke-dasharray="2 2.4" d="${places.map(([x, y, high], at) => (at ? `Q${round((x + places[at - 1]![0]) / 2)} ${round(Math.min(y, places[at - 1]![1]) - high)} ${x} ${y}` : `M${x} ${y}`)).join('')}"/>`

export const stick = (x: number, y: number, toX: number, toY: number, wide = 2): string => `<path d="M${x} ${y}L${toX} ${toY}" stroke="${dark}" stroke-width="${wide}"/>`

/** A rod with its line and a float so far below the tip. */
export const rod = (x: number, y: number, toX: number, toY: number, deep: number): string =>
  `${stick(x, y, toX, toY, 1.5)}<path d="M${toX} ${toY}V${toY + deep}" stroke="${foam}" stroke-width=".6"/><circle cx="${toX}" cy="${toY + deep}" r="1.7" fill="${COLOURS.brick}"/>`

export const stone = (x: number, y: number, wide = 4): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${round(wide * 0.56)}" fill="${grey}"/><ellipse cx="${round(x - wide * 0.2)}" cy="${round(y - wide * 0.16)}" rx="${round(wide * 0.7)}" ry="${round(wide * 0.3)}" fill="#a9a79c"/>`

export const tree = (x: number, y: number, size = 1, colour: Colour = 'moss'): string =>
  set(x, y, size, `<path fill="${dark}" d="M-3 0Q-1-12-2-22H3Q2-12 5 0Z"/><g fill="${COLOURS[colour]}"><circle cx="-8" cy="-26" r="9"/><circle cx="8" cy="-25" r="9.6"/><circle cy="-35" r="11"/></g><g fill="#ffffff22"><circle cx="-10" cy="-28" r="5"/><circle cx="-3" cy="-38" r="6"/></g>`)

export const willow = (x: number, y: number, size = 1): string =>
  set(x, y, size, `<path fill="${dark}" d="M-4 0Q-1-14-3-30H4Q2-14 6 0Z"/><path fill="#7d9a5c" d="M-24-12Q-26-44 0-46T24-12Q20-20 18-26Q17-14 13-8Q10-18 8-27Q4-16 0-14Q-4-18-7-27Q-9-16-13-9Q-16-18-17-27Q-20-18-24-12Z"/><path fill="none" stroke="#93ad6e" stroke-width="1.4" d="M-18-36Q-20-24-21-18M-9-40Q-11-28-12-18M10-40Q13-28 13-16"/>`)

export const log = (x: number, y: number, wide = 36): string =>
  `<path d="M${x} ${y}h${wide}" stroke="${wood}" stroke-width="7"/><path d="M${x} ${y - 1.6}h${wide - 4}" stroke="#a47a4e" stroke-width="1.6"/><circle cx="${x + wide}" cy="${y}" r="3.5" fill="${rope}"/><circle cx="${x + wide}" cy="${y}" r="1.6" fill="none" stroke="${wood}" stroke-width=".8"/>`

export const stump = (x: number, y: number, high = 20): string =>
  `<path fill="${wood}" d="M${x - 12} ${y}Q${x - 8} ${y - 4} ${x - 8} ${y - high}H${x + 8}Q${x + 8} ${y - 4} ${x + 12} ${y}Z"/><ellipse cx="${x}" cy="${y - high}" rx="8" ry="2.6" fill="${rope}"/><ellipse cx="${x}" cy="${y - high}" rx="4" ry="1.2" fill="none" stroke="${wood}" stroke-width=".9"/>`

/** A house of one room with a door; its lower left corner is at x, y. */
export const hut = (x: number, y: number, wide: number, high: number, colour: Colour = 'brick', wall: Colour = 'rope'): string =>
  `<path fill="${COLOURS[wall]}" d="M${x} ${y - high}h${wide}v${high}h-${wide}z"/><path stroke="#00000022" d="M${x} ${round(y - high * 0.66)}h${wide}M${x} ${round(y - high * 0.33)}h${wide}"/><path fill="${dark}" d="M${round(x + wide / 2 - 4.5)} ${y}v-11q0-4 4.5-4t4.5 4v11z"/><path fill="${COLOURS[colour]}" d="M${x - 4} ${y - high + 1}L${round(x + wide / 2)} ${round(y - high - wide * 0.34)}L${x + wide + 4} ${y - high + 1}Z"/>`

/** The frame of a house that is being built. */
export const frame = (x: number, y: number): string =>
  `<path fill="none" stroke="${wood}" stroke-width="2.6" d="M${x} ${y}v-24h44v24M${x + 15} ${y}v-24M${x + 30} ${y}v-24M${x - 4} ${y - 23}l26-16 26 16M${x + 22} ${y - 39}v15"/>`

export const dock = (x: number, y: number, wide = 44): string =>
  `<path stroke="${dark}" stroke-width="2.4" d="M${x + 4} ${y}V66M${x + wide / 2} ${y}V66M${x + wide - 4} ${y}V66"/><path fill="${wood}" d="M${x} ${y - 2}h${wide}v4.4h-${wide}z"/><path stroke="${dark}" stroke-width=".7" d="M${x + 9} ${y - 2}v4M${x + 20} ${y - 2}v4M${x + 31} ${y - 2}v4"/>`

export const steps = (x: number, y: number): string =>
  `<path fill="${grey}" d="M${x - BEYOND} ${y}h${BEYOND + 12}v5h10v5h10v5h10v8h-${BEYOND + 42}z"/><path stroke="#a9a79c" stroke-width="1.6" d="M${x - BEYOND} ${y + 0.6}h${BEYOND + 12}M${x + 12} ${y + 5.6}h10M${x + 22} ${y + 10.6}h10M${x + 32} ${y + 15.6}h10"/>`

export const bridge = (y: number): string =>
  `<path fill="none" stroke="${wood}" stroke-width="5" d="M-90 ${y + 22}Q-30 ${y + 19} -2 ${y + 8}Q60 ${y - 14} 122 ${y + 8}Q150 ${y + 19} 210 ${y + 22}"/><path fill="none" stroke="${dark}" stroke-width="1.6" d="M0 ${y - 4}Q60 ${y - 26} 120 ${y - 4}M20 ${y + 1}v-12M42 ${y - 3}v-12M78 ${y - 3}v-12M100 ${y + 1}v-12"/>`

export const terraces = (y: number): string =>
  `<path fill="${grey}" d="M58 ${y}h${to - 58}v30H58z"/><path fill="#7d9a5c" d="M40 ${y + 8}H${to}v22H40z"/><path fill="${grey}" d="M40 ${y + 12}H${to}v3H40zM22 ${y + 20}H${to}v14H22z"/><path fill="#7d9a5c" d="M22 ${y + 18}H${to}v4H22zM58 ${y - 3}H${to}v4H58z"/>`

export const cliff = (x: number, y: number): string =>
  `<path fill="#8a8379" d="M${x} 66V${y + 14}Q${x + 6} ${y} ${x + 20} ${y}H${to}V66Z"/><path fill="#55504a" d="M${x + 14} 66Q${x + 12} ${y + 16} ${x + 28} ${y + 15}T${x + 44} 66Z"/><path fill="#9c958a" d="M${x + 22} ${y}H${to}V${y + 5}Q${x + 40} ${y + 3} ${x + 22} ${y}Z"/>`

/** Sound that spreads to the right. */
export const sounds = (x: number, y: number): string =>
  `<path fill="none" stroke="${foam}" stroke-width="1.6" d="M${x} ${y - 3}q3 3 0 6M${x + 5} ${y - 6}q5 6 0 12M${x + 10} ${y - 9}q7 9 0 18"/>`

export const wind = (x: number, y: number, size = 1): string =>
  set(x, y, size, `<path fill="none" stroke="${foam}" stroke-width="1.6" d="M0 0H22Q28 0 28-4T22-7M6 5H30Q35 5 35 9T30 12M-4 10H14"/>`)

/** A net that hangs from a ring; its upper left corner is at x, y. */
export const net = (x: number, y: number): string =>
  set(x, y, 1, `<path fill="#f6eedb88" d="M0 0Q1 17 9 17T18 0Z"/><path fill="none" stroke="${linen}" stroke-width=".7" d="M4 1Q5 12 11 17M9 1V17M14 1Q13 12 7 17M1.4 6Q9 9 16.6 6M3 12Q9 14 15 12"/><path fill="none" stroke="${dark}" stroke-width="1.6" d="M0 0Q9-3 18 0Q9 3 0 0Z"/>`)

export const parasol = (x: number, y: number, colour: Colour = 'brick'): string =>
  `<path stroke="${dark}" stroke-width="1.8" d="M${x} ${y}v-40"/><path fill="${COLOURS[colour]}" d="M${x - 24} ${y - 32}Q${x - 18} ${y - 48} ${x} ${y - 48}T${x + 24} ${y - 32}q-4-3-8 0q-4-3-8 0q-4-3-8 0q-4-3-8 0q-4-3-8 0q-4-3-8 0z"/><path fill="${linen}" d="M${x - 8} ${y - 32}Q${x - 6} ${y - 46} ${x} ${y - 48}Q${x + 6} ${y - 46} ${x + 8} ${y - 32}q-4-3-8 0q-4-3-8 0z"/>`

export const ladder = (x: number, y: number, high = 40): string =>
  `<path stroke="${dark}" stroke-width="1.8" d="M${x} ${y}l8-${high}M${x + 9} ${y}l8-${high}"/><path stroke="${wood}" stroke-width="1.6" d="${[0.15, 0.35, 0.55, 0.75].map((part) => `M${round(x + 8 * part)} ${round(y - high * part)}h9`).join('')}"/>`

export const star = (x: number, y: number, size = 1): string => set(x, y, size, `<path fill="${glow}" d="M0-5L1.2-1.2L5 0L1.2 1.2L0 5L-1.2 1.2L-5 0L-1.2-1.2Z"/>`)

export const gate = (x: number, y: number): string =>
  `<path fill="${dark}" d="M${x} ${y - 22}h4v22h-4z"/><path stroke="${linen}" stroke-width="4" d="M${x + 2} ${y - 18}L${x + 50} ${y - 30}"/><path stroke="${COLOURS.brick}" stroke-width="4" stroke-dasharray="7 7" stroke-linecap="butt" d="M${x + 2} ${y - 18}L${x + 50} ${y - 30}"/>`

export const needle = (x: number, y: number): string =>
  `<path stroke="#dfe3e2" stroke-width="1.8" d="M${x} ${y}l16-22"/><path fill="none" stroke="${COLOURS.cloth}" d="M${x + 16} ${y - 22}q10 6 4 14t6 14"/>`
