/** Numbers change at once; a gold line below tells for a moment which did. */

import { untrack } from 'svelte'
import { motion } from '../../../app/settings.svelte'

const DURATION = 600

interface Known {
  value: string | number
  whose: string | number
}

let number = 0
const known = new WeakMap<object, Known>()

/** Attach to what shows `value`; where it becomes another's (`whose`), that is no change. */
export function gilded(value: string | number, whose: string | number = ''): (node: Pick<HTMLElement, 'dataset'>) => void {
  return (node) => {
    const last = known.get(node)
    known.set(node, { value, whose })
    const speed = untrack(motion)
    if (!last || last.value === value || last.whose !== whose || speed === 0) return
    // There and gone, without a way between: a shadow that fades is painted anew in every frame in which pieces move.
    const mark = (node.dataset.gilded = String((number += 1)))
    setTimeout(() => node.dataset.gilded === mark && delete node.dataset.gilded, DURATION * speed)
  }
}
