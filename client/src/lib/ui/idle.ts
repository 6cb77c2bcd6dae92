/** What may wait until a page stands and its browser has nothing else to do. */

const WITHOUT_MS = 1000
const AT_LAST_MS = 4000

/** Do something then; gives how to leave it. */
export function whenIdle(what: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(what, { timeout: AT_LAST_MS })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(what, WITHOUT_MS)
  return () => clearTimeout(timer)
}
