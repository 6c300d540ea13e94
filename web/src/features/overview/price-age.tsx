import type { Prices } from '@ballast/contract'
import { useEffect, useState } from 'react'
import { toClosedLabel, toUpdatedLabel } from './price-status.ts'

interface PriceAgeProps {
  prices: Prices
  /** When the answer came, in milliseconds since 1970. */
  answeredAt: number
}

/** How old the prices are, counting on by itself, and whether they are last closes. */
export function PriceAge({ prices, answeredAt }: PriceAgeProps) {
  const now = useNow(answeredAt)
  const closed = toClosedLabel(prices)
  return (
    <span className="flex flex-wrap gap-x-2 text-label text-muted-foreground tabular">
      {closed && <span>{closed}</span>}
      <span>{toUpdatedLabel(prices, Math.max(0, (now - answeredAt) / 1_000))}</span>
    </span>
  )
}

const TICK_MS = 1_000

/** The present, to the second; never before `notBefore`. */
function useNow(notBefore: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(now, notBefore)
}
