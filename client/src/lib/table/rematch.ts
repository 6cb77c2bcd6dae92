/** Once more with the same people: loaded at the end of a game. */

import { hold } from '../api/seats'
import * as api from '../api/table'
import type { TableSession } from './session.svelte'

/** Sit down at the table that follows this one: every seat's secret opens its seat there too. Gives its id. */
export async function rematch(session: TableSession): Promise<string | null> {
  const { secret, held, view } = session
  if (secret === null || !held || !view) return null
  let next: string | null = null
  await session.attempt(async () => {
    next = (await api.rematch(session.id, secret)).table
    hold(next, { game: view.game, name: view.name, seats: held.seats, isHotSeat: held.isHotSeat, host: secret })
    for (const own of held.seats) {
      await api.join(next, own.seat, view.seats[own.seat]?.name ?? '', own.secret)
    }
    const table = await api.table(next, secret)
    if (table.seats.every((seat) => seat.is_taken)) await api.start(next, null, secret)
  })
  return next
}
