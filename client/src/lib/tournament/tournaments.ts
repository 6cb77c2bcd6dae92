/** Tournaments: what is asked of the server, and how people and figures of them are told. */

import { client, settle, settleAtLast } from '../api/http'
import { isNamed, noteName } from '../api/seats'
import type { components } from '../api/schema'
import type { GameName } from '../api/types'
import { takeName } from '../people/people'

export type Tournament = components['schemas']['TournamentReply']
export type TournamentLine = components['schemas']['TournamentLine']
export type DealOfTournament = components['schemas']['TournamentDealReply']
export type OwnTournament = components['schemas']['OwnTournament']
export type Kind = Tournament['kind']
export type Luck = components['schemas']['LuckReply']
export type Wanted = Required<components['schemas']['TournamentRequest']>

const at = (tournament: string) => ({ params: { path: { tournament } } })

export const tournament = (id: string) => settleAtLast(() => client.GET('/api/tournaments/{tournament}', at(id)))

export const dealOf = (id: string, deal: number) =>
  settleAtLast(() => client.GET('/api/tournaments/{tournament}/deals/{deal}', { params: { path: { tournament: id, deal } } }))

export const luck = (game: GameName, players: number, deals: number, people: number) =>
  settleAtLast(() => client.GET('/api/luck', { params: { query: { game, players, deals, people } } }))

export const mine = () => settleAtLast(() => client.GET('/api/me/tournaments'))

export const own = (id: string) => settleAtLast(() => client.GET('/api/me/tournaments/{tournament}', at(id)))

/** Take a name where this browser has none yet. */
export async function beNamed(name: string): Promise<void> {
  if (isNamed()) return
  await takeName(name)
  noteName(true)
}

export const make = (body: Wanted) => settle(client.POST('/api/me/tournaments', { body }))

export const join = (id: string) => settle(client.POST('/api/me/tournaments/{tournament}/join', { ...at(id), body: { is_bot: false } }))

export const leave = (id: string) => settle(client.POST('/api/me/tournaments/{tournament}/leave', at(id)))

export const start = (id: string) => settle(client.POST('/api/me/tournaments/{tournament}/start', at(id)))

/** The seats of the deals or rounds that a person still plays, those on turn first. */
export const openSeats = ({ seats }: OwnTournament): OwnTournament['seats'] =>
  seats.filter((seat) => !seat.is_over).sort((one, other) => Number(other.is_on_turn) - Number(one.is_on_turn) || one.round - other.round)

export const table = (id: string): string => `/t/${id}`

export const seatAddress = ({ table, seat, secret }: OwnTournament['seats'][number]): string => `/t/${table}#${seat}.${secret}`

/** Whether the line above this one belongs to another group: from there on the difference is more than noise. */
export const beginsGroup = (standings: Tournament['standings'], index: number): boolean =>
  index > 0 && standings[index]!.group !== standings[index - 1]!.group
