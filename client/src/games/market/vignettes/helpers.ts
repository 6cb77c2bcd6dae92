/** Helpers: one animal with its tool. */

import type { Scene } from './draw'

export const HELPERS: Record<string, Scene> = {
  'wood-duck': ['day', { sun: [18, 13], bank: 34 }, [['log', 18, 56, 72], ['duck', 52, 53, 1.24, { wear: 'scarf' }], ['rings', [20, 62, 10], [92, 62, 8]], ['reed', 106, 60, 16]]],
  'otter-guide': ['day', { sun: [22, 13], bank: 36 }, [['reed', 104, 46, 15], ['otter', 58, 52, 0.92, { wear: 'scarf', left: 'up', hat: 'straw' }], ['stick', 45, 6, 36, 64, 2.2], ['crate', 74, 41, 14], ['good', 'veggie', 75, 31, 0.5], ['punt', 64, 50, 66, 'teal'], ['pad', 14, 60, true], ['pad', 112, 60]]],
  'patient-heron': ['dawn', { sun: [96, 30, 9], bank: 40 }, [['heron', 50, 62, 1.08], ['rings', [52, 62, 10], [52, 62, 18]], ['reed', 8, 64, 22], ['reed', 20, 66, 16], ['good', 'fish', 76, 52, 0.4], ['pad', 104, 58, true]]],
  'mole-builder': ['day', { sun: [16, 13] }, [['shore', 50], ['mole', 50, 62, 1.04, { hat: 'cap', wear: 'vest', colour: 'ochre', left: 'up' }], ['stick', 32, 33, 30, 22], ['stick', 25, 20, 35, 20, 5], ['bricks', 70, 61], ['bricks', 94, 63]]],
  'squirrel-steward': ['dusk', { sun: [16, 14] }, [['shore', 50], ['squirrel', 46, 62, 1, { wear: 'vest', colour: 'teal', left: 'hold' }], ['letter', 38, 48, 0.9, -6], ['crate', 78, 49, 18], ['crate', 82, 37, 14], ['good', 'coin', 101, 53, 0.34]]],
  'toll-beaver': ['day', { sun: [16, 13], bank: 36 }, [['dock', 6, 58, 60], ['beaver', 36, 57, 0.98, { hat: 'cap', wear: 'vest', colour: 'plum', right: 'out' }], ['gate', 58, 58], ['good', 'coin', 96, 44, 0.44], ['rings', [96, 60, 9]]]],
  'hedgehog-host': ['dusk', { sun: [16, 14] }, [['shore', 50], ['hut', 62, 62, 38, 30, 'plum'], ['hedgehog', 44, 63, 1, { wear: 'apron', colour: 'linen', left: 'up' }], ['lantern', 64, 36, 'ochre', 0.8], ['good', 'lily', 19, 20, 0.56]]],
  'magpie-agent': ['dawn', { sun: [16, 13] }, [['shore', 50], ['stump', 56, 62, 18], ['magpie', 56, 45, 1.26, { hat: 'cap', wear: 'scarf' }], ['letter', 88, 40, 1.1, 10], ['good', 'coin', 14, 52, 0.42], ['reed', 106, 62, 14]]],
  'hare-courier': ['day', { sun: [100, 40] }, [['shore', 48], ['wind', 4, 30, 0.8], ['wind', 8, 48, 0.7], ['hare', 58, 63, 1, { wear: 'scarf', colour: 'brick', right: 'up' }], ['letter', 78, 27, 1.3, 14], ['letter', 52, 50, 0.9, -10]]],
  'badger-cook': ['dusk', { sun: [98, 14] }, [['shore', 48], ['badger', 46, 63, 1.02, { wear: 'apron', colour: 'linen', hat: 'cook', right: 'out' }], ['smoke', 84, 34], ['pot', 86, 52], ['stick', 66, 45, 80, 43], ['good', 'veggie', 8, 50, 0.5], ['good', 'fish', 19, 53, 0.42], ['reed', 110, 62, 16]]],
  'field-mouse-seamster': ['day', { sun: [16, 13] }, [['shore', 50], ['quilt', 64, 46, 5, 2, 8], ['mouse', 46, 63, 1.04, { wear: 'vest', colour: 'plum', right: 'out' }], ['needle', 62, 44], ['reed', 8, 62, 16]]],
  'frog-porter': ['day', { sun: [100, 40], bank: 36 }, [['dock', 24, 60, 62], ['crate', 46, 13, 20], ['crate', 49, 2, 15], ['frog', 56, 59, 1.02, { wear: 'vest', colour: 'brick' }], ['rings', [104, 60, 7]], ['reed', 6, 62, 16]]],
  'two-minded-toad': ['dusk', { sun: [16, 14] }, [['shore', 50], ['sign', 88, 62], ['toad', 44, 63, 1.12, { wear: 'scarf', colour: 'teal' }], ['reed', 104, 64, 14]]],
  'gossiping-vole': ['dawn', { sun: [104, 44] }, [['shore', 50], ['bubble', 58, 10, 26, true], ['good', 'fish', 63, 11, 0.6], ['vole', 40, 63, 1.04, { hat: 'kerchief', wear: 'apron', colour: 'cloth', right: 'up' }], ['mouse', 86, 63, 0.72, { isFlipped: true }], ['reed', 6, 62, 14]]],
}
