// Tests: backtest-page.test.tsx

import type { BacktestResult } from '@ballast/contract'
import { useMemo } from 'react'
import { CoverageChip } from '../../components/coverage-chip.tsx'
import { Card } from '../../components/ui/card.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { countOf, formatDate, formatNumber, formatShare, NO_DATA } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { describeProxy, sortByProxy } from './coverage-view.ts'

type Detail = BacktestResult['coverage']['details'][number]

const SHARES = [
  { key: 'ownPercent', label: 'Own prices', colour: 'var(--chart-1)' },
  { key: 'proxyPercent', label: 'Proxies', colour: 'var(--chart-2)' },
  { key: 'excludedPercent', label: 'Left out', colour: 'var(--input)' },
] as const

/** Which holdings did not trade then, what stood in for them, and how much of the value that is. Always on the page. */
export function CoverageCard({ result }: { result: BacktestResult }) {
  const { coverage, assumptions, covers } = result
  const rows = useMemo(() => sortByProxy(coverage.details), [coverage])
  const hasProxies = rows.some(({ from }) => from)
  // What has no price has no share of the value either: it is counted.
  const unpriced = covers.leftOut.filter(({ ticker }) => !rows.some((row) => row.ticker === ticker)).length
  // Where every price is a position's own there is nothing to compare, and the list waits until it is wanted.
  const table = (
    <VirtualTable
      label="Coverage by position"
      rows={rows}
      columns={hasProxies ? COLUMNS : OWN_COLUMNS}
      rowKey={({ ticker }) => ticker}
      rowHeight={38}
      height={340}
      {...(hasProxies && { minWidth: 640 })}
      // A figure ends where the words after it begin: they need more between them than figures do.
      className="border-t [&_[role=row]]:gap-x-7"
    />
  )
  return (
    <Card
      title="Coverage"
      description="Where the prices of this replay come from, by share of today’s value"
      actions={<CoverageChip covers={covers} />}
      padded={false}
    >
      <div className="grid gap-3 px-4 pb-4 sm:px-5">
        <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-badge bg-muted">
          {SHARES.filter(({ key }) => coverage[key] > 0).map(({ key, colour }) => (
            <span key={key} style={{ width: `${coverage[key]}%`, backgroundColor: colour }} />
          ))}
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {SHARES.map(({ key, label, colour }) => (
            <div key={key} className="flex items-baseline gap-2 text-table">
              <span aria-hidden="true" className="size-2 rounded-xs" style={{ backgroundColor: colour }} />
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="font-semibold tabular">
                {formatShare(coverage[key])}
                {key === 'excludedPercent' && unpriced > 0 && ` and ${countOf(unpriced, 'position')} without a price`}
              </dd>
            </div>
          ))}
        </dl>
        <p className="max-w-[80ch] text-[13px] text-muted-foreground leading-[18px]">
          {coverage.sentence ?? 'All positions have prices for the whole period.'}
        </p>
      </div>
      {coverage.ownPercent < 100 && table}
      {coverage.ownPercent === 100 && (
        <details className="border-t text-label text-muted-foreground">
          <summary className="w-fit px-4 py-3 font-medium text-foreground sm:px-5">
            {countOf(rows.length, 'position')}
          </summary>
          {table}
        </details>
      )}
      <details className="border-t px-4 py-3 text-label text-muted-foreground sm:px-5">
        <summary className="w-fit font-medium text-foreground">Assumptions of this replay</summary>
        <ul className="mt-2 grid gap-1">
          {assumptions.map((assumption) => (
            <li key={assumption}>{assumption}</li>
          ))}
        </ul>
      </details>
    </Card>
  )
}

const COLUMNS: readonly Column<Detail>[] = [
  {
    id: 'ticker',
    header: 'Ticker',
    width: 'minmax(72px, 0.7fr)',
    cell: ({ ticker }) => <span className="font-semibold">{toTickerLabel(ticker)}</span>,
    sortValue: ({ ticker }) => ticker,
  },
  {
    id: 'weight',
    header: 'Share',
    align: 'right',
    width: '72px',
    cell: ({ weightPercent }) => formatShare(weightPercent),
    sortValue: ({ weightPercent }) => weightPercent,
  },
  {
    id: 'method',
    header: 'Prices',
    width: 'minmax(190px, 2fr)',
    cell: (detail) => describeProxy(detail),
    sortValue: ({ method }) => method,
  },
  {
    id: 'beta',
    header: 'Beta',
    align: 'right',
    width: '64px',
    cell: ({ beta }) => (beta === null ? NO_DATA : formatNumber(beta)),
    sortValue: ({ beta }) => beta,
  },
  {
    id: 'dates',
    header: 'Stood in',
    width: 'minmax(190px, 1.2fr)',
    cell: ({ from, to }) => (from && to ? `${formatDate(from)} to ${formatDate(to)}` : NO_DATA),
  },
]

/** Where nothing stood in, there is nothing to say of what did. */
const OWN_COLUMNS = COLUMNS.slice(0, 3)
