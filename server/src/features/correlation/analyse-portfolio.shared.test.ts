import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { cutDays, readPriceTable } from '../../market-data/testing/price-table.ts'
import { findSharedFolder } from '../../market-data/testing/recorded-data.ts'
import type { RiskHolding } from '../../risk/holding.ts'
import { comparedWith } from '../../risk/testing/compared-with.ts'
import { analysePortfolio } from './analyse-portfolio.ts'
import { encodeAnalysis } from './encode-analysis.ts'

interface PanelCase {
  id: string
  prices: string
  tickers: string[]
  benchmark: { prices: string; column: string }
  firstPriceDate: string
  lastPriceDate: string
  returns: number
  correlation: number[][]
  beta: Record<string, number>
  correlationToBenchmark: Record<string, number>
  averagePairwiseCorrelation: number
  volatility: Record<string, number>
}

/** The analysis looks at the last 252 returns, so longer panels say nothing about it. */
const MOST_RETURNS = 252

const shared = findSharedFolder()

if (shared === undefined) {
  console.warn('THE SHARED REFERENCE DATA ARE ABSENT: correlations are not compared with the reference.')
  test('correlations against the reference: the shared data are absent', () => expect(shared).toBeUndefined())
} else {
  const { cases } = JSON.parse(readFileSync(join(shared, 'reference', 'correlation-panels.json'), 'utf8')) as {
    cases: PanelCase[]
  }
  const panels = cases.filter(({ returns }) => returns <= MOST_RETURNS)

  describe('the analysis against the reference', () => {
    test.each(panels.map((panel) => [panel.id, panel] as const))('%s', (_id, panel) => {
      const [first, last] = [parseIsoDate(panel.firstPriceDate), parseIsoDate(panel.lastPriceDate)]
      const table = readPriceTable(shared, panel.prices)
      const holdings = panel.tickers.map((ticker): RiskHolding => {
        const history = cutDays(table.get(ticker)!, first, last)
        const common = { internalDiversification: 1, instrumentClass: 'company', sector: null } as const
        return { ticker, value: 100, units: 1, history, ...common }
      })
      const benchmark = cutDays(
        readPriceTable(shared, panel.benchmark.prices).get(panel.benchmark.column)!,
        first,
        last,
      )
      const input = { holdings, cash: 0, ...comparedWith(benchmark), names: {}, fundSectors: {}, unpricedCost: 0 }
      const { figures } = analysePortfolio(input)

      expect(figures.averageCorrelation).toBeCloseTo(panel.averagePairwiseCorrelation, 9)
      for (const row of figures.marketCorrelations) {
        expect(row.marketBeta).toBeCloseTo(panel.beta[row.ticker]!, 9)
        expect(row.marketCorrelation).toBeCloseTo(panel.correlationToBenchmark[row.ticker]!, 9)
        expect(row.volatilityPercent! / 100).toBeCloseTo(panel.volatility[row.ticker]!, 9)
      }
      const frame = {
        asOf: null,
        session: 'closed',
        source: 'sample',
        simulated: false,
        stale: false,
        unpriced: {},
        marketValue: null,
      } as const
      const held = { positions: [], unpriced: {}, withoutCost: [], withoutDelta: [] }
      const sent = JSON.parse(Buffer.from(encodeAnalysis({ input, frame, held })).toString()) as {
        correlationMatrix: { ticker1: string; ticker2: string; correlation: number }[]
      }
      expect(sent.correlationMatrix).toHaveLength((panel.tickers.length * (panel.tickers.length - 1)) / 2)
      for (const { ticker1, ticker2, correlation } of sent.correlationMatrix) {
        const expected = panel.correlation[panel.tickers.indexOf(ticker1)]![panel.tickers.indexOf(ticker2)]!
        expect(correlation).toBeCloseTo(expected, 9)
      }
    })
  })
}
