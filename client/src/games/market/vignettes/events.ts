/** Events: many together, on the water and its banks. One of them is at night. */

import type { Scene } from './draw'

export const EVENTS: Record<string, Scene> = {
  'lilypad-hop': ['day', { sun: [14, 14], bank: 32 }, [['pad', 22, 56, false, 2.2], ['pad', 64, 60, false, 2.2], ['pad', 100, 52, true, 1.8], ['hops', [22, 52, 0], [48, 22, 14], [64, 56, 16]], ['frog', 46, 38, 0.92, { left: 'up' }], ['frog', 98, 50, 0.56, { isFlipped: true }], ['rings', [20, 60, 14]]]],
  'bank-side-potluck': ['dusk', { sun: [102, 14] }, [['shore', 50], ['bunting', 0, 6, 120, 8, 3], ['mole', 32, 56, 0.78, { hat: 'straw' }], ['badger', 60, 56, 0.8, { left: 'up' }], ['table', 14, 86, 48], ['good', 'cloth', 78, 38, 0.5], ['good', 'veggie', 20, 36, 0.5], ['good', 'fish', 42, 38, 0.5]]],
  'angling-contest': ['dawn', { sun: [50, 22], bank: 38 }, [['bunting', 0, 5, 120, 4, 3], ['heron', 24, 62, 0.98], ['rings', [26, 62, 9]], ['frog', 88, 55, 0.86, { left: 'up' }], ['punt', 88, 52, 44, 'teal'], ['rod', 75, 42, 54, 27, 28], ['reed', 4, 66, 20], ['pad', 58, 61, true]]],
  'roof-raising': ['day', { sun: [14, 13] }, [['shore', 52], ['frame', 38, 60], ['beaver', 60, 35, 0.62, { hat: 'cap', left: 'up' }], ['ladder', 84, 62, 40], ['stick', 2, 60, 34, 56, 3.4], ['stick', 2, 55, 34, 51, 3.4], ['mouse', 24, 63, 0.62, { right: 'up' }]]],
  'helpers-holiday': ['day', { sun: [18, 13], bank: 36 }, [['shore', 50], ['parasol', 66, 62, 'cloth'], ['otter', 48, 63, 0.8, { hat: 'straw', left: 'up' }], ['duck', 88, 62, 0.9], ['good', 'lily', 6, 53, 0.5]]],
  'float-of-lanterns': ['night', { sun: [98, 13], bank: 32 }, [['float', 22, 44, 0.62, 'teal'], ['float', 90, 41, 0.56], ['float', 70, 39, 0.4, 'ochre'], ['frog', 50, 55, 0.9, { hat: 'straw' }], ['punt', 52, 52, 46], ['float', 98, 56, 0.95], ['float', 16, 58, 0.9, 'ochre'], ['reed', 112, 66, 20], ['reed', 2, 64, 18]]],
  'patchwork-parade': ['dawn', { sun: [18, 13] }, [['shore', 48], ['bunting', 0, 7, 120, 5, 3], ['stick', 46, 60, 46, 16, 2.4], ['stick', 82, 60, 82, 16, 2.4], ['quilt', 46, 18, 6, 4, 6], ['hedgehog', 34, 63, 0.82, { right: 'up' }], ['squirrel', 94, 63, 0.78, { isFlipped: true }]]],
  'moonrise-auction': ['dusk', { sun: [22, 24, 13], bank: 40 }, [['shore'], ['table', 46, 44, 46], ['badger', 66, 53, 0.86, { wear: 'scarf', colour: 'ochre', left: 'up' }], ['counter', 48, 40, 48], ['stick', 51, 30, 51, 19], ['stick', 46, 18, 56, 18, 5], ['good', 'coin', 74, 38, 0.4], ['good', 'coin', 80, 38, 0.4], ['mouse', 18, 65, 0.56, { right: 'up' }], ['reed', 104, 62, 16]]],
}
