// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatPercent, formatValue, NO_DATA } from '../../lib/format.ts'
import { nameStrategy } from './hedge-view.ts'
import { describeLosses, formatWhole, type LossCell, type LossRow, toLossRows, toPriceRows } from './loss-map-view.ts'

interface LossMapCardProps {
  analysis: HedgeAnalysis
  strategy: HedgeStrategy
}

type Side = 'with' | 'without'

/** Cost of a fall on each day, and of keeping the limit on one day or on all of them. */
export function LossMapCard({ analysis, strategy }: LossMapCardProps) {
  const [side, setSide] = useState<Side>('with')
  const { losses, legs } = strategy
  if (losses === null || legs.length === 0) return null
  const { limitPercent, shockPercent } = analysis.request
  return (
    <Card
      folded
      title="Loss by day and fall"
      description={`The market stands still until a day and falls on it, with ${nameStrategy(analysis, strategy)}`}
      actions={
        <ToggleGroup
          label="With or without the hedge"
          value={side}
          onValueChange={setSide}
          options={[
            { value: 'with', label: 'With' },
            { value: 'without', label: 'Without' },
          ]}
        />
      }
    >
      <figure className="min-w-0">
        <LossTable rows={toLossRows(losses, analysis, side)} side={side} limitPercent={limitPercent} />
        <figcaption className="mt-3 text-label text-muted-foreground">
          {describeLosses(losses, analysis)}
          {analysis.request.crisisId === null &&
            ` Bold: more than the ${formatWhole(limitPercent)} limit, in falls of up to ${formatWhole(shockPercent)}.`}
        </figcaption>
      </figure>
      <Prices analysis={analysis} />
    </Card>
  )
}

function LossTable({ rows, side, limitPercent }: { rows: readonly LossRow[]; side: Side; limitPercent: number }) {
  return (
    <FigureTable
      caption={`Loss in percent of the portfolio ${side} the hedge, by day of the fall and size of the fall`}
      columns={[
        { header: 'Falls on' },
        ...(rows[0]?.cells ?? []).map(({ fallPercent }) => ({
          header: `−${formatWhole(fallPercent)}`,
          align: 'right' as const,
        })),
      ]}
      look="tiles"
      tableClassName="min-w-[340px]"
    >
      <tbody>
        {rows.map(({ date, day, note, cells }) => (
          <tr key={date}>
            <th scope="row" className="text-left font-normal">
              <span className="whitespace-nowrap">{day}</span>{' '}
              <span className="whitespace-nowrap text-subtle-foreground max-sm:block">{note}</span>
            </th>
            {cells.map((cell) => (
              <td
                key={cell.fallPercent}
                className={cn(cell.isBeyond && 'font-semibold')}
                style={{ backgroundColor: toTint(cell, limitPercent) }}
              >
                {cell.text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

const STRONGEST_PERCENT = 34

/** The deeper the loss, the stronger; twice the limit is a full colour. */
function toTint({ lossPercent }: LossCell, limitPercent: number): string {
  const strength = Math.min(1, Math.abs(lossPercent) / (2 * Math.max(1, limitPercent))) * STRONGEST_PERCENT
  return `color-mix(in oklab, var(${lossPercent > 0 ? '--loss' : '--gain'}) ${strength.toFixed(1)}%, transparent)`
}

/** The three prices of one limit. */
function Prices({ analysis }: Pick<LossMapCardProps, 'analysis'>) {
  const rows = toPriceRows(analysis)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="limit-prices" className="mt-4 border-t pt-3">
      <h3 id="limit-prices" className="text-[13px] font-medium">
        Cost of the {formatWhole(analysis.request.limitPercent)} limit with puts on the index
      </h3>
      <dl className="mt-2 grid gap-x-6 gap-y-3 text-[13px] leading-[19px] sm:grid-cols-3">
        {rows.map(({ label, cost, percent, instrument, isRecommended }) => (
          <div key={label} className="min-w-0">
            <dt className="flex flex-wrap items-center gap-2 text-muted-foreground">
              {label}
              {isRecommended && <Badge>Recommended</Badge>}
            </dt>
            <dd className="font-medium tabular">
              {cost === null ? NO_DATA : formatValue(cost)}
              {percent === null ? '' : ` (${formatPercent(percent)})`}
            </dd>
            <dd className="text-muted-foreground">{instrument}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
