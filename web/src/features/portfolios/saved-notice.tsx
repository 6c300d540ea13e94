// Tests: e2e/manage.e2e.ts

import type { CallOutput, saveFromReview } from '@ballast/contract'
import { Undo2 } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { showError, showSuccess } from '../../components/ui/toast.tsx'
import { countOf } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useUndoImport } from './portfolio-changes.queries.ts'

interface SavedNoticeProps {
  saved: CallOutput<typeof saveFromReview>
  onDismiss: () => void
}

/** Says what was just saved and what was understood differently from how it was written, with the way back. */
export function SavedNotice({ saved, onDismiss }: SavedNoticeProps) {
  const { id, name, positionCount, notes, unchanged, importId } = saved
  const undo = useUndoImport(id, ({ removed, restored }) => {
    const restoredText = restored > 0 ? ` and ${countOf(restored, 'position')} restored` : ''
    showSuccess({ title: 'Import undone', description: `${countOf(removed, 'position')} removed${restoredText}.` })
    onDismiss()
  })
  return (
    <Notice onDismiss={onDismiss}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
        <div className="min-w-0 flex-1 basis-[240px]">
          {!unchanged && (
            <p>
              {countOf(positionCount, 'position')} saved to {name}.
            </p>
          )}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        {!unchanged && (
          <Button
            size="sm"
            className="-my-1.5"
            busy={undo.isPending}
            busyLabel="Undoing..."
            onClick={() =>
              undo.mutate(importId, {
                onError: (error) =>
                  showError({ title: 'Undo failed', description: toUserMessage(error, 'Failed to undo the import') }),
              })
            }
          >
            <Undo2 aria-hidden="true" />
            Undo import
          </Button>
        )}
      </div>
    </Notice>
  )
}
