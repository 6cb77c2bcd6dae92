/** Frogs and toads, who sit at 0, 0, and the pike, who stays in the water. */

import { COLOURS, set } from './drawing'
import { clothesOf, HATS, type Dress } from './worn'

export const FROGS = {
  frog: { skin: '#86a85c', shade: '#658646', light: '#dde6b2' },
  toad: { skin: '#a08a5c', shade: '#7d6a44', light: '#e6d9b0' },
}

export type FrogName = keyof typeof FROGS

export function drawFrog(name: FrogName, dress: Dress = {}): string {
  const { skin, shade, light } = FROGS[name]
  const body = `<ellipse cx="-10" cy="-4" rx="6" ry="5.4" fill="${shade}"/><ellipse cx="10" cy="-4" rx="6" ry="5.4" fill="${shade}"/><ellipse cx="1" cy="-9" rx="11" ry="10" fill="${shade}"/><ellipse cy="-9.4" rx="10.6" ry="10" fill="${skin}"/><ellipse cy="-6.6" rx="6.8" ry="7" fill="${light}"/>`
  const head = `<circle cx="-7" cy="-29" r="4.6" fill="${skin}"/><circle cx="7" cy="-29" r="4.6" fill="${shade}"/><ellipse cx=".8" cy="-21.4" rx="13" ry="8.4" fill="${shade}"/><ellipse cy="-22" rx="13" ry="8.4" fill="${skin}"/><path d="M-9-19.4Q0-13.4 9-19.4" stroke="#3d4f26" stroke-width="1.2" fill="none"/>`
  const eyes = [-7, 7].map((x) => `<circle cx="${x}" cy="-29.4" r="3" fill="#fffbe8"/><circle cx="${x + 0.6}" cy="-29.2" r="1.6" fill="#1d221a"/>`).join('')
  const warts = name === 'toad' ? `<circle cx="-5" cy="-24" r="1" fill="${shade}"/><circle cx="4" cy="-25" r="1.2" fill="${shade}"/>` : ''
  const arm = `<path d="${dress.left === 'up' ? 'M-9-13Q-15-14-17-22' : 'M-9-12Q-13-6-8-3'}" stroke="${skin}" stroke-width="4" fill="none"/>`
  const hat = dress.hat ? set(0, -29, 1, HATS[dress.hat](8)) : ''
  return `${body}${clothesOf(dress).replace(/-25\.4/g, '-17.4')}${head}${eyes}${warts}${arm}${hat}`
}

export const drawPike = (): string =>
  `<path fill="#5d7a45" d="M-15 3C-15-10-8-20 3-22C12-23 19-17 22-11L9-7L21-5.4C17-1 13 0 14 3Z"/><path fill="#dfe3bd" d="M-3 3C-2-4 3-6 9-7L21-5.4C17-1 13 0 14 3Z"/><path d="M9-7Q4-7 1-4" stroke="#3c5230" stroke-width="1.2" fill="none"/><circle cx="6" cy="-15" r="3.2" fill="#f3e3a0"/><circle cx="6.8" cy="-14.8" r="1.6" fill="#1d221a"/><path d="M-10-6l3 1M-9-11l3 1M-5-8l3 1M-5-15l3 1" stroke="#c9d29a" stroke-width="1.5"/><path fill="#48623a" d="M-12-8Q-20-12-19-2Q-16-2-14 1Z"/><ellipse cx="2" cy="3" rx="22" ry="2.6" fill="none" stroke="${COLOURS.foam}" stroke-width="1.2"/>`
