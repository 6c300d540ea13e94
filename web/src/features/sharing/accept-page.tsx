// Tests: e2e/sharing.e2e.ts

import { ApiError, type PortfolioShare } from '@ballast/contract'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useAcceptInvitation } from './sharing.queries.ts'

/** Asks whether an invitation is accepted. */
export function AcceptPage({ code, onAccepted }: { code: string; onAccepted: (share: PortfolioShare) => void }) {
  const accept = useAcceptInvitation(code)
  const isGone = accept.error instanceof ApiError && accept.error.status === 404
  return (
    <Card title="You are invited to read a portfolio" className="max-w-[560px]">
      <div className="grid gap-4">
        <p className="text-body">
          You will see it on every screen and cannot change it. Its owner will see your name and e-mail address. Either
          of you can end this at any time.
        </p>
        {accept.error && (
          <Notice role="alert">
            {isGone
              ? 'This invitation was used or withdrawn, or it is older than 7 days. Ask for a new one.'
              : toUserMessage(accept.error, 'The server could not be reached. Try again.')}
          </Notice>
        )}
        <Button
          variant="primary"
          className="justify-self-start max-sm:h-11"
          busy={accept.isPending}
          busyLabel="Accepting..."
          onClick={() => accept.mutate(undefined, { onSuccess: onAccepted })}
        >
          Accept invitation
        </Button>
      </div>
    </Card>
  )
}
