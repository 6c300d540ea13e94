// Tests: track-record-page.test.tsx

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { downloadFile } from '../../lib/download.ts'
import { formatDate, formatPercent, formatPercentChange } from '../../lib/format.ts'
import { recommendationQuery } from './track-record.queries.ts'
import { describeStated, EXCLUSIONS, formatPoints, judge, OUTCOMES, type OutcomeRow } from './track-record-view.ts'

/** Inputs and score of one's own recommendation, to be scored again by hand. */
export function EvidenceSheet({ row, onClose }: { row: OutcomeRow; onClose: () => void }) {
  const evidence = useQuery(recommendationQuery(row.id))
  const why = row.made?.excludedBecause
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      layout="sheet"
      title={row.recommendation}
      description={`Made ${formatDate(row.madeOn)}, horizon ${formatDate(row.horizonEnds)}`}
    >
      <div className="grid gap-5">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <SmallStat label="Outcome" figure={OUTCOMES[judge(row)].name} caption={why && EXCLUSIONS[why]} />
          <SmallStat
            label={row.states === 'evidence' ? 'Ahead of the best that costs less' : 'Confidence, as stated then'}
            figure={describeStated(row)}
            caption={row.made && `Version ${row.made.engineVersion}`}
          />
          <SmallStat label="Market" figure={formatPercentChange(row.marketPercent, 1)} />
          <SmallStat label="Unchanged" figure={formatPercentChange(row.unchangedPercent, 1)} />
          <SmallStat label="Followed" figure={formatPercentChange(row.followedPercent, 1)} />
          <SmallStat
            label="Improvement"
            figure={`${formatPoints(row.improvement)}${row.improvement === null ? '' : ' pp'}`}
            caption={
              row.modelledPercent === null ? null : `${formatPercent(row.modelledPercent, 0)} of option marks by model`
            }
          />
        </dl>
        <Loaded
          query={evidence}
          title="Failed to load the evidence"
          fallback="The server could not be reached. Nothing was lost."
          label="Loading the evidence"
          skeleton={<Skeleton className="h-[220px] rounded-tile" />}
        >
          {(data) => (
            <section aria-label="Evidence" className="grid gap-4 border-t pt-4 text-[13px] leading-[18px]">
              <p className="text-muted-foreground">
                The snapshot holds the weights, prices and quotes of that day, the trades, and the prices since. Its
                hash is in the row, and the hash of the row is in the chain.
              </p>
              <Hash name="Hash of the recommendation" hash={data.hash} />
              {data.scoreHash && <Hash name="Hash of the score" hash={data.scoreHash} />}
              <Button
                size="sm"
                className="justify-self-start"
                onClick={() =>
                  downloadFile(
                    `ballast-recommendation-${row.made?.sequence ?? row.id}.json`,
                    JSON.stringify(data, null, 2),
                    'application/json',
                  )
                }
              >
                <Download aria-hidden="true" />
                Download the evidence (JSON)
              </Button>
            </section>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Hash({ name, hash }: { name: string; hash: string }) {
  return (
    <div>
      <p className="text-muted-foreground">{name}</p>
      <p className="break-all font-mono text-[12px]">{hash}</p>
    </div>
  )
}
