/** What lies behind every scene: sky, hill, bank and water at four times of a day. The canvas is 120 x 66. */

export type Sky = 'day' | 'dawn' | 'dusk' | 'night'

interface Washes {
  sky: string
  disc: string
  hill: string
  bank: string
  water: string
  ripple: string
  shore: string
  reed: string
}

const washes = (sky: string, disc: string, hill: string, bank: string, water: string, ripple: string, shore: string, reed: string): Washes =>
  ({ sky, disc, hill, bank, water, ripple, shore, reed })

export const SKIES: Record<Sky, Washes> = {
  day: washes('#e3ede4', '#fbf6df', '#c2d2b3', '#a3ba86', '#a4cfd0', '#6ea9ae', '#d8cb9f', '#5f7d4a'),
  dawn: washes('#f7e4c6', '#f0b666', '#dccfa6', '#b4b883', '#b4d3c9', '#74a8a6', '#d9c69a', '#5f7d4a'),
  dusk: washes('#ecc9ae', '#f5deb0', '#b39c9a', '#7f8c74', '#86aeb2', '#4f7f86', '#b7a383', '#5f7d4a'),
  night: washes('#26434d', '#f4e7bd', '#1c343c', '#2d4d43', '#2b5c66', '#5e9aa0', '#4f5a45', '#17302c'),
}

/** How far the country goes on beyond the canvas at either side: where a picture is low and wide, more of it is seen. */
export const BEYOND = 120

/** Draw the country: `sun` is where sun or moon stands, `y` where the far bank ends. */
export function drawCountry(sky: Sky, sun: readonly [x: number, y: number, radius?: number] = [92, 13], y = 40): string {
  const { sky: air, disc, hill, bank, water, ripple } = SKIES[sky]
  const [from, to] = [-BEYOND, 120 + BEYOND]
  return `<path fill="${air}" d="M${from} 0H${to}V66H${from}Z"/><circle cx="${sun[0]}" cy="${sun[1]}" r="${sun[2] ?? 6.5}" fill="${disc}"/><path fill="${hill}" d="M${from} ${y - 9}Q-50 ${y} 0 ${y - 8}C18 ${y - 19} 34 ${y - 15} 52 ${y - 9}S92 ${y - 20} 120 ${y - 11}T${to} ${y - 9}V66H${from}Z"/><path fill="${bank}" d="M${from} ${y - 1}H0C30 ${y - 7} 60 ${y - 1} 120 ${y - 5}H${to}V66H${from}Z"/><path fill="${water}" d="M${from} ${y + 3}H0C40 ${y} 80 ${y + 5} 120 ${y + 2}H${to}V66H${from}Z"/><path d="M6 ${y + 9}H26M70 ${y + 8}H96M34 ${y + 15}H62M90 ${y + 19}H114" stroke="${ripple}" stroke-width="1.1" opacity=".7"/>`
}
