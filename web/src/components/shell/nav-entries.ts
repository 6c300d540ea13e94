// Tests: shell.test.tsx

import type { LinkProps } from '@tanstack/react-router'

export type NavLabel = 'Portfolio' | 'Analysis' | 'Options' | 'Backtest' | 'Hedges' | 'AI Analysis'

export interface NavEntry {
  label: NavLabel
  /** Label that fits under the icon on the narrowest phones, where the full one does not. */
  shortLabel?: string
  to: NonNullable<LinkProps['to']>
  /** Further paths on which this entry is the active one; a path stands for everything under it. */
  alsoAt: readonly string[]
}

/** The screens of the bar, in order. A screen gets its entry when it exists. */
export const NAV_ENTRIES: readonly NavEntry[] = [
  { label: 'Portfolio', to: '/', alsoAt: ['/dashboard', '/portfolios'] },
  { label: 'Analysis', to: '/analysis', alsoAt: [] },
  { label: 'Options', to: '/options', alsoAt: [] },
  { label: 'Backtest', to: '/backtest', alsoAt: ['/backtest-transparency'] },
  { label: 'Hedges', to: '/hedges', alsoAt: ['/policies'] },
  { label: 'AI Analysis', shortLabel: 'AI', to: '/ai-analysis', alsoAt: ['/track-record'] },
]

/** True if `pathname` belongs to the entry's screen. */
export function isActiveEntry(entry: NavEntry, pathname: string): boolean {
  if (pathname === entry.to) return true
  const roots = entry.to === '/' ? entry.alsoAt : [entry.to, ...entry.alsoAt]
  return roots.some((root) => pathname === root || pathname.startsWith(`${root}/`))
}
