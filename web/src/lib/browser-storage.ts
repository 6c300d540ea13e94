// Tests: selected-portfolio.test.tsx, theme.test.tsx

/** Preferences of the account, of which the browser keeps a copy for the first paint. */
export const COPIED_KEYS = ['theme', 'shortcuts'] as const

/** The only keys that outlive a tab; nothing personal among them. What a plan refused is kept in its tab: see `refused-run.ts`. */
type StorageKey = (typeof COPIED_KEYS)[number] | 'lastSelectedPortfolioId'

/** `null` when nothing is stored or the browser forbids storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores, or removes with `null`. A browser that forbids storage only forgets sooner. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Forbidden or full: the choice holds until the page is closed.
  }
}
