import { describe, expect, it } from 'vitest'
import cases from './score.cases.json'
import { emptyColumn, scoreGlassworks } from './score'

describe('the score of a board, told without the server', () => {
  it('is what the package gives, in every case', () => {
    expect(cases.cases.length).toBeGreaterThanOrEqual(200)
    for (const { sheet, score } of cases.cases) {
      expect(scoreGlassworks(cases.printed, sheet.heights, sheet.overflow), JSON.stringify(sheet)).toEqual(score)
    }
  })

  it('knows the first empty column that has another to its right', () => {
    expect(emptyColumn([3, 2, 0, 0, 0, 0, 0])).toBe(0)
    expect(emptyColumn([3, 0, 0, 1, 0, 0, 0])).toBe(2)
    expect(emptyColumn([0, 1])).toBe(1)
    expect(emptyColumn([])).toBe(0)
  })
})
