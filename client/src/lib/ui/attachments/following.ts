/** A line that scrolls shows what is asked last from its beginning, however much stands before it. */

import type { Attachment } from 'svelte/attachments'

export const following: Attachment<HTMLElement> = (line) => {
  const follow = (): void => {
    const asked = line.querySelector<HTMLElement>('[role=group]')
    line.scrollLeft = asked ? asked.offsetLeft - 8 : line.scrollWidth
  }
  const watcher = new MutationObserver(follow)
  watcher.observe(line, { childList: true, subtree: true, characterData: true })
  follow()
  return () => watcher.disconnect()
}
