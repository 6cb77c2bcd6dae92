/** What the last turn moved: for gold rings, and for glass that flies there. */

import { tick } from 'svelte'
import { latestTurn } from '../../../lib/table/events'
import type { Replay } from '../../../lib/table/replay.svelte'
import type { TableSession } from '../../../lib/table/session.svelte'
import { partsOf, type Shape } from '../../../lib/glass/parts'
import { fly } from '../../../lib/ui/motion'
import type { GlassworksMove, GlassworksState, PieceName } from '../types'

export interface Moved {
  seat: number | null
  tiles: Shape[]
  /** Columns from 0 of the mover's window that grew. */
  columns: number[]
}

/** The latest turn that the board shows, and the positions before and after it. */
export interface Change {
  /** Different for each time that a turn is shown. */
  key: string
  seat: number
  move: GlassworksMove
  before: GlassworksState
  now: GlassworksState
}

/** Give the turn by which the board came to show what it shows; null where it was no single turn. */
export function changeOf(session: TableSession, replay: Replay): Change | null {
  const last = latestTurn(session.events, replay.turn)
  const [before, now] = replay.turn === null ? [session.before?.state, session.view?.state] : [replay.before?.state, replay.position?.state]
  const isNewest = replay.turn !== null || session.events.findLast(({ kind }) => kind === 'turn' || kind === 'undone') === last
  if (!last?.move || last.seat === null || !isNewest || !before || !now) return null
  return { key: `${replay.turn}:${last.version}`, seat: last.seat, move: last.move as GlassworksMove, before: before as GlassworksState, now: now as GlassworksState }
}

/** Give what a turn changed on the board. */
export function follow(change: Change | null): Moved {
  if (change?.move.type !== 'place') return { seat: change?.seat ?? null, tiles: [], columns: [] }
  const { seat, move, before, now } = change
  const tiles = [before.river[move.onto - 1]?.shape].filter((shape): shape is Shape => shape !== undefined)
  const columns = (now.seats[seat]?.columns ?? []).flatMap((column, index) =>
    column.height > (before.seats[seat]?.columns[index]?.height ?? 0) ? [index] : [],
  )
  return { seat, tiles, columns }
}

/** A piece seen lying somewhere, and where it goes. */
interface Flight {
  drawing: Element
  from: DOMRect
  to: () => Element | null
  /** Milliseconds after the turn is shown. */
  at: number
}

/** After what is placed comes what is gathered, one piece after another. */
const PLACED_MS = 380
const EACH_MS = 80

const spot = (name: string): Element | null => document.querySelector(`[data-spot="${name}"]`)

/** Where the glass of a seat comes from and goes to when it is in no pane. */
function homeOf(seat: number, viewer: number | null): Element | null {
  return (seat === (viewer ?? 0) ? spot('satchel') : null) ?? spot(`seat-${seat}`) ?? spot(`tab-${seat}`)
}

/** Look at what a turn will move, before the page changes; fly it once the page has changed. */
export function launch(change: Change, viewer: number | null): void {
  const { move } = change
  const flights = move.type === 'place' ? ofPlacing(change, move, viewer) : move.type === 'draw' ? ofDrawing(change, move, viewer) : []
  void tick().then(() => {
    // All is measured before anything is drawn: the page is laid out once.
    const ends = flights.map(({ to }) => to()?.getBoundingClientRect())
    flights.forEach(({ drawing, from, at }, index) => {
      const end = ends[index]
      if (end) fly(drawing, from, end, at)
    })
  })
}

function ofPlacing({ before, now, seat }: Change, move: Extract<GlassworksMove, { type: 'place' }>, viewer: number | null): Flight[] {
  const flights: Flight[] = []
  const onto = before.river[move.onto - 1]
  const home = homeOf(seat, viewer)
  if (onto && home && seat !== viewer) {
    const drawings = [...home.querySelectorAll('svg.piece')]
    const held = before.seats[seat]?.satchel ?? []
    for (const piece of move.pieces) {
      const drawing = drawings[held.indexOf(piece)]
      if (drawing) flights.push({ drawing, from: drawing.getBoundingClientRect(), to: () => spot(`tile-${onto.shape}`), at: 0 })
    }
  }
  // First it is placed, and then gathered.
  const after = flights.length ? PLACED_MS : 0
  const gathered = before.river[move.gather - 1]
  const drawings = gathered ? [...(spot(`tile-${gathered.shape}`)?.querySelectorAll('svg.piece:not(.ghost)') ?? [])] : []
  const heights = new Map((before.seats[seat]?.columns ?? []).map((column) => [column.colour, column.height]))
  gathered?.pieces.forEach((piece: PieceName, index) => {
    const drawing = drawings[index]
    const { colour } = partsOf(piece)
    const column = now.seats[seat]?.columns.findIndex((found) => found.colour === colour) ?? -1
    const row = heights.get(colour) ?? 0
    heights.set(colour, row + 1)
    if (drawing)
      flights.push({
        drawing,
        from: drawing.getBoundingClientRect(),
        to: () => spot(`pane-${seat}-${column}-${row}`) ?? homeOf(seat, viewer),
        at: after + Math.min(index, 6) * EACH_MS,
      })
  })
  return flights
}

function ofDrawing({ before, seat }: Change, move: Extract<GlassworksMove, { type: 'draw' }>, viewer: number | null): Flight[] {
  const drawings = [...(spot('lake')?.querySelectorAll('svg.piece') ?? [])]
  const used = new Set<number>()
  return move.take.flatMap((piece, index) => {
    const at = before.lake.findIndex((found, place) => found === piece && !used.has(place))
    used.add(at)
    const drawing = drawings[at]
    return drawing
      ? [{ drawing, from: drawing.getBoundingClientRect(), to: () => homeOf(seat, viewer), at: index * EACH_MS }]
      : []
  })
}
