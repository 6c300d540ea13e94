// Tests: backtest-page.test.tsx

import {
  ANNUAL_RISK_FREE_RATE_PERCENT,
  type BacktestResult,
  METRIC_EXPLANATIONS,
  TRADING_DAYS_PER_YEAR,
} from '@ballast/contract'
import { Explained, type FigureSource } from '../../components/explained.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { cn } from '../../lib/class-names.ts'
import { NO_DATA } from '../../lib/format.ts'
import { type ComparedRow, toComparedRows, toRelativeRows, type Verdict } from './backtest-view.ts'

const COLOURS: Record<Verdict, string> = { better: 'text-gain', worse: 'text-loss', same: 'text-muted-foreground' }

/** Every metric of portfolio and benchmark, and what the difference means. */
export function MetricsCard({ result, from }: { result: BacktestResult; from: FigureSource }) {
  return (
    <Card
      title="Metrics"
      description={`Risk-free rate ${ANNUAL_RISK_FREE_RATE_PERCENT}% a year, ${TRADING_DAYS_PER_YEAR} trading days`}
      padded={false}
      className="h-full"
    >
      <FigureTable
        caption={`Metrics of the portfolio and of ${result.benchmark}`}
        columns={[
          { header: 'Metric' },
          { header: 'Portfolio', align: 'right' },
          { header: result.benchmark, align: 'right' },
          { header: 'Difference', align: 'right' },
        ]}
        tableClassName="[&_thead_th]:whitespace-normal sm:min-w-[400px] max-sm:[&_tbody_:is(td,th)]:py-1.5"
      >
        <tbody>
          {toComparedRows(result).map((row) => (
            <MetricRow key={row.metric} row={row} from={from} name={result.benchmark} />
          ))}
        </tbody>
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={4} className="text-left font-normal text-label text-subtle-foreground">
              Against {result.benchmark}
            </th>
          </tr>
          {toRelativeRows(result).map(({ metric, figure, missing }) => (
            <tr key={metric}>
              <th scope="row" className="text-left font-normal sm:whitespace-nowrap">
                <Explained metric={metric} from={from} missing={missing} />
              </th>
              <td className="text-right font-semibold" title={missing ?? undefined}>
                {figure}
              </td>
              <td colSpan={2} className="text-right text-caption text-subtle-foreground">
                {missing}
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <p className="border-t px-4 py-3 text-label text-muted-foreground sm:px-5">
        {result.benchmarkCover
          ? `${result.benchmarkCover} `
          : `Better or worse compares the portfolio with ${result.benchmark}. `}
        No transaction costs; survivorship bias applies.
      </p>
    </Card>
  )
}

function MetricRow({ row, from, name }: { row: ComparedRow; from: FigureSource; name: string }) {
  const { metric, portfolio, benchmark, difference, missing, caution } = row
  return (
    <tr>
      <th scope="row" className="text-left font-normal sm:whitespace-nowrap">
        <Explained metric={metric} from={from} missing={missing}>
          {SHORT_NAMES[metric] ?? METRIC_EXPLANATIONS[metric].name}
        </Explained>
        {caution && <span className="block whitespace-normal text-caption text-warning">{caution}</span>}
      </th>
      <td className="whitespace-nowrap text-right font-semibold" title={missing ?? undefined}>
        {portfolio}
      </td>
      {difference ? (
        <>
          <td className="whitespace-nowrap text-right text-muted-foreground">{benchmark}</td>
          <td className="text-right">
            <span className="mr-2 text-caption text-subtle-foreground max-sm:mr-0 max-sm:block">
              {difference.verdict}
            </span>
            <span className={cn('inline-block whitespace-nowrap sm:min-w-[52px]', COLOURS[difference.verdict])}>
              {difference.text}
            </span>
          </td>
        </>
      ) : benchmark === NO_DATA || missing ? (
        <td colSpan={2} className="text-right text-caption text-subtle-foreground">
          {missing ?? `${name}: no data`}
        </td>
      ) : (
        <>
          <td className="whitespace-nowrap text-right text-muted-foreground">{benchmark}</td>
          <td className="text-right text-caption text-subtle-foreground">other days</td>
        </>
      )}
    </tr>
  )
}

/** Where the full name would not fit beside three figures. */
const SHORT_NAMES: Partial<Record<ComparedRow['metric'], string>> = {
  var95: 'VaR 95%, 1 day',
  cvar95: 'CVaR 95%, 1 day',
}
