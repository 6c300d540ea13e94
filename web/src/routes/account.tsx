// Tests: e2e/account.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '../components/shell/page-head.tsx'
import { Card } from '../components/ui/card.tsx'
import { Loaded } from '../components/ui/loaded.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { accountQuery } from '../features/account/account.queries.ts'
import { AccountPage } from '../features/account/account-page.tsx'

export const Route = createFileRoute('/account')({ component: AccountScreen })

function AccountScreen() {
  // Sessions come and go without this page, so it never shows an old answer.
  const account = useQuery({ ...accountQuery, staleTime: 0 })
  return (
    <>
      <PageHead title="Account" subtitle="Your profile, usage, sessions and data" />
      <Loaded
        query={account}
        title="Failed to load your account"
        fallback="The server could not be reached. Your data is safe."
        label="Loading your account"
        skeleton={<AccountSkeleton />}
        frame={(failure) => <Card>{failure}</Card>}
      >
        {(data) => <AccountPage account={data} />}
      </Loaded>
    </>
  )
}

function AccountSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {['Profile', 'Usage', 'Sessions', 'Theme'].map((title) => (
        <Card key={title} title={title}>
          <Skeleton className="h-20 w-full" />
        </Card>
      ))}
    </div>
  )
}
