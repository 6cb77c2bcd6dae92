/** What a person prefers on this device: theme, language, speed of motion, single-key shortcuts, sounds. */

export type Theme = 'system' | 'light' | 'dark'
export type Speed = 'system' | 'none' | 'normal' | 'double'

export interface Settings {
  theme: Theme
  language: string | null
  speed: Speed
  hasShortcuts: boolean
  hasSounds: boolean
  /** The name last used at a table. */
  name: string
}

const KEY = 'rivertable.settings'
const FIRST: Settings = { theme: 'system', language: null, speed: 'system', hasShortcuts: true, hasSounds: false, name: '' }

function read(): Settings {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    // A browser without storage, or a value of another hand: the table works all the same.
    return { ...FIRST }
  }
}

export const settings: Settings = $state(read())

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes)
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // Kept for this visit only.
  }
  applySettings()
}

function matches(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches
}

export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && matches('(prefers-color-scheme: dark)'))
}

/** Give by what motion's times are multiplied: 0 for none. */
export function motion(): number {
  if (settings.speed === 'none') return 0
  if (settings.speed === 'double') return 0.5
  if (settings.speed === 'normal') return 1
  return matches('(prefers-reduced-motion: reduce)') ? 0 : 1
}

export function applySettings(): void {
  const root = document.documentElement
  root.dataset['theme'] = isDark() ? 'dark' : 'light'
  root.dataset['motion'] = motion() === 0 ? 'none' : 'some'
}

if (typeof matchMedia === 'function') {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applySettings)
  matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', applySettings)
}
