/** Messages that this browser shows by itself: whether it can, and how it is registered for them. */

import { client, pause, settle } from '../api/http'
import type { Language } from '../../words/words.svelte'
import { messages, type Contact } from './messages'

/** Why a browser shows no messages, or that it can. */
export type Ability = 'can' | 'insecure' | 'install' | 'denied' | 'unable'

export function ability(): Ability {
  if (!isSecureContext) return 'insecure'
  // Only Safari on a phone has it: there an app on the Home Screen gets messages, a page does not.
  if ('standalone' in navigator && navigator.standalone === false) return 'install'
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) return 'unable'
  return Notification.permission === 'denied' ? 'denied' : 'can'
}

const encode = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const decode = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** What to call this browser where a person's devices are listed. */
export function labelOf(agent: string): string {
  const first = (names: [string, RegExp][]): string | undefined => names.find(([, pattern]) => pattern.test(agent))?.[0]
  const browser = first([['Firefox', /Firefox|FxiOS/], ['Edge', /Edg/], ['Opera', /OPR/], ['Samsung Internet', /SamsungBrowser/], ['Chrome', /Chrom|CriOS/], ['Safari', /Safari/]])
  const system = first([['Android', /Android/], ['iPhone', /iPhone/], ['iPad', /iPad/], ['Windows', /Windows/], ['macOS', /Mac OS/], ['ChromeOS', /CrOS/], ['Linux', /Linux/]])
  return [browser ?? 'Browser', system].filter(Boolean).join(' · ')
}

const manager = async (): Promise<PushManager | null> => (await navigator.serviceWorker.getRegistration())?.pushManager ?? null

async function register(found: PushSubscription, serverKey: string, language: Language): Promise<void> {
  const body = {
    endpoint: found.endpoint,
    p256dh: encode(found.getKey('p256dh')),
    auth: encode(found.getKey('auth')),
    server_key: serverKey,
    label: labelOf(navigator.userAgent),
    language,
  }
  await settle(client.POST('/api/me/push', { body }))
}

const isFor = (found: PushSubscription, serverKey: string): boolean => encode(found.options.applicationServerKey) === serverKey

/** Register this browser, anew where it has registered with another key or the server has given it up; asked for by a tap. */
export async function subscribe(serverKey: string, language: Language): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const pushes = (await navigator.serviceWorker.ready).pushManager
  await (await pushes.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: decode(serverKey) }
  await register(await pushes.subscribe(options), serverKey, language)
  return true
}

/** Compare what this browser knows with what the server does, at each start: either may have lost it. */
export async function renew(serverKey: string, here: Contact | null, language: Language): Promise<void> {
  if (ability() !== 'can' || Notification.permission !== 'granted') return
  const pushes = await manager()
  let found = (await pushes?.getSubscription()) ?? null
  if (!pushes || (!found && !here)) return
  if (found && !isFor(found, serverKey)) {
    await found.unsubscribe()
    found = null
  }
  found ??= await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: decode(serverKey) })
  await register(found, serverKey, language)
}

/** Let this browser show no more messages. */
export async function unsubscribe(): Promise<void> {
  if (ability() !== 'can') return
  await (await (await manager())?.getSubscription())?.unsubscribe()
}

/** How often to look whether a device has shown a test, and for how long. */
const LOOKS = 10
const PACE_MS = 1000

/** Wait until a device has shown the test that was just sent there; false where it says nothing for a while. */
export async function isShown(contact: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { contacts } = await messages()
    if (contacts.find(({ id }) => id === contact)?.is_shown) return true
    await pause(PACE_MS)
  }
  return false
}
