/** A puzzle as a table at which it is one's turn: the same view and drafts; a whole turn is judged, not played. */

import * as api from '../api/puzzles'
import type { Components, Draft, DraftRequest, Judgement, Puzzle, Solution } from '../api/types'
import { TableSession } from '../table/session.svelte'
import { stillView } from '../table/still'

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
    super('')
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
    this.#fresh = await api.puzzleDraft(this.puzzle, { decisions: [] })
    this.draft = this.#fresh
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
