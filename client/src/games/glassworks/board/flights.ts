/** What the last turn moved: for gold rings, and for glass that flies there. */

import { tick } from 'svelte'
import type { TableSession } from '../../../lib/table/session.svelte'
import { partsOf, type Shape } from '../../../lib/glass/drawings'
import { fly } from '../../../lib/ui/motion'
import type { GlassworksMove, GlassworksState, PieceName } from '../types'

export interface Moved {
  seat: number | null
  tiles: Shape[]
  /** Columns from 0 of the mover's window that grew. */
  columns: number[]
}

/** Give what the latest turn changed, from the two latest views. */
export function follow(session: TableSession): Moved {
  const last = session.events.findLast((event) => event.kind === 'turn' || event.kind === 'undone')
  const move = last?.kind === 'turn' ? (last.move as GlassworksMove | undefined) : undefined
  const seat = last?.seat ?? null
  const before = session.before?.state as GlassworksState | null | undefined
  const now = session.view?.state as GlassworksState | null | undefined
  if (!move || move.type !== 'place' || !before || !now || seat === null) return { seat, tiles: [], columns: [] }
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
}

const spot = (name: string): Element | null => document.querySelector(`[data-spot="${name}"]`)

/** Where the glass of a seat comes from and goes to when it is in no pane. */
function homeOf(seat: number, viewer: number | null): Element | null {
  return (seat === (viewer ?? 0) ? spot('satchel') : null) ?? spot(`seat-${seat}`)
}

/** Look at what the latest turn will move, before the page changes; fly it once the page has changed. */
export function launch(session: TableSession): void {
  const last = session.events.at(-1)
  const before = session.before?.state as GlassworksState | null | undefined
  const now = session.view?.state as GlassworksState | null | undefined
  const move = last?.kind === 'turn' ? (last.move as GlassworksMove) : null
  const seat = last?.seat ?? null
  if (!move || seat === null || !before || !now || last?.version !== session.view?.version) return
  const flights = move.type === 'place' ? ofPlacing(session, before, now, move, seat) : move.type === 'draw' ? ofDrawing(session, seat) : []
  void tick().then(() => {
    flights.forEach(({ drawing, from, to }, order) => {
      const end = to()?.getBoundingClientRect()
      if (end) fly(drawing, from, end, order)
    })
  })
}

function ofPlacing(
  session: TableSession,
  before: GlassworksState,
  now: GlassworksState,
  move: Extract<GlassworksMove, { type: 'place' }>,
  seat: number,
): Flight[] {
  const flights: Flight[] = []
  const onto = before.river[move.onto - 1]
  const home = homeOf(seat, session.viewer)
  if (onto && home && seat !== session.viewer) {
    const drawings = [...home.querySelectorAll('svg.piece')]
    const held = before.seats[seat]?.satchel ?? []
    for (const piece of move.pieces) {
      const drawing = drawings[held.indexOf(piece)]
      if (drawing) flights.push({ drawing, from: drawing.getBoundingClientRect(), to: () => spot(`tile-${onto.shape}`) })
    }
  }
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
        to: () => spot(`pane-${seat}-${column}-${row}`) ?? homeOf(seat, session.viewer),
      })
  })
  return flights
}

function ofDrawing(session: TableSession, seat: number): Flight[] {
  const move = session.events.at(-1)?.move as Extract<GlassworksMove, { type: 'draw' }>
  const before = session.before?.state as GlassworksState
  const drawings = [...(spot('lake')?.querySelectorAll('svg.piece') ?? [])]
  const used = new Set<number>()
  return move.take.flatMap((piece) => {
    const at = before.lake.findIndex((found, index) => found === piece && !used.has(index))
    used.add(at)
    const drawing = drawings[at]
    return drawing ? [{ drawing, from: drawing.getBoundingClientRect(), to: () => homeOf(seat, session.viewer) }] : []
  })
}
