import { ChevronDown, ChevronUp, Upload } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'

interface UploadSectionProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The card itself, which loads when it is opened; it is given the button that closes it. */
  children: (closeButton: ReactNode) => ReactNode
}

/** The Upload Portfolio card at the foot of a filled overview, folded to a line until it is wanted. */
export function UploadSection({ open, onOpenChange, children }: UploadSectionProps) {
  if (open) {
    return (
      <Suspense fallback={<Card title="Upload Portfolio" contentClassName="min-h-[420px]" />}>
        {children(
          <Button size="sm" aria-expanded="true" onClick={() => onOpenChange(false)}>
            Close
            <ChevronUp aria-hidden="true" />
          </Button>,
        )}
      </Suspense>
    )
  }
  return (
    <Card className="print:hidden">
      <section aria-label="Upload Portfolio" className="-my-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Upload aria-hidden="true" className="size-4 text-muted-foreground" />
        <h2 className="text-title">Upload Portfolio</h2>
        <p className="text-[13px] text-muted-foreground leading-[18px] max-sm:hidden">
          Add another portfolio from a file, pasted text or a screenshot.
        </p>
        <Button size="sm" className="ml-auto" aria-expanded="false" onClick={() => onOpenChange(true)}>
          Open
          <ChevronDown aria-hidden="true" />
        </Button>
      </section>
    </Card>
  )
}
