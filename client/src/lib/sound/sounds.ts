/** What is heard, and whether: nothing before the page was touched, for who muted it, or for who wants no motion. */

import { motion, settings } from '../../app/settings.svelte'
import { whenIdle } from '../ui/idle'
import { Later } from '../ui/later.svelte'
import type { Cue } from './cue'

const synth = new Later(() => import('./synth'))

const isHeard = (): boolean => settings.hasSounds && motion() !== 0 && navigator.userActivation?.hasBeenActive === true

/** Load what makes sounds once the page stands, and have it ready soon after the first touch: to open a device takes
    longer than a frame, and would hold up what moves. Gives how to leave it. */
export function loadSounds(): () => void {
  let leave = synth.afterwards()
  const ready = (): void => {
    leave = whenIdle(() => isHeard() && void synth.want().then(() => synth.part?.(null)))
  }
  const touches = ['pointerup', 'keyup']
  for (const touch of touches) addEventListener(touch, ready, { once: true })
  return () => {
    leave()
    for (const touch of touches) removeEventListener(touch, ready)
  }
}

/** Sound a cue, where the person wants to hear them and has touched the page. */
export function sound(cue: Cue): void {
  if (!isHeard()) return
  // After what is to be seen: to make the tones takes a while, too.
  setTimeout(() => void synth.want().then(() => synth.part?.(cue)))
}
