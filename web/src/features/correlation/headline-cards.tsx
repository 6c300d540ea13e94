// Tests: analysis-page.test.tsx

import type { CorrelationAnalysis } from '@ballast/contract'
import type { ReactNode } from 'react'
import { chartColour } from '../../components/charts/chart-colours.ts'
import { Swatch } from '../../components/charts/chart-tooltip.tsx'
import { CoverageChip } from '../../components/coverage-chip.tsx'
import { Explained, type FigureSource } from '../../components/explained.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf, formatNumber, formatShare, formatValue, NO_DATA } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { CONCENTRATION_TONES, describeDoubt, describeScore, toScoreBand } from './analysis-view.ts'
import { BAND_LABELS } from './matrix-view.ts'
import { ScoreGauge } from './score-gauge.tsx'

interface HeadlineProps {
  analysis: CorrelationAnalysis
  from: FigureSource
}

/** The score, why it is so, and what it leaves out. */
export function DiversificationCard({ analysis, from }: HeadlineProps) {
  const { diversificationScore: score, diversification, diversificationMissing } = analysis
  const doubt = diversification && describeDoubt(diversification)
  return (
    <Card
      title={
        <Explained metric="diversificationScore" from={from} missing={diversificationMissing}>
          Diversification Score
        </Explained>
      }
      actions={diversification && score !== null && <Badge tone={toScoreBand(score)}>{diversification.label}</Badge>}
      className="h-full"
    >
      <CoverageChip covers={analysis.covers.history} />
      <ScoreGauge score={score} />
      <p className="mt-3 text-balance text-center text-[13px] text-muted-foreground leading-[18px]">
        {diversification ? describeScore({ ...analysis, diversification }) : diversificationMissing}
      </p>
      {diversification && (
        <dl className="mt-3 grid grid-cols-[1fr_auto_1fr] items-center border-t pt-3 text-center">
          <Factor name={<Explained metric="spread" from={from} />} percent={diversification.spreadPercent} />
          <span aria-hidden="true" className="text-muted-foreground">
            ×
          </span>
          <Factor
            name={<Explained metric="independence" from={from} />}
            percent={diversification.independencePercent}
          />
        </dl>
      )}
      {doubt && <p className="mt-2 text-center text-label text-warning">{doubt}</p>}
    </Card>
  )
}

function Factor({ name, percent }: { name: ReactNode; percent: number }) {
  return (
    <div>
      <dt className="text-label text-muted-foreground">{name}</dt>
      <dd className="text-small-stat tabular">{formatShare(percent)}</dd>
    </div>
  )
}

/** How much lies in few names, and the rule that says so. */
export function ConcentrationCard({ analysis, from }: HeadlineProps) {
  const { concentration, concentrationRisk } = analysis
  return (
    <Card
      title={
        <Explained metric="concentrationRisk" from={from}>
          Concentration Risk
        </Explained>
      }
      actions={concentrationRisk && <Badge tone={CONCENTRATION_TONES[concentrationRisk]}>{concentrationRisk}</Badge>}
      className="h-full"
    >
      {concentration ? (
        <>
          <CoverageChip covers={analysis.covers.value} />
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="text-stat tabular">{formatShare(concentration.topFivePercent)}</span>
            <span className="text-[13px] text-muted-foreground">
              in{' '}
              {concentration.topFive.length === 1
                ? 'the only position'
                : `the ${nameCount(concentration.topFive.length)} largest positions`}
            </span>
          </p>
          <div aria-hidden="true" className="mt-3 flex h-2.5 gap-0.5 overflow-hidden rounded-badge bg-muted">
            {concentration.topFive.map(({ ticker, weightPercent }, place) => (
              <span
                key={ticker}
                style={{ width: `${Math.abs(weightPercent)}%`, backgroundColor: chartColour(place) }}
              />
            ))}
          </div>
          <ul className="mt-3 grid gap-1.5">
            {concentration.topFive.map(({ ticker, value, weightPercent }, place) => (
              <li key={ticker} className="grid grid-cols-[auto_1fr_auto_52px] items-center gap-2.5 text-table tabular">
                <Swatch colour={chartColour(place)} />
                <span className="truncate font-semibold">{toTickerLabel(ticker)}</span>
                <span className="text-muted-foreground">{formatValue(value)}</span>
                <span className="text-right">{formatShare(weightPercent)}</span>
              </li>
            ))}
          </ul>
          <div className="mt-3 grid gap-1 border-t pt-3 text-label text-muted-foreground">
            <p>{concentration.rule}</p>
            {concentration.effectivePositions !== null && (
              <p>
                Behaves like{' '}
                <Explained metric="effectivePositions" from={from} className="text-foreground">
                  {formatNumber(concentration.effectivePositions, { decimals: 1 })} equal positions
                </Explained>{' '}
                (
                <Explained metric="herfindahl" from={from}>
                  HHI
                </Explained>{' '}
                {formatNumber(concentration.herfindahl, { decimals: 3 })}). Funds count less: each holds many companies.
              </p>
            )}
          </div>
        </>
      ) : (
        <p className="text-body text-muted-foreground">No position has a price.</p>
      )}
    </Card>
  )
}

function nameCount(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five'][count] ?? String(count)
}

/** The plain average of the matrix on its scale, with the pairs at both ends. */
export function AverageCorrelationCard({ analysis, from }: HeadlineProps) {
  const { averageCorrelation, averageCorrelationLabel, pairs, strongestPairs, bestOffsets } = analysis
  const weighted = analysis.diversification?.weightedCorrelation
  return (
    <Card
      title={
        <Explained metric="averageCorrelation" from={from}>
          Average Correlation
        </Explained>
      }
      actions={averageCorrelationLabel && <Badge tone="secondary">{averageCorrelationLabel}</Badge>}
      className="h-full"
    >
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-stat tabular" title={averageCorrelation === null ? 'No data' : undefined}>
          {formatNumber(averageCorrelation)}
        </span>
        <span className="text-[13px] text-muted-foreground">across {countOf(pairs, 'pair')}, 1-year daily returns</span>
      </p>
      <CoverageChip covers={analysis.covers.history} />
      <BandScale value={averageCorrelation} />
      <dl className="mt-4 grid gap-2 text-[13px] leading-[18px]">
        {pairs === 1 ? (
          <PairLine name="The only pair" pair={strongestPairs[0]} />
        ) : (
          <>
            <PairLine name="Closest pair" pair={strongestPairs[0]} />
            <PairLine name="Best diversifier" pair={bestOffsets[0]} />
          </>
        )}
      </dl>
      <p className="mt-3 border-t pt-3 text-label text-muted-foreground">
        Below 0.3 is low. Above 0.7 your positions act as one.
        {weighted != null &&
          ` The score weights pairs by risk${analysis.lookThrough === null ? '' : ' and looks inside funds'}: ${formatNumber(weighted)}.`}
      </p>
    </Card>
  )
}

/** The seven bands from −1 to +1 in their true widths, with a mark at the value. */
function BandScale({ value }: { value: number | null }) {
  const limits = [-1, -0.7, -0.4, -0.1, 0.1, 0.4, 0.7, 1]
  return (
    <div aria-hidden="true" className="mt-3">
      <div className="relative flex h-3 gap-0.5">
        {BAND_LABELS.map((label, place) => (
          <span
            key={label}
            className={cn(place === 0 && 'rounded-l-badge', place === BAND_LABELS.length - 1 && 'rounded-r-badge')}
            style={{
              flexGrow: (limits[place + 1] ?? 1) - (limits[place] ?? 0),
              backgroundColor: `var(--corr-${place + 1})`,
            }}
          />
        ))}
        {value !== null && (
          <span
            className="absolute -inset-y-1 w-[3px] -translate-x-1/2 rounded-full bg-foreground outline-2 outline-card"
            style={{ left: `${(value + 1) * 50}%` }}
          />
        )}
      </div>
      <div className="mt-1.5 flex justify-between text-axis text-subtle-foreground tabular">
        <span>−1</span>
        <span>0</span>
        <span>+1</span>
      </div>
    </div>
  )
}

function PairLine({ name, pair }: { name: string; pair: CorrelationAnalysis['strongestPairs'][number] | undefined }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="flex-1 text-muted-foreground">{name}</dt>
      <dd className="font-semibold">
        {pair ? `${toTickerLabel(pair.ticker1)} · ${toTickerLabel(pair.ticker2)}` : NO_DATA}
      </dd>
      <dd className="w-12 text-right tabular">{pair && formatNumber(pair.correlation, { signed: true })}</dd>
    </div>
  )
}
