// Tests: e2e/overview.phone.e2e.ts

import { Link, useLocation } from '@tanstack/react-router'
import { BriefcaseBusiness, ChartLine, Grid3x3, Logs, type LucideIcon, Shield, Sparkles } from 'lucide-react'
import { cn } from '../../lib/class-names.ts'
import { isActiveEntry, NAV_ENTRIES, type NavLabel } from './nav-entries.ts'

const ICONS: Readonly<Record<NavLabel, LucideIcon>> = {
  Portfolio: BriefcaseBusiness,
  Analysis: Grid3x3,
  Options: Logs,
  Backtest: ChartLine,
  Hedges: Shield,
  'AI Analysis': Sparkles,
}

/** On a phone the screens are under the thumb. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t bg-background pb-[env(safe-area-inset-bottom)]"
    >
      {NAV_ENTRIES.map((entry) => {
        const active = isActiveEntry(entry, pathname)
        const Icon = ICONS[entry.label]
        return (
          <Link
            key={entry.to}
            to={entry.to}
            aria-current={active ? 'page' : undefined}
            className={cn(
              'relative flex h-16 min-w-[53px] flex-1 flex-col items-center justify-center gap-1 font-medium text-bottom-bar',
              active
                ? 'text-primary after:absolute after:inset-x-[25%] after:top-0 after:h-[2.5px] after:rounded-full after:bg-primary'
                : 'text-muted-foreground',
            )}
          >
            <Icon aria-hidden="true" className="size-5" />
            <span className={entry.shortLabel && 'max-[349px]:sr-only'}>{entry.label}</span>
            {entry.shortLabel && (
              <span aria-hidden="true" className="min-[350px]:hidden">
                {entry.shortLabel}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
