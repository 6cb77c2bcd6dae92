/** Refusals in the reader's language: the table sends the English sentence, its template and what fills it. */

import type { Problem } from '../api/types'
import { fill, language } from '../../words/words.svelte'

type Templates = Record<string, string>

const FILES: Partial<Record<string, () => Promise<{ default: Templates }>>> = {
  de: () => import('../../words/refusals.de.json'),
  fr: () => import('../../words/refusals.fr.json'),
  es: () => import('../../words/refusals.es.json'),
}

const loaded = new Map<string, Templates>()

/** Load a language's refusals; English needs none. */
export async function loadRefusals(of: string): Promise<void> {
  const file = FILES[of]
  if (file && !loaded.has(of)) loaded.set(of, (await file()).default)
}

export function sentence(problem: Problem): string {
  const template = problem.template ? loaded.get(language())?.[problem.template] : undefined
  return template ? fill(template, problem.values ?? {}, language()) : problem.detail
}
