import type { getTrackRecord } from '@ballast/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { showError } from '../../components/ui/toast.tsx'
import type { CallOutput } from '../../lib/call-api.ts'
import { countOf } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { downloadChain } from './track-record.queries.ts'

type Chains = CallOutput<typeof getTrackRecord>['chains']

/** How anybody can tell that nothing of the record was changed afterwards. */
export function ChainCard({ chains }: { chains: Chains }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await downloadChain()
    } catch (error) {
      showError({
        title: 'Not saved',
        description: toUserMessage(error, 'The server could not be reached. Try again.'),
      })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Card
      title="Nothing is changed afterwards"
      description="Rows are only ever added, and each holds the hash of the one before"
      actions={
        <Button size="sm" busy={saving} onClick={() => void save()}>
          <Download aria-hidden="true" />
          Chain
        </Button>
      }
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
            <dd className="break-all font-mono text-[12px]">{head.hash}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-label text-muted-foreground">
        Note both hashes down: as long as the chain still leads to them, nothing that was recorded until now was
        changed. Rows hold weights and prices, and neither a name nor a portfolio.
      </p>
    </Card>
  )
}
