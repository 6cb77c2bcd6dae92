/** The push of one table. It reconnects by itself, says what it has seen, and hands every news to one listener. */

import { backOff } from './http'
import { isNamed } from './seats'
import type { Pushed } from './types'

export type Connection = 'connecting' | 'open' | 'reconnecting'

export interface SocketListener {
  heard(message: Pushed): void
  changed(connection: Connection): void
}

const PING_EVERY = 8000
const SILENCE_AT_MOST = 20_000

export class TableSocket {
  #socket: WebSocket | null = null
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #ping: ReturnType<typeof setInterval> | null = null
  #heardAt = 0
  #isClosed = false
  /** The last version that the table was told to have been seen. */
  #shown: number | null = null
  #address: string

  constructor(
    readonly table: string,
    protected token: string | null,
    private version: () => number | null,
    private listener: SocketListener,
  ) {
    this.#address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
    document.addEventListener('visibilitychange', this.#show)
    this.#open()
  }

  /** Look through the eyes of another seat, or of none. */
  look(token: string | null, version: number | null = null): void {
    this.token = token
    this.#shown = null
    this.#say(this.asked(version))
  }

  /** What opens the push from a version on. */
  protected asked(version: number | null): unknown {
    return { type: 'open', table: this.table, token: this.token, version }
  }

  close(): void {
    this.#isClosed = true
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#hurry)
    document.removeEventListener('visibilitychange', this.#show)
    this.#stop()
    const socket = this.#socket
    // A browser complains of a socket that is closed before it is open.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket?.close()
  }

  #open(): void {
    this.listener.changed(this.#attempt === 0 ? 'connecting' : 'reconnecting')
    const socket = new WebSocket(this.#address)
    this.#socket = socket
    socket.onopen = () => {
      this.#heardAt = Date.now()
      this.#shown = null
      this.#say(this.asked(this.version()))
      this.#ping = setInterval(this.#beat, PING_EVERY)
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heardAt = Date.now()
      this.#attempt = 0
      this.listener.changed('open')
      this.listener.heard(JSON.parse(event.data) as Pushed)
      this.#show()
    }
    socket.onclose = () => this.#lost(socket)
  }

  #lost(socket: WebSocket): void {
    if (this.#isClosed || socket !== this.#socket) return
    this.#stop()
    this.listener.changed('reconnecting')
    this.#timer = setTimeout(() => this.#open(), backOff(this.#attempt))
    this.#attempt += 1
  }

  #beat = (): void => {
    if (Date.now() - this.#heardAt > SILENCE_AT_MOST) {
      const socket = this.#socket
      socket?.close()
      if (socket) this.#lost(socket)
    } else {
      this.#say({ type: 'ping' })
    }
  }

  /** The network or the page came back: do not wait for the timer. */
  #hurry = (): void => {
    if (document.visibilityState === 'hidden' || this.#timer === null) return
    this.#stop()
    this.#open()
  }

  /** Somebody with a name has the table in sight: no message has to tell of it. */
  #show = (): void => {
    const version = this.version()
    if (document.visibilityState === 'hidden' || version === null || version === this.#shown || !isNamed()) return
    this.#shown = version
    this.#say({ type: 'shown', version })
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#ping !== null) clearInterval(this.#ping)
    this.#timer = this.#ping = null
  }

  #say(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
