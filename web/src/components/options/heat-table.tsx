// Tests: ../../features/options/options-page.test.tsx

import { cn } from '../../lib/class-names.ts'
import { formatMoney, formatNumber, formatPercentChange } from '../../lib/format.ts'
import type { HeatMap } from './contract-value.ts'

interface HeatTableProps {
  heat: HeatMap
  spot: number
  /** Price paid or received per share: the colour tells whether the holder of this side is ahead. */
  premium: number
  side: 'buy' | 'sell'
}

/** A profit or loss as large as what was paid is a full colour. */
const FULL_COLOUR_AT = 1
const STRONGEST_PERCENT = 34

/** Value per share by price and days left, tinted by who gains. */
export function HeatTable({ heat, spot, premium, side }: HeatTableProps) {
  return (
    <section
      aria-label="Value by price and days left, scrollable"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-control"
    >
      <table className="w-full min-w-[420px] border-separate border-spacing-0.5 text-label tabular">
        <caption className="sr-only">Value of the contract per share, by price of the underlying and days left</caption>
        <thead>
          <tr className="text-subtle-foreground">
            <th scope="col" className="py-1.5 pr-2 text-left font-normal">
              Price
            </th>
            {heat.days.map((days) => (
              <th key={days} scope="col" className="px-2 py-1.5 text-right font-normal">
                {days === 0 ? 'At expiry' : `${formatNumber(days, { decimals: 0 })}d left`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heat.prices.map((price, row) => (
            <tr key={price}>
              <th scope="row" className="whitespace-nowrap py-1 pr-2 text-left font-normal">
                {formatMoney(price)}{' '}
                <span className="text-subtle-foreground">{formatPercentChange((price / spot - 1) * 100, 0)}</span>
              </th>
              {heat.values[row]?.map((value, column) => {
                const profit = side === 'buy' ? value - premium : premium - value
                return (
                  <td
                    key={heat.days[column]}
                    className={cn('rounded-xs px-2 py-1 text-right', profit > 0 && 'font-semibold')}
                    style={{ backgroundColor: toTint(profit, premium) }}
                  >
                    {formatNumber(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function toTint(profit: number, premium: number): string {
  const strength = Math.min(1, Math.abs(profit) / Math.max(0.01, premium) / FULL_COLOUR_AT) * STRONGEST_PERCENT
  return `color-mix(in oklab, var(${profit >= 0 ? '--gain' : '--loss'}) ${strength.toFixed(1)}%, transparent)`
}
