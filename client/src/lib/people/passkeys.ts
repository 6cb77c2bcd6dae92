/** Passkeys: whether this browser has any here, what it is asked for, and what of its answers goes to the server. */

import { client, Refusal, settle } from '../api/http'
import type { components as Described } from '../api/schema'
import { labelOf } from './push'

export type Passkey = Described['schemas']['PasskeyReply']
type Question = Described['schemas']['PasskeyQuestion']

/** What of an answer goes to the server, of those that a browser tells as JSON. */
interface Told<Name extends string> {
  id: string
  response: Record<Name, string>
}

/** Newer than the types of the library. */
interface Signals {
  signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>
}

/** Why a browser has no passkeys here, or that it can have some. */
export type Ability = 'can' | 'insecure' | 'elsewhere' | 'unable'

/** What holds for the pages that are open; `site` is the address at which passkeys hold. */
export function ability(site: string | null): Ability {
  if (!isSecureContext || site === null) return 'insecure'
  if (site !== location.origin) return 'elsewhere'
  return globalThis.PublicKeyCredential && 'parseCreationOptionsFromJSON' in PublicKeyCredential ? 'can' : 'unable'
}

export const passkeys = async () => (await settle(client.GET('/api/me/passkeys'))).passkeys

/** Have the browser make a passkey, and register it; false where its person thinks better of it. */
export async function add(): Promise<boolean> {
  const { token, options } = await settle(client.POST('/api/me/passkey/new'))
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
  const made = await unlessRefused(() => navigator.credentials.create({ publicKey }))
  if (!made) return false
  const { id, response } = made as Told<'clientDataJSON' | 'attestationObject'>
  const body = {
    token,
    credential: id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    label: labelOf(navigator.userAgent),
  }
  await settle(client.POST('/api/me/passkeys', { body }))
  return true
}

/** Be found by a passkey of this browser; null where its person thinks better of it. */
export async function come() {
  const question = await settle(client.POST('/api/me/passkey/ask'))
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(question.options as unknown as PublicKeyCredentialRequestOptionsJSON)
  const found = await unlessRefused(() => navigator.credentials.get({ publicKey }))
  if (!found) return null
  const { id, response } = found as Told<'clientDataJSON' | 'authenticatorData' | 'signature' | 'userHandle'>
  const body = {
    token: question.token,
    credential: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle,
  }
  try {
    return await settle(client.POST('/api/me/passkey', { body }))
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'no-person') await forgetUnknown(question, id)
    throw error
  }
}

/** Let the browser offer no longer what this server does not know. */
const forgetUnknown = ({ options }: Question, credentialId: string) =>
  (PublicKeyCredential as Signals).signalUnknownCredential?.({ rpId: options.rpId as string, credentialId })

/** Give what a browser answers as JSON; null where its person says no. */
async function unlessRefused(ask: () => Promise<Credential | null>): Promise<PublicKeyCredentialJSON | null> {
  try {
    return ((await ask()) as PublicKeyCredential).toJSON()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null
    throw error
  }
}

const at = (passkey: string) => ({ params: { path: { passkey } } })

export const rename = (passkey: string, label: string) =>
  settle(client.POST('/api/me/passkeys/{passkey}', { ...at(passkey), body: { label } }))

export const remove = (passkey: string) => settle(client.DELETE('/api/me/passkeys/{passkey}', at(passkey)))
