// Tests: ../../features/options/options-page.test.tsx

import { cn } from '../../lib/class-names.ts'
import { formatMoney, formatNumber, formatPercentChange } from '../../lib/format.ts'
import { FigureTable } from '../ui/figure-table.tsx'
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
    <FigureTable
      caption="Value of the contract per share, by price of the underlying and days left"
      columns={[
        { header: 'Price' },
        ...heat.days.map((days) => ({
          header: days === 0 ? 'At expiry' : `${formatNumber(days, { decimals: 0 })}d left`,
          align: 'right' as const,
        })),
      ]}
      look="tiles"
      tableClassName="min-w-[420px]"
    >
      <tbody>
        {heat.prices.map((price, row) => (
          <tr key={price}>
            <th scope="row" className="whitespace-nowrap text-left font-normal">
              {formatMoney(price)}{' '}
              <span className="text-subtle-foreground">{formatPercentChange((price / spot - 1) * 100, 0)}</span>
            </th>
            {heat.values[row]?.map((value, column) => {
              const profit = side === 'buy' ? value - premium : premium - value
              return (
                <td
                  key={heat.days[column]}
                  className={cn(profit > 0 && 'font-semibold')}
                  style={{ backgroundColor: toTint(profit, premium) }}
                >
                  {formatNumber(value)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

function toTint(profit: number, premium: number): string {
  const strength = Math.min(1, Math.abs(profit) / Math.max(0.01, premium) / FULL_COLOUR_AT) * STRONGEST_PERCENT
  return `color-mix(in oklab, var(${profit >= 0 ? '--gain' : '--loss'}) ${strength.toFixed(1)}%, transparent)`
}
