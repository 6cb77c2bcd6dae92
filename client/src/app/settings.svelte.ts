/** What a person prefers on this device: theme, language, speed of motion, single-key shortcuts, sounds. */

export type Theme = 'system' | 'light' | 'dark'
export type Speed = 'system' | 'none' | 'normal' | 'double'
/** How fast others' turns are shown. */
export type TurnPace = 'slow' | 'normal' | 'fast' | 'none'

export interface Settings {
  theme: Theme
  language: string | null
  speed: Speed
  pace: TurnPace
  hasShortcuts: boolean
  hasSounds: boolean
  /** The name last used at a table. */
  name: string
}

const KEY = 'rivertable.settings'
const FIRST: Settings = { theme: 'system', language: null, speed: 'system', pace: 'normal', hasShortcuts: true, hasSounds: true, name: '' }

/** Give what this browser keeps as JSON: null where that is nothing, without storage, or for a value of another hand. */
export function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage it lasts as long as its page.
  }
}

export const settings: Settings = $state({ ...FIRST, ...(stored(KEY) as Partial<Settings> | null) })

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes)
  store(KEY, settings)
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

const PACES: Record<TurnPace, number> = { slow: 2, normal: 1, fast: 0.4, none: 0 }

/** Give by what the times of others' turns are multiplied: 0 for all at once. */
export function tempo(): number {
  return motion() === 0 ? 0 : PACES[settings.pace]
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
