// Tests: e2e/sharing.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { sharesQuery, useEndShare } from './sharing.queries.ts'
import { Fault } from './sharing-card.tsx'

interface SharedPortfolioPageProps {
  portfolio: Portfolio
  /** Card of the export. */
  exportCard: ReactNode
  onEnded: () => void
}

/** Page of a shared portfolio: export it, or stop reading it. */
export function SharedPortfolioPage({ portfolio, exportCard, onEnded }: SharedPortfolioPageProps) {
  const [asking, setAsking] = useState(false)
  const shares = useQuery(sharesQuery)
  const end = useEndShare(onEnded)
  const share = shares.data?.received.find(({ portfolioId }) => portfolioId === portfolio.id)
  return (
    <div className="grid max-w-[560px] gap-4">
      <Card
        title={`Shared by ${portfolio.sharedBy}`}
        description="You can read it on every screen. Only its owner can change it."
      >
        <Button className="text-destructive max-sm:h-11" disabled={!share} onClick={() => setAsking(true)}>
          Stop reading it
        </Button>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={`Stop reading ${portfolio.name}?`}
          description="All that you computed and asked about it is deleted. To read it again, you need a new invitation."
          confirmLabel="Stop reading"
          busyLabel="Ending..."
          busy={end.isPending}
          onConfirm={() => share && end.mutate(share.id)}
        >
          {end.error && <Fault error={end.error} fallback="Failed to end it" />}
        </ConfirmDialog>
      </Card>
      {exportCard}
    </div>
  )
}
