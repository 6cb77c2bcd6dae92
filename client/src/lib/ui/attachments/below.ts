/** A bar at the page's lower edge tells how high it is, so that boards leave room and focus is never behind it. */

import type { Attachment } from 'svelte/attachments'

export const below: Attachment<HTMLElement> = (bar) => {
  const root = document.documentElement.style
  const watcher = new ResizeObserver(() => {
    root.setProperty('--below', `${bar.offsetHeight}px`)
    root.setProperty('--bar-height', `${bar.offsetHeight}px`)
  })
  watcher.observe(bar)
  return () => {
    watcher.disconnect()
    root.removeProperty('--below')
    root.removeProperty('--bar-height')
  }
}
