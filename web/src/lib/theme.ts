import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './browser-storage.ts'

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
    if (event.key === STORAGE_KEY) apply(readStored(STORAGE_KEY) === 'light' ? 'light' : 'dark')
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', onStorage)
  }
}

/** The theme in force and the way to the other one; the choice is remembered in this browser. */
export function useTheme(): { theme: Theme; toggleTheme: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  const toggleTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    writeStored(STORAGE_KEY, next)
    apply(next)
  }
  return { theme, toggleTheme }
}
