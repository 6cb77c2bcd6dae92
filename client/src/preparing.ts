/** One quiet line while the server prepares faster play beside the games: the server's page loads this only then. */

import type { components } from './lib/api/schema'
import de from './words/de/preparing.json'
import en from './words/en/preparing.json'
import es from './words/es/preparing.json'
import fr from './words/fr/preparing.json'

type Preparation = components['schemas']['PreparationReply']

const WORDS: Record<string, typeof en> = { de, en, es, fr }
const EVERY = 1000
const WIDE = 900
const PHONE = 700
const ON_EDGE: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  insetBlockStart: '0',
  zIndex: '60',
  overflow: 'hidden',
  pointerEvents: 'none',
}
/** On a phone: a thin bar along the upper edge, since words would lie on the page's own. */
const BAR: Partial<CSSStyleDeclaration> = {
  ...ON_EDGE,
  insetInlineStart: '0',
  blockSize: '3px',
  background: 'var(--accent)',
  font: '0/0 var(--sans)',
}
const WORDED: Partial<CSSStyleDeclaration> = {
  ...ON_EDGE,
  insetInlineStart: '50%',
  translate: '-50%',
  maxInlineSize: '100vw',
  padding: '1px 12px 2px',
  borderRadius: '0 0 8px 8px',
  background: 'var(--surface)',
  color: 'var(--ink-2)',
  boxShadow: 'var(--e1)',
  font: '12px/16px var(--sans)',
  textAlign: 'center',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
}

const line = document.createElement('div')
line.id = 'preparing'
line.role = 'progressbar'

function show({ share }: Preparation): void {
  // The page's language is known once its words are there.
  const language = document.documentElement.lang
  const words = WORDS[language] ?? en
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(share)
  line.textContent = words.line.replace('{percent}', percent)
  line.ariaLabel = `${line.textContent}. ${words.until}`
  line.ariaValueNow = String(Math.round(share * 100))
  if (innerWidth >= WIDE) line.textContent += ` · ${words.until}`
  line.removeAttribute('style')
  Object.assign(line.style, innerWidth < PHONE ? { ...BAR, inlineSize: `${share * 100}%` } : WORDED)
  if (!line.isConnected) document.body.append(line)
}

async function look(): Promise<void> {
  try {
    const found = (await (await fetch('/api/preparation', { cache: 'no-store' })).json()) as Preparation
    if (!found.is_going_on) return line.remove()
    show(found)
  } catch {
    // The server is just being followed by one that is faster: the next look finds it.
  }
  setTimeout(() => void look(), EVERY)
}

void look()
