// Tests: ../../features/pricing/pricing-page.test.tsx

import type { LedgerEntry } from '@ballast/contract'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { formatCount, formatInstant, formatMoney, formatNumber } from '../../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { type FigureColumn, FigureTable } from '../ui/figure-table.tsx'

const COLUMNS: readonly FigureColumn[] = [
  { header: 'Entry' },
  { header: 'Time', hiddenOnPhone: true },
  { header: 'Paid', align: 'right', hiddenOnPhone: true },
  { header: 'Tokens', align: 'right' },
  { header: 'Balance', align: 'right' },
]

interface LedgerTableProps<Entry extends LedgerEntry> {
  label: string
  entries: readonly Entry[]
  /** Stands under an entry's words, such as the reason of a gift. */
  remark?: (entry: Entry) => ReactNode
  /** Absent on the last page. */
  onMore: (() => void) | undefined
  loadingMore: boolean
}

/** Movements of tokens, newest first, with what was left after each. */
export function LedgerTable<Entry extends LedgerEntry>({
  label,
  entries,
  remark,
  onMore,
  loadingMore,
}: LedgerTableProps<Entry>) {
  return (
    <>
      <FigureTable caption={label} columns={COLUMNS} className="max-h-[480px]">
        <tbody>
          {entries.map((entry) => (
            <LedgerRow key={entry.sequence} entry={entry} remark={remark?.(entry)} />
          ))}
        </tbody>
      </FigureTable>
      {onMore && (
        <div className="border-t px-4 py-3 sm:px-5">
          <Button size="sm" busy={loadingMore} busyLabel="Loading..." onClick={onMore}>
            Show earlier entries
          </Button>
        </div>
      )}
    </>
  )
}

function LedgerRow({ entry, remark }: { entry: LedgerEntry; remark: ReactNode }) {
  const time = formatInstant(entry.at)
  return (
    <tr>
      <td className="py-2">
        {entry.label}
        <span className="block text-label text-subtle-foreground sm:hidden">
          {time}
          {entry.amountPaid !== null && `, ${formatMoney(entry.amountPaid)}`}
        </span>
        {remark && <span className="block text-label text-subtle-foreground">{remark}</span>}
      </td>
      <td className="whitespace-nowrap text-muted-foreground max-sm:hidden">{time}</td>
      <td className="text-right max-sm:hidden">{entry.amountPaid === null ? '' : formatMoney(entry.amountPaid)}</td>
      <td className={cn('text-right font-medium', entry.tokens > 0 && 'text-gain', entry.tokens < 0 && 'text-loss')}>
        {entry.pool === 'unlimited' ? 'Unlimited' : formatNumber(entry.tokens, { decimals: 0, signed: true })}
      </td>
      <td className="text-right">{formatCount(entry.balanceAfter)}</td>
    </tr>
  )
}
