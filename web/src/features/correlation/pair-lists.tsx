// Tests: analysis-page.test.tsx

import type { CorrelationAnalysis } from '@ballast/contract'
import { formatNumber } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { describeStability, splitPairs } from './analysis-view.ts'
import { CorrelationTag } from './correlation-marks.tsx'

type PairDetail = CorrelationAnalysis['strongestPairs'][number]

/** The two ends of the matrix. A pair says how sure its figure is, and whether it changed within the year. */
export function PairLists({ analysis }: { analysis: CorrelationAnalysis }) {
  const { together, apart } = splitPairs(analysis)
  return (
    <div className="grid content-start gap-6 sm:max-xl:grid-cols-2">
      <PairList title="Move together most" pairs={together} none="No two of these move together." />
      <PairList
        title={
          apart.length > 0 && apart.every(({ correlation }) => correlation > 0)
            ? 'Move together least'
            : 'Offset each other most'
        }
        pairs={apart}
        none="No two of these offset each other."
      />
      <p className="text-caption text-subtle-foreground sm:max-xl:col-span-2">
        Below each pair is its 95% range. If the two halves of the year differ, you see both.
      </p>
    </div>
  )
}

function PairList({ title, pairs, none }: { title: string; pairs: readonly PairDetail[]; none: string }) {
  return (
    <section>
      <h3 className="text-[13px] text-muted-foreground leading-[18px]">{title}</h3>
      {pairs.length === 0 && <p className="mt-1 py-1.5 text-caption text-subtle-foreground">{none}</p>}
      <ul className="mt-1">
        {pairs.map((pair) => (
          <li
            key={`${pair.ticker1} ${pair.ticker2}`}
            className="flex items-center gap-3 border-b py-1.5 last:border-b-0"
          >
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold text-[13px] leading-[18px]">
                {toTickerLabel(pair.ticker1)} · {toTickerLabel(pair.ticker2)}
              </p>
              <p className="flex flex-wrap gap-x-1.5 text-caption text-subtle-foreground tabular *:whitespace-nowrap">
                {pair.confidenceInterval && (
                  <span>
                    {formatNumber(pair.confidenceInterval.low)} to {formatNumber(pair.confidenceInterval.high)}
                  </span>
                )}
                <span>{describeStability(pair)}</span>
              </p>
            </div>
            <CorrelationTag value={pair.correlation} />
          </li>
        ))}
      </ul>
    </section>
  )
}
