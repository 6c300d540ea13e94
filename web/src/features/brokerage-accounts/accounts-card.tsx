// Tests: ticket-split.test.tsx

import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { AccountForm, AccountHint, nameAccount } from './account-form.tsx'
import { accountsQuery } from './brokerage-accounts.queries.ts'

/** Rules of a portfolio's accounts, for splitting the tickets of its hedges. */
export function AccountsCard({ portfolioId }: { portfolioId: string }) {
  const accounts = useQuery(accountsQuery(portfolioId))
  return (
    <Card title="Accounts" description="Your broker’s limits, used to split a hedge">
      {accounts.error && !accounts.data ? (
        <LoadFailure title="Failed to load accounts" fallback="The server could not be reached." query={accounts} />
      ) : (
        <Loading
          pending={accounts.isPending}
          label="Loading accounts"
          skeleton={<Skeleton className="h-[72px] w-full" />}
        >
          {() =>
            accounts.data?.length === 0 ? (
              <p className="text-body text-muted-foreground">
                This portfolio has no positions, so it has no accounts yet.
              </p>
            ) : (
              <div className="grid gap-4">
                {accounts.data?.map((account) => (
                  <AccountForm key={account.account} account={account} name={nameAccount(account, false)} />
                ))}
                <AccountHint />
              </div>
            )
          }
        </Loading>
      )}
    </Card>
  )
}
