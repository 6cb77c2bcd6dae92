/** A puzzle as a table at which it is one's turn: the same view and drafts; a whole turn is judged, not played. */

import { pause } from '../api/http'
import * as api from '../api/puzzles'
import type { Components, Draft, DraftRequest, Judgement, Puzzle, Solution, Weighed } from '../api/types'
import { gameOf } from '../../games'
import { TableSession } from '../table/session.svelte'
import { stillView } from '../table/still'

const CHOICES = 5
/** How long the server may take before the puzzle is shown without it. */
const WAIT_MS = 2000

export class PuzzleSession extends TableSession {
  /** What the last answer was worth. */
  judgement = $state.raw<Judgement | null>(null)
  /** The solution, once the puzzle is solved or it was asked for. */
  solution = $state.raw<Solution | null>(null)
  isHinted = $state(false)

  /** The draft of a turn of which nothing is decided. */
  #fresh: Draft | null = null

  constructor(
    readonly puzzle: Puzzle,
    components: Components,
    private solved: () => void,
  ) {
    super('', gameOf)
    this.components = components
    this.connection = 'open'
    const { game, options, seat: viewer } = puzzle
    this.view = stillView({ game, options, viewer, turns: 0 }, puzzle)
  }

  /** A puzzle is open to all. */
  override get secret(): string {
    return ''
  }

  override async open(): Promise<void> {
    const asked = api.puzzleDraft(this.puzzle, { decisions: [] }).then((fresh) => {
      this.#fresh = fresh
      this.draft = fresh
      this.connection = 'open'
    })
    asked.catch(() => undefined)
    // A browser knows of a network that is off, not of one that leads nowhere.
    await Promise.race([asked, navigator.onLine ? pause(WAIT_MS) : undefined])
    // Without a network nothing can be tried out: an answer is one of the turns that were weighed.
    if (!this.draft) this.connection = 'reconnecting'
  }

  override close(): void {
    this.draft = null
  }

  /** Show what the best turn does, in a few words. */
  hint(): void {
    this.isHinted = true
    this.judgement = null
  }

  async solve(): Promise<void> {
    await this.attempt(async () => {
      const found = await api.solution(this.puzzle)
      this.connection = 'open'
      this.draft = this.#fresh
      this.solution = found
    })
  }

  /** Turns to choose from where none can be tried out: the best that were weighed, in an order that says nothing. */
  async weighed(): Promise<Weighed[]> {
    const { turns } = await api.solution(this.puzzle)
    return turns.slice(0, CHOICES).toSorted((one, other) => (one.notation < other.notation ? -1 : 1))
  }

  /** Give one of them as the answer: what it is worth stands in the solution, which is kept. */
  async answer(turn: Weighed): Promise<void> {
    await this.attempt(async () => {
      const found = await api.solution(this.puzzle)
      const best = found.turns[0]!
      this.judgement = {
        ...turn,
        game: this.puzzle.game,
        is_right: turn.notation === best.notation,
        loss: Math.max(best.win_share - turn.win_share, 0),
        best_win_share: best.win_share,
        best_standard_error: best.standard_error,
      } as Judgement
      if (!this.judgement.is_right) return
      this.solved()
      this.solution = found
    })
  }

  protected override async draftOf(request: DraftRequest): Promise<Draft> {
    const { version: _, ...turn } = request
    const draft = await api.puzzleDraft(this.puzzle, turn)
    this.connection = 'open'
    return draft
  }

  /** Give the drafted turn as the answer. */
  override async confirm(): Promise<boolean> {
    const { draft } = this
    if (!draft?.is_complete || this.isSending) return false
    this.isSending = true
    const isJudged = await this.attempt(async () => {
      this.judgement = await api.puzzleAnswer(this.puzzle, draft.decisions)
      this.connection = 'open'
    })
    this.isSending = false
    if (!isJudged) return false
    if (this.judgement?.is_right) {
      this.solved()
      await this.solve()
    } else this.draft = this.#fresh
    return true
  }
}
