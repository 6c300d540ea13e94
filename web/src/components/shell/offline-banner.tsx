// Tests: e2e/offline.e2e.ts

import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { cn } from '../../lib/class-names.ts'
import { currentUserKey } from '../../lib/current-user.ts'
import { formatInstant } from '../../lib/format.ts'
import { useOldestKept } from '../../lib/kept-answers.ts'

const RETRY_MILLISECONDS = 5_000

/** Says how old the figures are that are shown without a connection. When it is back, every figure is fetched again. */
export function OfflineBanner({ className = 'page' }: { className?: string }) {
  const fetchedAt = useOldestKept()
  const client = useQueryClient()
  const isOld = fetchedAt !== undefined
  useEffect(() => {
    if (!isOld) return
    const tryAgain = () => void client.refetchQueries({ queryKey: currentUserKey })
    window.addEventListener('online', tryAgain)
    // The browser may be told of a connection before anything comes through it.
    const again = setInterval(tryAgain, RETRY_MILLISECONDS)
    return () => {
      window.removeEventListener('online', tryAgain)
      clearInterval(again)
      void client.invalidateQueries()
    }
  }, [client, isOld])
  if (!isOld) return null
  return (
    <aside aria-label="Connection" className="border-b bg-[color-mix(in_oklab,var(--warning)_10%,var(--background))]">
      <div role="status" className={cn('flex min-h-[33px] items-center gap-x-2.5 py-1 text-label', className)}>
        <WifiOff aria-hidden="true" className="size-3.5 shrink-0 text-warning" />
        <p>
          <strong className="font-semibold">No connection.</strong> Figures are from {formatInstant(fetchedAt)}.
        </p>
      </div>
    </aside>
  )
}
