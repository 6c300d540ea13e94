// Tests: ai-analysis-page.test.tsx

import type { Discovery, DiscoveryRun } from '@ballast/contract'
import { useMemo, useState } from 'react'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import type { Curve } from '../../components/charts/curve-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { BookGreeksTable } from '../../components/options/book-greeks-table.tsx'
import { formatMove, MarketMoveChart } from '../../components/options/market-move-chart.tsx'
import { Slider } from '../../components/ui/slider.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { countOf, formatMoney, formatNumber } from '../../lib/format.ts'
import { createIdeaInBook, repriceInBook } from './idea-repricing.ts'

/** The whole portfolio with the idea and without it: over falls and rises of the market, and in its Greeks. */
export function IdeaEffect({ run, idea }: { run: DiscoveryRun; idea: Discovery }) {
  const { effect } = idea
  const rows = useMemo(() => effect.table.toSorted((a, b) => a.marketPercent - b.marketPercent), [effect])
  const curves: Curve[] = [
    {
      id: 'without',
      label: 'Without',
      points: rows.map(({ marketPercent: x, unhedged: y }) => ({ x, y })),
      colour: 'var(--subtle-foreground)',
      dashed: true,
    },
    {
      id: 'with',
      label: 'With the idea',
      points: rows.map(({ marketPercent: x, hedgedStressedVolatility: y }) => ({ x, y })),
      colour: 'var(--chart-1)',
    },
  ]
  const chart = useChartFrame(toChartData(run, idea, rows))
  const [marketPercent, setMarketPercent] = useState(-20)
  const book = useMemo(() => createIdeaInBook(run, idea), [run, idea])
  const moved = repriceInBook(book, marketPercent, effect.horizonDays)
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-x-6 gap-y-3 grid-cols-[minmax(0,1fr)] sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] sm:items-end">
        <Slider
          label="Market move"
          value={marketPercent}
          least={-50}
          most={30}
          step={1}
          text={formatMove(marketPercent)}
          onChange={setMarketPercent}
        />
        <dl aria-live="polite" className="grid grid-cols-3 gap-3">
          <SmallStat label="Without" figure={money(moved.unhedged)} />
          <SmallStat label="The idea" figure={money(moved.hedge)} caption="after its cost" />
          <SmallStat label="With" figure={money(moved.hedged)} />
        </dl>
      </div>
      <div>
        <div className="mb-1 flex items-center justify-between gap-3">
          <LineLegend series={curves} />
          <span className="flex">
            <ChartTools chart={chart} />
          </span>
        </div>
        <MarketMoveChart chart={chart} curves={curves} marketPercent={marketPercent} height={220} />
      </div>
      <BookGreeksTable {...effect} factOf={(path) => idea.factIds[`effect.${path}`]} />
    </div>
  )
}

function toChartData(run: DiscoveryRun, idea: Discovery, rows: Discovery['effect']['table']): ChartData {
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  const fall = rows.find(({ marketPercent }) => marketPercent === -20) ?? rows[0]
  const after = `after ${countOf(idea.effect.horizonDays, 'trading day')}`
  return {
    title: `Portfolio with ${idea.ticker} ${idea.contractType}`,
    finding: fall
      ? `If the market falls ${formatNumber(-fall.marketPercent, { decimals: 0 })}%, ${after}, the portfolio makes ${money(fall.hedgedStressedVolatility)} with ${countOf(idea.contracts, 'contract')} and ${money(fall.unhedged)} without, ${idea.ticker} moving by its beta.`
      : 'Nothing to draw.',
    asOf: run.asOf,
    simulated: run.simulated,
    columns: [
      { header: 'Market move', format: formatMove },
      { header: 'Without', format: money },
      { header: 'With, at expiry', format: money },
      { header: `With, ${after}`, format: money },
      { header: 'With, volatility as now', format: money },
    ],
    rows: rows.map((row) => [
      row.marketPercent,
      row.unhedged,
      row.hedgedAtExpiry,
      row.hedgedStressedVolatility,
      row.hedgedFlatVolatility,
    ]),
    legend: [
      { label: 'Without', colour: 'var(--subtle-foreground)' },
      { label: 'With the idea', colour: 'var(--chart-1)' },
    ],
  }
}
