import { NAV_ENTRIES } from '../../components/shell/nav-entries.ts'
import { COMMAND_KEY } from '../../lib/command-key.ts'

/** Memory of `toAction` between two keys: when `g` was pressed, in milliseconds, or null. */
export type Prefix = number | null

export type ShortcutAction =
  | { kind: 'palette' | 'sheet' | 'theme' | 'refresh' | 'search' }
  | { kind: 'prefix'; at: number }
  | { kind: 'go'; to: string }

const SECOND_KEY_MS = 1_500

/** Screens by the letter after `G`. */
export const GO_KEYS: Readonly<Record<string, string>> = {
  p: '/',
  a: '/analysis',
  o: '/options',
  b: '/backtest',
  h: '/hedges',
  i: '/ai-analysis',
}

/** The keys that go to a screen, or `undefined` for one without. */
export function findGoKeys(to: string): readonly string[] | undefined {
  const key = Object.keys(GO_KEYS).find((letter) => GO_KEYS[letter] === to)
  return key === undefined ? undefined : ['G', key.toUpperCase()]
}

/** Returns the action of a key, given whether `g` came just before; null for a key without a meaning here. */
export function toAction(key: string, prefix: Prefix, now: number): ShortcutAction | null {
  if (key === 'palette') return { kind: 'palette' }
  const to = prefix !== null && now - prefix <= SECOND_KEY_MS ? GO_KEYS[key] : undefined
  if (to !== undefined) return { kind: 'go', to }
  if (key === 'g') return { kind: 'prefix', at: now }
  if (key === '?') return { kind: 'sheet' }
  if (key === '/') return { kind: 'search' }
  if (key === 'r') return { kind: 'refresh' }
  return key === 't' ? { kind: 'theme' } : null
}

/** Keys as the sheet and the palette show them. */
export const SHORTCUTS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [COMMAND_KEY, 'K'], does: 'Search or jump to' },
  ...NAV_ENTRIES.flatMap(({ label, to }) => {
    const keys = findGoKeys(to)
    return keys ? [{ keys, does: `Go to ${label}` }] : []
  }),
  { keys: ['/'], does: 'Focus the search of the page' },
  { keys: ['R'], does: 'Refresh prices' },
  { keys: ['T'], does: 'Switch between dark and light' },
  { keys: ['?'], does: 'Show this list' },
]

/** The control of the page that says it answers to the key, if there is one that can be used. */
export function findControlOf(key: string): HTMLElement | null {
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]:not([disabled])`)
  return control?.checkVisibility() ? control : null
}
