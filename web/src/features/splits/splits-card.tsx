// Tests: split-notices.test.tsx

import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/ui/card.tsx'
import { formatInstant } from '../../lib/format.ts'
import { nameTickers } from '../../lib/ticker-label.ts'
import { UndoSplitButton } from './split-notices.tsx'
import { describeAdjustment } from './split-view.ts'
import { splitsQuery } from './splits.queries.ts'

/** Adjustments for splits that can be taken back; nothing while there are none. */
export function SplitsCard({ portfolioId }: { portfolioId: string }) {
  const { data } = useQuery(splitsQuery(portfolioId))
  if (!data || data.applied.length + data.unchecked.length === 0) return null
  return (
    <Card title="Splits" description="Taking one back brings back shares and cost as they were">
      <ul className="grid gap-3 empty:hidden">
        {data.applied.map((split) => (
          <li key={split.adjustmentId} className="flex items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="text-body">{describeAdjustment(split)}</p>
              <p className="text-label text-muted-foreground">Adjusted {formatInstant(split.appliedAt)}</p>
            </div>
            <UndoSplitButton portfolioId={portfolioId} adjustmentId={split.adjustmentId} ticker={split.ticker} />
          </li>
        ))}
      </ul>
      {data.unchecked.length > 0 && (
        <p className="mt-3 text-label text-muted-foreground first:mt-0">
          {nameTickers(data.unchecked)} could not be checked for splits at the moment.
        </p>
      )}
    </Card>
  )
}
