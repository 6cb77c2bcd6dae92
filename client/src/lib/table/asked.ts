/** What was tapped shows it at once, and for as long as the table is asked about it: no answer is waited for. */

import type { TableSession } from './session.svelte'

const ASKED = 'data-asked'

/** Mark each button of the page whose tap asks the table something; gives how to stop. */
export function markAsked(session: TableSession): () => void {
  let before = 0
  const begin = (): void => void (before = session.awaiting)
  const mark = (event: MouseEvent): void => {
    if (session.awaiting > before && event.target instanceof Element) event.target.closest('button')?.setAttribute(ASKED, '')
  }
  addEventListener('click', begin, { capture: true })
  addEventListener('click', mark)
  return () => {
    removeEventListener('click', begin, { capture: true })
    removeEventListener('click', mark)
  }
}

/** The table has answered: what it drew tells the rest. */
export function clearAsked(): void {
  for (const button of document.querySelectorAll(`[${ASKED}]`)) button.removeAttribute(ASKED)
}
