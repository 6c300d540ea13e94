import type { Discovery, DiscoveryRun } from '@ballast/contract'
import { useMemo, useState } from 'react'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { type Curve, CurveChart } from '../../components/charts/curve-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { FactFigure } from '../../components/grounded-text.tsx'
import { Slider } from '../../components/ui/slider.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { countOf, formatAxisMoney, formatMoney, formatNumber, formatValue } from '../../lib/format.ts'
import { createPlayInBook, repriceInBook } from './play-repricing.ts'

const GREEKS = [
  { name: 'dollarBeta', label: 'Dollar beta', write: formatValue },
  { name: 'dollarDelta', label: 'Dollar delta', write: formatValue },
  { name: 'betaWeightedDelta', label: 'Beta-weighted delta, SPY shares', write: writeShares },
  { name: 'dollarGammaPerPercent', label: 'Gamma per 1%', write: formatValue },
  { name: 'thetaPerDay', label: 'Theta a day', write: writeMoney },
  { name: 'vegaPerPoint', label: 'Vega a point', write: writeMoney },
] as const satisfies readonly {
  name: keyof Discovery['effect']['before']
  label: string
  write: (value: number) => string
}[]

function writeShares(value: number): string {
  return formatNumber(value, { decimals: 1 })
}

function writeMoney(value: number): string {
  return formatMoney(value)
}

/** The whole portfolio with the play and without it: over falls and rises of the market, and in its Greeks. */
export function PlayEffect({ run, play }: { run: DiscoveryRun; play: Discovery }) {
  const { effect } = play
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
      label: 'With the play',
      points: rows.map(({ marketPercent: x, hedgedStressedVolatility: y }) => ({ x, y })),
      colour: 'var(--chart-1)',
    },
  ]
  const chart = useChartFrame(toChartData(run, play, rows))
  const [marketPercent, setMarketPercent] = useState(-20)
  const book = useMemo(() => createPlayInBook(run, play), [run, play])
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
          <SmallStat label="The play" figure={money(moved.hedge)} caption="after its cost" />
          <SmallStat label="With" figure={money(moved.hedged)} />
        </dl>
      </div>
      <div>
        <div className="mb-1 flex items-center justify-between gap-3">
          <LineLegend series={curves.map((curve) => ({ ...curve, dashed: curve.dashed ?? false }))} />
          <span className="flex">
            <ChartTools chart={chart} />
          </span>
        </div>
        <ChartFigure chart={chart} findingShown>
          <CurveChart
            label="Profit of the portfolio by market move"
            curves={curves}
            marks={[{ x: marketPercent, label: formatMove(marketPercent), tone: 'primary' }]}
            height={220}
            formatX={(move) => `Market ${formatMove(move)}`}
            formatXTick={formatMove}
            formatY={money}
            formatYTick={formatAxisMoney}
          />
        </ChartFigure>
      </div>
      <table className="w-full text-[13px] tabular leading-[18px]">
        <caption className="sr-only">Greeks of the whole portfolio, before and after</caption>
        <thead>
          <tr className="border-b text-label text-subtle-foreground">
            <th scope="col" className="h-8 text-left font-normal">
              Greeks of the portfolio
            </th>
            <th scope="col" className="px-3 text-right font-normal">
              Before
            </th>
            <th scope="col" className="text-right font-normal">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {GREEKS.map(({ name, label, write }) => (
            <tr key={name}>
              <th scope="row" className="py-1 text-left font-normal text-muted-foreground">
                {label}
              </th>
              <td className="px-3 text-right">
                <FactFigure id={play.factIds[`effect.before.${name}`]}>{write(effect.before[name])}</FactFigure>
              </td>
              <td className="text-right font-medium">
                <FactFigure id={play.factIds[`effect.after.${name}`]}>{write(effect.after[name])}</FactFigure>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function formatMove(percent: number): string {
  return `${formatNumber(percent, { decimals: 0, signed: true })}%`
}

function toChartData(run: DiscoveryRun, play: Discovery, rows: Discovery['effect']['table']): ChartData {
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  const fall = rows.find(({ marketPercent }) => marketPercent === -20) ?? rows[0]
  const after = `after ${countOf(play.effect.horizonDays, 'trading day')}`
  return {
    title: `Portfolio with ${play.ticker} ${play.contractType}`,
    finding: fall
      ? `If the market falls ${formatNumber(-fall.marketPercent, { decimals: 0 })}%, ${after}, the portfolio makes ${money(fall.hedgedStressedVolatility)} with ${countOf(play.contracts, 'contract')} and ${money(fall.unhedged)} without, ${play.ticker} moving by its beta.`
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
      { label: 'With the play', colour: 'var(--chart-1)' },
    ],
  }
}
