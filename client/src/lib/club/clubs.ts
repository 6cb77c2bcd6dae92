/** Clubs: what is asked of the server. */

import { client, settle, settleAtLast } from '../api/http'
import type { components } from '../api/schema'

export type Club = components['schemas']['ClubReply']
export type ClubLine = components['schemas']['ClubLine']
export type OwnClub = components['schemas']['OwnClub']

const at = (club: string) => ({ params: { path: { club } } })

export const club = (id: string) => settleAtLast(() => client.GET('/api/clubs/{club}', at(id)))

export const mine = () => settleAtLast(() => client.GET('/api/me/clubs'))

export const own = (id: string) => settleAtLast(() => client.GET('/api/me/clubs/{club}', at(id)))

export const make = (name: string) => settle(client.POST('/api/me/clubs', { body: { name } }))

export const join = (id: string) => settle(client.POST('/api/me/clubs/{club}/join', at(id)))

export const leave = (id: string) => settle(client.POST('/api/me/clubs/{club}/leave', at(id)))

export const remove = (id: string, member: number) =>
  settle(client.DELETE('/api/me/clubs/{club}/members/{member}', { params: { path: { club: id, member } } }))

export const show = (id: string, table: string) => settle(client.POST('/api/me/clubs/{club}/tables', { ...at(id), body: { table } }))

/** The ratings of a club's members by pool, as the server orders them. */
export function byPool(ratings: Club['ratings']): [string, Club['ratings']][] {
  const found = new Map<string, Club['ratings']>()
  for (const one of ratings) found.set(one.pool, [...(found.get(one.pool) ?? []), one])
  return [...found]
}
