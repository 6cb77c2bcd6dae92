import { describe, expect, it } from 'vitest'
import { ago } from '../../words/words.svelte'
import { lastMoment, type HeldTable } from './seats'

const NOW = Date.parse('2026-05-01T12:30:00Z')
const held = { seenAt: Date.parse('2026-05-01T12:07:00Z') } as HeldTable

describe('when a table last changed', () => {
  it('is told by its last turn, not by when its page was opened', () => {
    const turn = { number: 31, seat: null, began_at: '2026-05-01T12:29:00Z', due_at: null }
    expect(ago(lastMoment(held, { turn }), NOW)).toBe('1 minute ago')
  })

  it('is when it was looked at where no turn was taken', () => {
    expect(ago(lastMoment(held, { turn: null }), NOW)).toBe('23 minutes ago')
  })
})
