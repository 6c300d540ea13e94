// Tests: selected-portfolio.test.tsx, theme.test.tsx

/**
 * The only keys that outlive a tab; nothing personal among them. Each is a copy of a preference of the account, for the first
 * paint. What a plan refused is kept in its tab: see `refused-run.ts`.
 */
export const STORAGE_KEYS = ['theme', 'lastSelectedPortfolioId', 'shortcuts'] as const
type StorageKey = (typeof STORAGE_KEYS)[number]

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
