/** Colour as it is measured: WCAG 2 contrast, colour vision after Machado, Oliveira and Fernandes 2009, CIEDE2000. */

export type Triple = [number, number, number]
export type Vision = 'normal' | 'protan' | 'deutan' | 'tritan'

const MACHADO: Record<Vision, readonly Triple[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function channels(hex: string): Triple {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as Triple
}

/** sRGB in linear light, 0 to 1. */
export function linear(hex: string): Triple {
  return channels(hex).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as Triple
}

function times(matrix: readonly Triple[], [x, y, z]: Triple): Triple {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple
}

export function luminance(hex: string): number {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Lay a colour over another at an opacity. */
export function mix(under: string, over: string, opacity: number): string {
  const [a, b] = [channels(under), channels(over)]
  return `#${a.map((value, at) => Math.round(255 * (value * (1 - opacity) + b[at]! * opacity)).toString(16).padStart(2, '0')).join('')}`
}

/** A colour as a kind of vision sees it, linear. */
export function seen(hex: string, vision: Vision): Triple {
  return times(MACHADO[vision], linear(hex)).map((value) => Math.min(1, Math.max(0, value))) as Triple
}

/** CIE Lab (D65) of a linear sRGB colour. */
export function lab(rgb: Triple): Triple {
  const [x, y, z] = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    rgb,
  )
  const [fx, fy, fz] = [x / 0.95047, y, z / 1.08883].map((value) =>
    value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116,
  ) as Triple
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}

const DEGREE = Math.PI / 180

function hue(a: number, b: number): number {
  const angle = Math.atan2(b, a) / DEGREE
  return angle < 0 ? angle + 360 : angle
}

/** The difference of two Lab colours, CIEDE2000. */
export function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)))
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2]
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)]
  const [h1, h2] = [c1 ? hue(p1, b1) : 0, c2 ? hue(p2, b2) : 0]
  let dh = c1 * c2 === 0 ? 0 : h2 - h1
  if (dh > 180) dh -= 360
  else if (dh < -180) dh += 360
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh * DEGREE) / 2)
  const meanL = (l1 + l2) / 2
  const c = (c1 + c2) / 2
  let h = h1 + h2
  if (c1 * c2 !== 0) {
    if (Math.abs(h1 - h2) > 180) h += h < 360 ? 360 : -360
    h /= 2
  }
  const t =
    1 -
    0.17 * Math.cos((h - 30) * DEGREE) +
    0.24 * Math.cos(2 * h * DEGREE) +
    0.32 * Math.cos((3 * h + 6) * DEGREE) -
    0.2 * Math.cos((4 * h - 63) * DEGREE)
  const sl = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2)
  const sc = 1 + 0.045 * c
  const sh = 1 + 0.015 * c * t
  const turn = 30 * Math.exp(-(((h - 275) / 25) ** 2))
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(2 * turn * DEGREE)
  const [dl, dc] = [(l2 - l1) / sl, (c2 - c1) / sc]
  return Math.sqrt(dl ** 2 + dc ** 2 + (dH / sh) ** 2 + rt * dc * (dH / sh))
}
