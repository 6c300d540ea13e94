// Tests: e2e/what-if.e2e.ts

import { getCorrelationInputs, type MetricId, namePositions, type Overview, toPortfolioId } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import {
  Explained,
  ExplainedFigure,
  type Explanation,
  type FigureSource,
  nameSource,
} from '../../components/explained.tsx'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { downloadCall } from '../../lib/download-call.ts'
import { formatCount, formatDate, formatNumber, formatPercent, formatValue, NO_DATA } from '../../lib/format.ts'
import { overviewQuery } from './portfolios.queries.ts'

const MARKET_VALUE = {
  name: 'Market value',
  meaning: 'Worth of all positions that have a price, cash included.',
  formula: 'Σ shares × multiplier × price',
  inputs: [
    'shares: negative for what is sold short',
    'multiplier: 100 for most options, 1 for shares',
    'price: in dollars',
  ],
  convention: null,
} as const satisfies Explanation

const RISK_SHARE = {
  name: 'Share of the risk',
  meaning: 'The part of the portfolio’s variance that comes from the named positions.',
  formula: 'Σ w × cov(r, p) ÷ var(p)',
  inputs: [
    'w: value of a position, options on it as the shares that move as they do',
    'r: daily returns of the position',
    'p: daily change of the portfolio’s value, Σ w × r over all positions',
  ],
  convention:
    'One position is named when it makes up half of the risk. Else the fewest that do, six at most, if they fall together.',
} as const satisfies Explanation

const ROWS: readonly (readonly [label: string, read: (overview: Overview) => string, sheet: MetricId | Explanation])[] =
  [
    ['Market value', ({ marketValue }) => formatValue(marketValue), MARKET_VALUE],
    ['Beta', ({ risk }) => formatNumber(risk.beta), 'portfolioBeta'],
    ['Volatility, a year', ({ risk }) => formatPercent(risk.volatilityPercent), 'volatility'],
    ['Largest fall in the last year', ({ risk }) => formatPercent(risk.maxDrawdownPercent), 'maxDrawdown'],
    ['Diversification, of 100', ({ risk }) => formatCount(risk.diversification?.score), 'diversificationScore'],
    ['Concentration', ({ risk }) => risk.concentration ?? NO_DATA, 'concentrationRisk'],
    ['Largest risk', ({ topRisk }) => (topRisk ? namePositions(topRisk.tickers) : NO_DATA), RISK_SHARE],
    ['Its share of the risk', ({ topRisk }) => formatPercent(topRisk?.riskSharePercent), RISK_SHARE],
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
              {ROWS.map(([label, read, sheet]) => (
                <tr key={label}>
                  <th scope="row" className="text-left font-normal">
                    <Sheet of={sheet} from={toFigureSource(whatIf, after)}>
                      {label}
                    </Sheet>
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

function Sheet({ of, from, children }: { of: MetricId | Explanation; from: FigureSource; children: string }) {
  if (typeof of === 'string') {
    return (
      <Explained metric={of} from={from}>
        {children}
      </Explained>
    )
  }
  const { window, observations, asOf, source, saveInputs } = from
  const facts =
    of === MARKET_VALUE
      ? [{ name: 'Prices of', text: asOf }]
      : [
          { name: 'Window', text: window },
          { name: 'Observations', text: formatCount(observations) },
        ]
  return (
    <ExplainedFigure explanation={of} facts={[...facts, { name: 'Source', text: source }]} saveInputs={saveInputs}>
      {children}
    </ExplainedFigure>
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
