// Tests: options-page.test.tsx

import type { OptionChain } from '@ballast/contract'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { formatCompact, formatNumber, formatShortDate } from '../../lib/format.ts'
import { CHAIN_EXPLANATIONS } from './chain-explanations.ts'
import { ChainFigure } from './chain-figure.tsx'

interface UnusualCardProps {
  chain: OptionChain
  onOpenContract: (symbol: string) => void
}

/** The five busiest contracts that stand out. */
export function UnusualCard({ chain, onOpenContract }: UnusualCardProps) {
  const { summary } = chain
  if (!summary) return null
  return (
    <Card
      title={<ChainFigure chain={chain} explanation={CHAIN_EXPLANATIONS.unusualVolume(summary)} />}
      description="More than 2× the average contract"
      contentClassName="pb-2"
      padded={false}
    >
      {summary.unusual.length === 0 ? (
        <p className="px-5 pb-4 text-body text-muted-foreground">No contract stands out.</p>
      ) : (
        <ul aria-label="Unusual volume">
          {summary.unusual.map((entry) => (
            <li key={entry.symbol} className="border-t">
              <button
                type="button"
                onClick={() => onOpenContract(entry.symbol)}
                className="touch-target grid min-h-10 w-full grid-cols-[64px_auto_1fr_auto_44px] items-center gap-2.5 px-4 text-left text-table tabular -outline-offset-2 hover:bg-accent/45 sm:px-5"
              >
                <span className="font-semibold">{formatNumber(entry.strikePrice)}</span>
                <Badge tone={entry.contractType === 'call' ? 'default' : 'warning'}>
                  {entry.contractType === 'call' ? 'Call' : 'Put'}
                </Badge>
                <span className="text-label text-muted-foreground">{formatShortDate(entry.expirationDate)}</span>
                <span className="text-muted-foreground">{formatCompact(entry.volume)}</span>
                <span className="text-right font-semibold text-warning">
                  {formatNumber(entry.timesAverage, { decimals: 1 })}×
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
