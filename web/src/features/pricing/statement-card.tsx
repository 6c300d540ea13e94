// Tests: pricing-page.test.tsx

import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { LedgerTable } from '../../components/plans/ledger-table.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { statementQuery } from './billing.queries.ts'

/** My usage, plainly: every grant, purchase, use and refund, and what was left after it. */
export function StatementCard() {
  const statement = useInfiniteQuery(statementQuery)
  const entries = statement.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Card
      className="mt-4"
      title="Token statement"
      description="Grants, purchases, uses and refunds, newest first"
      padded={false}
    >
      <Loaded
        query={statement}
        title="Failed to load your statement"
        fallback="The server could not be reached. Your tokens are safe."
        label="Loading your statement"
        skeleton={<Skeleton className="mx-5 mb-5 h-24" />}
      >
        {() =>
          entries.length === 0 ? (
            <EmptyState
              icon={ReceiptText}
              title="Nothing yet"
              text="Tokens you get and use will be listed here."
              className="pt-2 pb-8"
            />
          ) : (
            <LedgerTable
              label="Token statement"
              entries={entries}
              onMore={statement.hasNextPage ? () => void statement.fetchNextPage() : undefined}
              loadingMore={statement.isFetchingNextPage}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
