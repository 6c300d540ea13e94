// Tests: overview-page.test.tsx

import type { Overview } from '@ballast/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CoverageChip } from '../../components/coverage-chip.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { formatNumber, formatPercent, formatPercentChange, NO_DATA } from '../../lib/format.ts'
import { toSentenceParts } from './overview-view.ts'

interface RiskFiguresProps {
  overview: Overview
  /** Lead to where the risk is taken apart, and to what limits it. */
  riskLinks?: ReactNode
}

/** How the portfolio moves, beside the benchmark, and what is most likely to hurt it. */
export function RiskFigures({ overview, riskLinks }: RiskFiguresProps) {
  const { risk, topRisk, benchmark } = overview
  return (
    <div className="flex min-w-0 flex-col gap-4 print:col-span-full lg:pl-5">
      <CoverageChip covers={overview.covers.risk} />
      <dl className="grid flex-1 grid-cols-2 content-start gap-x-4 gap-y-5 sm:max-lg:grid-cols-4 lg:content-between">
        <SmallStat label="Beta, 1Y" figure={formatNumber(risk.beta)} caption={`vs ${benchmark}`} />
        <SmallStat
          label="Volatility, 1Y"
          figure={formatPercent(risk.volatilityPercent, 1)}
          caption={`${benchmark} ${formatPercent(risk.benchmarkVolatilityPercent, 1)}`}
        />
        <SmallStat
          label="Max drawdown"
          figure={formatDrawdown(risk.maxDrawdownPercent)}
          caption={`${benchmark} ${formatDrawdown(risk.benchmarkMaxDrawdownPercent)}`}
        />
        <SmallStat
          label="Diversification"
          figure={formatNumber(risk.diversification?.score, { decimals: 0 })}
          caption={risk.diversification?.label ?? 'Needs more history'}
        />
      </dl>
      {topRisk && (
        <div className="border-t pt-3">
          <h3 className="flex items-center gap-2 font-semibold text-[13px] leading-[18px]">
            <TriangleAlert aria-hidden="true" className="size-4 text-warning" />
            Top risk
          </h3>
          <p className="mt-1 text-[13px] text-muted-foreground leading-[18px]">
            {toSentenceParts(topRisk.sentence).map(({ text, strong }, place) =>
              strong ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
                <b key={place} className="font-semibold text-foreground">
                  {text}
                </b>
              ) : (
                text
              ),
            )}
          </p>
          {riskLinks && <p className="mt-1.5 text-[13px] leading-[18px]">{riskLinks}</p>}
        </div>
      )}
    </div>
  )
}

/** A drawdown travels as a positive size and reads as the fall it is. */
function formatDrawdown(percent: number | null): string {
  return percent === null ? NO_DATA : formatPercentChange(-percent, 1)
}
