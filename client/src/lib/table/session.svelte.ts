/** One open table: the latest view, its events, the draft of a turn. It decides nothing: choices come from the table. */

import { Refusal, Unreachable } from '../api/http'
import { heldTable, hold, type HeldTable } from '../api/seats'
import { TableSocket, type Connection } from '../api/socket'
import * as api from '../api/table'
import { sound } from '../ui/sounds'
import { cuesOf } from './cues'
import { Pace } from './pace'
import type { Components, Draft, DraftRequest, Move, News, Problem, Pushed, TableEvent, TableView, TurnRequest } from '../api/types'

/** The decision that follows out of what a draft asks, null where that is for the person to say. */
export type Next = (draft: Draft) => number | null

export class TableSession {
  view = $state.raw<TableView | null>(null)
  /** The view before the latest, for what just moved. */
  before = $state.raw<TableView | null>(null)
  events = $state.raw<TableEvent[]>([])
  components = $state.raw<Components | null>(null)
  draft = $state.raw<Draft | null>(null)
  held = $state.raw<HeldTable | null>(null)
  /** The last refusal, until the next choice. */
  refused = $state.raw<Problem | null>(null)
  /** Why there is no table to show. */
  missing = $state.raw<Problem | null>(null)
  connection = $state<Connection>('connecting')
  isSending = $state(false)
  /** The seat through which a hot-seat screen looks; null before anyone took the screen. */
  seat = $state<number | null>(null)

  /** How many answers of the table to what a person did are still out. */
  awaiting = $state(0)

  readonly viewer = $derived(this.view?.viewer ?? null)
  readonly isMyTurn = $derived(
    this.view?.status === 'playing' && this.view.viewer !== null && this.view.turn?.seat === this.view.viewer,
  )
  /** What is shown: the draft's preview where there is one, else the table. */
  readonly shown = $derived(this.draft && this.draft.decisions.length ? this.draft.preview : null)

  /** Whether the game hides things from some seats: taken for true until the table's server has said. */
  #hasHidden = true
  #socket: TableSocket | null = null
  #asked = 0
  #queue: Promise<unknown> = Promise.resolve()
  #heardVersion = 0
  #pace = new Pace<News>((news) => this.#take(news.table, news.events))

  constructor(readonly id: string) {
    this.held = heldTable(id)
    this.seat = this.held?.seats[0]?.seat ?? null
  }

  get secret(): string | null {
    return this.held?.seats.find((held) => held.seat === this.seat)?.secret ?? null
  }

  async open(): Promise<void> {
    try {
      const [first, games] = await Promise.all([api.eventsSince(this.id, 0, this.secret), api.games()])
      this.#hasHidden = games.find(({ name }) => name === first.table.game)?.has_hidden ?? true
      this.#heardVersion = first.version
      this.#take(first.table, first.events)
      this.components = await api.tableComponents(this.id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.missing = error.problem
      return
    }
    this.held = hold(this.id, { game: this.view?.game ?? null, name: this.view?.name ?? null })
    this.#socket = new TableSocket(this.id, this.secret, () => this.#heardVersion || null, {
      heard: (message) => this.#heard(message),
      changed: (connection) => (this.connection = connection),
    })
  }

  close(): void {
    this.#pace.stop()
    this.#socket?.close()
    this.#socket = null
  }

  /** Show all that is known, now. Gives whether the page just changed, so that a tap may mean what was there before. */
  hurry(): boolean {
    return this.#pace.hurry() || this.#pace.isSettling
  }

  /** The seat at this screen that is to take it over, where hands are hidden; null where nobody is. */
  get awaited(): number | null {
    const next = this.view?.status === 'playing' ? (this.view.turn?.seat ?? null) : null
    const isPassed = this.#isPassedRound && next !== null && next !== this.seat
    return isPassed && this.held?.seats.some((held) => held.seat === next) ? next : null
  }

  /** Whether what is held of the table may show another's hand to whoever looks now: no server is waited for. */
  get isCovered(): boolean {
    return this.#isPassedRound && (this.awaited !== null || this.view?.viewer !== this.seat)
  }

  get #isPassedRound(): boolean {
    return this.held?.isHotSeat === true && this.#hasHidden
  }

  /** Look and act from another seat of this screen. */
  takeSeat(seat: number | null): void {
    this.seat = seat
    this.draft = null
    const isSecret = this.#hasHidden
    // Which cards were drawn only their owner was told: the log is heard anew, as the next one may know it.
    if (isSecret) {
      this.events = []
      this.before = null
    }
    this.#socket?.look(this.secret, isSecret ? 0 : null)
  }

  /** Keep a seat that was just given to this browser and sit on it. */
  sit(seat: number, secret: string): void {
    this.held = hold(this.id, { seats: [{ seat, secret }] })
    this.takeSeat(seat)
  }

  #heard(message: Pushed): void {
    if (message.type === 'news') {
      // Sent to the one who sat here before.
      if (this.held?.isHotSeat && message.table.viewer !== this.seat) return
      this.#heardVersion = message.version
      const last = message.events.at(-1)
      const isAnothers = last?.kind === 'turn' && last.seat !== this.viewer && message.table.viewer === this.viewer
      this.#pace.add(message, isAnothers)
    } else if (message.type === 'refused') this.refused = message.problem
  }

  #take(view: TableView, events: TableEvent[]): void {
    const known = this.events.at(-1)?.version ?? 0
    const news = events.filter((event) => event.version > known)
    if (news.length) this.events = [...this.events, ...news]
    const old = this.view
    if (old && view.version < old.version) return
    if (old && view.version > old.version) this.before = old
    this.view = view
    for (const cue of cuesOf(old, view, news)) sound(cue)
    if (view.game && this.held && this.held.game === null) this.held = hold(this.id, { game: view.game })
    this.#followSeat()
    if (!this.isMyTurn) this.draft = null
    else if (this.draft?.version !== view.version) this.#redraft(old)
  }

  /** At a hot-seat screen of an open game the screen follows the turn by itself. */
  #followSeat(): void {
    const onTurn = this.view?.turn?.seat ?? null
    if (!this.held?.isHotSeat || this.#hasHidden || onTurn === null || onTurn === this.seat) return
    if (this.held.seats.some((held) => held.seat === onTurn)) this.takeSeat(onTurn)
  }

  /** The table moved on under a draft: keep what was chosen where it is still the same turn. */
  #redraft(old: TableView | null): void {
    const isSameTurn = old?.turn?.number === this.view?.turn?.number && old?.viewer === this.view?.viewer
    const kept = isSameTurn ? (this.draft?.decisions ?? []) : []
    if (!isSameTurn) this.draft = null
    void this.#ask({ decisions: kept }, true)
  }

  /** Do one more decision of those the table offers, and those that one tap answers with it: `then` gives the next out of
      what is asked, null at the last. The page sees them at once. Taps that come quickly wait for one another. */
  choose(decision: number, then?: Next): Promise<boolean> {
    const next = this.#await(
      this.#queue.then(() => this.#ask({ decisions: [...(this.draft?.decisions ?? []), decision] }, false, then)),
    )
    this.#queue = next
    return next
  }

  /** Go back to where `count` decisions were made. */
  backTo(count: number, then?: Next): Promise<boolean> {
    return this.#await(this.#ask({ decisions: (this.draft?.decisions ?? []).slice(0, count) }, false, then))
  }

  stepBack(): Promise<boolean> {
    return this.backTo(Math.max((this.draft?.decisions.length ?? 0) - 1, 0))
  }

  startOver(): Promise<boolean> {
    return this.backTo(0)
  }

  /** Draft a whole move: a typed one, or a line of notation. A refusal says why not. */
  propose(what: { text: string } | { move: Move }): Promise<boolean> {
    return this.#await(this.#ask(what))
  }

  async #await<T>(answer: Promise<T>): Promise<T> {
    this.awaiting += 1
    try {
      return await answer
    } finally {
      this.awaiting -= 1
    }
  }

  protected draftOf(request: DraftRequest, secret: string): Promise<Draft> {
    return api.draft(this.id, request, secret)
  }

  async #ask(
    what: TurnRequest,
    isQuiet = false,
    then: Next = () => null,
  ): Promise<boolean> {
    const secret = this.secret
    const version = this.view?.version
    if (secret === null || version === undefined) return false
    const number = (this.#asked += 1)
    if (!isQuiet) this.refused = null
    try {
      let draft = await this.draftOf({ version, ...what }, secret)
      for (let next = then(draft); next !== null; next = then(draft))
        draft = await this.draftOf({ version, decisions: [...draft.decisions, next] }, secret)
      if (number === this.#asked) {
        if (!isQuiet && draft.decisions.length > (this.draft?.decisions.length ?? 0)) sound('laid')
        this.draft = draft
      }
      return true
    } catch (error) {
      // Nobody asked for it, and the table has moved on: the news of that is on its way.
      if (!isQuiet || !(error instanceof Refusal) || error.problem.code !== 'stale-version') this.#refuse(error)
      return false
    }
  }

  /** Play the draft. */
  async confirm(): Promise<boolean> {
    const { draft, secret, view } = this
    if (!draft?.is_complete || secret === null || !view || this.isSending) return false
    this.isSending = true
    this.refused = null
    try {
      await this.#await(api.move(this.id, draft.version, draft.decisions, secret))
      return true
    } catch (error) {
      this.#refuse(error)
      return false
    } finally {
      this.isSending = false
    }
  }

  undo(): Promise<boolean> {
    return this.#act((secret, version) => api.undo(this.id, version, secret))
  }

  answerUndo(isAgreed: boolean): Promise<boolean> {
    return this.#act((secret, version) => api.answerUndo(this.id, version, isAgreed, secret))
  }

  act(what: 'resign' | 'return'): Promise<boolean> {
    return this.#act((secret) => api.act(this.id, what, secret))
  }

  start(fill: string | null): Promise<boolean> {
    const host = this.held?.host
    return host ? this.#act(() => api.start(this.id, fill, host)) : Promise.resolve(false)
  }

  async join(seat: number, name: string): Promise<boolean> {
    return this.attempt(async () => {
      const own = this.held?.seats.find((held) => held.seat === seat)?.secret ?? null
      const given = await api.join(this.id, seat, name, own)
      this.sit(given.seat, given.secret)
    })
  }

  #act(what: (secret: string, version: number) => Promise<unknown>): Promise<boolean> {
    const secret = this.secret
    const version = this.view?.version
    if (secret === null || version === undefined) return Promise.resolve(false)
    return this.attempt(() => what(secret, version))
  }

  /** Do something of which a refusal is to be shown; false where it was refused or lost. */
  async attempt(what: () => Promise<unknown>): Promise<boolean> {
    this.refused = null
    try {
      await this.#await(what())
      return true
    } catch (error) {
      this.#refuse(error)
      return false
    }
  }

  #refuse(error: unknown): void {
    if (error instanceof Refusal) {
      this.refused = error.problem
      sound('refused')
    } else if (error instanceof Unreachable) this.connection = 'reconnecting'
    else throw error
  }
}
