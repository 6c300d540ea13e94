import { lazy, type ReactNode, Suspense } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { AppBar, type Visitor } from './app-bar.tsx'
import { DataBanner } from './data-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SiteFooter } from './site-footer.tsx'

// With its icons, which only a phone shows.
const BottomBar = lazy(async () => ({ default: (await import('./bottom-bar.tsx')).BottomBar }))

/** The id of the element that "Skip to content" leads to. */
const CONTENT_ID = 'content'

/** The first stop of the keyboard on every page. */
export function SkipLink() {
  return (
    <a
      href={`#${CONTENT_ID}`}
      className="sr-only z-60 rounded-control border bg-popover font-medium focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-2"
    >
      Skip to content
    </a>
  )
}

/** Where a page's own content begins. */
export function Content({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={cn('outline-none', className)}>
      {children}
    </main>
  )
}

interface ShellProps {
  visitor: Visitor
  /** The search of the bar, for those who are signed in. */
  search?: ReactNode
  /** While it is not known what belongs here, nor whether a banner stands above it. */
  isWaiting?: boolean
  children: ReactNode
}

/** Bar, banner, content, footer: what surrounds every screen but the landing page. */
export function Shell({ visitor, search, isWaiting, children }: ShellProps) {
  const hasBottomBar = useIsPhone() && Boolean(visitor)
  return (
    <div className={cn('flex min-h-dvh flex-col', hasBottomBar && 'pb-[84px]')}>
      <SkipLink />
      <AppBar visitor={visitor} search={search} />
      {!isWaiting && <OfflineBanner />}
      {!isWaiting && <DataBanner user={visitor} />}
      {/* As high as the screen: what ends a page begins below it, so that nothing in sight moves when the page fills. */}
      <Content key={String(isWaiting)} className="page min-h-[calc(100dvh-56px)] flex-1">
        {children}
      </Content>
      {!isWaiting && <SiteFooter hasShortcuts={Boolean(search)} />}
      {hasBottomBar && (
        <Suspense fallback={null}>
          <BottomBar />
        </Suspense>
      )}
    </div>
  )
}
