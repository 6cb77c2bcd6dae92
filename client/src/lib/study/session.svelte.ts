/** A board to study as a table at which it is the turn of whoever is on turn there: a whole turn is laid into the tree. */

import { gameOf } from '../../games'
import { Refusal } from '../api/http'
import { TableSocket } from '../api/socket'
import type { Draft, DraftRequest, Pushed } from '../api/types'
import { TableSession } from '../table/session.svelte'
import { stillView } from '../table/still'
import * as boards from './boards'
import type { Board, BoardMember, BoardPosition, HeldBoard, Operation } from './boards'
import { merged, Tree } from './tree'

/** The push of one board. */
class BoardSocket extends TableSocket {
  protected override asked(version: number | null): unknown {
    return { type: 'open-board', board: this.table, token: this.token, version }
  }
}

const POSITIONS_KEPT = 400

export class BoardSession extends TableSession {
  board = $state.raw<Board | null>(null)
  /** The position looked at. */
  node = $state(0)
  /** Whether the page goes where the presenter goes. */
  isFollowing = $state(true)
  position = $state.raw<BoardPosition | null>(null)
  mine = $state.raw<HeldBoard | null>(null)
  /** What was drawn by hand for the turn that is drafted; null where it is left to chance. */
  drawn = $state.raw<number[] | null>(null)

  readonly tree = $derived(new Tree(this.board?.nodes ?? []))
  readonly members = $derived(new Map((this.board?.members ?? []).map((member) => [member.id, member])))
  readonly me = $derived<BoardMember | null>(this.board?.member == null ? null : (this.members.get(this.board.member) ?? null))
  readonly presenter = $derived<BoardMember | null>(this.board?.presenter == null ? null : (this.members.get(this.board.presenter) ?? null))
  readonly canWrite = $derived(this.me !== null && !this.me.has_left)
  readonly isPresenter = $derived(this.me !== null && this.presenter?.id === this.me.id)
  readonly isOwner = $derived(this.me?.role === 'owner')

  #positions = new Map<number, BoardPosition>()
  #socketOfBoard: BoardSocket | null = null
  #looked = 0
  #hasGone = false

  constructor(readonly boardId: string) {
    super('', gameOf)
    this.mine = boards.heldBoard(boardId)
  }

  /** Boards that are not private are open to all. */
  override get secret(): string {
    return this.mine?.secret ?? ''
  }

  get #bearer(): string | null {
    return this.mine?.secret ?? null
  }

  override async open(): Promise<void> {
    try {
      const found = await boards.boardOf(this.boardId, this.#bearer)
      this.components = await boards.boardComponents(this.boardId, this.#bearer)
      this.board = found
      await this.#look(found.shown)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.missing = error.problem
      return
    }
    if (!this.#hasGone) this.#listen()
  }

  override close(): void {
    this.#hasGone = true
    this.#socketOfBoard?.close()
    this.draft = null
  }

  #listen(): void {
    this.#socketOfBoard?.close()
    this.#socketOfBoard = new BoardSocket(this.boardId, this.#bearer, () => this.board?.version ?? null, {
      heard: (message) => this.#hear(message),
      changed: (connection) => (this.connection = connection),
    })
  }

  #hear(message: Pushed): void {
    if (message.type === 'refused') this.missing = message.problem
    if (message.type !== 'board') return
    this.board = merged(this.board, message)
    if (this.isFollowing && this.presenter) void this.#look(this.board.shown)
    else if (!this.tree.isThere(this.node)) void this.look(this.tree.nearest(this.node))
  }

  /** Write on the board from now on, by the key to that. */
  write(invite: string, name: string): Promise<boolean> {
    return this.attempt(async () => {
      await boards.joinBoard(this.boardId, invite, name)
      this.mine = boards.heldBoard(this.boardId)
      this.board = await boards.boardOf(this.boardId, this.#bearer)
      this.#listen()
    })
  }

  /** Look at a position. A presenter takes the others along; anybody else strays from where they are led. */
  async look(node: number): Promise<void> {
    this.isFollowing = this.isPresenter || (this.presenter !== null && node === this.board?.shown)
    await this.#look(node)
    if (this.isPresenter && this.board?.shown !== node) await this.operate({ kind: 'show', node })
  }

  /** Go back to where the presenter is, and along from now on. */
  follow(): Promise<void> {
    this.isFollowing = true
    return this.#look(this.board?.shown ?? 0)
  }

  async #look(node: number): Promise<void> {
    if (node === this.node && this.position !== null) return
    const asked = (this.#looked += 1)
    this.node = node
    const found = this.#positions.get(node) ?? (await boards.positionAt(this.boardId, node, this.#bearer))
    this.#keep(found)
    if (asked !== this.#looked || !this.board) return
    this.position = found
    this.draft = null
    this.drawn = null
    this.refused = null
    const { game, options } = this.board
    const turns = this.tree.node(node)?.depth ?? 0
    this.before = this.view
    this.view = { ...stillView({ game, options, viewer: found.viewer, turns }, found), status: found.is_over ? 'over' : 'playing' } as typeof this.view
    if (found.seat !== null) await this.backTo(0)
  }

  #keep(found: BoardPosition): void {
    this.#positions.set(found.node, found)
    if (this.#positions.size > POSITIONS_KEPT) this.#positions.delete(this.#positions.keys().next().value!)
  }

  protected override draftOf(request: DraftRequest): Promise<Draft> {
    const { version: _, ...turn } = request
    this.drawn = null
    return boards.boardDraft(this.boardId, this.node, turn, this.#bearer)
  }

  /** Lay the drafted turn into the tree, and look at where it leads. */
  override async confirm(): Promise<boolean> {
    const { draft } = this
    if (!draft?.is_complete || this.isSending || !this.mine) return false
    this.isSending = true
    const done = await this.operate({ kind: 'move', node: this.node, decisions: draft.decisions, outcomes: this.drawn })
    this.isSending = false
    if (done?.node == null) return false
    await this.catchUp()
    await this.look(done.node)
    return true
  }

  /** Learn what has happened meanwhile, where the push is not as quick as an answer. */
  async catchUp(): Promise<void> {
    this.board = merged(this.board, await boards.boardOf(this.boardId, this.#bearer))
  }

  /** Do something at the board; null where it was refused or lost. */
  async operate(operation: Operation): Promise<{ version: number; node: number | null } | null> {
    const secret = this.#bearer
    if (secret === null) return null
    let done: { version: number; node: number | null } | null = null
    await this.attempt(async () => void (done = await boards.operate(this.boardId, operation, secret)))
    return done
  }

  /** Let the engine say what it thinks of the position looked at. */
  askEngine(): Promise<boolean> {
    const secret = this.#bearer
    return secret === null ? Promise.resolve(false) : this.attempt(() => boards.askWords(this.boardId, this.node, secret))
  }

  async leaveForGood(isDeleted: boolean): Promise<boolean> {
    const secret = this.#bearer
    if (secret === null) return false
    const isDone = await this.attempt(() => (isDeleted ? boards.deleteBoard : boards.leaveBoard)(this.boardId, secret))
    if (isDone) boards.forgetBoard(this.boardId)
    return isDone
  }
}
