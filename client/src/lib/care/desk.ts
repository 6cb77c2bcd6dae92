/** The operators' page: what it asks of the server, by a cookie that nothing else is sent. */

import { client, settle } from '../api/http'
import type { components as Described } from '../api/schema'

type Schemas = Described['schemas']
export type Desk = Schemas['DeskReply']
export type Report = Schemas['ReportReply']
export type Person = Schemas['PersonReply']
export type PersonFile = Schemas['PersonFile']
export type Sanction = Schemas['SanctionReply']
export const KINDS = ['warn', 'no-lobby', 'no-rated', 'closed'] as const satisfies Sanction['kind'][]

export const enter = (key: string) => settle(client.POST('/api/admin/enter', { body: { key } }))

export const leave = () => settle(client.POST('/api/admin/leave'))

export const desk = () => settle(client.GET('/api/admin/desk'))

export const closeReport = (report: string, answer: string) =>
  settle(client.POST('/api/admin/reports/{report}/close', { params: { path: { report } }, body: { answer } }))

export const find = (words: string) => settle(client.GET('/api/admin/people', { params: { query: { find: words } } }))

const of = (person: string) => ({ params: { path: { person } } })

export const file = (person: string) => settle(client.GET('/api/admin/people/{person}', of(person)))

export const issueCode = (person: string) => settle(client.POST('/api/admin/people/{person}/code', of(person)))

/** Impose something on a person, for some days or (null) for good; a report may have led to it. */
export const impose = (person: string, kind: Sanction['kind'], reason: string, days: number | null, report: string | null) =>
  settle(client.POST('/api/admin/people/{person}/sanctions', { ...of(person), body: { kind, reason, days, report } }))

const at = (sanction: string) => ({ params: { path: { sanction } } })

export const lift = (sanction: string) => settle(client.POST('/api/admin/sanctions/{sanction}/lift', at(sanction)))

export const answer = (sanction: string, text: string) =>
  settle(client.POST('/api/admin/sanctions/{sanction}/answer', { ...at(sanction), body: { text } }))
