// Tests: track-record-page.test.tsx

import type { TrackRecord } from '@ballast/contract'
import { Card } from '../../components/ui/card.tsx'
import { StatCard } from '../../components/ui/stat.tsx'
import { formatCount, formatPercent } from '../../lib/format.ts'
import {
  describeInterval,
  describeLeftOut,
  describeMaturity,
  describePoints,
  formatPoints,
  hasPercentages,
} from './track-record-view.ts'

/** Summary of the record: percentages with their ranges once there are enough, counts before. */
export function RecordSummary({ record }: { record: TrackRecord }) {
  const left = describeLeftOut(record)
  return (
    <div className="grid gap-4">
      {hasPercentages(record) ? (
        <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
          <StatCard
            label="Success rate"
            figure={formatPercent(record.successRatePercent, 0)}
            caption={`95% range ${describeInterval(record.successRateInterval)}, by Wilson`}
          />
          <StatCard
            label="Base rate"
            figure={formatPercent(record.baseRatePercent, 0)}
            caption="of the same windows: blindly selling a fifth of everything"
          />
          <StatCard
            label="Average improvement"
            figure={`${formatPoints(record.averageImprovement)} pp`}
            caption={`95% range ${describePoints(record.averageImprovementInterval)}`}
          />
          <Count record={record} />
        </div>
      ) : (
        <div className="grid gap-3 sm:gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
          <Card contentClassName="grid h-full content-center">
            <p className="text-label text-muted-foreground">No percentage yet</p>
            <p className="mt-1 max-w-[70ch] text-[17px] leading-[26px]">{record.sentence}</p>
          </Card>
          <Count record={record} />
        </div>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <MarketCard byMarket={record.byMarket} />
        <Card title="What is not counted" description="Listed below all the same">
          {left.length === 0 ? (
            <p className="text-body text-muted-foreground">Everything that was recommended counts.</p>
          ) : (
            <ul className="grid list-disc gap-1 pl-4 text-body">
              {left.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  )
}

function Count({ record }: { record: TrackRecord }) {
  return <StatCard label="Recommendations" figure={formatCount(record.made)} caption={describeMaturity(record)} />
}

function MarketCard({ byMarket }: Pick<TrackRecord, 'byMarket'>) {
  return (
    <Card title="By market" description="SPY from the day of the recommendation to its horizon">
      <dl className="grid grid-cols-2 gap-4">
        {(
          [
            { label: 'Market rose', counts: byMarket.up },
            { label: 'Market fell', counts: byMarket.down },
          ] as const
        ).map(({ label, counts }) => (
          <div key={label}>
            <dt className="text-label text-muted-foreground">{label}</dt>
            <dd className="mt-1 text-small-stat tabular">
              {counts.scored === 0 ? 'None' : `${formatCount(counts.successes)} of ${formatCount(counts.scored)}`}
            </dd>
            <dd className="text-caption text-subtle-foreground">
              {counts.scored === 0 ? 'has matured yet' : 'helped'}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
