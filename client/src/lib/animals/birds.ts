/** Birds, in profile and looking right: body, neck, head, beak, tail, legs. They stand at 0, 0. */

import { COLOURS, round, set } from './drawing'
import { HATS, type Dress } from './worn'

interface Bird {
  back: string
  shade: string
  breast: string
  beak: string
  leg: number
  /** Half its length and half its height, and by how many degrees it is tilted. */
  body: [number, number, number]
  /** Length, width, and how far forward it leans. */
  neck: [number, number, number]
  /** The radius of the head and the length of the beak. */
  head: [number, number]
  tail: number
  crest?: string
}

const bird = (colours: [string, string, string, string], leg: number, body: Bird['body'], neck: Bird['neck'], head: Bird['head'], tail: number, crest?: string): Bird =>
  ({ back: colours[0], shade: colours[1], breast: colours[2], beak: colours[3], leg, body, neck, head, tail, ...(crest && { crest }) })

export const BIRDS = {
  heron: bird(['#8fa6b1', '#5f7884', '#eef1ec', '#d99a3c'], 17, [11.5, 6.4, -24], [17, 4.2, 3], [4.4, 14], 9, '#33434b'),
  magpie: bird(['#27313a', '#161c22', '#f6f2e7', '#20272d'], 7, [10.5, 7.4, -22], [4, 8, 3], [6, 6], 20),
  duck: bird(['#8c6b4c', '#6a4d34', '#d9c3a0', '#d99a3c'], 3, [12, 7, -6], [7, 5.6, 2], [5.4, 6], 9),
  duckling: bird(['#e9c45a', '#c79a32', '#f8e9b4', '#d4803a'], 3, [9, 7, -6], [5, 7.4, 2], [6.2, 5], 4),
  goose: bird(['#e9e5da', '#bdbbb0', '#fbf9f2', '#d4803a'], 4, [12, 7.4, -8], [12, 5.2, 3], [5, 6], 6),
  crane: bird(['#cfd5d2', '#98a3a2', '#f7f5ee', '#a97c38'], 17, [11.5, 6.6, -22], [18, 4.4, 3], [4.6, 12], 6, '#b8402c'),
  kingfisher: bird(['#2c7f96', '#1d5f74', '#e39a55', '#2a2f33'], 5, [8, 6.4, -34], [2, 8, 2], [6.2, 12], 7),
  wagtail: bird(['#8b959b', '#4a5359', '#f7f5ee', '#2a2f33'], 6, [8.5, 5.6, -14], [2, 6.4, 2], [5.2, 5], 14),
} satisfies Record<string, Bird>

export type BirdName = keyof typeof BIRDS

/** Draw one: legs, body with wing and tail, neck, crest, beak, head. */
export function drawBird(name: BirdName, dress: Dress = {}): string {
  const one: Bird = BIRDS[name]
  const { back, shade, breast, beak, leg, tail } = one
  const [long, high, tilt] = one.body
  const [reach, thick, lean] = one.neck
  const [radius, bill] = one.head
  const y = round(-leg - high)
  const [shoulderX, shoulderY] = [round(long * 0.62), round(y - long * 0.34)]
  const [x, top] = [round(shoulderX + lean), round(shoulderY - reach)]
  const isLong = reach > 14
  const isMagpie = name === 'magpie'
  const legs = `<path d="M-1 0V${-leg - 2}M4 0V${-leg - 2}M-1 0h3M4 0h3" stroke="${leg > 10 ? '#a9794a' : beak}" stroke-width="1.5" fill="none"/>`
  const body = `<g transform="translate(0 ${y}) rotate(${tilt})"><path fill="${isMagpie ? COLOURS.teal : shade}" d="M-${long - 4}-3L-${long + tail} 1.6L-${long + tail - 3} 5L-${long - 5} 4Z"/><ellipse rx="${long}" ry="${high}" fill="${back}"/><ellipse cx="${round(long * 0.3)}" cy="${round(high * 0.4)}" rx="${round(long * 0.66)}" ry="${round(high * 0.56)}" fill="${breast}"/><path fill="${shade}" d="M${round(long * 0.5)}-${round(high * 0.5)}Q0 ${high}-${long + 2} ${round(high * 0.35)}Q-${round(long * 0.5)}-${high} ${round(long * 0.5)}-${round(high * 0.5)}Z"/></g>`
  const neck = `<path d="M${shoulderX} ${round(shoulderY + 3)}C${round(shoulderX + 5)} ${round(shoulderY - reach * 0.3)} ${round(shoulderX - 3)} ${round(shoulderY - reach * 0.6)} ${x} ${top}" stroke="${isLong ? breast : back}" stroke-width="${thick}" fill="none"/>`
  const plume = one.crest ? `<path d="M${x} ${round(top - 2)}Q${round(x - 8)} ${round(top - 3)} ${round(x - 12)} ${round(top + 2)}" stroke="#33434b" stroke-width="1.8" fill="none"/>` : ''
  const cap = one.crest ? `<path fill="${one.crest}" d="M${round(x - 4)} ${round(top - 2)}q4-4 7 0z"/>` : ''
  const head = `<path fill="${beak}" d="M${round(x + radius * 0.6)} ${round(top - 1.8)}L${round(x + radius + bill)} ${round(top + 1)}L${round(x + radius * 0.6)} ${round(top + 2)}Z"/><circle cx="${x}" cy="${top}" r="${radius}" fill="${one.crest ? breast : back}"/>`
  const drake = name === 'duck' ? `<circle cx="${x}" cy="${top}" r="${radius}" fill="#3d6a4c"/><path d="M${round(shoulderX + 0.6)} ${round(top + 6)}h5" stroke="#fff" stroke-width="1.6"/>` : ''
  const eye = `<circle cx="${round(x + radius * 0.36)}" cy="${round(top - 0.8)}" r="${isMagpie ? 1.7 : 1.4}" fill="${isMagpie ? '#fff' : '#1a1d1e'}"/><circle cx="${round(x + radius * 0.42)}" cy="${round(top - 0.8)}" r=".8" fill="#14181a"/>`
  const hat = dress.hat ? set(x, top - radius * 0.6, 0.7, HATS[dress.hat](radius * 1.2)) : ''
  const scarf = dress.wear ? `<path d="M${round(shoulderX - 3)} ${round(top + radius + 1)}q5 3 9 0" stroke="${COLOURS[dress.colour ?? 'brick']}" stroke-width="3.4" fill="none"/>` : ''
  return `${legs}${body}${neck}${plume}${head}${cap}${drake}${eye}${hat}${scarf}`
}
