import { describe, expect, it } from 'vitest'
import { backOff, newKey, Refusal, settle, settleAtLast, Unreachable } from './http'

const answer = (status: number, body: unknown): Promise<{ data?: unknown; error?: unknown; response: Response }> =>
  Promise.resolve({ ...(status < 400 ? { data: body } : { error: body }), response: new Response(null, { status }) })
const problem = { type: 'x', title: 't', status: 409, code: 'illegal-move', detail: 'No.', rule: 'G12', template: 'No.', values: {} }

describe('answers', () => {
  it('are data, refusals with their rule, or lost', async () => {
    expect(await settle(answer(200, { a: 1 }))).toEqual({ a: 1 })
    await expect(settle(answer(409, problem))).rejects.toMatchObject({ problem: { rule: 'G12' } })
    await expect(settle(answer(503, null))).rejects.toBeInstanceOf(Unreachable)
    await expect(settle(Promise.reject(new TypeError('network')))).rejects.toBeInstanceOf(Unreachable)
  })

  it('are asked for again while none comes, and not after a refusal', async () => {
    let asked = 0
    const value = await settleAtLast(() => ((asked += 1) < 3 ? Promise.reject(new TypeError()) : answer(200, 'ok')), 8, () => Promise.resolve())
    expect([value, asked]).toEqual(['ok', 3])
    asked = 0
    await expect(settleAtLast(() => ((asked += 1), answer(409, problem)), 8, () => Promise.resolve())).rejects.toBeInstanceOf(Refusal)
    expect(asked).toBe(1)
  })

  it('are given up after so many tries', async () => {
    let asked = 0
    const lost = (): Promise<never> => ((asked += 1), Promise.reject(new TypeError()))
    await expect(settleAtLast(lost, 4, () => Promise.resolve())).rejects.toBeInstanceOf(Unreachable)
    expect(asked).toBe(4)
  })
})

describe('waiting', () => {
  it('doubles up to eight seconds, with half of it by chance', () => {
    expect(backOff(0, () => 0)).toBe(125)
    expect(backOff(0, () => 1)).toBe(250)
    expect(backOff(3, () => 1)).toBe(2000)
    expect(backOff(30, () => 1)).toBe(8000)
  })
})

describe('keys', () => {
  it('fit what the table takes and differ', () => {
    const made = new Set(Array.from({ length: 200 }, newKey))
    expect(made.size).toBe(200)
    for (const key of made) expect(key).toMatch(/^[A-Za-z0-9_.:-]{8,64}$/)
  })
})
