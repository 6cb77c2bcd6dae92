/** Messages when it is one's turn: what is asked of the server about them. */

import { client, settle } from '../api/http'
import type { components as Described } from '../api/schema'
import type { Language } from '../../words/words.svelte'

export type Contact = Described['schemas']['MessageContact']
export type Kind = Contact['kind']
export type Hours = Described['schemas']['MessageHours']
export type Outcome = Described['schemas']['MessageOutcome']

export const messages = () => settle(client.GET('/api/me/messages'))

/** Ask for messages to an address, in a language; a first one is sent there, whose link confirms it. */
export const add = (kind: Exclude<Kind, 'push'>, address: string, language: Language) =>
  kind === 'mail'
    ? settle(client.POST('/api/me/messages/mail', { body: { address, language } }))
    : settle(client.POST('/api/me/messages/webhook', { body: { kind, address, language } }))

const at = (contact: string) => ({ params: { path: { contact } } })

export const test = (contact: string) => settle(client.POST('/api/me/contacts/{contact}/test', at(contact)))

/** Say at which hours messages come, as clocks in a time zone show them. */
export const setHours = (hours: Hours) => settle(client.POST('/api/me/hours', { body: hours }))

export const remove = (contact: string) => settle(client.DELETE('/api/me/contacts/{contact}', at(contact)))

export const confirm = (token: string) => settle(client.POST('/api/messages/confirm', { body: { token } }))

export const stop = (token: string) => settle(client.POST('/api/messages/stop/{token}', { params: { path: { token } } }))
