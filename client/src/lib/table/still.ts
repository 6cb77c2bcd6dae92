/** A position that no table has, as a table of which the viewer has a seat: for lessons and puzzles. */

import type { GameName, Preview, TableView } from '../api/types'

export interface Still {
  game: GameName
  options: Record<string, string | boolean | number>
  viewer: number
  /** How many turns were played before. */
  turns: number
}

export function stillView({ game, options, viewer, turns }: Still, position: Preview & { seat: number | null }): TableView {
  const { seat, state, totals, breakdowns } = position
  return {
    id: '',
    game,
    name: null,
    version: turns,
    status: 'playing',
    is_public: false,
    can_become_puzzles: false,
    options,
    components: { name: '', sha256: '' },
    viewer,
    seats: totals.map((_, number) => ({
      seat: number,
      kind: 'person',
      name: null,
      level: null,
      is_taken: true,
      substitute: null,
      is_resigned: false,
      clock_seconds: null,
      hints: 0,
      bot_turns: 0,
    })),
    first_seat: 0,
    clock: { kind: 'none', seconds: 0, increment: 0 },
    grace_seconds: null,
    agreement: { absence: null, has_ready_check: false, has_holidays: false, language: null, is_taught: false, is_rated: false },
    next: null,
    choosing: null,
    ready: null,
    rest: null,
    turn: { number: turns + 1, seat, began_at: '', due_at: null },
    state,
    totals,
    breakdowns,
    shuffle: { promised: '', mixed: [], commitment: null, seed: null },
    undo: { is_possible: false, is_free: false, asked_by: null, turns: 0, agreed: [] },
    winners: null,
    has_hints: false,
    origin: null,
    shared: null,
    is_damaged: false,
    rematch: null,
  } as TableView
}
