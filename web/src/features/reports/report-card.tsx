// Tests: e2e/report.e2e.ts

import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

/** Opens the ways to hand on a report of the portfolio. */
export function ReportCard({ portfolioId }: { portfolioId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Report" description="How much it could lose, and what it costs not to">
      <Button onClick={() => setOpen(true)}>Make report</Button>
      {isOpen && (
        <Suspense>
          <ReportDialog portfolioId={portfolioId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
