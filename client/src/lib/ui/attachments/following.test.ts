import { describe, expect, it } from 'vitest'
import { scrollTo } from './following'

const parts = (...widths: number[]) => {
  let at = 0
  return widths.map((width) => {
    const part = { start: at, end: at + width }
    at = part.end + 6
    return part
  })
}

describe('a line that scrolls', () => {
  it('stands at its beginning where everything fits', () => {
    expect(scrollTo(parts(100, 100, 120), 2, 370)).toBe(0)
    expect(scrollTo([], -1, 370)).toBe(0)
  })

  it('begins with a whole part, however little of it would have to be hidden', () => {
    expect(scrollTo(parts(90, 149, 123), -1, 370)).toBe(0)
    expect(scrollTo(parts(90, 149, 130), -1, 370)).toBe(90)
    expect(scrollTo(parts(143, 137, 247), 2, 370)).toBe(286)
  })

  it('shows from its beginning what is asked and is longer than the line', () => {
    expect(scrollTo(parts(90, 149, 433, 80), 2, 370)).toBe(245)
  })

  it('leaves what comes after the question for later', () => {
    expect(scrollTo(parts(90, 149, 100, 200), 2, 370)).toBe(0)
  })
})
