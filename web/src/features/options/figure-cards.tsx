// Tests: options-page.test.tsx

import type { OptionChain, OptionExpiry } from '@ballast/contract'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { StatCard } from '../../components/ui/stat.tsx'
import {
  formatCompact,
  formatMoney,
  formatNumber,
  formatPercentChange,
  formatShare,
  formatShortDate,
} from '../../lib/format.ts'
import { CHAIN_EXPLANATIONS, type ChainFigureId, explainMove } from './chain-explanations.ts'
import { ChainFigure } from './chain-figure.tsx'
import { describeIvHistory, describePutCallHistory } from './chain-view.ts'
import { formatVolatility } from './ladder-columns.ts'

const SENTIMENTS = {
  bullish: { label: 'Bullish', tone: 'gain' },
  neutral: { label: 'Neutral', tone: 'secondary' },
  bearish: { label: 'Bearish', tone: 'destructive' },
} as const satisfies Record<string, { label: string; tone: BadgeTone }>

interface FigureCardsProps {
  chain: OptionChain
  /** Expiry that the expected move looks ahead to. */
  expiry: OptionExpiry
}

/** The chain in five figures; the fifth only where it can be computed. */
export function FigureCards({ chain, expiry }: FigureCardsProps) {
  const { summary, underlyingPrice: spot } = chain
  if (!summary) return null
  const explained = (figure: ChainFigureId, children?: ReactNode) => (
    <ChainFigure chain={chain} explanation={CHAIN_EXPLANATIONS[figure](summary)}>
      {children}
    </ChainFigure>
  )
  const sentiment = summary.putCallLabel && SENTIMENTS[summary.putCallLabel]
  const { callVolume, putVolume, callOpenInterest, putOpenInterest } = summary
  return (
    <div className="grid min-w-0 grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
      <StatCard
        label={explained('averageIV')}
        figure={formatVolatility(summary.averageIV)}
        caption={explained('ivRank', describeIvHistory(summary))}
      />
      <StatCard
        label={explained('putCallRatio')}
        figure={summary.putCallRatio === null ? 'n/a' : formatNumber(summary.putCallRatio)}
        aside={sentiment && <Badge tone={sentiment.tone}>{sentiment.label}</Badge>}
        caption={summary.putCallRatio === null ? 'No call traded' : describePutsAndCalls(putVolume, callVolume)}
        below={
          summary.putCallRatio !== null && (
            <p className="text-label text-muted-foreground">{describePutCallHistory(chain.ticker, summary)}</p>
          )
        }
      />
      <StatCard
        label={explained('totalOpenInterest')}
        figure={formatCompact(summary.totalOpenInterest)}
        caption={`${formatCompact(callOpenInterest)} calls, ${formatCompact(putOpenInterest)} puts`}
      />
      <StatCard
        label={explained('volumePattern')}
        figure={summary.volumePattern}
        caption={describeImbalance(summary.volumeImbalancePercent)}
        // Words are longer than figures, and may take a second line where those are cut.
        className="[&_.text-stat]:text-[22px] [&_.text-stat]:text-wrap"
      />
      {spot !== null && expiry.expectedMove !== null && expiry.atmIV !== null && (
        <StatCard
          label={<ChainFigure chain={chain} explanation={explainMove(spot, expiry.atmIV, expiry.years)} />}
          figure={`±${formatMoney(expiry.expectedMove)}`}
          caption={`By ${formatShortDate(expiry.expiry)}, ${formatShare((expiry.expectedMove / spot) * 100)} either way`}
          className="max-lg:col-span-2"
        />
      )}
    </div>
  )
}

/** Describes what the ratio counts: it says what was traded, and not what its traders expect. */
function describePutsAndCalls(puts: number, calls: number): string {
  const counts = `${formatCompact(puts)} puts, ${formatCompact(calls)} calls`
  if (puts === calls) return `As many puts as calls: ${counts}`
  return `${puts > calls ? 'More puts than calls' : 'More calls than puts'}: ${counts}`
}

function describeImbalance(percent: number | null): string {
  if (percent === null) return 'Nothing traded'
  const side = percent < 0 ? 'put' : 'call'
  return percent === 0 ? 'As many calls as puts' : `${formatPercentChange(Math.abs(percent), 0)} ${side} imbalance`
}
