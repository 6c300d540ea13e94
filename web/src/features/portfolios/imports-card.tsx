// Tests: e2e/manage.e2e.ts

import type { listImports } from '@ballast/contract'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { countOf, formatInstant } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useUndoImport } from './portfolio-changes.queries.ts'

type ImportBatch = z.output<typeof listImports.response>[number]

const SOURCES: Record<ImportBatch['source'], string> = {
  csv: 'CSV',
  json: 'JSON',
  review: 'Reviewed',
  file: 'File, reviewed',
  text: 'Text, reviewed',
  image: 'Images, reviewed',
  'what-if': 'What if, applied',
}

interface ImportsCardProps {
  portfolioId: string
  imports: readonly ImportBatch[]
  /** The portfolio consisted of the import alone and is gone with it. */
  onPortfolioDeleted: () => void
}

/** Imports and their days; each can be taken back. */
export function ImportsCard({ portfolioId, imports, onPortfolioDeleted }: ImportsCardProps) {
  const [undoing, setUndoing] = useState<ImportBatch | undefined>(undefined)
  return (
    <Card title="Imports" description="Taking one back brings back what it replaced">
      {imports.length === 0 ? (
        <p className="text-body text-muted-foreground">Nothing was imported into this portfolio.</p>
      ) : (
        <ul className="grid gap-3">
          {imports.map((batch) => (
            <li key={batch.id} className="flex items-center justify-between gap-3">
              <div className="min-w-0">
                <p className="text-body">{formatInstant(batch.createdAt)}</p>
                <p className="text-label text-muted-foreground">{describeBatch(batch)}</p>
              </div>
              <Button
                size="sm"
                aria-label={`Undo import of ${formatInstant(batch.createdAt)}`}
                onClick={() => setUndoing(batch)}
              >
                <Undo2 aria-hidden="true" />
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
      {undoing && (
        <UndoDialog
          portfolioId={portfolioId}
          batch={undoing}
          onClose={() => setUndoing(undefined)}
          onPortfolioDeleted={onPortfolioDeleted}
        />
      )}
    </Card>
  )
}

function describeBatch({ source, positionCount, remainingCount }: ImportBatch): string {
  const gone = positionCount - remainingCount
  return `${SOURCES[source]}, ${countOf(positionCount, 'position')}${gone > 0 ? `, ${remainingCount} of them left` : ''}`
}

interface UndoDialogProps {
  portfolioId: string
  batch: ImportBatch
  onClose: () => void
  onPortfolioDeleted: () => void
}

function UndoDialog({ portfolioId, batch, onClose, onPortfolioDeleted }: UndoDialogProps) {
  const undo = useUndoImport(portfolioId, ({ removed, restored, portfolioDeleted }) => {
    const restoredText = restored > 0 ? ` and ${countOf(restored, 'position')} restored` : ''
    showSuccess({ title: 'Import undone', description: `${countOf(removed, 'position')} removed${restoredText}.` })
    onClose()
    if (portfolioDeleted) onPortfolioDeleted()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Undo this import?"
      description={`${countOf(batch.remainingCount, 'position')} of ${formatInstant(batch.createdAt)} will be removed, with every change made to them since. A portfolio left empty is deleted.`}
      confirmLabel="Undo import"
      busyLabel="Undoing..."
      busy={undo.isPending}
      onConfirm={() => undo.mutate(batch.id)}
    >
      <FailureText>{undo.error && toUserMessage(undo.error, 'Failed to undo the import')}</FailureText>
    </ConfirmDialog>
  )
}
