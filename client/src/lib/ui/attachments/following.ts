/** A line that scrolls shows what is asked last from its beginning, however much stands before it. */

import type { Attachment } from 'svelte/attachments'

export const following: Attachment<HTMLElement> = (line) => {
  let frame = 0
  // Measured with the frame that shows the change: at once, the page would be laid out twice.
  const soon = (): void => {
    frame ||= requestAnimationFrame(follow)
  }
  const follow = (): void => {
    frame = 0
    const asked = line.querySelector<HTMLElement>('[role=group]')
    line.scrollLeft = asked ? asked.offsetLeft - 8 : line.scrollWidth
  }
  const watcher = new MutationObserver(soon)
  watcher.observe(line, { childList: true, subtree: true, characterData: true })
  soon()
  return () => {
    watcher.disconnect()
    cancelAnimationFrame(frame)
  }
}
