// Tests: options-page.test.tsx

import { type Position, toOptionTerms } from '@ballast/contract'
import { type ReactNode, useState } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/format.ts'

const SHOWN_FIRST = 24

/** Each ticker once, in the order of the upload; an option stands for its underlying, cash for nothing. */
export function toHeldTickers(positions: readonly Position[]): string[] {
  const tickers = positions
    .filter(({ kind }) => kind !== 'cash')
    .map(({ ticker }) => toOptionTerms(ticker)?.underlying ?? ticker)
  return [...new Set(tickers)]
}

/** Shares of a ticker over all its lots; options of it are not shares. */
export function countShares(positions: readonly Position[], ticker: string | null): number {
  return positions.reduce(
    (sum, position) => (position.kind === 'security' && position.ticker === ticker ? sum + position.shares : sum),
    0,
  )
}

interface HoldingsCardProps {
  /** Chooses the portfolio; absent when there is none. */
  selector: ReactNode
  /** Undefined while they load. */
  positions: readonly Position[] | undefined
  /** Content in place of the badges when there is no portfolio or it failed to load. */
  obstacle?: ReactNode
  chosen: string | null
  onChoose: (ticker: string) => void
}

/** The tickers of a portfolio; pressing one shows its chain. */
export function HoldingsCard({ selector, positions, obstacle, chosen, onChoose }: HoldingsCardProps) {
  const [isAll, setIsAll] = useState(false)
  const tickers = positions && toHeldTickers(positions)
  const shown = isAll ? tickers : tickers?.slice(0, SHOWN_FIRST)
  return (
    <Card title="Your holdings" actions={selector} className="h-full">
      {obstacle ?? (
        <ul
          aria-label="Tickers held"
          className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 sm:flex-wrap"
        >
          {!tickers && <Skeleton className="touch-target h-[30px] w-64" />}
          {tickers?.length === 0 && (
            <li className="text-body text-muted-foreground">No positions found in this portfolio</li>
          )}
          {shown?.map((ticker) => (
            <li key={ticker}>
              <TickerButton ticker={ticker} isChosen={ticker === chosen} onChoose={onChoose} />
            </li>
          ))}
          {tickers && tickers.length > SHOWN_FIRST && (
            <li>
              <button
                type="button"
                aria-expanded={isAll}
                onClick={() => setIsAll(!isAll)}
                className="touch-target h-[30px] whitespace-nowrap rounded-control px-2 font-medium text-primary text-table hover:underline"
              >
                {isAll ? 'Show fewer' : `Show all ${formatCount(tickers.length)}`}
              </button>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

interface TickerButtonProps {
  ticker: string
  isChosen: boolean
  onChoose: (ticker: string) => void
}

function TickerButton({ ticker, isChosen, onChoose }: TickerButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(ticker)}
      className={cn(
        'touch-target h-[30px] rounded-control border px-2.5 font-medium text-table transition-colors duration-120',
        isChosen ? 'border-primary tint-primary' : 'hover:bg-accent',
      )}
    >
      {ticker}
    </button>
  )
}
