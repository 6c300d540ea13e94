import type { BacktestResult } from '@ballast/contract'
import { useMemo } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { formatNumber, formatPercentChange } from '../../lib/format.ts'
import { toHeat, toYearRows } from './monthly-view.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Month by month, the stronger the colour the larger the return. */
export function MonthlyCard({ result }: { result: BacktestResult }) {
  const rows = useMemo(() => toYearRows(result.monthlyReturns), [result])
  return (
    <Card
      title="Monthly returns"
      description="Portfolio return in percent. Months marked * are not complete."
      padded={false}
    >
      <section
        aria-label="Monthly returns, scrollable"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
        tabIndex={0}
        className="max-h-[420px] overflow-auto px-4 pb-4 sm:px-5 sm:pb-5"
      >
        <table className="w-full min-w-[640px] table-fixed border-separate border-spacing-0.5 text-label tabular">
          <caption className="sr-only">Monthly returns of the portfolio in percent</caption>
          <thead className="sticky top-0 bg-card text-subtle-foreground">
            <tr>
              <th scope="col" className="h-8 pr-2 text-left font-normal">
                Year
              </th>
              {MONTHS.map((month) => (
                <th key={month} scope="col" className="text-center font-normal">
                  {month}
                </th>
              ))}
              <th scope="col" className="text-right font-normal">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ year, months, totalPercent }) => (
              <tr key={year}>
                <th scope="row" className="pr-2 text-left font-medium">
                  {year}
                </th>
                {months.map((cell, place) =>
                  cell ? (
                    <td
                      key={MONTHS[place]}
                      title={`${MONTHS[place]} ${year}: ${formatPercentChange(cell.percent)}, ${result.benchmark} ${formatPercentChange(cell.benchmarkPercent)}`}
                      className="h-8 rounded-xs text-center"
                      style={{ backgroundColor: toHeat(cell.percent) }}
                    >
                      {formatNumber(cell.percent, { decimals: 1, signed: true })}
                      {cell.isPartial && '*'}
                    </td>
                  ) : (
                    <td key={MONTHS[place]} className="h-8" />
                  ),
                )}
                <td className="pl-2 text-right font-semibold">
                  {formatNumber(totalPercent, { decimals: 1, signed: true })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
