import { ConfirmDialog } from '../../components/ui/dialog.tsx'

/** Asked only when something was edited. */
export function DiscardDialog({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Discard your changes?"
      description="You will lose your edits to this review. Your portfolios stay as they are."
      confirmLabel="Discard"
      cancelLabel="Keep reviewing"
      onConfirm={onConfirm}
    />
  )
}
