/** Animals with fur: one body, head, ears, muzzle and tail in about a dozen numbers each. They stand at 0, 0. */

import { bothSides, COLOURS, round, set } from './drawing'
import { ARMS, clothesOf, HATS, type Arm, type Dress } from './worn'

type Tail = 'long' | 'flat' | 'thin' | 'bush' | 'stub'
type Mark = 'whiskers' | 'teeth' | 'mask' | 'tall ears' | 'pointed ears' | 'spines' | 'tufts' | 'none'

interface Fur {
  coat: string
  shade: string
  light: string
  /** Half the width and half the height. */
  head: [number, number]
  muzzle: [number, number]
  /** The radius, and how far out they stand. */
  ears: [number, number]
  tail: Tail
  mark: Mark
}

const fur = (coat: string, shade: string, light: string, head: Fur['head'], muzzle: Fur['muzzle'], ears: Fur['ears'], tail: Tail, mark: Mark): Fur =>
  ({ coat, shade, light, head, muzzle, ears, tail, mark })

export const FURS = {
  otter: fur('#8a6546', '#6d4d34', '#e2cdab', [9.6, 8], [6, 4], [2.4, 0.86], 'long', 'whiskers'),
  beaver: fur('#96643c', '#744a2a', '#cfa677', [10, 8.8], [6, 4.4], [2.6, 0.74], 'flat', 'teeth'),
  vole: fur('#a98763', '#86684a', '#ead7b8', [8.8, 8], [4.4, 3.2], [4.2, 0.78], 'thin', 'whiskers'),
  mouse: fur('#b3a59c', '#8d8079', '#efe6de', [8.2, 7.4], [4.2, 3], [5.4, 0.92], 'thin', 'whiskers'),
  badger: fur('#74767a', '#55575b', '#f2ede2', [9.4, 9], [4.6, 4], [2.6, 0.76], 'stub', 'mask'),
  mole: fur('#55525a', '#3d3b43', '#b9a8a6', [8.6, 8.4], [4.4, 4.6], [0, 0.7], 'stub', 'none'),
  hare: fur('#b79a72', '#957a56', '#efe2c8', [8, 8], [4.6, 3.4], [2.8, 0.4], 'stub', 'tall ears'),
  fox: fur('#c8743a', '#9c5426', '#f6e8d2', [9.2, 8], [5, 3.8], [0, 0.7], 'bush', 'pointed ears'),
  squirrel: fur('#b5683a', '#8f4d28', '#f0dcc0', [8.4, 7.8], [4.8, 3.4], [2.6, 0.66], 'bush', 'tufts'),
  hedgehog: fur('#d3b48a', '#a98a63', '#f3e4c8', [8.6, 7.4], [4.4, 3.4], [2.4, 0.8], 'stub', 'spines'),
} satisfies Record<string, Fur>

export type FurName = keyof typeof FURS

const TAILS: Record<Tail, (shade: string) => string> = {
  long: (shade) => `<path d="M6-4Q18 1 24-9" stroke="${shade}" stroke-width="5" fill="none"/>`,
  flat: () => '<path fill="#4b3a2e" d="M6-4Q20-14 25-8T9 1Z"/><path d="M11-6l9 1M14-9l7 1" stroke="#6e5a49"/>',
  thin: (shade) => `<path d="M8-3Q20 0 22-9" stroke="${shade}" stroke-width="1.8" fill="none"/>`,
  bush: (shade) => `<path fill="${shade}" d="M6-2C24 2 26-16 20-28C18-34 10-33 12-26C14-18 12-10 6-2Z"/>`,
  stub: (shade) => `<circle cx="11" cy="-4" r="3.4" fill="${shade}"/>`,
}

/** Spines stand round a middle from one side to the other. */
function spines(y: number, wide: number, high: number): string {
  const points = Array.from({ length: 27 }, (_, index) => {
    const turn = Math.PI * (1.16 - (index * 1.32) / 26)
    const far = index % 2 ? 1.2 : 1
    return `${round(Math.cos(turn) * wide * far)} ${round(y - Math.sin(turn) * high * far)}`
  })
  return `<path fill="#6b4f3a" d="M${points.join('L')}Z"/>`
}

const PINK = '#d9a592'

function ears({ coat, shade, head: [wide, high], ears: [radius, out], mark }: Fur, y: number): string {
  if (mark === 'tall ears')
    return bothSides(
      (side) =>
        `<path fill="${coat}" d="M${side * 1.6} ${round(y - 4)}Q${side}-52 ${side * 5}-54T${side * 6.4} ${round(y - 5)}Z"/><path stroke="${PINK}" stroke-width="1.4" d="M${side * 4.2}-49V${round(y - 8)}"/>`,
    )
  if (mark === 'pointed ears')
    return bothSides(
      (side) =>
        `<path fill="${side > 0 ? shade : coat}" d="M${side * 2.4} ${round(y - high * 0.7)}L${side * 7.8} ${round(y - high - 6)}L${side * 8.8} ${round(y - high * 0.2)}Z"/><path fill="#33251e" d="M${side * 5.9} ${round(y - high - 2.6)}L${side * 7.8} ${round(y - high - 6)}L${side * 8.1} ${round(y - high - 2.6)}Z"/>`,
    )
  if (!radius) return ''
  return bothSides((side) => {
    const x = round(side * wide * out)
    const tuft = mark === 'tufts' ? `<path fill="${shade}" d="M${round(x - 1.8)} ${round(y - high * 0.8)}L${round(x + side * 1.6)} ${round(y - high * 0.72 - 6.4)}L${round(x + 1.8)} ${round(y - high * 0.8)}Z"/>` : ''
    return `${tuft}<circle cx="${x}" cy="${round(y - high * 0.72)}" r="${radius}" fill="${side > 0 ? shade : coat}"/><circle cx="${x}" cy="${round(y - high * 0.68)}" r="${round(radius * 0.5)}" fill="${mark === 'mask' ? '#2b2d30' : PINK}"/>`
  })
}

function face({ light, head: [wide], muzzle, mark }: Fur, y: number, mouth: number): string {
  const teeth = mark === 'teeth' ? `<path fill="#fffbea" d="M-1.8 ${round(mouth + 1.4)}h3.6v4h-3.6z"/>` : ''
  const hairs =
    mark === 'whiskers'
      ? `<path d="M-4 ${mouth}l-6-.8M-4 ${round(mouth + 1)}l-5.6 1.4M4 ${mouth}l6-.8M4 ${round(mouth + 1)}l5.6 1.4" stroke="${COLOURS.linen}" stroke-width=".6"/>`
      : ''
  const eyes = bothSides((side) => {
    const x = round(side * wide * 0.45)
    const eye = `<circle cx="${x}" cy="${round(y - 1)}" r="1.5" fill="${mark === 'mask' ? '#fff' : '#231d1a'}"/>`
    return mark === 'mask'
      ? `${eye}<circle cx="${x}" cy="${round(y - 1)}" r=".9" fill="#14100e"/>`
      : `${eye}<circle cx="${round(side * wide * 0.45 - 0.5)}" cy="${round(y - 1.5)}" r=".5" fill="#fff"/>`
  })
  return `<ellipse cy="${mouth}" rx="${muzzle[0]}" ry="${muzzle[1]}" fill="${light}"/>${teeth}<path d="M-2.6 ${round(mouth + 1)}Q0 ${round(mouth + 3.4)} 2.6 ${round(mouth + 1)}" stroke="#4a342a" stroke-width=".9" fill="none"/><ellipse cy="${round(mouth - 2)}" rx="2.1" ry="1.5" fill="#2b2422"/>${hairs}${eyes}`
}

/** Draw one: tail, the far arm, body, what it wears, head, hat, the near arm. The shade lies one unit to the right. */
export function drawFur(name: FurName, dress: Dress = {}): string {
  const one: Fur = FURS[name]
  const { coat, shade, light, head, mark } = one
  const [wide, high] = head
  const y = round(-32 + (9 - high) * 0.6)
  const mouth = round(y + high * 0.42)
  const arm = (pose: Arm = 'rest', isFar = false): string =>
    `<path d="${ARMS[pose]}"${isFar ? ' transform="scale(-1 1)"' : ''} stroke="${isFar ? shade : coat}" stroke-width="4.6" fill="none"/>`
  const body = `<path fill="${shade}" d="M-9 0C-13-12-8-25 1.6-25S15-12 11.4 0Z"/><path fill="${coat}" d="M-11 0C-14-12-9-25 0-25S13-12 10 0Z"/><ellipse cx="-.4" cy="-8.6" rx="6.6" ry="8.8" fill="${light}"/>`
  const stripes = bothSides(
    (side) =>
      `<path fill="#2f3236" d="M${side * 2} ${round(mouth + 1)}Q${side * 1.6} ${round(y - 4)} ${side * 4.4} ${round(y - high + 0.8)}Q${side * 8} ${round(y - 5)} ${side * 6.4} ${mouth}Z"/>`,
  )
  const skull = `<ellipse cx=".8" cy="${round(y + 0.8)}" rx="${wide}" ry="${high}" fill="${shade}"/><ellipse cy="${y}" rx="${wide}" ry="${high}" fill="${mark === 'mask' ? light : coat}"/>${mark === 'mask' ? stripes : ''}`
  const hat = dress.hat ? set(0, y - high * 0.62, 1, HATS[dress.hat](wide)) : ''
  const back = mark === 'spines' ? spines(-10, 13, 15) : ''
  const crest = mark === 'spines' ? spines(y, 10.4, 10) : ''
  return `${TAILS[one.tail](shade)}${back}${arm(dress.right, true)}${body}${clothesOf(dress)}${crest}${ears(one, y)}${skull}${face(one, y, mouth)}${hat}${arm(dress.left)}`
}
