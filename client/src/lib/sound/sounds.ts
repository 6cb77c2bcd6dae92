/** What is heard, and whether: nothing before the page was touched, for who muted it, or for who wants no motion. */

import { motion, settings } from '../../app/settings.svelte'
import { Later } from '../ui/later.svelte'

/** A piece laid, others' turns, one's own turn, a refusal; a row filled, the piece that ends the game, a good trade. */
export type Cue = 'laid' | 'drift' | 'turn' | 'refused' | 'row' | 'last' | 'trade'

const synth = new Later(() => import('./synth'))

/** Load what makes sounds once the page stands; gives how to leave it. */
export const loadSounds = (): (() => void) => synth.afterwards()

/** Sound a cue, where the person wants to hear them and has touched the page. */
export function sound(cue: Cue): void {
  if (!settings.hasSounds || motion() === 0 || !navigator.userActivation?.hasBeenActive) return
  void synth.want().then(() => synth.part?.(cue))
}
