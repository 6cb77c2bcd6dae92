/** Sounds of glass, wood and water, made here: nothing is loaded for them. */

import type { Cue } from './cue'

/** A tone that glides and fades. */
interface Tone {
  wave: OscillatorType | 'noise'
  /** Its pitch, in hertz; of noise where it is let through. */
  from: number
  to: number
  /** Seconds from the beginning of the cue. */
  at: number
  length: number
  volume: number
}

const tone = (wave: Tone['wave'], from: number, to: number, at: number, length: number, volume: number): Tone => ({ wave, from, to, at, length, volume })

/** Struck glass: its upper tones are no multiples of the lowest, and fade sooner. */
const glass = (pitch: number, at: number, volume: number): Tone[] => [
  tone('sine', pitch, pitch * 0.996, at, 0.34, volume),
  tone('sine', pitch * 2.76, pitch * 2.75, at, 0.16, volume * 0.4),
  tone('sine', pitch * 5.4, pitch * 5.38, at, 0.07, volume * 0.2),
]
/** Wood on wood: a short knock, and the hollow below it. */
const wood = (pitch: number, at: number, volume: number): Tone[] => [
  tone('noise', pitch * 6, pitch * 3, at, 0.05, volume),
  tone('triangle', pitch, pitch * 0.82, at, 0.11, volume),
]
/** A drop: its pitch rises as the bubble closes. */
const drop = (pitch: number, at: number, volume: number): Tone[] => [tone('sine', pitch, pitch * 1.9, at, 0.09, volume)]

export const CUES: Record<Cue, readonly Tone[]> = {
  laid: [...glass(1568, 0, 0.09), ...wood(320, 0, 0.04)],
  drift: [tone('noise', 340, 620, 0, 0.38, 0.06), ...drop(410, 0.1, 0.05), ...drop(520, 0.2, 0.04)],
  turn: [...glass(784, 0, 0.08), ...glass(1175, 0.14, 0.08)],
  refused: [...wood(196, 0, 0.12), ...wood(165, 0.11, 0.1)],
  row: [...glass(784, 0, 0.07), ...glass(988, 0.09, 0.07), ...glass(1175, 0.18, 0.07), ...glass(1568, 0.27, 0.08)],
  last: [...glass(523, 0, 0.09), ...glass(784, 0.16, 0.08), ...drop(300, 0.3, 0.06)],
  trade: [...glass(2093, 0, 0.05), ...glass(2637, 0.07, 0.05), ...wood(280, 0.02, 0.05)],
}

const ATTACK = 0.006
const SILENT = 0.0001

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** Sound a cue; null makes ready what sounds. */
export default function play(cue: Cue | null): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // A browser may put it to sleep; a cue that it does not let through is lost, and that is all.
  if (context.state !== 'running') context.resume().catch(() => undefined)
  rustle(context)
  if (cue) for (const one of CUES[cue]) start(context, one)
}

/** Half a second of noise, the same for every cue. */
function rustle(on: AudioContext): AudioBuffer {
  noise ??= on.createBuffer(1, on.sampleRate / 2, on.sampleRate)
  const samples = noise.getChannelData(0)
  if (samples[0] === 0) for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1
  return noise
}

function start(on: AudioContext, { wave, from, to, at, length, volume }: Tone): void {
  const begin = on.currentTime + at
  const level = new GainNode(on, { gain: SILENT })
  level.gain.setValueAtTime(SILENT, begin)
  level.gain.exponentialRampToValueAtTime(volume, begin + ATTACK)
  level.gain.exponentialRampToValueAtTime(SILENT, begin + length)
  level.connect(on.destination)
  const glide = (pitch: AudioParam): void => {
    pitch.setValueAtTime(from, begin)
    pitch.exponentialRampToValueAtTime(to, begin + length)
  }
  let source: AudioScheduledSourceNode
  if (wave === 'noise') {
    const band = new BiquadFilterNode(on, { type: 'bandpass', Q: 1.2 })
    glide(band.frequency)
    source = new AudioBufferSourceNode(on, { buffer: rustle(on) })
    source.connect(band).connect(level)
  } else {
    const oscillator = new OscillatorNode(on, { type: wave })
    glide(oscillator.frequency)
    source = oscillator
    source.connect(level)
  }
  source.start(begin)
  source.stop(begin + length)
}
