// Tests: ../../features/pricing/pricing-page.test.tsx

import type { LedgerEntry } from '@ballast/contract'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { formatCount, formatInstant, formatMoney, formatNumber } from '../../lib/format.ts'
import { Button } from '../ui/button.tsx'

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
      <section
        aria-label={`${label}, scrollable`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
        tabIndex={0}
        className="max-h-[480px] overflow-auto -outline-offset-2"
      >
        <table className="w-full text-table">
          <caption className="sr-only">{label}</caption>
          <thead className="sticky top-0 bg-card">
            <tr className="border-b text-label text-subtle-foreground">
              <th scope="col" className="h-9 px-4 text-left font-normal sm:px-5">
                Entry
              </th>
              <th scope="col" className="px-3 text-left font-normal max-sm:hidden">
                Time
              </th>
              <th scope="col" className="px-3 text-right font-normal max-sm:hidden">
                Paid
              </th>
              <th scope="col" className="px-3 text-right font-normal">
                Tokens
              </th>
              <th scope="col" className="px-4 text-right font-normal sm:px-5">
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <LedgerRow key={entry.sequence} entry={entry} remark={remark?.(entry)} />
            ))}
          </tbody>
        </table>
      </section>
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
    <tr className="border-b last:border-b-0">
      <td className="px-4 py-2 sm:px-5">
        {entry.label}
        <span className="block text-label text-subtle-foreground sm:hidden">
          {time}
          {entry.amountPaid !== null && `, ${formatMoney(entry.amountPaid)}`}
        </span>
        {remark && <span className="block text-label text-subtle-foreground">{remark}</span>}
      </td>
      <td className="whitespace-nowrap px-3 text-muted-foreground tabular max-sm:hidden">{time}</td>
      <td className="px-3 text-right tabular max-sm:hidden">
        {entry.amountPaid === null ? '' : formatMoney(entry.amountPaid)}
      </td>
      <td
        className={cn(
          'px-3 text-right font-medium tabular',
          entry.tokens > 0 && 'text-gain',
          entry.tokens < 0 && 'text-loss',
        )}
      >
        {entry.pool === 'unlimited' ? 'Unlimited' : formatNumber(entry.tokens, { decimals: 0, signed: true })}
      </td>
      <td className="px-4 text-right tabular sm:px-5">{formatCount(entry.balanceAfter)}</td>
    </tr>
  )
}
