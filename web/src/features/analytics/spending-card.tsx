// Tests: analytics-page.test.tsx

import type { UsageSummary } from '@ballast/contract'
import type { ReactNode } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { type FigureColumn, FigureTable } from '../../components/ui/figure-table.tsx'
import { formatCount, formatMoney, formatTokens, formatValue } from '../../lib/format.ts'
import { packageName } from './usage-view.ts'

const COLUMNS: readonly FigureColumn[] = [
  { header: 'Package' },
  { header: 'Sold', align: 'right' },
  { header: 'Tokens', align: 'right' },
  { header: 'Amount', align: 'right' },
]

/** Payments of the last 30 days, and what they were for. */
export function SpendingCard({ summary }: { summary: UsageSummary }) {
  const { spending, owedTokens } = summary
  return (
    <Card title="Spending" description="Token purchases, last 30 days" padded={false}>
      <p className="flex items-baseline gap-2.5 px-4 pb-2 sm:px-5">
        <span className="text-stat tabular">{formatMoney(spending.tokenAmount)}</span>
        <span className="text-[13px] text-muted-foreground tabular">{formatTokens(spending.tokens)}</span>
      </p>
      <FigureTable caption="Token packages sold" columns={COLUMNS}>
        <tbody>
          {spending.packages.map(({ packageId, sold, tokens, amount }) => (
            <tr key={packageId}>
              <th scope="row" className="text-left font-normal">
                {packageName(packageId)}
              </th>
              <td className="text-right">{formatCount(sold)}</td>
              <td className="text-right">{formatCount(tokens)}</td>
              <td className="text-right font-semibold">{formatValue(amount)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <dl className="border-t tabular">
        <Line label="PRO subscriptions">{formatMoney(spending.subscriptionAmount)}</Line>
        {spending.reversedAmount > 0 && (
          <Line label="Refunds and disputes">{formatMoney(-spending.reversedAmount)}</Line>
        )}
        {owedTokens > 0 && <Line label="Owed by users after refunds">{formatTokens(owedTokens)}</Line>}
        <Line label="Total" strong>
          {formatMoney(spending.total)}
        </Line>
      </dl>
    </Card>
  )
}

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex h-11 items-center justify-between gap-4 border-b px-4 text-table last:border-b-0 sm:px-5">
      <dt className={strong ? 'font-semibold text-body' : 'text-muted-foreground'}>{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
