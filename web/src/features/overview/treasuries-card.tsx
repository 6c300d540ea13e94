// Tests: overview-page.test.tsx

import type { Overview } from '@ballast/contract'
import { CoverageChip } from '../../components/coverage-chip.tsx'
import { Card } from '../../components/ui/card.tsx'
import { type FigureColumn, FigureTable } from '../../components/ui/figure-table.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { formatDate, formatMoney, formatNumber, formatPercent, formatValue } from '../../lib/format.ts'

const COLUMNS: readonly FigureColumn[] = [
  { header: 'Treasury' },
  { header: 'Face', align: 'right' },
  { header: 'Price', align: 'right' },
  { header: 'Yield', align: 'right' },
  { header: 'Duration', align: 'right', hiddenOnPhone: true },
  { header: 'Convexity', align: 'right', hiddenOnPhone: true },
  { header: 'If yields rise 1 point', align: 'right' },
  { header: 'If yields fall 1 point', align: 'right', hiddenOnPhone: true },
]

/** The Treasuries held as such, and what a change of yields does to them. */
export function TreasuriesCard({ rates }: { rates: NonNullable<Overview['rates']> }) {
  const { covers, value, accruedInterest, yieldPercent, duration, convexity, ifYieldsRise, ifYieldsFall } = rates
  return (
    <Card
      title="Treasuries"
      description="Bills, notes and bonds you hold directly. Bond funds are not in these figures."
      actions={<CoverageChip covers={covers} />}
      padded={false}
    >
      <dl className="grid grid-cols-2 gap-4 px-4 pb-4 sm:grid-cols-4 sm:px-5">
        <SmallStat
          label="Value"
          figure={formatValue(value)}
          caption={
            accruedInterest === null ? 'no price is known' : `plus ${formatMoney(accruedInterest)} accrued interest`
          }
        />
        <SmallStat label="Yield" figure={formatPercent(yieldPercent)} caption="a year, mean by value" />
        <SmallStat
          label="Duration"
          figure={duration === null ? formatNumber(null) : `${formatNumber(duration)} years`}
          caption={convexity === null ? null : `convexity ${formatNumber(convexity)}`}
        />
        <SmallStat
          label="If all yields rise 1 point"
          figure={formatValue(ifYieldsRise)}
          caption={ifYieldsFall === null ? null : `if they fall 1 point, ${formatValue(ifYieldsFall)}`}
        />
      </dl>
      {rates.positions.length > 0 && (
        <FigureTable caption="Treasuries" columns={COLUMNS} className="max-h-[360px] border-t">
          <tbody>
            {rates.positions.map((one) => (
              <tr key={one.ticker}>
                <td title={one.ticker}>{one.name}</td>
                <td className="text-right">{formatValue(one.face)}</td>
                <td className="text-right" title={`As stated for ${formatDate(one.statedOn)}, per $100 of face value`}>
                  {formatMoney(one.price)}
                </td>
                <td className="text-right">{formatPercent(one.yieldPercent)}</td>
                <td className="text-right max-sm:hidden">{formatNumber(one.duration)}</td>
                <td className="text-right max-sm:hidden">{formatNumber(one.convexity)}</td>
                <td className="text-right">{formatValue(one.ifYieldsRise)}</td>
                <td className="text-right max-sm:hidden">{formatValue(one.ifYieldsFall)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </Card>
  )
}
