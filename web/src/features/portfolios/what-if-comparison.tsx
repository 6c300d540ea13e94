// Tests: e2e/what-if.e2e.ts

import { getCorrelationInputs, type MetricId, namePositions, type Overview, toPortfolioId } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Explained, type FigureSource, nameSource } from '../../components/explained.tsx'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { downloadCall } from '../../lib/download-call.ts'
import { formatCount, formatDate, formatNumber, formatPercent, formatValue, NO_DATA } from '../../lib/format.ts'
import { overviewQuery } from './portfolios.queries.ts'

const ROWS: readonly (readonly [label: string, read: (overview: Overview) => string, metric?: MetricId])[] = [
  ['Market value', ({ marketValue }) => formatValue(marketValue)],
  ['Beta', ({ risk }) => formatNumber(risk.beta), 'portfolioBeta'],
  ['Volatility, a year', ({ risk }) => formatPercent(risk.volatilityPercent), 'volatility'],
  ['Largest fall in the last year', ({ risk }) => formatPercent(risk.maxDrawdownPercent), 'maxDrawdown'],
  ['Diversification, of 100', ({ risk }) => formatCount(risk.diversification?.score), 'diversificationScore'],
  ['Concentration', ({ risk }) => risk.concentration ?? NO_DATA, 'concentrationRisk'],
  ['Largest risk', ({ topRisk }) => (topRisk ? namePositions(topRisk.tickers) : NO_DATA)],
  ['Its share of the risk', ({ topRisk }) => formatPercent(topRisk?.riskSharePercent)],
]

/** The figures of what is held beside those of a what-if. */
export function WhatIfComparison({ whatIf }: { whatIf: string }) {
  const held = useQuery(overviewQuery(toPortfolioId(whatIf)))
  const tried = useQuery(overviewQuery(whatIf))
  const failed = [held, tried].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <LoadFailure
        title="The figures could not be compared"
        fallback="The server could not be reached. Your positions are safe."
        query={failed}
      />
    )
  }
  const [before, after] = [held.data, tried.data]
  return (
    <Loading pending={!before || !after} label="Comparing" skeleton={<Skeleton className="h-[330px]" />}>
      {() =>
        before &&
        after && (
          <FigureTable
            caption="Your positions and the trial"
            columns={[
              { header: 'Figure' },
              { header: 'You hold', align: 'right' },
              { header: 'What if', align: 'right' },
            ]}
          >
            <tbody>
              {ROWS.map(([label, read, metric]) => (
                <tr key={label}>
                  <th scope="row" className="text-left font-normal">
                    {metric ? (
                      <Explained metric={metric} from={toFigureSource(whatIf, after)}>
                        {label}
                      </Explained>
                    ) : (
                      label
                    )}
                  </th>
                  <td className="text-right">{read(before)}</td>
                  <td className="text-right font-medium">{read(after)}</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        )
      }
    </Loading>
  )
}

/** Where the figures of a trial come from; those of what is held come from the same days. */
function toFigureSource(portfolioId: string, { risk, benchmark, source, asOf }: Overview): FigureSource {
  return {
    window: `${formatDate(risk.from)} to ${formatDate(risk.to)}`,
    observations: risk.observations,
    asOf: formatDate(asOf),
    benchmark,
    source: nameSource(source),
    saveInputs: () =>
      downloadCall(
        getCorrelationInputs,
        { params: { portfolioId } },
        `ballast-what-if-inputs-${asOf?.slice(0, 10)}.csv`,
      ),
  }
}
