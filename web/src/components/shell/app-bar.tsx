// Tests: shell.test.tsx

import type { User } from '@ballast/contract'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { cn } from '../../lib/class-names.ts'
import { toLoginUrl } from '../../lib/current-user.ts'
import { useMarketDataStatus } from '../../lib/market-data-status.ts'
import { Button } from '../ui/button.tsx'
import { Brand } from './brand.tsx'
import { isActiveEntry, NAV_ENTRIES } from './nav-entries.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserMenu } from './user-menu.tsx'

// With its icon and its call, which the first load does without.
const Bell = lazy(async () => ({ default: (await import('./bell.tsx')).Bell }))

/** Who is here: not known yet, nobody, or a user. */
export type Visitor = User | null | undefined

export function AppBar({ visitor, search }: { visitor: Visitor; search?: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-b bg-background">
      <div className="page flex h-[52px] items-center gap-4 sm:h-14 lg:gap-10">
        <Link to="/" className="rounded-badge py-2 sm:max-md:[&_span_span]:hidden" aria-label="Ballast, home">
          <Brand />
        </Link>
        {visitor && <MainNavigation />}
        <div className="ml-auto flex items-center gap-2.5">
          {search}
          {visitor && (
            <Suspense fallback={<span className="size-9" />}>
              <Bell />
            </Suspense>
          )}
          <ThemeToggle />
          <AccountCorner visitor={visitor} />
        </div>
      </div>
    </header>
  )
}

function MainNavigation() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className="flex h-full gap-7 whitespace-nowrap max-lg:gap-3 max-sm:hidden">
      {NAV_ENTRIES.map((entry) => {
        const active = isActiveEntry(entry, pathname)
        return (
          <Link
            key={entry.to}
            to={entry.to}
            aria-current={active ? 'page' : undefined}
            className={cn(
              'relative flex items-center font-medium text-body transition-colors duration-120',
              active
                ? 'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full after:bg-primary'
                : 'text-muted-foreground hover:text-foreground',
            )}
          >
            {entry.label}
          </Link>
        )
      })}
    </nav>
  )
}

/** The right end of a bar: a placeholder, the user's menu, or the way to sign in. */
export function AccountCorner({ visitor }: { visitor: Visitor }) {
  const returnTo = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const isDemo = useMarketDataStatus().data?.isDemo
  if (visitor === undefined) {
    return <span aria-hidden="true" className="size-[34px] animate-skeleton rounded-full bg-muted" />
  }
  if (visitor) return <UserMenu user={visitor} />
  return (
    <Button asChild>{isDemo ? <Link to="/">Open the demo</Link> : <a href={toLoginUrl(returnTo)}>Sign In</a>}</Button>
  )
}
