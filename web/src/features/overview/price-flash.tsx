// Tests: positions-card.test.tsx

import { type ReactNode, useState } from 'react'
import { cn } from '../../lib/class-names.ts'

interface PriceFlashProps {
  /** The live price in USD; null while there is none, from which and to which nothing flashes. */
  price: number | null
  /** The cell's text. */
  children: ReactNode
}

/** Lights up behind a price for a moment when it rises or falls while it is looked at; not for who wants less motion. */
export function PriceFlash({ price, children }: PriceFlashProps) {
  const [seen, setSeen] = useState<{ price: number | null; move: 'rise' | 'fall' | null; count: number }>({
    price,
    move: null,
    count: 0,
  })
  if (price !== seen.price) setSeen({ price, move: toMove(seen.price, price), count: seen.count + 1 })
  return (
    <span className="relative isolate block">
      {seen.move && (
        <span
          // A new element for each move, because an animation that has run does not run again.
          key={seen.count}
          aria-hidden="true"
          className={cn(
            'absolute -inset-x-2 -inset-y-1.5 -z-10 animate-flash rounded-badge motion-reduce:hidden',
            seen.move === 'rise' ? 'bg-gain/12' : 'bg-loss/12',
          )}
        />
      )}
      {children}
    </span>
  )
}

function toMove(before: number | null, now: number | null): 'rise' | 'fall' | null {
  if (before === null || now === null) return null
  return now > before ? 'rise' : 'fall'
}
