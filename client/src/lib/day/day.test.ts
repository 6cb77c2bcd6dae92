import { describe, expect, it } from 'vitest'
import { squares } from './day'

describe('the squares of a day', () => {
  it('are ten, green for each tenth of the field that was beaten', () => {
    expect(squares(0)).toBe('⬜'.repeat(10))
    expect(squares(0.71)).toBe('🟩'.repeat(7) + '⬜'.repeat(3))
    expect(squares(1)).toBe('🟩'.repeat(10))
  })
})
