/** A line that scrolls shows what is asked last from its beginning, and as much as there is room for of what stands before it:
    whole parts, never the end of one. */

import type { Attachment } from 'svelte/attachments'

/** Where a part lies in the line, in px. */
interface Part {
  start: number
  end: number
}

const GAP = 6
/** So much of the last part's end, where nothing is written, may be hidden. */
const EDGE = 6

/** Give how far to scroll a line so wide, so that one part of it, or its last, is seen whole or from its beginning. */
export function scrollTo(parts: readonly Part[], asked: number, width: number): number {
  const target = parts.at(asked)
  if (!target || target.end <= width + EDGE) return 0
  const first = parts.find(({ start }) => target.end - start + GAP <= width + EDGE) ?? target
  return Math.max(0, Math.min(first.start, target.start) - GAP)
}

export const following: Attachment<HTMLElement> = (line) => {
  let frame = 0
  // Measured with the frame that shows the change: at once, the page would be laid out twice.
  const soon = (): void => {
    frame ||= requestAnimationFrame(follow)
  }
  const follow = (): void => {
    frame = 0
    const all = ([...line.children] as HTMLElement[]).filter((one) => one.offsetWidth > 0)
    const parts = all.map(({ offsetLeft: start, offsetWidth }) => ({ start, end: start + offsetWidth }))
    const at = scrollTo(parts, all.findIndex((one) => one.matches('[role=group]')), line.clientWidth)
    const end = parts.at(-1)?.end ?? 0
    // Room behind the last, where it would otherwise end the way before a part begins.
    line.style.setProperty('--behind', `${at ? Math.max(0, at + line.clientWidth - end) : 0}px`)
    line.scrollLeft = at
  }
  const watcher = new MutationObserver(soon)
  watcher.observe(line, { childList: true, subtree: true, characterData: true })
  soon()
  return () => {
    watcher.disconnect()
    cancelAnimationFrame(frame)
  }
}
