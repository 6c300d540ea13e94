// Tests: backtest-page.test.tsx

import type { BacktestResult } from '@ballast/contract'
import { Card } from '../../components/ui/card.tsx'
import { type FigureColumn, FigureTable } from '../../components/ui/figure-table.tsx'
import { formatCount, formatDate, formatPercentChange } from '../../lib/format.ts'

const COLUMNS: readonly FigureColumn[] = [
  { header: 'Depth', align: 'right' },
  { header: 'Peak' },
  { header: 'Low' },
  { header: 'Recovered' },
  { header: 'Days down', align: 'right' },
  { header: 'Days to recover', align: 'right' },
]

/** The deepest falls that do not overlap, with their dates. */
export function DrawdownsCard({ result }: { result: BacktestResult }) {
  const { drawdowns } = result
  return (
    <Card
      title="Worst drawdowns"
      description="The deepest falls that do not overlap; days are trading days"
      padded={false}
      className="h-full"
    >
      {drawdowns.length === 0 ? (
        <p className="px-4 pb-5 text-body text-muted-foreground sm:px-5">The value never fell below a former high.</p>
      ) : (
        <FigureTable caption="Worst drawdowns of the portfolio" columns={COLUMNS} tableClassName="min-w-[560px]">
          <tbody>
            {drawdowns.map((fall) => (
              <tr key={fall.peak} className="whitespace-nowrap">
                <td className="text-right font-semibold text-loss">{formatPercentChange(-fall.depthPercent)}</td>
                <td>{formatDate(fall.peak)}</td>
                <td>{formatDate(fall.trough)}</td>
                <td>{fall.recovery ? formatDate(fall.recovery) : 'Not yet'}</td>
                <td className="text-right">{formatCount(fall.daysDown)}</td>
                <td className="text-right">{formatCount(fall.daysToRecover)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </Card>
  )
}
