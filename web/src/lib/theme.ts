import { useSyncExternalStore } from 'react'
import { choose } from './account-preferences.ts'
import { readStored } from './browser-storage.ts'

export type Theme = 'dark' | 'light'

// `public/theme.js` reads the same key before the first paint.
const STORAGE_KEY = 'theme'

const listeners = new Set<() => void>()

function apply(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  for (const notify of listeners) notify()
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  // Another tab changed its mind: one choice for all of them.
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) applyStoredTheme()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', onStorage)
  }
}

/** Puts a theme in force and remembers it. */
function setTheme(theme: Theme): void {
  choose(STORAGE_KEY, theme)
  apply(theme)
}

/** Puts the theme in force that this browser keeps, which the account or another tab may just have changed. */
export function applyStoredTheme(): void {
  apply(readStored(STORAGE_KEY) === 'light' ? 'light' : 'dark')
}

/** The theme in force and the ways to change it. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void; toggleTheme: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme, (): Theme => 'dark')
  return { theme, setTheme, toggleTheme: () => setTheme(theme === 'dark' ? 'light' : 'dark') }
}
