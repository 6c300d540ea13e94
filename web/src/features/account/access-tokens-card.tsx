import { ACCESS_SCOPES, type AccessToken } from '@ballast/contract'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { formatDate } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useAccessTokens, useRevokeAccessToken } from './access-tokens.queries.ts'
import { AccessTokensDialog } from './access-tokens-dialog.tsx'

/** Keys for programs of the user's own: what each may do, how long, and the way to end it. */
export function AccessTokensCard() {
  const answer = useAccessTokens()
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<AccessToken | undefined>(undefined)
  return (
    <Card
      title="Access tokens"
      description="Keys for your own assistant: it can use Ballast for you through the Model Context Protocol (MCP)"
      actions={
        <Button onClick={() => setMaking(true)} disabled={!answer.data}>
          <Plus aria-hidden="true" />
          New token
        </Button>
      }
    >
      <Loaded
        query={answer}
        title="Failed to load your access tokens"
        fallback="The server could not be reached. Your tokens still work."
        label="Loading your access tokens"
        skeleton={<Skeleton className="h-14 w-full" />}
      >
        {(data) => (
          <>
            <TokenList tokens={data.tokens} onRevoke={setRevoking} />
            <AccessTokensDialog open={making} onOpenChange={setMaking} mcpUrl={data.mcpUrl} />
          </>
        )}
      </Loaded>
      <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />
    </Card>
  )
}

function TokenList({ tokens, onRevoke }: { tokens: readonly AccessToken[]; onRevoke: (token: AccessToken) => void }) {
  if (tokens.length === 0) {
    return (
      <p className="text-body text-muted-foreground">
        No program can reach your portfolios. With a token, an assistant such as Claude, Cursor or your own program can.
      </p>
    )
  }
  return (
    <ul aria-label="Access tokens" className="grid gap-4">
      {tokens.map((token) => (
        <li key={token.id} className="flex flex-wrap items-start gap-x-3 gap-y-2">
          <span className="grid size-9 shrink-0 place-items-center rounded-control bg-muted text-muted-foreground">
            <KeyRound aria-hidden="true" className="size-4" />
          </span>
          <div className="min-w-0 flex-1 basis-52">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body">
              <span className="wrap-anywhere font-medium">{token.name}</span>
              <code className="text-label text-muted-foreground">{token.prefix}…</code>
              {token.expired && <Badge tone="secondary">Expired</Badge>}
            </p>
            <p className="text-label text-muted-foreground">{describeScopes(token)}</p>
            <p className="text-label text-muted-foreground">{describeDays(token)}</p>
          </div>
          <Button
            size="sm"
            className="text-destructive"
            aria-label={`${token.expired ? 'Remove' : 'Revoke'} ${token.name}`}
            onClick={() => onRevoke(token)}
          >
            {token.expired ? 'Remove' : 'Revoke'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const describeScopes = ({ scopes }: AccessToken) => scopes.map((scope) => ACCESS_SCOPES[scope].label).join(' · ')

function describeDays({ createdAt, expiresAt, lastUsedOn, expired }: AccessToken): string {
  const used = lastUsedOn === null ? 'never used' : `last used ${formatDate(lastUsedOn)}`
  return `Made ${formatDate(createdAt)}, ${used}, ${expired ? 'ended' : 'ends'} ${formatDate(expiresAt)}`
}

function RevokeDialog({ token, onClose }: { token: AccessToken | undefined; onClose: () => void }) {
  const revoke = useRevokeAccessToken()
  const close = () => {
    revoke.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={token !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Revoke ${token?.name ?? ''}?`}
      description="Every program with this token loses access at once. Its changes stay. This cannot be undone."
      confirmLabel="Revoke token"
      busyLabel="Revoking..."
      busy={revoke.isPending}
      onConfirm={() => token && revoke.mutate(token.id, { onSuccess: close })}
    >
      {revoke.error && (
        <p role="alert" className="text-destructive text-label">
          {toUserMessage(revoke.error, 'Failed to revoke the token')}
        </p>
      )}
    </ConfirmDialog>
  )
}
