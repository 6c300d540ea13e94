// Tests: analysis-page.test.tsx

import { type CorrelationAnalysis, MARKET_INDEX } from '@ballast/contract'
import { type ReactNode, useMemo } from 'react'
import { Explained, type FigureSource } from '../../components/explained.tsx'
import { Card } from '../../components/ui/card.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { describeAsync, describeBetaLeftOut, describeBetaProxies, describeSuspects } from './analysis-view.ts'
import { BetaBadge, CentredBar, MarketMark } from './correlation-marks.tsx'

/** Up to here all are in sight, in two columns; more become a table that scrolls and sorts. */
const LISTED = 24

type Entry = CorrelationAnalysis['marketCorrelations'][number]

interface MarketCorrelationCardProps {
  comparedWith?: ReactNode
  analysis: CorrelationAnalysis
  from: FigureSource
}

/** How each ticker moves with the benchmark, the strongest beta first. */
export function MarketCorrelationCard({ analysis, from, comparedWith }: MarketCorrelationCardProps) {
  const entries = useMemo(() => toSortedEntries(analysis.marketCorrelations), [analysis])
  const isLong = entries.length > LISTED
  const title = analysis.benchmark === MARKET_INDEX ? 'Market Correlation' : 'Correlation With the Benchmark'
  const notes = [
    analysis.benchmarkCover,
    describeBetaLeftOut(analysis.portfolioBetaLeftOut),
    describeBetaProxies(analysis.portfolioBetaProxies),
    describeAsync(entries, analysis.benchmark),
    describeSuspects(entries),
  ].filter((note) => note !== null)
  return (
    <Card
      title={title}
      description={
        <>
          <Explained metric="marketBeta" from={from}>
            Beta
          </Explained>{' '}
          and{' '}
          <Explained metric="marketCorrelation" from={from}>
            correlation
          </Explained>{' '}
          against {analysis.benchmark}
        </>
      }
      actions={
        <>
          {comparedWith}
          <p className="text-[13px] text-muted-foreground leading-[18px]">
            <Explained metric="portfolioBeta" from={from}>
              Portfolio beta
            </Explained>{' '}
            <b className="font-semibold text-foreground tabular">{formatNumber(analysis.portfolioBeta)}</b>
          </p>
        </>
      }
      padded={!isLong}
      className="h-full"
    >
      {isLong ? (
        <VirtualTable
          label={title}
          rows={entries}
          columns={COLUMNS}
          rowKey={({ ticker }) => ticker}
          rowHeight={40}
          height={396}
          minWidth={460}
          initialSort={{ columnId: 'beta', direction: 'descending' }}
        />
      ) : (
        <ul aria-label={title} className="gap-x-8 md:columns-2">
          {entries.map((entry) => (
            <MarketLine key={entry.ticker} entry={entry} />
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <p className={cn('mt-3 text-label text-muted-foreground', isLong && 'px-4 pb-4 sm:px-5')}>{notes.join(' ')}</p>
      )}
    </Card>
  )
}

/** Largest beta first; unknown ones last. */
function toSortedEntries(entries: readonly Entry[]): Entry[] {
  return entries.toSorted(
    (a, b) =>
      (b.marketBeta ?? Number.NEGATIVE_INFINITY) - (a.marketBeta ?? Number.NEGATIVE_INFINITY) ||
      a.ticker.localeCompare(b.ticker),
  )
}

function MarketLine({ entry }: { entry: Entry }) {
  return (
    <li className="grid min-h-[42px] break-inside-avoid grid-cols-[52px_68px_minmax(28px,1fr)_46px_16px] items-center gap-2 sm:grid-cols-[64px_76px_minmax(64px,1fr)_52px_16px] sm:gap-2.5 border-t text-table">
      <Ticker entry={entry} />
      <span>
        <BetaBadge beta={entry.marketBeta} />
      </span>
      <CentredBar value={entry.marketCorrelation} />
      <Correlation entry={entry} />
      <MarketMark value={entry.marketCorrelation} />
    </li>
  )
}

function Ticker({ entry }: { entry: Entry }) {
  return (
    <span className="truncate font-semibold" title={entry.ticker}>
      {toTickerLabel(entry.ticker)}
    </span>
  )
}

function Correlation({ entry }: { entry: Entry }) {
  return (
    <span className="text-right tabular" title={entry.marketCorrelation === null ? 'Too little history' : undefined}>
      {formatNumber(entry.marketCorrelation, { signed: true })}
    </span>
  )
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    id: 'ticker',
    header: 'Ticker',
    width: 'minmax(72px, 1fr)',
    cell: (entry) => <Ticker entry={entry} />,
    sortValue: ({ ticker }) => ticker,
  },
  {
    id: 'beta',
    header: 'Beta',
    align: 'right',
    width: '92px',
    cell: ({ marketBeta }) => <BetaBadge beta={marketBeta} />,
    sortValue: ({ marketBeta }) => marketBeta,
  },
  {
    id: 'bar',
    header: '',
    width: 'minmax(80px, 1.2fr)',
    cell: (entry) => <CentredBar value={entry.marketCorrelation} />,
  },
  {
    id: 'correlation',
    header: 'Correlation',
    align: 'right',
    width: '104px',
    cell: (entry) => (
      <span className="inline-flex items-center gap-2">
        <Correlation entry={entry} />
        <MarketMark value={entry.marketCorrelation} />
      </span>
    ),
    sortValue: ({ marketCorrelation }) => marketCorrelation,
  },
]
