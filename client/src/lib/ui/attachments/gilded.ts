/** Numbers change at once; a gold line below tells for a moment which did. */

import { untrack } from 'svelte'
import { motion } from '../../../app/settings.svelte'

const DURATION = 600
const LINE = 'inset 0 -2px 0 var(--gold)'
const NO_LINE = 'inset 0 -2px 0 transparent'

interface Known {
  value: string | number
  whose: string | number
}

const known = new WeakMap<object, Known>()

/** Attach to what shows `value`; where it becomes another's (`whose`), that is no change. */
export function gilded(value: string | number, whose: string | number = ''): (node: Pick<Element, 'animate'>) => void {
  return (node) => {
    const last = known.get(node)
    known.set(node, { value, whose })
    const speed = untrack(motion)
    if (!last || last.value === value || last.whose !== whose || speed === 0) return
    node.animate([{ boxShadow: LINE }, { boxShadow: LINE, offset: 0.7 }, { boxShadow: NO_LINE }], { duration: DURATION * speed })
  }
}
