// Tests: backtest-page.test.tsx

import type { BacktestResult } from '@ballast/contract'
import { Card } from '../../components/ui/card.tsx'
import { formatCount, formatDate, formatPercentChange } from '../../lib/format.ts'

const HEADERS = ['Depth', 'Peak', 'Low', 'Recovered', 'Days down', 'Days to recover']

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
        <section
          aria-label="Worst drawdowns, scrollable"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
          tabIndex={0}
          className="overflow-x-auto"
        >
          <table className="w-full min-w-[560px] text-table tabular">
            <caption className="sr-only">Worst drawdowns of the portfolio</caption>
            <thead>
              <tr>
                {HEADERS.map((header, place) => (
                  <th
                    key={header}
                    scope="col"
                    className={`h-9 whitespace-nowrap border-b px-3 font-normal text-label text-subtle-foreground first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5 ${place > 0 && place < 4 ? 'text-left' : 'text-right'}`}
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {drawdowns.map((fall) => (
                <tr
                  key={fall.peak}
                  className="border-b last:border-b-0 [&>td]:h-10 [&>td]:whitespace-nowrap [&>td]:px-3"
                >
                  <td className="pl-4! text-right font-semibold text-loss sm:pl-5!">
                    {formatPercentChange(-fall.depthPercent)}
                  </td>
                  <td>{formatDate(fall.peak)}</td>
                  <td>{formatDate(fall.trough)}</td>
                  <td>{fall.recovery ? formatDate(fall.recovery) : 'Not yet'}</td>
                  <td className="text-right">{formatCount(fall.daysDown)}</td>
                  <td className="pr-4! text-right sm:pr-5!">{formatCount(fall.daysToRecover)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}
