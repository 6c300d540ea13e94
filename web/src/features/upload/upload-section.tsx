import { ChevronDown, ChevronUp, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import type { SavedPortfolio } from './upload.queries.ts'

// A filled overview shows one line of it; the rest comes when it is opened.
const UploadCard = lazy(async () => ({ default: (await import('./upload-card.tsx')).UploadCard }))

interface UploadSectionProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onUploaded: (saved: SavedPortfolio) => void
}

/** The Upload Portfolio card at the foot of a filled overview, folded to a line until it is wanted. */
export function UploadSection({ open, onOpenChange, onUploaded }: UploadSectionProps) {
  if (open) {
    return (
      <Suspense fallback={<Card title="Upload Portfolio" contentClassName="min-h-[420px]" />}>
        <UploadCard
          takesFocus
          onUploaded={onUploaded}
          actions={
            <Button size="sm" aria-expanded="true" onClick={() => onOpenChange(false)}>
              Close
              <ChevronUp aria-hidden="true" />
            </Button>
          }
        />
      </Suspense>
    )
  }
  return (
    <Card>
      <section aria-label="Upload Portfolio" className="-my-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Upload aria-hidden="true" className="size-4 text-muted-foreground" />
        <h2 className="text-title">Upload Portfolio</h2>
        <p className="text-[13px] text-muted-foreground leading-[18px] max-sm:hidden">
          Add another portfolio from CSV, JSON or pasted text.
        </p>
        <Button size="sm" className="ml-auto" aria-expanded="false" onClick={() => onOpenChange(true)}>
          Open
          <ChevronDown aria-hidden="true" />
        </Button>
      </section>
    </Card>
  )
}
