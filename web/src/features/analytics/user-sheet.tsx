// Tests: analytics-page.test.tsx

import type { ManagedUser } from '@ballast/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LedgerTable } from '../../components/plans/ledger-table.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { formatCount, formatDate } from '../../lib/format.ts'
import { userLedgerQuery } from './analytics.queries.ts'
import { GrantForm } from './grant-form.tsx'

/** One user: what they hold, a form to give them tokens, and every movement of theirs. */
export function UserSheet({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      layout="sheet"
      title={user.email ?? user.name ?? 'User without e-mail'}
      description={`Here since ${formatDate(user.createdAt)}. Looking at this ledger is written to the audit log.`}
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <SmallStat label="Plan" figure={user.tier === 'pro' ? 'PRO' : 'Free'} caption={describeSubscription(user)} />
        <SmallStat label="Monthly tokens" figure={formatCount(user.monthlyTokens)} />
        <SmallStat label="Purchased tokens" figure={formatCount(user.purchasedTokens)} />
        <SmallStat label="Owed tokens" figure={formatCount(user.owedTokens)} />
      </dl>
      <GrantForm user={user} />
      <UserLedger userId={user.id} />
    </Dialog>
  )
}

function describeSubscription({ isAdmin, subscriptionStatus }: ManagedUser): string {
  const subscription = subscriptionStatus?.replaceAll('_', ' ') ?? 'no subscription'
  return isAdmin ? `admin, ${subscription}` : subscription
}

function UserLedger({ userId }: { userId: string }) {
  const ledger = useInfiniteQuery(userLedgerQuery(userId))
  const entries = ledger.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section aria-labelledby="user-ledger" className="mt-6">
      <h3 id="user-ledger" className="text-title">
        Ledger
      </h3>
      <div className="mt-2 overflow-hidden rounded-tile border bg-card">
        <Loaded
          query={ledger}
          title="Failed to load the ledger"
          label="Loading the ledger"
          skeleton={<Skeleton className="m-5 h-24" />}
        >
          {() =>
            entries.length === 0 ? (
              <p className="px-5 py-4 text-body text-muted-foreground">No tokens have moved yet.</p>
            ) : (
              <LedgerTable
                label="Ledger of this user"
                entries={entries}
                remark={({ reason }) => reason}
                onMore={ledger.hasNextPage ? () => void ledger.fetchNextPage() : undefined}
                loadingMore={ledger.isFetchingNextPage}
              />
            )
          }
        </Loaded>
      </div>
    </section>
  )
}
