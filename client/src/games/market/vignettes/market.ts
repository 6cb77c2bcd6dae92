/** Parts of a scene that stand on a market: stalls, tables, wares, tools, decoration. */

import { COLOURS, round, set, type Colour } from '../../../lib/animals/drawing'
import { RESOURCE_PATHS } from '../cards/drawings'
import type { Resource } from '../types'

const { wood, dark, rope, linen, ink, glow } = COLOURS

function awning(x: number, y: number, wide: number, colour: string): string {
  const stripe = round(wide / 6)
  return Array.from({ length: 6 }, (_, at) => `<path fill="${at % 2 ? linen : colour}" d="M${round(x + (at * wide) / 6)} ${y}h${stripe}v6a${round(stripe / 2)} 3 0 0 1-${stripe} 0z"/>`).join('')
}

/** Two posts and an awning; its lower left corner is at x, y. */
export const stall = (x: number, y: number, wide: number, high: number, colour: Colour): string =>
  `<path fill="#00000018" d="M${x} ${y - high + 6}h${wide}V${y - 12}h-${wide}z"/><path fill="${dark}" d="M${x + 1} ${y - high + 4}h2.4V${y}h-2.4zM${x + wide - 3.4} ${y - high + 4}h2.4V${y}h-2.4z"/>${awning(x - 3, y - high, wide + 6, COLOURS[colour])}`

export const counter = (x: number, wide: number, y = 50): string =>
  `<path fill="${wood}" d="M${x - 2} ${y}h${wide + 4}v3.6h-${wide + 4}z"/><path fill="${rope}" d="M${x} ${y + 3.6}h${wide}V66h-${wide}z"/><path stroke="${wood}" stroke-width=".9" d="M${x} ${y + 9}h${wide}M${round(x + wide * 0.34)} ${y + 4}V66M${round(x + wide * 0.67)} ${y + 4}V66"/>`

export const table = (x: number, wide: number, y = 50): string =>
  `<path stroke="${dark}" stroke-width="2.4" d="M${x + 4} ${y + 3}L${x + 1} 64M${x + wide - 4} ${y + 3}L${x + wide - 1} 64"/><path fill="${wood}" d="M${x} ${y}h${wide}v3.6h-${wide}z"/>`

export const GOODS_COLOURS: Record<Resource, string> = { fish: COLOURS.fish, veggie: COLOURS.veggie, cloth: COLOURS.cloth, tool: COLOURS.tool, lily: COLOURS.lily, coin: COLOURS.ochre }

/** One of the six resources, as everywhere on the table; 24 units wide at size 1. */
export const good = (name: Resource, x: number, y: number, size = 0.5): string =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="${GOODS_COLOURS[name]}" fill-rule="evenodd">${RESOURCE_PATHS[name].map((path) => `<path d="${path}"/>`).join('')}</g>`

export const lantern = (x: number, y: number, colour: Colour = 'brick', size = 1): string =>
  set(x, y, size, `<circle cy="5" r="8.5" fill="${glow}" opacity=".32"/><path d="M0-3V0" stroke="${ink}"/><path fill="${COLOURS[colour]}" d="M-4 1.2Q0-1 4 1.2V9Q0 11-4 9Z"/><path fill="${glow}" d="M-1.8 2.2H1.8V8H-1.8Z"/>`)

/** A line that hangs through. */
export const line = (x: number, y: number, toX: number, toY: number, sag = 5): string =>
  `<path d="M${x} ${y}Q${round((x + toX) / 2)} ${round((y + toY) / 2 + sag * 2)} ${toX} ${toY}" fill="none" stroke="${dark}" stroke-width=".9"/>`

export function bunting(x: number, y: number, toX: number, toY: number, sag = 4): string {
  const colours = [COLOURS.brick, linen, COLOURS.teal, COLOURS.ochre]
  const flags = Array.from({ length: 7 }, (_, at) => {
    const part = (at + 1) / 8
    return `<path fill="${colours[at % 4]}" d="M${round(x + (toX - x) * part - 3)} ${round(y + (toY - y) * part + sag * 4 * part * (1 - part))}h6l-3 6z"/>`
  })
  return line(x, y, toX, toY, sag) + flags.join('')
}

export const pot = (x: number, y: number, size = 1): string =>
  set(x, y, size, `<path d="M-9 2L-13 9M9 2L13 9" stroke="${dark}" stroke-width="2"/><path fill="#e08a3a" d="M-7 9q2-6 4-3q1-6 4-3q3-2 3 1q3-2 3 5z"/><path fill="#3b4446" d="M-11-10h22q3 13-11 13t-11-13z"/><ellipse cy="-10" rx="12" ry="3" fill="#566164"/><ellipse cy="-10" rx="9.6" ry="1.9" fill="#d9a85a"/>`)

export const smoke = (x: number, y: number): string =>
  `<path d="M${x} ${y}q-4-4 0-8t0-8M${x + 7} ${y + 1}q-4-4 0-8t0-7" stroke="${linen}" stroke-width="1.8" fill="none" opacity=".85"/>`

export const crate = (x: number, y: number, wide = 14): string =>
  `<path fill="${rope}" d="M${x} ${y}h${wide}v${round(wide * 0.72)}h-${wide}z"/><path stroke="${wood}" d="M${x} ${round(y + wide * 0.3)}h${wide}M${round(x + wide / 2)} ${y}v${round(wide * 0.72)}"/>`

/** A woven basket with a handle; its middle is at x, its foot at y. */
export const basket = (x: number, y: number, wide = 18): string =>
  set(x, y, wide / 18, `<path d="M-8-8Q0-24 8-8" fill="none" stroke="${wood}" stroke-width="1.8"/><path fill="${rope}" d="M-9-9H9L7 0H-7Z"/><path stroke="${wood}" stroke-width=".9" d="M-8.6-6H8.6M-8-3H8M-3-9V0M3-9V0"/>`)

export const barrow = (x: number, y: number): string =>
  set(x, y, 1, `<path stroke="${dark}" stroke-width="2.2" d="M-26-14L14-8M-14-8L-16 0"/><path fill="${COLOURS.brick}" d="M-16-20H16L11-7H-10Z"/><circle cx="13" cy="-4" r="6" fill="${dark}"/><circle cx="13" cy="-4" r="3.6" fill="${rope}"/><path stroke="${dark}" d="M9.4-4h7.2M13-7.6v7.2"/>`)

export const scales = (x: number, y: number): string =>
  set(x, y, 1, `<path stroke="${ink}" stroke-width="1.8" d="M0 0V-20M-14-17L14-20M-4 0H4"/><path stroke="${ink}" stroke-width=".7" fill="none" d="M-14-17l-5 9h10zM14-20l-5 9h10z"/><path fill="${COLOURS.ochre}" d="M-20-8h12q-1 4-6 4t-6-4zM8-11h12q-1 4-6 4t-6-4z"/>`)

/** A patchwork, so many pieces wide and high. */
export function quilt(x: number, y: number, across = 4, down = 3, size = 7): string {
  const colours = [COLOURS.cloth, COLOURS.ochre, COLOURS.teal, linen, COLOURS.plum]
  const patches = Array.from({ length: across * down }, (_, at) => `<path fill="${colours[(at * 3 + Math.floor(at / across)) % 5]}" d="M${x + (at % across) * size} ${y + Math.floor(at / across) * size}h${size}v${size}h-${size}z"/>`)
  return patches.join('')
}

export const loom = (x: number, y: number): string =>
  set(x, y, 1, `<path fill="${COLOURS.cloth}" d="M-13-20H13V-9H-13Z"/><path stroke="${linen}" stroke-width=".8" d="M-10-9V0M-6-9V0M-2-9V0M2-9V0M6-9V0M10-9V0M-13-16H13M-13-12H13"/><path stroke="${dark}" stroke-width="2.6" d="M-15 2V-26M15 2V-26M-17-22H17M-17-1H17"/>`)

export const easel = (x: number, y: number): string =>
  set(x, y, 1, `<path stroke="${dark}" stroke-width="1.8" d="M0-32L-10 2M0-32L10 2M0-30V0"/><path fill="${linen}" d="M-12-27H12V-9H-12Z"/><path fill="#a4cfd0" d="M-10.5-16Q0-20 10.5-15V-10.5H-10.5Z"/><circle cx="5" cy="-21.6" r="2.6" fill="${COLOURS.ochre}"/><path fill="${COLOURS.moss}" d="M-10.5-15q5-5 9-1z"/>`)

export const mannequin = (x: number, y: number): string =>
  set(x, y, 1, `<path stroke="${dark}" stroke-width="2" d="M0-8V0M-5 0H5"/><path fill="${COLOURS.cloth}" d="M-5-30Q0-27 5-30L6-21L11-7H-11L-6-21Z"/><path fill="${linen}" d="M-6-21H6V-19H-6Z"/><circle cy="-33" r="2.4" fill="${dark}"/>`)

/** Something written: a letter with a seal. */
export const letter = (x: number, y: number, size = 1, turn = 0): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path fill="#fffaf0" d="M-6-4H6V4H-6Z"/><path fill="none" stroke="${COLOURS.stone}" stroke-width=".8" d="M-6-4L0 1L6-4"/><circle cy="1" r="1.5" fill="${COLOURS.brick}"/></g>`

export const bubble = (x: number, y: number, wide: number, isLeft = false): string =>
  `<path fill="#fffaf0" d="M${x} ${y}h${wide}q3 0 3 3v7q0 3-3 3h-${isLeft ? round(wide * 0.6) : 5}l${isLeft ? '-5' : '2'} 5l${isLeft ? '0' : '-7'}-5h-${isLeft ? round(wide * 0.4 - 5) : wide - 10}q-3 0-3-3v-7q0-3 3-3z"/>`

export const flag = (x: number, y: number, colour: Colour = 'brick'): string =>
  `<path stroke="${dark}" stroke-width="1.6" d="M${x} ${y}v-26"/><path fill="${COLOURS[colour]}" d="M${x} ${y - 26}h14l-4 4.5 4 4.5h-14z"/>`

export const bell = (x: number, y: number): string =>
  set(x, y, 1, `<path fill="${COLOURS.ochre}" d="M-5 0Q-4-9 0-9T5 0L6.4 1.6H-6.4Z"/><circle cy="3" r="1.8" fill="${dark}"/><path d="M-9-5q-3 3-1 7M9-5q3 3 1 7" stroke="${linen}" fill="none"/>`)

export const sign = (x: number, y: number): string =>
  set(x, y, 1, `<path stroke="${dark}" stroke-width="2.4" d="M0 0V-34"/><path fill="${wood}" d="M-2-33H-18L-22-29.5L-18-26H-2ZM2-23H18L22-19.5L18-16H2Z"/>`)

export const bricks = (x: number, y: number): string =>
  `<path fill="${COLOURS.brick}" d="M${x} ${y - 5}h9v4.4h-9zM${x + 10} ${y - 5}h9v4.4h-9zM${x + 5} ${y - 10}h9v4.4h-9zM${x + 15} ${y - 10}h9v4.4h-9zM${x + 20} ${y - 5}h9v4.4h-9zM${x + 10} ${y - 15}h9v4.4h-9z"/>`
