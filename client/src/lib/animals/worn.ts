/** What animals wear: hats at the top of a head of half width `wide`, clothes on a body that stands at 0, 0. */

import { COLOURS, round } from './drawing'

export type Hat = 'straw' | 'cap' | 'cook' | 'kerchief' | 'crown'
export type Clothes = 'scarf' | 'apron' | 'vest'

/** What an animal wears and does. */
export interface Dress {
  wear?: Clothes
  /** Of what it wears. */
  colour?: keyof typeof COLOURS
  hat?: Hat
  /** Its left arm and its right one. */
  left?: Arm
  right?: Arm
  isFlipped?: boolean
}

export type Arm = 'rest' | 'hold' | 'up' | 'out'

export const ARMS: Record<Arm, string> = {
  rest: 'M-9-17Q-14-10-9.4-6',
  hold: 'M-9-17Q-12-11-4-10',
  up: 'M-9-18Q-16-20-17-29',
  out: 'M-9-17Q-15-15-20-17',
}

export const HATS: Record<Hat, (wide: number) => string> = {
  straw: (wide) => {
    const [brim, crown, band] = [round(wide * 1.32), round(wide * 0.7), round(wide * 0.66)]
    return `<ellipse rx="${brim}" ry="2.6" fill="#dbb667"/><path fill="#e8cb86" d="M-${crown} 0Q-${round(wide * 0.6)}-7 0-7T${crown} 0Z"/><path fill="${COLOURS.brick}" d="M-${crown}-.2Q0 2 ${crown}-.2L${band}-2.4Q0-.6-${band}-2.4Z"/>`
  },
  cap: (wide) =>
    `<path fill="${COLOURS.teal}" d="M-${round(wide * 0.8)} .6Q-${round(wide * 0.8)}-6.6 0-6.6T${round(wide * 0.8)} .6Z"/><path fill="#15525a" d="M-${round(wide * 1.15)} 1.2Q-${round(wide * 0.5)}-1.4 ${round(wide * 0.2)} .6L${round(wide * 0.1)} 2Z"/>`,
  cook: () =>
    '<path fill="#fffaf0" d="M-5.6 1V-3.4A4 4 0 0 1-4.6-10A5.2 5.2 0 0 1 4.6-10A4 4 0 0 1 5.6-3.4V1Z"/><path stroke="#d8cbb0" d="M-5.4-1.6H5.4"/>',
  kerchief: (wide) =>
    `<path fill="${COLOURS.brick}" d="M-${round(wide * 0.86)} 1.6Q-${round(wide * 0.6)}-5.6 0-5.6T${round(wide * 0.86)} 1.6Q0-1.8-${round(wide * 0.86)} 1.6Z"/>`,
  crown: () => `<path fill="${COLOURS.ochre}" d="M-6 1L-7-7L-3-3L0-8.4L3-3L7-7L6 1Z"/>`,
}

export const CLOTHES: Record<Clothes, (colour: string) => string> = {
  scarf: (colour) =>
    `<path fill="${colour}" d="M-8.4-25.4Q0-20.6 8.4-25.4L8-21.6Q0-17.4-8-21.6Z"/><path fill="${colour}" d="M3-21l5 .4 1.6 8-4.4 .8z"/>`,
  apron: (colour) => `<path fill="${colour}" d="M-6-20H6L8.6-1.4H-8.6Z"/><path fill="none" stroke="#00000026" d="M-4-9H4V-4.4H-4Z"/>`,
  vest: (colour) =>
    `<path fill="${colour}" d="M-9.4-19Q-5-23-2.6-22L-3.4-4H-11.4Q-12-12-9.4-19ZM9.4-19Q5-23 2.6-22L3.4-4H11.4Q12-12 9.4-19Z"/>`,
}

/** Give what an animal wears on its body, nothing for one without. */
export const clothesOf = ({ wear, colour = 'brick' }: Dress): string => (wear ? CLOTHES[wear](COLOURS[colour]) : '')
