/** Actions: a deed under way. */

import type { Scene } from './draw'

export const DEEDS: Record<string, Scene> = {
  forage: ['dawn', { sun: [94, 13] }, [['shore', 48], ['mole', 44, 62, 1, { wear: 'scarf', colour: 'moss', right: 'out', hat: 'straw' }], ['good', 'veggie', 74, 40, 0.8], ['good', 'veggie', 92, 44, 0.62], ['reed', 8, 62, 18], ['reed', 108, 62, 16]]],
  'skipping-stones': ['day', { sun: [100, 13], bank: 30 }, [['shore', 56], ['rings', [62, 44, 6], [80, 40, 5], [95, 37, 4]], ['hops', [44, 38, 0], [62, 43, 14], [80, 39.4, 10], [95, 36.6, 7]], ['stone', 104, 31, 3.4], ['vole', 25, 60, 0.98, { wear: 'scarf', colour: 'ochre', right: 'out' }], ['stone', 42, 61, 4], ['stone', 8, 60, 3], ['pad', 84, 58, true]]],
  'odd-jobs': ['day', { sun: [16, 13] }, [['shore', 50], ['hut', 56, 62, 36, 28, 'teal'], ['ladder', 48, 62, 42], ['mouse', 54, 42, 0.68, { left: 'up' }], ['good', 'tool', 22, 50, 0.5], ['basket', 18, 62, 14], ['duckling', 100, 63, 0.66]]],
  'borrowed-basket': ['dawn', { sun: [100, 13] }, [['shore', 48], ['basket', 72, 60, 30], ['good', 'veggie', 62, 31, 0.5], ['good', 'fish', 70, 30, 0.54], ['vole', 40, 63, 0.96, { wear: 'vest', colour: 'moss', right: 'out' }], ['reed', 6, 62, 16], ['reed', 106, 62, 16]]],
  haggle: ['dawn', { sun: [14, 15] }, [['shore'], ['stall', 44, 64, 46, 50, 'moss'], ['toad', 68, 53, 0.86], ['counter', 44, 46], ['good', 'cloth', 46, 40, 0.42], ['good', 'coin', 80, 42.5, 0.32], ['magpie', 22, 62, 1.12, { wear: 'scarf' }], ['reed', 100, 64, 16]]],
  driftwood: ['dusk', { sun: [18, 14], bank: 34 }, [['rings', [90, 46, 24]], ['log', 70, 45, 34], ['shore', 54], ['log', 62, 58, 38], ['beaver', 38, 62, 0.98, { right: 'out', wear: 'scarf', colour: 'ochre' }], ['stick', 50, 50, 72, 32, 4], ['reed', 4, 62, 16]]],
  'up-before-the-sun': ['dawn', { sun: [84, 38, 10], bank: 42 }, [['star', 18, 12, 0.8], ['star', 40, 8, 0.6], ['shore', 52], ['hedgehog', 46, 63, 0.96, { wear: 'scarf', colour: 'plum', left: 'up' }], ['lantern', 29, 33, 'brick', 1.1], ['reed', 106, 64, 16]]],
  'punting-home': ['dusk', { sun: [84, 30, 10], bank: 38 }, [['badger', 46, 52, 0.88, { left: 'up', hat: 'straw' }], ['stick', 32, 8, 28, 64, 2.2], ['lantern', 82, 34, 'ochre', 0.9], ['stick', 82, 50, 82, 30, 1.6], ['punt', 58, 50, 64, 'plum'], ['rings', [104, 58, 8]], ['reed', 4, 64, 14]]],
  'neighbourly-visit': ['day', { sun: [16, 13] }, [['shore', 50], ['hut', 66, 62, 32, 26, 'brick', 'linen'], ['hedgehog', 82, 62, 0.56], ['hare', 38, 63, 0.84, { wear: 'scarf', colour: 'ochre', right: 'out' }], ['basket', 56, 52, 14], ['reed', 6, 62, 16]]],
  'last-orders': ['dusk', { sun: [100, 40, 8] }, [['shore'], ['stall', 34, 64, 52, 51, 'ochre'], ['toad', 62, 55, 0.86, { hat: 'cook' }], ['bell', 44, 34], ['counter', 34, 52], ['lantern', 78, 24, 'brick', 0.9], ['mouse', 18, 64, 0.76, { right: 'up' }]]],
  'picnic-hamper': ['day', { sun: [18, 13] }, [['shore', 46], ['quilt', 38, 50, 8, 2, 7], ['basket', 76, 60, 30], ['good', 'veggie', 66, 32, 0.5], ['good', 'lily', 76, 32, 0.46], ['squirrel', 36, 60, 0.9, { hat: 'straw' }], ['reed', 110, 62, 14]]],
  tailwind: ['day', { sun: [14, 12], bank: 36 }, [['wind', 4, 26, 0.9], ['wind', 10, 44, 0.7], ['sail', 66, 52, 'teal'], ['duckling', 54, 50, 0.86], ['punt', 66, 48, 56, 'brick'], ['rings', [28, 60, 9], [104, 60, 7]]]],
  'clear-the-stall': ['dawn', { sun: [100, 12] }, [['shore'], ['stall', 20, 64, 44, 50, 'teal'], ['counter', 20, 44], ['badger', 80, 63, 0.94, { left: 'out' }], ['crate', 54, 36, 16], ['crate', 26, 40, 13], ['letter', 47, 46, 0.8]]],
  'basket-race': ['day', { sun: [16, 13], bank: 34 }, [['flag', 98, 52, 'brick'], ['frog', 70, 50, 0.6, { hat: 'cap', left: 'up' }], ['basket', 84, 50, 10], ['punt', 72, 48, 38, 'ochre'], ['mouse', 34, 57, 0.66, { right: 'up' }], ['basket', 52, 56, 12], ['punt', 38, 54, 46, 'teal'], ['rings', [10, 62, 7]]]],
  'family-favour': ['day', { sun: [16, 13], bank: 32 }, [['duck', 76, 50, 1.2], ['duckling', 46, 54, 0.7], ['duckling', 28, 57, 0.62], ['duckling', 12, 60, 0.54], ['rings', [78, 51, 16], [46, 55, 9], [28, 58, 8], [12, 61, 7]], ['pad', 104, 60, true], ['reed', 108, 46, 14]]],
}
