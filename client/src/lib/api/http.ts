/** Asking the table over HTTP: refusals come as `Refusal`, lost answers as `Unreachable`. */

import createClient from 'openapi-fetch'
import type { paths } from './schema'
import type { Problem } from './types'

/** Answer with what the page asked for while its scripts were on their way, once, or ask now. */
function fetchOrTake(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const asked = globalThis.window?.early ?? []
  const found = asked.findIndex(({ address, secret }) => {
    const bearer = secret === null ? null : `Bearer ${secret}`
    return address === pathname + search && bearer === request.headers.get('Authorization')
  })
  return found < 0 || request.method !== 'GET' ? fetch(request) : asked.splice(found, 1)[0]!.answer
}

export const client = createClient<paths>({ credentials: 'same-origin', cache: 'no-store', fetch: fetchOrTake })

/** The table said no, with a sentence and, where a rule is behind it, the rule's id. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
  }
}

/** No answer came: the network is away or the table is restarting. */
export class Unreachable extends Error {}

interface Answer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

const AWAY = [502, 503, 504]

function isProblem(document: unknown): document is Problem {
  return typeof document === 'object' && document !== null && 'detail' in document && 'code' in document
}

function plainProblem(status: number, detail: string): Problem {
  return { type: 'about:blank', title: detail, status, code: 'http', detail, rule: null, template: detail, values: {} }
}

/** Give the data of an answer. */
export async function settle<T>(asked: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>
  try {
    answer = await asked
  } catch (error) {
    throw new Unreachable(String(error))
  }
  const { data, error, response } = answer
  if (response.ok) return data as T
  if (AWAY.includes(response.status)) throw new Unreachable(String(response.status))
  throw new Refusal(isProblem(error) ? error : plainProblem(response.status, response.statusText))
}

/** How long to wait before try number `attempt` (from 0), in ms: doubling, at most 8 s or `atMost`, with jitter. */
export function backOff(attempt: number, chance: () => number = Math.random, atMost = 8000): number {
  return Math.min(250 * 2 ** attempt, atMost) * (0.5 + chance() / 2)
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

/** A key for one intended move: sent again with the same key, a move is never played twice. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_')
}

/** The longest wait between two tries of what somebody waits for, in ms. */
const SOON = 2000

/** Ask until an answer comes. Only for what is safe to send again: what is read, or what carries a key. */
export async function settleAtLast<T>(
  ask: () => Promise<Answer<T>>,
  attempts = 12,
  wait: (milliseconds: number) => Promise<void> = pause,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await settle(ask())
    } catch (error) {
      const isBusy = error instanceof Refusal && error.problem.status === 429
      if (!(error instanceof Unreachable || isBusy) || attempt + 1 >= attempts) throw error
      await wait(backOff(attempt, Math.random, SOON))
    }
  }
}
