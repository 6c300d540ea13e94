// Tests: e2e/what-if.e2e.ts

import { namePositions, type Overview, toPortfolioId } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { formatCount, formatNumber, formatPercent, formatValue, NO_DATA } from '../../lib/format.ts'
import { overviewQuery } from './portfolios.queries.ts'

const ROWS: readonly (readonly [label: string, read: (overview: Overview) => string])[] = [
  ['Market value', ({ marketValue }) => formatValue(marketValue)],
  ['Beta', ({ risk }) => formatNumber(risk.beta)],
  ['Volatility, a year', ({ risk }) => formatPercent(risk.volatilityPercent)],
  ['Largest fall in the last year', ({ risk }) => formatPercent(risk.maxDrawdownPercent)],
  ['Diversification, of 100', ({ risk }) => formatCount(risk.diversification?.score)],
  ['Concentration', ({ risk }) => risk.concentration ?? NO_DATA],
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
              {ROWS.map(([label, read]) => (
                <tr key={label}>
                  <th scope="row" className="text-left font-normal">
                    {label}
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
