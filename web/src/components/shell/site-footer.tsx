import { FIRST_YEAR, type MarketDataSource, PRICE_MAX_AGE_SECONDS, PRODUCT_NAME } from '@ballast/contract'
import { Link, type LinkProps } from '@tanstack/react-router'
import { cn } from '../../lib/class-names.ts'
import { useMarketDataStatus } from '../../lib/market-data-status.ts'

const LINKS = [
  { to: '/backtest-transparency', label: 'How calculations work' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/risk-disclosure', label: 'Risk disclosure' },
  { to: '/contact', label: 'Contact' },
] as const satisfies readonly { to: LinkProps['to']; label: string }[]

const ORIGINS = {
  yahoo: 'come from Yahoo Finance',
  polygon: 'come from Polygon',
  sample: 'are simulated',
} as const satisfies Record<MarketDataSource, string>

/** The pages that everybody may read. */
export function FooterLinks({ className }: { className?: string }) {
  return (
    <nav aria-label="About" className={cn('flex flex-wrap gap-x-5 gap-y-1', className)}>
      {LINKS.map((link) => (
        <Link
          key={link.to}
          to={link.to}
          className="inline-flex min-h-6 items-center touch:min-h-11 hover:text-foreground hover:underline"
        >
          {link.label}
        </Link>
      ))}
    </nav>
  )
}

/** © 2024–this year, by the reader's clock. */
export function Copyright() {
  return (
    <span className="whitespace-nowrap">
      © {FIRST_YEAR}–{new Date().getFullYear()} {PRODUCT_NAME}
    </span>
  )
}

/** Where the prices come from and what they are worth, once more at the end of every screen. */
export function SiteFooter({ hasShortcuts }: { hasShortcuts: boolean }) {
  const { data: status } = useMarketDataStatus()
  return (
    <footer className="page mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-6 text-label text-subtle-foreground">
      <p>
        {status && `Prices ${ORIGINS[status.source]} and update every ${PRICE_MAX_AGE_SECONDS / 60} minutes. `}
        Past performance does not guarantee future results.
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {hasShortcuts && (
          <span className="max-lg:hidden">
            <kbd className="rounded-badge border px-1.5 font-sans">?</kbd> Shortcuts
          </span>
        )}
        <FooterLinks />
        <Copyright />
      </div>
    </footer>
  )
}
