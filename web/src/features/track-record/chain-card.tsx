import type { CallOutput, getTrackRecord } from '@ballast/contract'
import { SaveButton } from '../../components/save-button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { countOf } from '../../lib/format.ts'
import { downloadChain } from './track-record.queries.ts'

type Chains = CallOutput<typeof getTrackRecord>['chains']

/** How anybody can tell that nothing of the record was changed afterwards. */
export function ChainCard({ chains }: { chains: Chains }) {
  return (
    <Card
      title="Nothing is changed afterwards"
      description="Rows are only ever added, and each holds the hash of the one before"
      actions={<SaveButton save={downloadChain}>Chain</SaveButton>}
    >
      <dl className="grid gap-3 text-[13px] leading-[18px] lg:grid-cols-2">
        {(
          [
            { name: 'Recommendations', head: chains.recommendations },
            { name: 'Scores', head: chains.scores },
          ] as const
        ).map(({ name, head }) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted-foreground">
              {name}, {countOf(head.length, 'row')}
            </dt>
            {head.length > 0 && <dd className="break-all font-mono text-[12px]">{head.hash}</dd>}
          </div>
        ))}
      </dl>
      <p className="mt-3 text-label text-muted-foreground">
        {chains.recommendations.length === 0
          ? 'The first recommendation will bring a hash. Note it down to look for it later. '
          : 'Note both hashes down: as long as the chain still leads to them, nothing that was recorded until now was changed. '}
        Rows hold weights and prices, and neither a name nor a portfolio.
      </p>
    </Card>
  )
}
