// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { type BarRow, BarsDrawing, describeRow } from '../../components/charts/bars-drawing.tsx'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { Swatch } from '../../components/charts/chart-tooltip.tsx'
import { BookGreeksTable } from '../../components/options/book-greeks-table.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { formatDate, formatMoney, formatValue } from '../../lib/format.ts'
import { canBeRenewed, describeReplayRule, toCrisisBars } from './crisis-view.ts'
import { nameStrategy, toShockBars } from './hedge-view.ts'
import { findWorstLosses } from './loss-map-view.ts'

type View = 'shocks' | 'crises'
type Renewal = 'left' | 'renewed'

const UNHEDGED = { label: 'Unhedged', colour: 'color-mix(in oklab, var(--loss) 45%, var(--card))' }
const HEDGED = { label: 'Hedged, after cost', colour: 'var(--chart-1)' }

/** Cost of falls of the market and of past crises, without the chosen strategy and with it. */
export function BeforeAfterCard({ analysis, strategy }: { analysis: HedgeAnalysis; strategy: HedgeStrategy }) {
  const asksOfCrisis = analysis.request.crisisId !== null
  const [view, setView] = useState<View>(asksOfCrisis ? 'crises' : 'shocks')
  const { value } = analysis.riskAssessment
  const [renewal, setRenewal] = useState<Renewal>(asksOfCrisis ? 'renewed' : 'left')
  const isRenewed = renewal === 'renewed' && canBeRenewed(strategy)
  const rows =
    view === 'shocks' ? toShockBars(strategy, value, analysis.term) : toCrisisBars(strategy, value, isRenewed)
  const chart = useChartFrame(toChartData(analysis, strategy, { rows, view, isRenewed }))
  return (
    <Card
      title="Before and after"
      description={
        view === 'shocks'
          ? `${describeLoss(analysis, strategy)} with ${nameStrategy(analysis, strategy)}`
          : `Today’s portfolio through past crises with ${nameStrategy(analysis, strategy)}${describeLife(strategy, isRenewed)}`
      }
      actions={
        <>
          {view === 'crises' && canBeRenewed(strategy) && (
            <ToggleGroup
              label="What expires"
              value={renewal}
              onValueChange={setRenewal}
              options={[
                { value: 'left', label: 'As bought' },
                { value: 'renewed', label: 'Renewed' },
              ]}
            />
          )}
          <ToggleGroup
            label="Falls or crises"
            value={view}
            onValueChange={setView}
            options={[
              { value: 'shocks', label: 'Falls' },
              { value: 'crises', label: 'Crises' },
            ]}
          />
          <span className="flex">
            <ChartTools chart={chart} />
          </span>
        </>
      }
    >
      <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-label text-muted-foreground">
        {[UNHEDGED, HEDGED].map(({ label, colour }) => (
          <span key={label} className="flex items-center gap-2">
            <Swatch colour={colour} />
            {label}
          </span>
        ))}
      </p>
      <ChartFigure chart={chart}>
        <BarsDrawing label={chart.data.title} rows={rows} />
      </ChartFigure>
      <p className="mt-2 flex gap-2.5 border-t pt-2.5 text-[13px] text-muted-foreground leading-[18px]">
        <Info aria-hidden="true" className="mt-px size-4 shrink-0" />
        {view === 'shocks'
          ? describeFlat(strategy)
          : describeReplayRule(strategy, isRenewed, analysis.repricing.book.options.length > 0)}
      </p>
      {strategy.greeks && (
        <Disclosure summary="Greeks of the portfolio, before and after" className="mt-2">
          <BookGreeksTable {...strategy.greeks} />
        </Disclosure>
      )}
    </Card>
  )
}

/** Losses that the bars show, and their day. */
function describeLoss({ term }: HedgeAnalysis, { losses, legs: [leg] }: HedgeStrategy): string {
  if (losses !== null) return `Worst loss until ${formatDate(findWorstLosses(losses, term).lastDay)}`
  return leg ? `Estimated loss at the ${formatDate(leg.expiry)} expiry` : 'Estimated loss'
}

function describeLife({ legs }: HedgeStrategy, isRenewed: boolean): string {
  if (legs.length === 0) return ''
  return isRenewed ? ', bought again at each expiry' : ', left to expire'
}

/** Describes the cost when nothing happens. */
function describeFlat({ table, cost, legs, family }: HedgeStrategy): string {
  if (family === 'do-nothing') return 'Nothing is traded, so that both are the same.'
  const flat = table.find(({ marketPercent }) => marketPercent === 0)
  if (legs.length === 0 || !flat)
    return 'Without options nothing expires: what is sold no longer falls, and no longer rises.'
  const profit = flat.hedgedAtExpiry - flat.unhedged
  if (profit >= 0) return `If the market ends flat, the options leave ${formatValue(profit)}.`
  return cost.total > 0 && Math.abs(profit + cost.total) < 1
    ? `If the market ends flat or higher, the hedge expires and you lose its cost, ${formatValue(cost.total)}.`
    : `If the market ends flat, the options cost ${formatValue(-profit)} in all.`
}

interface Shown {
  rows: readonly (BarRow & { renewalCost?: number })[]
  view: View
  isRenewed: boolean
}

function toChartData(analysis: HedgeAnalysis, strategy: HedgeStrategy, { rows, view, isRenewed }: Shown): ChartData {
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  const worst = rows.toSorted((a, b) => a.unhedged - b.unhedged)[0]
  return {
    title: view === 'shocks' ? 'Before and after in falls' : 'Before and after in crises',
    finding: worst ? `${describeRow(worst)} (${strategy.instrument}).` : 'Nothing to compare.',
    asOf: analysis.asOf,
    simulated: analysis.simulated,
    columns: [
      { header: view === 'shocks' ? 'Market' : 'Crisis' },
      { header: 'Unhedged', format: money },
      { header: 'Hedged', format: money },
      { header: 'Saved', format: money },
      ...(isRenewed && view === 'crises' ? [{ header: 'Cost of renewals', format: money }] : []),
    ],
    rows: rows.map(({ title, unhedged, hedged, renewalCost }) => [
      ...[title, unhedged, hedged, hedged - unhedged],
      ...(isRenewed && view === 'crises' ? [renewalCost ?? 0] : []),
    ]),
    legend: [UNHEDGED, HEDGED],
  }
}
