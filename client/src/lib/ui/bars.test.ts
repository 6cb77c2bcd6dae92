import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { barsOf } from './bars'

/** Draw a path of bars again, module by module. */
function painted(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(width); at += 1) rows[Number(y)]![Number(x) + at] = true
  }
  return rows
}

describe('the bars of a QR code', () => {
  it('are exactly its dark modules', () => {
    const code = encode('http://192.168.1.20:8000/t/7f-qzG40FcZAOa2KR5oB5A#seat-3', { ecc: 'M', border: 4 })
    expect(painted(barsOf(code.data), code.size)).toEqual(code.data)
  })

  it('are none where nothing is dark', () => {
    expect(barsOf([[false, false]])).toBe('')
  })
})
