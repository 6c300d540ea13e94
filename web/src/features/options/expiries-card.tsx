// Tests: options-page.test.tsx

import type { OptionChain, OptionExpiry } from '@ballast/contract'
import { memo } from 'react'
import { explainOption } from '../../components/options/option-explanations.ts'
import { Card } from '../../components/ui/card.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { formatCompact, formatCount, formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { ChainFigure } from './chain-figure.tsx'
import { describeLeftOut } from './chain-view.ts'
import { formatVolatility } from './ladder-columns.ts'

const right = { align: 'right', width: 'minmax(72px, 1fr)' } as const

function formatPoints(fraction: number | null): string {
  return formatNumber(fraction === null ? null : fraction * 100, { decimals: 1, signed: true })
}

const COLUMNS: readonly Column<OptionExpiry>[] = [
  { id: 'expiry', header: 'Expiry', width: 'minmax(104px, 1.2fr)', cell: ({ expiry }) => formatDate(expiry) },
  { id: 'days', header: 'Days', ...right, cell: ({ days }) => formatCount(days), sortValue: ({ days }) => days },
  {
    id: 'atm',
    header: 'ATM IV',
    ...right,
    cell: ({ atmIV }) => formatVolatility(atmIV),
    sortValue: ({ atmIV }) => atmIV,
  },
  {
    id: 'reversal',
    header: '25Δ RR',
    ...right,
    cell: ({ riskReversal25 }) => formatPoints(riskReversal25),
    sortValue: ({ riskReversal25 }) => riskReversal25,
  },
  {
    id: 'skew',
    header: '25Δ put skew',
    ...right,
    width: 'minmax(96px, 1fr)',
    cell: ({ putSkew25 }) => formatPoints(putSkew25),
    sortValue: ({ putSkew25 }) => putSkew25,
  },
  {
    id: 'move',
    header: 'Expected move',
    ...right,
    width: 'minmax(108px, 1fr)',
    cell: ({ expectedMove }) => (expectedMove === null ? formatMoney(null) : `±${formatMoney(expectedMove)}`),
    sortValue: ({ expectedMove }) => expectedMove,
  },
  {
    id: 'volume',
    header: 'P/C volume',
    ...right,
    width: 'minmax(88px, 1fr)',
    cell: ({ putCallVolumeRatio }) => formatNumber(putCallVolumeRatio),
    sortValue: ({ putCallVolumeRatio }) => putCallVolumeRatio,
  },
  {
    id: 'open',
    header: 'P/C open int.',
    ...right,
    width: 'minmax(96px, 1fr)',
    cell: ({ putCallOpenInterestRatio }) => formatNumber(putCallOpenInterestRatio),
    sortValue: ({ putCallOpenInterestRatio }) => putCallOpenInterestRatio,
  },
  {
    id: 'interest',
    header: 'Open int.',
    ...right,
    cell: ({ callOpenInterest, putOpenInterest }) => formatCompact(callOpenInterest + putOpenInterest),
    sortValue: ({ callOpenInterest, putOpenInterest }) => callOpenInterest + putOpenInterest,
  },
  {
    id: 'leftOut',
    header: 'Left out',
    ...right,
    cell: (expiry) => <LeftOut expiry={expiry} />,
  },
]

function LeftOut({ expiry }: { expiry: OptionExpiry }) {
  const count = Object.values(expiry.leftOut).reduce((sum, each) => sum + (each ?? 0), 0)
  return (
    <span title={count > 0 ? describeLeftOut(expiry.leftOut) : undefined} className="text-muted-foreground">
      {formatCount(count)} of {formatCount(expiry.contractCount)}
    </span>
  )
}

interface ExpiriesCardProps {
  chain: OptionChain
  onOpenExpiry: (expiry: string) => void
}

/** Figures of each expiry as a whole; Enter or a click shows its chain. */
export const ExpiriesCard = memo(function ExpiriesCard({ chain, onOpenExpiry }: ExpiriesCardProps) {
  return (
    <Card
      title="Expiries"
      description={
        <>
          <ChainFigure chain={chain} explanation={explainOption('atmVolatility')}>
            At-the-money volatility
          </ChainFigure>
          ,{' '}
          <ChainFigure chain={chain} explanation={explainOption('riskReversal')}>
            risk reversal
          </ChainFigure>{' '}
          and{' '}
          <ChainFigure chain={chain} explanation={explainOption('expiryMove')}>
            expected move
          </ChainFigure>{' '}
          of each; volatilities in points
        </>
      }
      padded={false}
      contentClassName="pb-2"
    >
      <VirtualTable
        label="Expiries"
        rows={chain.expiries}
        columns={COLUMNS}
        rowKey={({ expiry }) => expiry}
        rowHeight={40}
        height={396}
        minWidth={900}
        onOpenRow={({ expiry }) => onOpenExpiry(expiry)}
      />
    </Card>
  )
})
