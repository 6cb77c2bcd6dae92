/** One open table: the latest view, its events, the draft of a turn. It decides nothing: choices come from the table. */

import { Refusal, Unreachable } from '../api/http'
import { heldTable, hold, isNamed, noteName, type HeldTable } from '../api/seats'
import { TableSocket, type Connection } from '../api/socket'
import * as api from '../api/table'
import { sound } from '../sound/sounds'
import { cuesOf } from './cues'
import { halfwayOf, keepHalfway } from './halfway'
import { seenNames } from './names'
import { Pace, type Manner } from './pace'
import type { Components, Draft, DraftRequest, Move, News, Preview, Problem, Pushed, TableEvent, TableView, TurnRequest } from '../api/types'

/** The decision that follows out of what a draft asks, null where that is for the person to say. */
export type Next = (draft: Draft) => number | null

/** Give the one answer to the first question of a turn, null where there are several: what is forced is not asked. */
const onlyAnswer: Next = ({ decisions, choices }) => (!decisions.length && choices.length === 1 ? choices[0]!.decision : null)

/** What a draft is made for: the table as somebody sees it. */
const nameOf = ({ version, viewer }: TableView): string => `${version} ${viewer}`

/** Says a turn as the game's log does. */
export type TurnSentence = (view: TableView, session: TableSession, event: TableEvent) => string

/** Gives what these pages have for a game, null where they have nothing. */
export type KnownGames = (name: string) => { board: () => Promise<{ turnSentence: TurnSentence }> } | null

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

  /** How many of others' turns wait to be shown. */
  waiting = $state(0)
  /** The position that the game began with: known once it is asked for. */
  opening = $state.raw<Preview | null>(null)

  /** How many answers of the table to what a person did are still out. */
  awaiting = $state(0)

  /** The seats whose names are not to be seen here; the host's is -1. */
  #muted: ReadonlySet<number> = new Set()
  /** The table as it was told, with all names. */
  #told: TableView | null = null

  /** The version of the table at which a turn was confirmed. */
  #confirmedAt = $state<number | null>(null)

  readonly viewer = $derived(this.view?.viewer ?? null)
  readonly isMyTurn = $derived(
    this.view?.status === 'playing' && this.view.viewer !== null && this.view.turn?.seat === this.view.viewer,
  )

  /** Whether the turn shown was confirmed: nothing can be done to it until the table's news of it come. */
  readonly isConfirmed = $derived(this.view !== null && this.view.version === this.#confirmedAt)

  /** Whether the game hides things from some seats: taken for true until the table's server has said. */
  #hasHidden = true
  #socket: TableSocket | null = null
  #asked = 0
  /** For what a draft is asked right now: the table may tell the same once more meanwhile. */
  #drafting: string | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #heardVersion = 0
  #isClosed = false
  /** The last turn that had one answer, and got it. */
  #answered: number | null = null
  #isOpeningAsked = false
  #pace = new Pace<News>((news) => {
    this.waiting = this.#pace.waiting
    this.#take(news.table, news.events)
  })

  constructor(readonly id: string, readonly known: KnownGames) {
    this.held = heldTable(id)
    this.seat = this.held?.seats[0]?.seat ?? null
  }

  get secret(): string | null {
    return this.held?.seats.find((held) => held.seat === this.seat)?.secret ?? null
  }

  /** A link in a message names no seat: who has a name here finds it by that. */
  async #findSeat(): Promise<void> {
    if (this.held?.seats.length || !isNamed()) return
    const { reconcile } = await import('../people/people')
    // Without an answer the table is looked at.
    await reconcile().catch(() => false)
    this.held = heldTable(this.id)
    this.seat = this.held?.seats[0]?.seat ?? null
  }

  /** Show no names of some seats any more, and those of all others. */
  mute(seats: ReadonlySet<number>): void {
    this.#muted = seats
    if (this.#told && this.view) this.view = { ...this.view, ...seenNames(this.#told, this.#muted) } as TableView
  }

  /** Learn whom somebody with a name here does not want to see named. Without an answer everybody is. */
  async #learnMuted(): Promise<void> {
    if (!isNamed()) return
    const { company, mutedSeats } = await import('../care/company')
    await company(this.id).then((found) => this.mute(mutedSeats(found)), () => undefined)
  }

  async open(): Promise<void> {
    await this.#findSeat()
    const muted = this.#learnMuted()
    try {
      // Only where a screen is passed round it matters what the game hides.
      const games = this.held?.isHotSeat ? api.games() : []
      const first = await api.eventsSince(this.id, 0, this.secret)
      this.#hasHidden = (await games).find(({ name }) => name === first.table.game)?.has_hidden ?? true
      await muted
      this.#heardVersion = first.version
      this.#take(first.table, first.events)
      const { game, components } = first.table
      if (this.known(game)) this.components = await api.tableComponents(this.id, game, components.sha256)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.missing = error.problem
      return
    }
    if (this.#isClosed) return
    this.held = hold(this.id, { game: this.view?.game ?? null, name: this.view?.name ?? null })
    this.#socket = new TableSocket(this.id, this.secret, () => this.#heardVersion || null, {
      heard: (message) => this.#heard(message),
      changed: (connection) => (this.connection = connection),
    })
  }

  close(): void {
    this.#isClosed = true
    this.#pace.stop()
    this.#socket?.close()
    this.#socket = null
  }

  /** Get to know the position that the game began with, where turns are told by it. */
  async learnOpening(): Promise<void> {
    const { view } = this
    if (this.opening || this.#isOpeningAsked || !view?.state || !view.totals || !view.breakdowns) return
    this.#isOpeningAsked = true
    if (view.turn?.number === 1 && view.status === 'playing') {
      this.opening = { state: view.state, totals: view.totals, breakdowns: view.breakdowns } as Preview
      return
    }
    // Without it turns are told with less.
    this.opening = await api.position(this.id, 0, this.secret).catch(() => null)
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
      this.#pace.add(message, this.#mannerOf(message))
      this.waiting = this.#pace.waiting
    } else if (message.type === 'refused') this.refused = message.problem
  }

  /** Another's turn has its time. Who has come or gone is told in between, and skips no turn that is still to be seen. */
  #mannerOf({ events, table }: News): Manner {
    if (table.viewer !== this.viewer) return 'at once'
    const last = events.at(-1)
    if (!last) return 'unnoticed'
    return last.kind === 'turn' && last.seat !== this.viewer ? 'in turn' : 'at once'
  }

  #take(view: TableView, events: TableEvent[]): void {
    const known = this.events.at(-1)?.version ?? 0
    const news = events.filter((event) => event.version > known)
    if (news.length) this.events = [...this.events, ...news]
    const old = this.view
    if (old && view.version < old.version) return
    if (old && view.version > old.version) this.before = old
    this.#told = view
    this.view = { ...view, ...seenNames(view, this.#muted) } as TableView
    for (const cue of cuesOf(old, view, news)) sound(cue)
    if (view.game && this.held && this.held.game === null) this.held = hold(this.id, { game: view.game })
    this.#followSeat()
    if (!this.isMyTurn) this.draft = null
    else if (this.draft?.version !== view.version && this.#drafting !== nameOf(view)) {
      const drafting = (this.#drafting = nameOf(view))
      void this.#redraft(old).finally(() => {
        if (this.#drafting === drafting) this.#drafting = null
      })
    }
  }

  /** At a hot-seat screen of an open game the screen follows the turn by itself. */
  #followSeat(): void {
    const onTurn = this.view?.turn?.seat ?? null
    if (!this.held?.isHotSeat || this.#hasHidden || onTurn === null || onTurn === this.seat) return
    if (this.held.seats.some((held) => held.seat === onTurn)) this.takeSeat(onTurn)
  }

  /** The table moved on under a draft, or the page was loaded anew: keep what was chosen of the same turn. */
  async #redraft(old: TableView | null): Promise<void> {
    const view = this.view!
    // What a person has just chosen is answered first: it would be lost behind the question asked here.
    await this.#queue
    const isPast = this.view === null || nameOf(this.view) !== nameOf(view)
    if (isPast || this.draft?.version === view.version) return
    const isSameTurn = old?.turn?.number === view.turn?.number && old?.viewer === view.viewer
    if (!isSameTurn) this.draft = null
    const drafted = this.draft?.decisions
    // The table tells its state again, and may do so before what was kept is answered.
    const kept = drafted ?? (old === null || isSameTurn ? halfwayOf(view) : [])
    if (kept.length) {
      if ((await this.#ask({ decisions: kept }, true)) || drafted) return
      this.refused = null
    }
    const number = view.turn?.number ?? null
    // A turn that was taken back is asked, whatever there is to answer; and nobody passes a screen on unseen.
    const isAsked = number === this.#answered || this.held?.isHotSeat === true
    await this.#ask({ decisions: [] }, true, isAsked ? undefined : onlyAnswer)
    if (isAsked || !this.draft?.is_complete || this.draft.version !== view.version) return
    this.#answered = number
    await this.confirm()
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
    if (secret === null || version === undefined || (this.isConfirmed && !isQuiet)) return false
    const number = (this.#asked += 1)
    if (!isQuiet) this.refused = null
    try {
      let draft = await this.draftOf({ version, ...what }, secret)
      for (let next = then(draft); next !== null; next = then(draft))
        draft = await this.draftOf({ version, decisions: [...draft.decisions, next] }, secret)
      if (number === this.#asked) {
        if (!isQuiet && draft.decisions.length > (this.draft?.decisions.length ?? 0)) sound('laid')
        this.draft = draft
        if (this.view) keepHalfway(this.view, draft.decisions)
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
    if (!draft?.is_complete || secret === null || !view || this.isSending || this.isConfirmed) return false
    this.isSending = true
    this.#confirmedAt = draft.version
    this.refused = null
    try {
      await this.#await(api.move(this.id, draft.version, draft.decisions, secret))
      keepHalfway(view, [])
      return true
    } catch (error) {
      this.#confirmedAt = null
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
    // Who begins from a seat need not be asked whether anybody is there.
    const host = this.held?.host && (this.viewer === null ? this.held.host : this.secret)
    return host ? this.attempt(() => api.start(this.id, fill, host)) : Promise.resolve(false)
  }

  async join(seat: number, name: string): Promise<boolean> {
    return this.attempt(async () => {
      const own = this.held?.seats.find((held) => held.seat === seat)?.secret ?? null
      const given = own === null && isNamed() ? await this.#sitDown(seat, name) : await api.join(this.id, seat, name, own)
      this.sit(given.seat, given.secret)
    })
  }

  /** Take an open seat under one's name, where somebody may keep apart from one. */
  async #sitDown(seat: number, name: string): Promise<{ seat: number; secret: string }> {
    try {
      return await (await import('../care/company')).sitDown(this.id, seat, name)
    } catch (error) {
      // The name is gone from this browser: nobody knows who comes.
      if (!(error instanceof Refusal) || error.problem.code !== 'no-person') throw error
      noteName(false)
      return api.join(this.id, seat, name, null)
    }
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
