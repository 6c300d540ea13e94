// Tests: e2e/account.e2e.ts

import { LogOut, Monitor } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { countOf, formatInstant } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useSignOutEverywhere } from './account.queries.ts'
import type { Account } from './account-page.tsx'
import { describeUserAgent } from './user-agent.ts'

/** Where the user is signed in, and the way to end all of it at once. */
export function SessionsCard({ sessions }: { sessions: Account['sessions'] }) {
  const [asking, setAsking] = useState(false)
  const [withTokens, setWithTokens] = useState(false)
  const signOut = useSignOutEverywhere()
  return (
    <Card title="Sessions" description={`Signed in at ${countOf(sessions.length, 'place')}`}>
      <ul
        aria-label="Sessions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
        tabIndex={0}
        className="grid max-h-[320px] gap-3 overflow-y-auto rounded-control"
      >
        {sessions.map((session) => (
          <li key={`${session.createdAt}:${session.userAgent}`} className="flex items-center gap-3">
            <span className="grid size-9 shrink-0 place-items-center rounded-control bg-muted text-muted-foreground">
              <Monitor aria-hidden="true" className="size-4" />
            </span>
            <div className="min-w-0 flex-1">
              <p className="truncate text-body" title={session.userAgent ?? undefined}>
                {describeUserAgent(session.userAgent)}
              </p>
              <p className="text-label text-muted-foreground">
                Since {formatInstant(session.createdAt)}, last seen {formatInstant(session.lastSeenAt)}
              </p>
            </div>
            {session.current && <Badge tone="default">This one</Badge>}
          </li>
        ))}
      </ul>
      <Button className="mt-4" onClick={() => setAsking(true)}>
        <LogOut aria-hidden="true" />
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        description="Every session ends, this one too. Your portfolios stay; you can sign in again at once."
        confirmLabel="Sign out everywhere"
        busyLabel="Signing out..."
        busy={signOut.isPending}
        onConfirm={() => signOut.mutate(withTokens)}
      >
        <Checkbox
          checked={withTokens}
          onCheckedChange={setWithTokens}
          label="End my access tokens too: programs of mine that use them stop working"
        />
        {signOut.error && (
          <p role="alert" className="text-destructive text-label">
            {toUserMessage(signOut.error, 'Failed to end the sessions')}
          </p>
        )}
      </ConfirmDialog>
    </Card>
  )
}
