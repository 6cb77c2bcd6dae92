/** A few short tones, made here: nothing is loaded, and nothing sounds unless it was switched on. */

import { settings } from '../../app/settings.svelte'

export type Cue = 'laid' | 'drift' | 'turn' | 'refused'

interface Tone {
  wave: OscillatorType
  from: number
  to: number
  /** Seconds from the beginning of the cue. */
  at: number
  length: number
  volume: number
}

const tone = (wave: OscillatorType, from: number, to: number, at: number, length: number, volume: number): Tone => ({
  wave,
  from,
  to,
  at,
  length,
  volume,
})

/** Glass set down, wood on water, two notes up, one low note. */
export const CUES: Record<Cue, readonly Tone[]> = {
  laid: [tone('sine', 1568, 1540, 0, 0.16, 0.12), tone('sine', 2637, 2600, 0.01, 0.1, 0.05)],
  drift: [tone('sine', 240, 170, 0, 0.28, 0.14)],
  turn: [tone('triangle', 523, 523, 0, 0.16, 0.12), tone('triangle', 784, 784, 0.13, 0.26, 0.12)],
  refused: [tone('triangle', 196, 165, 0, 0.2, 0.14)],
}

const ATTACK = 0.008
const SILENT = 0.0001

let context: AudioContext | null = null

/** Sound a cue, where the person wants to hear them and has touched the page. */
export function sound(cue: Cue): void {
  if (!settings.hasSounds || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  // A browser may put it to sleep; a cue that it does not let through is lost, and that is all.
  if (context.state !== 'running') context.resume().catch(() => undefined)
  for (const one of CUES[cue]) start(context, one)
}

function start(on: AudioContext, { wave, from, to, at, length, volume }: Tone): void {
  const begin = on.currentTime + at
  const source = new OscillatorNode(on, { type: wave, frequency: from })
  const level = new GainNode(on, { gain: SILENT })
  source.frequency.setValueAtTime(from, begin)
  source.frequency.exponentialRampToValueAtTime(to, begin + length)
  level.gain.setValueAtTime(SILENT, begin)
  level.gain.exponentialRampToValueAtTime(volume, begin + ATTACK)
  level.gain.exponentialRampToValueAtTime(SILENT, begin + length)
  source.connect(level).connect(on.destination)
  source.start(begin)
  source.stop(begin + length)
}
