/**
 * One tab stop for a whole area: arrow keys go to the nearest thing in that direction, left and right along their row
 * while it goes on; Home and End go to the ends.
 */

import type { Attachment } from 'svelte/attachments'

const ITEMS = '[data-rove]'
/** More than any way along a row, in pixels. */
const OFF_ROW = 1e6

/** The middle of a thing, and how high it is. */
export interface Box {
  x: number
  y: number
  height: number
}

/** Give the index of the nearest thing in a direction from `from`, -1 where there is none. */
export function nearest(boxes: readonly Box[], from: number, key: string): number {
  const start = boxes[from]
  if (!start) return -1
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  let best = -1
  let bestCost = Infinity
  boxes.forEach((box, index) => {
    const along = sign * (isAcross ? box.x - start.x : box.y - start.y)
    const beside = Math.abs(isAcross ? box.y - start.y : box.x - start.x)
    if (along < 12) return
    const cost = along + beside + (isAcross && beside > start.height / 2 ? OFF_ROW : 0)
    if (cost < bestCost) [best, bestCost] = [index, cost]
  })
  return best
}

export const roving: Attachment<HTMLElement> = (area) => {
  let current: HTMLElement | null = null
  const items = (): HTMLElement[] => [...area.querySelectorAll<HTMLElement>(ITEMS)]

  const settle = (): void => {
    const all = items()
    if (!current || !all.includes(current)) current = all[0] ?? null
    for (const item of all) {
      const place = item === current ? 0 : -1
      // Written only where it changes: each time it is, the browser looks at the thing's style anew.
      if (item.getAttribute('tabindex') !== String(place)) item.tabIndex = place
    }
  }

  const key = (event: KeyboardEvent): void => {
    const all = items()
    const from = all.indexOf(event.target as HTMLElement)
    if (from < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    let to = -1
    if (event.key === 'Home') to = 0
    else if (event.key === 'End') to = all.length - 1
    else if (event.key.startsWith('Arrow')) {
      const boxes = all.map((item) => {
        const { x, y, width, height } = item.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2, height }
      })
      to = nearest(boxes, from, event.key)
      if (to < 0 && event.key === 'ArrowRight') to = Math.min(from + 1, all.length - 1)
      if (to < 0 && event.key === 'ArrowLeft') to = Math.max(from - 1, 0)
    }
    const target = all[to]
    if (!target) return
    event.preventDefault()
    current = target
    settle()
    target.focus()
  }

  const focus = (event: FocusEvent): void => {
    const item = (event.target as HTMLElement).closest<HTMLElement>(ITEMS)
    if (!item || !area.contains(item)) return
    current = item
    settle()
  }

  const watcher = new MutationObserver(settle)
  watcher.observe(area, { childList: true, subtree: true })
  area.addEventListener('keydown', key)
  area.addEventListener('focusin', focus)
  settle()
  return () => {
    watcher.disconnect()
    area.removeEventListener('keydown', key)
    area.removeEventListener('focusin', focus)
  }
}
