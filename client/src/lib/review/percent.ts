/** Shares of the win in words. */

import { language } from '../../words/words.svelte'

export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: digits }).format(share).replace('-', '−')
}

/** A change of a share, with its sign. */
export function change(share: number): string {
  const text = percent(Math.abs(share))
  const sign = Math.abs(share) < 0.005 ? '±' : share > 0 ? '+' : '−'
  return sign + text
}
