import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { change } from '../../app/settings.svelte'
import type { Cue } from './cue'
import { loadSounds, sound } from './sounds'
import { CUES } from './synth'

let contexts = 0
let asked: string[] = []

/** A browser's own sound, of which only what is asked is kept. */
class Node {
  frequency = { setValueAtTime: (pitch: number) => asked.push(String(pitch)), exponentialRampToValueAtTime: () => undefined }
  gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
  connect<Next>(next: Next): Next {
    return next
  }
  start = () => undefined
  stop = () => undefined
}
class Context {
  state = 'running'
  currentTime = 0
  sampleRate = 10
  destination = new Node()
  constructor() {
    contexts += 1
  }
  createBuffer = (_channels: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
}
const touched = { hasBeenActive: false }

beforeEach(() => {
  asked = []
  vi.stubGlobal('AudioContext', Context)
  for (const name of ['OscillatorNode', 'GainNode', 'BiquadFilterNode', 'AudioBufferSourceNode']) vi.stubGlobal(name, Node)
  vi.stubGlobal('navigator', { userActivation: touched })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  change({ hasSounds: true, speed: 'normal' })
})
afterEach(() => vi.unstubAllGlobals())

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 20))

describe('sounds', () => {
  it('are not made before the page was touched, and then before there is anything to hear', async () => {
    const heard = new Map<string, () => void>()
    vi.stubGlobal('addEventListener', (touch: string, what: () => void) => heard.set(touch, what))
    vi.stubGlobal('requestIdleCallback', (what: () => void) => setTimeout(what))
    loadSounds()
    sound('turn')
    heard.get('pointerup')!()
    await settled()
    expect(contexts).toBe(0)
    touched.hasBeenActive = true
    heard.get('pointerup')!()
    await vi.waitFor(() => expect(contexts).toBe(1))
    expect(asked).toEqual([])
  })

  it('are silent for who muted them and for who wants no motion', async () => {
    change({ hasSounds: false })
    sound('laid')
    change({ hasSounds: true, speed: 'none' })
    sound('laid')
    await settled()
    expect(asked).toEqual([])
  })

  it('are different for each event', async () => {
    const heard = new Set<string>()
    for (const cue of Object.keys(CUES) as Cue[]) {
      asked = []
      sound(cue)
      await vi.waitFor(() => expect(asked.length).toBe(CUES[cue].length))
      heard.add(asked.join())
    }
    expect(heard.size).toBe(Object.keys(CUES).length)
    expect(contexts).toBe(1)
  })
})
