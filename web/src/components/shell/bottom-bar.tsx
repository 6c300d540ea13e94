import { Link, useLocation } from '@tanstack/react-router'
import { cn } from '../../lib/class-names.ts'
import { isActiveEntry, NAV_ENTRIES } from './nav-entries.ts'

/** With a single screen there is nowhere to go, and no bar. */
export const HAS_BOTTOM_BAR = NAV_ENTRIES.length >= 2

/** On a phone the screens are under the thumb. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t bg-background pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {NAV_ENTRIES.map((entry) => {
        const active = isActiveEntry(entry, pathname)
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
            <entry.icon aria-hidden="true" className="size-5" />
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
