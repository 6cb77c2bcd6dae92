/** Messages when it is one's turn: what is asked of the server about them. */

import { client, settle } from '../api/http'
import type { components as Described } from '../api/schema'
import type { Language } from '../../words/words.svelte'

export type Contact = Described['schemas']['MessageContact']
export type Outcome = Described['schemas']['MessageOutcome']

export const messages = () => settle(client.GET('/api/me/messages'))

export const addMail = (address: string, language: Language) =>
  settle(client.POST('/api/me/messages/mail', { body: { address, language } }))

const at = (contact: string) => ({ params: { path: { contact } } })

export const test = (contact: string) => settle(client.POST('/api/me/contacts/{contact}/test', at(contact)))

export const remove = (contact: string) => settle(client.DELETE('/api/me/contacts/{contact}', at(contact)))

export const confirm = (token: string) => settle(client.POST('/api/messages/confirm', { body: { token } }))

export const stop = (token: string) => settle(client.POST('/api/messages/stop/{token}', { params: { path: { token } } }))
