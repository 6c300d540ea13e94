import type { CorrelationAnalysis } from '@ballast/contract'
import { formatNumber } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { describeStability, splitPairs } from './analysis-view.ts'
import { CorrelationTag } from './correlation-marks.tsx'

type PairDetail = CorrelationAnalysis['strongestPairs'][number]

/** The two ends of the matrix. A pair says how sure its figure is and whether it held in both halves of the year. */
export function PairLists({ analysis }: { analysis: CorrelationAnalysis }) {
  const { together, apart } = splitPairs(analysis)
  return (
    <div className="grid content-start gap-6 sm:max-xl:grid-cols-2">
      <PairList title="Move together most" pairs={together} none="No two of these move together." />
      <PairList title="Offset each other most" pairs={apart} none="No two of these offset each other." />
      <p className="text-caption text-subtle-foreground sm:max-xl:col-span-2">
        In brackets the 95% interval, then the figure in the first and in the second half of the year.
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
                    [{formatNumber(pair.confidenceInterval.low)}, {formatNumber(pair.confidenceInterval.high)}]
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
