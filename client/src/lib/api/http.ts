/** Asking the table over HTTP: JSON in and out, refusals as `Refusal`, lost answers as `Unreachable`. */

import type { Problem } from './types'

/** The table said no, with a sentence and, where a rule is behind it, the rule's id. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
  }
}

/** No answer came: the network is away or the table is restarting. */
export class Unreachable extends Error {}

export interface Ask {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  secret?: string | null
  signal?: AbortSignal
}

function unknownProblem(status: number, detail: string): Problem {
  return { type: 'about:blank', title: detail, status, code: 'http', detail, rule: null, template: null, values: null }
}

export async function ask<T>(path: string, { method = 'GET', body, secret, signal }: Ask = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (secret) headers['Authorization'] = `Bearer ${secret}`
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Unreachable(String(error))
  }
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) throw new Unreachable(`${answer.status}`)
  const text = await answer.text()
  let document: unknown = null
  try {
    document = text ? JSON.parse(text) : null
  } catch {
    throw new Refusal(unknownProblem(answer.status, text.slice(0, 200) || answer.statusText))
  }
  if (answer.ok) return document as T
  const problem = document as Partial<Problem> | null
  throw new Refusal({ ...unknownProblem(answer.status, answer.statusText), ...problem })
}

/** How long to wait before try number `attempt` (from 0), in ms: doubling, at most 8 s, with jitter. */
export function backOff(attempt: number, chance: () => number = Math.random): number {
  return Math.min(250 * 2 ** attempt, 8000) * (0.5 + chance() / 2)
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

/** A key for one intended move: sent again with the same key, a move is never played twice. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_')
}

/** Ask until an answer comes. Only for what is safe to send again: what is read, or what carries a key. */
export async function askUntilAnswered<T>(path: string, question: Ask, attempts = 8): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask<T>(path, question)
    } catch (error) {
      const isBusy = error instanceof Refusal && error.problem.status === 429
      if (!(error instanceof Unreachable || isBusy) || attempt + 1 >= attempts) throw error
      await pause(backOff(attempt))
    }
  }
}
