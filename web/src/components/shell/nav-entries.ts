import type { LinkProps } from '@tanstack/react-router'
import { BriefcaseBusiness, ChartLine, Grid3x3, Logs, type LucideIcon, Shield, Sparkles } from 'lucide-react'

interface NavEntry {
  label: string
  /** What fits under the icon on the narrowest phones, where the label does not. */
  shortLabel?: string
  to: NonNullable<LinkProps['to']>
  icon: LucideIcon
  /** Further paths on which this entry is the active one; a path stands for everything under it. */
  alsoAt: readonly string[]
}

/** The screens of the bar, in order. A screen gets its entry when it exists. */
export const NAV_ENTRIES: readonly NavEntry[] = [
  { label: 'Portfolio', to: '/', icon: BriefcaseBusiness, alsoAt: ['/dashboard', '/portfolios'] },
  { label: 'Analysis', to: '/analysis', icon: Grid3x3, alsoAt: [] },
  { label: 'Options', to: '/options', icon: Logs, alsoAt: [] },
  { label: 'Backtest', to: '/backtest', icon: ChartLine, alsoAt: ['/backtest-transparency'] },
  { label: 'Hedges', to: '/hedges', icon: Shield, alsoAt: [] },
  { label: 'AI Analysis', shortLabel: 'AI', to: '/ai-analysis', icon: Sparkles, alsoAt: ['/track-record'] },
]

/** Whether `pathname` belongs to the entry's screen. */
export function isActiveEntry(entry: NavEntry, pathname: string): boolean {
  if (pathname === entry.to) return true
  const roots = entry.to === '/' ? entry.alsoAt : [entry.to, ...entry.alsoAt]
  return roots.some((root) => pathname === root || pathname.startsWith(`${root}/`))
}
