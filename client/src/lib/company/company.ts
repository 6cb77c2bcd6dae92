/** What is asked of the table while people look for one another, and wait. */

import { client, settle } from '../api/http'
import type { components, paths } from '../api/schema'
import type { NewTable } from '../api/types'

export type AbsenceChoice = components['schemas']['ChoiceRequest']['choice']
/** What whoever sits down at a new table agrees to, as far as it is said. */
export type Agreed = Partial<Pick<NewTable, 'clock' | 'absence' | 'has_ready_check' | 'has_holidays' | 'language' | 'is_taught' | 'is_rated'>>
/** What one looks for among the open tables. */
export type Wanted = NonNullable<paths['/api/tables']['get']['parameters']['query']>

const at = (table: string, secret: string) => ({
  params: { path: { table } },
  headers: { Authorization: `Bearer ${secret}` },
})

/** Say what is to be done about a person whose time is up; `version` is the question's. */
export const choose = (table: string, version: number, choice: AbsenceChoice, secret: string) =>
  settle(client.POST('/api/tables/{table}/choice', { ...at(table, secret), body: { version, choice } }))

/** Ask the others for a break, agree to one or refuse it, and go on. */
export const askBreak = (table: string, secret: string) => settle(client.POST('/api/tables/{table}/break', at(table, secret)))
export const answerBreak = (table: string, version: number, isAgreed: boolean, secret: string) =>
  settle(client.POST('/api/tables/{table}/break/answer', { ...at(table, secret), body: { version, is_agreed: isAgreed } }))
export const endBreak = (table: string, secret: string) => settle(client.POST('/api/tables/{table}/break/end', at(table, secret)))

/** Say that one is there. */
export const sayReady = (table: string, secret: string) => settle(client.POST('/api/tables/{table}/ready', at(table, secret)))

/** Keep a table for longer, as its host. */
export const extend = (table: string, host: string) => settle(client.POST('/api/tables/{table}/extend', at(table, host)))

/** Give the open tables that one looks for, the last active first; more of them after the `place` of the last. */
export const openTables = (wanted: Wanted) => settle(client.GET('/api/tables', { params: { query: wanted } }))

export type Companion = components['schemas']['CompanionReply']
export type Invitation = components['schemas']['InvitationReply']

/** Whom one has played with under one's name. */
export const companions = () => settle(client.GET('/api/me/companions'))

/** Invite one of them to a table at which one has a seat, or that one is the host of. */
export const invite = (table: string, companion: string) =>
  settle(client.POST('/api/me/invitations', { body: { table, companion } }))

/** The tables that one is invited to. */
export const invitations = () => settle(client.GET('/api/me/invitations'))

export const decline = (table: string) => settle(client.POST('/api/me/invitations/decline', { body: { table } }))

export type Holidays = components['schemas']['HolidaysReply']

/** The holidays under one's name. */
export const holidays = () => settle(client.GET('/api/me/holidays'))

/** Take a holiday of so many days from a date on, as browsers write it; from now on where it is ''. */
export const takeHoliday = (begins: string, days: number) =>
  settle(client.POST('/api/me/holidays', { body: { days, begins: begins || null } }))

/** End a holiday now, or give it up. */
export const endHoliday = (holiday: string) => settle(client.POST('/api/me/holidays/end', { body: { holiday } }))
