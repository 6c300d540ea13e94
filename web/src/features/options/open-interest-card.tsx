// Tests: options-page.test.tsx

import type { OptionChain, OptionExpiry } from '@ballast/contract'
import { useMemo } from 'react'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { ChartStage } from '../../components/charts/chart-stage.tsx'
import { useChartCursor } from '../../components/charts/use-chart-cursor.ts'
import { useElementWidth } from '../../components/charts/use-element-width.ts'
import { Card } from '../../components/ui/card.tsx'
import { formatCompact, formatNumber } from '../../lib/format.ts'
import type { Ladder } from './chain-view.ts'
import { type OpenInterestRow, toOpenInterest, toOpenInterestChart } from './open-interest-view.ts'

const ROW_HEIGHT = 19
const BAR_HEIGHT = 10
const STRIKE_WIDTH = 58

interface OpenInterestCardProps {
  chain: OptionChain
  ladder: Ladder
  expiry: OptionExpiry
}

/** Where the crowd is: open interest by strike. */
export function OpenInterestCard({ chain, ladder, expiry }: OpenInterestCardProps) {
  const { rows, largest } = useMemo(() => toOpenInterest(ladder), [ladder])
  const chart = useChartFrame(useMemo(() => toOpenInterestChart(rows, chain, expiry), [rows, chain, expiry]))
  return (
    <Card
      title="Open interest by strike"
      description="Calls left, puts right"
      actions={rows.length > 0 && <ChartTools chart={chart} />}
    >
      <ChartFigure chart={chart} findingShown>
        {rows.length > 0 && <Bars rows={rows} largest={largest} />}
      </ChartFigure>
    </Card>
  )
}

function Bars({ rows, largest }: { rows: readonly OpenInterestRow[]; largest: number }) {
  const [wrapper, width] = useElementWidth<HTMLDivElement>(280)
  const cursor = useChartCursor({ count: rows.length, describe: (index) => describe(rows[index]) })
  const reach = Math.max(1, (width - STRIKE_WIDTH) / 2)
  const middle = width / 2
  const active = cursor.index === null ? undefined : rows[cursor.index]
  return (
    <ChartStage
      ref={wrapper}
      label="Open interest by strike. Left and Right move through the strikes."
      cursor={cursor}
      width={width}
      height={rows.length * ROW_HEIGHT}
      onPointerMove={(event) => {
        const offset = event.clientY - event.currentTarget.getBoundingClientRect().top
        cursor.moveTo(Math.min(rows.length - 1, Math.max(0, Math.floor(offset / ROW_HEIGHT))))
      }}
      overlay={
        <p aria-hidden="true" className="mt-1 min-h-4 text-center text-caption text-muted-foreground tabular">
          {active && describe(active)}
        </p>
      }
    >
      {rows.map(({ strike, calls, puts }, place) => {
        const y = place * ROW_HEIGHT + (ROW_HEIGHT - BAR_HEIGHT) / 2
        const callWidth = (calls / largest) * reach
        return (
          <g key={strike} opacity={active === undefined || active.strike === strike ? 1 : 0.45}>
            <rect
              x={middle - STRIKE_WIDTH / 2 - callWidth}
              y={y}
              width={callWidth}
              height={BAR_HEIGHT}
              rx="2"
              fill="var(--chart-1)"
            />
            <rect
              x={middle + STRIKE_WIDTH / 2}
              y={y}
              width={(puts / largest) * reach}
              height={BAR_HEIGHT}
              rx="2"
              fill="var(--chart-2)"
            />
            <text
              x={middle}
              y={place * ROW_HEIGHT + ROW_HEIGHT / 2 + 4}
              textAnchor="middle"
              className="fill-muted-foreground text-axis tabular"
            >
              {formatNumber(strike, { decimals: Number.isInteger(strike) ? 0 : 2 })}
            </text>
          </g>
        )
      })}
    </ChartStage>
  )
}

function describe(row: OpenInterestRow | undefined): string {
  return row ? `${formatNumber(row.strike)}: ${formatCompact(row.calls)} calls, ${formatCompact(row.puts)} puts` : ''
}
