// Tests: analytics-page.test.tsx

import type { CallOutput, listTokenPurchases } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { formatCount, formatInstant, formatMoney, formatShortDate, NO_DATA } from '../../lib/format.ts'
import { purchasesQuery } from './analytics.queries.ts'
import { packageName } from './usage-view.ts'

type Purchase = CallOutput<typeof listTokenPurchases>[number]

const STATUS_TONES: Partial<Record<NonNullable<Purchase['subscription']>['status'], BadgeTone>> = {
  active: 'gain',
  trialing: 'default',
  past_due: 'warning',
  unpaid: 'destructive',
}

const COLUMNS: readonly Column<Purchase>[] = [
  {
    id: 'time',
    header: 'Time',
    width: 'minmax(170px, 1.1fr)',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap text-muted-foreground tabular">{formatInstant(createdAt)}</span>
    ),
    sortValue: ({ createdAt }) => createdAt,
  },
  {
    id: 'user',
    header: 'User',
    width: 'minmax(130px, 1.2fr)',
    cell: ({ email }) => (
      <span className="block truncate" title={email ?? 'The account was deleted'}>
        {email ?? 'Deleted account'}
      </span>
    ),
    sortValue: ({ email }) => email,
  },
  {
    id: 'package',
    header: 'Package',
    width: 'minmax(90px, 0.8fr)',
    cell: ({ packageId }) => packageName(packageId),
  },
  {
    id: 'tokens',
    header: 'Tokens added',
    align: 'right',
    width: '110px',
    cell: ({ tokensAdded }) => formatCount(tokensAdded),
    sortValue: ({ tokensAdded }) => tokensAdded,
  },
  {
    id: 'amount',
    header: 'Amount paid',
    align: 'right',
    width: '130px',
    cell: ({ amountPaid, amountReversed }) => (
      <>
        <span className="font-semibold">{formatMoney(amountPaid)}</span>
        {amountReversed > 0 && (
          <span className="block text-caption text-loss">{formatMoney(-amountReversed)} taken back</span>
        )}
      </>
    ),
    sortValue: ({ amountPaid }) => amountPaid,
  },
  {
    id: 'subscription',
    header: 'Subscription',
    width: '120px',
    cell: ({ subscription }) =>
      subscription ? (
        <Badge tone={STATUS_TONES[subscription.status] ?? 'secondary'}>
          {subscription.status.replaceAll('_', ' ')}
        </Badge>
      ) : (
        <span title="No subscription">{NO_DATA}</span>
      ),
  },
  {
    id: 'period',
    header: 'Current period',
    width: 'minmax(130px, 1fr)',
    cell: ({ subscription }) =>
      subscription ? (
        <span className="text-muted-foreground tabular">
          {formatShortDate(subscription.currentPeriodStart)} to {formatShortDate(subscription.currentPeriodEnd)}
        </span>
      ) : (
        <span title="No subscription">{NO_DATA}</span>
      ),
  },
]

/** Who bought which package, the newest first. */
export function PurchasesCard() {
  const purchases = useQuery(purchasesQuery)
  return (
    <Card title="Recent token purchases" padded={false}>
      <Loaded
        query={purchases}
        title="Failed to load token purchases"
        label="Loading token purchases"
        skeleton={<Skeleton className="mx-5 mb-5 h-24" />}
      >
        {(data) => (
          <VirtualTable
            label="Recent token purchases"
            rows={data}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            rowHeight={44}
            height={440}
            minWidth={960}
            empty={<EmptyState icon={Receipt} title="No token purchases" text="Nobody bought tokens in 30 days." />}
          />
        )}
      </Loaded>
    </Card>
  )
}
