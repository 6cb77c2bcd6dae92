import { describe, expect, it } from 'vitest'
import { beginsGroup, openSeats, seatAddress, type Tournament } from './tournaments'

const seat = (round: number, is_over: boolean, is_on_turn: boolean) => ({ round, table: `t${round}`, seat: 1, secret: 'abcdefgh', is_over, is_on_turn })

describe('the seats of a tournament', () => {
  it('are those that are still played, first those on turn', () => {
    const seats = [seat(1, false, false), seat(2, true, false), seat(3, false, true)]
    expect(openSeats({ tournament: 'x', is_owner: false, entry: 0, seats }).map(({ round }) => round)).toEqual([3, 1])
  })

  it('open by a link that the table page reads', () => {
    expect(seatAddress(seat(3, false, true))).toBe('/t/t3#1.abcdefgh')
  })
})

describe('the groups of standings', () => {
  it('begin where the difference is more than noise', () => {
    const standings = [1, 1, 2].map((group, entry) => ({ entry, place: 1, group, deals: 1, share: 0, over: 0, plus_minus: null })) as Tournament['standings']
    expect(standings.map((_, index) => beginsGroup(standings, index))).toEqual([false, false, true])
  })
})
