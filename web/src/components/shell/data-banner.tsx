// Tests: shell.test.tsx

import { retryMarketData, type User } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { callApi } from '../../lib/call-api.ts'
import { cn } from '../../lib/class-names.ts'
import { currentUserKey } from '../../lib/current-user.ts'
import { formatInstant } from '../../lib/format.ts'
import { marketDataStatusQuery, useMarketDataStatus } from '../../lib/market-data-status.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { Spinner } from '../ui/spinner.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'

// Who is signed in does not depend on the source, and the source itself was just answered.
const UNAFFECTED: ReadonlySet<unknown> = new Set([currentUserKey[0], marketDataStatusQuery.queryKey[0]])

interface DataBannerProps {
  user: User | null | undefined
  /** The width of the page's own grid. */
  className?: string
}

/** Says on every page that figures are simulated, and why; gone when they are not and there is nothing to say. */
export function DataBanner({ user, className = 'page' }: DataBannerProps) {
  const { data: status } = useMarketDataStatus()
  if (!status || (!status.simulated && status.notice === null)) return null
  const notice = status.notice && (
    <p className={cn('text-muted-foreground', status.simulated ? 'max-sm:basis-full' : 'max-lg:flex-1')}>
      {status.notice}
      {status.simulated && user?.isAdmin === 1 && <RetrySource />}
    </p>
  )
  return (
    <aside
      aria-label="About the data"
      className="border-b bg-[color-mix(in_oklab,var(--primary)_6%,var(--background))]"
    >
      <div
        role="note"
        className={cn('flex min-h-[33px] flex-wrap items-center gap-x-2.5 gap-y-0.5 py-1 text-label', className)}
      >
        <Info aria-hidden="true" className="size-3.5 shrink-0 text-primary" />
        {user?.demoUntil ? (
          <DemoNote until={user.demoUntil} />
        ) : status.simulated ? (
          <p className="text-muted-foreground max-lg:flex-1">
            <strong className="font-semibold text-foreground">Simulated data.</strong>{' '}
            <span className="sm:hidden">Not investment advice.</span>
            <span className="max-sm:hidden">
              All prices, options and histories here are made up. Nothing on this site is investment advice.
            </span>
          </p>
        ) : (
          notice
        )}
        <Link
          to="/backtest-transparency"
          hash={status.simulated ? 'simulated-data' : 'prices'}
          className="font-medium text-primary hover:underline max-sm:ml-auto touch:py-2"
        >
          How it works
        </Link>
        {status.simulated && notice}
      </div>
    </aside>
  )
}

function DemoNote({ until }: { until: string }) {
  return (
    <p className="text-muted-foreground max-lg:flex-1">
      <strong className="font-semibold text-foreground">Demo with simulated data.</strong>{' '}
      <span className="sm:hidden">It is deleted {formatInstant(until)}.</span>
      <span className="max-sm:hidden">
        Only you see this portfolio. It is deleted on {formatInstant(until)}. Nothing here is investment advice.
      </span>
    </p>
  )
}

function RetrySource() {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => callApi(retryMarketData),
    onSuccess: async (status) => {
      queryClient.setQueryData(marketDataStatusQuery.queryKey, status)
      if (status.simulated) {
        showError({ title: 'Still simulated', description: status.notice ?? 'The provider did not answer.' })
        return
      }
      showSuccess({ title: 'Real prices are back', description: 'Every figure is being fetched again.' })
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !UNAFFECTED.has(queryKey[0]) })
    },
    onError: (error) =>
      showError({ title: 'Retry failed', description: toUserMessage(error, 'The provider could not be asked again.') }),
  })
  return (
    <button
      type="button"
      disabled={retry.isPending}
      onClick={() => retry.mutate()}
      className="ml-2.5 inline-flex min-h-6 items-center gap-1.5 font-medium text-primary hover:underline disabled:opacity-50"
    >
      {retry.isPending && <Spinner className="size-3" />}
      {retry.isPending ? 'Asking...' : 'Ask again'}
    </button>
  )
}
