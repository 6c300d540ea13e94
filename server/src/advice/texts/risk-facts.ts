// Tests: ../../features/hedges/hedges.test.ts

import type { Fact } from '@ballast/contract'
import { type BookRisk, getScenario, type HedgeDate, type HedgeRequest } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import type { IndexSectors } from '../book/book-input.ts'

/** The figures that texts of every kind speak of. */
export interface RiskFacts {
  value: Fact
  beta: Fact
  limit: Fact
  shock: Fact
  horizon: Fact
  /** Last day of the term. */
  lastDay: Fact
  budget: Fact
  budgetUsd: Fact
  /** In the shock, negative. */
  lossPercent: Fact
  lossUsd: Fact
  stressedPercent: Fact
  rSquared: Fact | null
  unexplained: Fact | null
  residualMove: Fact | null
  indexSectorsAsOf: Fact
}

/** Finds the loss without a hedge in what is asked about, on the worst day: a fraction, negative for a gain. */
export function findUnhedgedLoss({ shocks, crises }: BookRisk, { crisis, shock }: HedgeRequest): number {
  return crisis === null
    ? -(shocks.find(({ marketReturn }) => marketReturn === shock)?.bookReturn ?? 0)
    : -(crises.find(({ scenario }) => scenario === crisis)?.worst ?? 0)
}

/** Finds the gain in a rise of the market by a tenth, as `recordRisk` has entered it. */
export const findRise = (ledger: FactLedger): Fact | undefined =>
  ledger.list().find(({ key }) => key === 'shock.p10.profitPercent')

/** Enters what was asked for and what the book could lose. */
export function recordRisk(
  ledger: FactLedger,
  risk: BookRisk,
  { request, term, indexSectors }: { request: HedgeRequest; term: HedgeDate; indexSectors: IndexSectors },
): RiskFacts {
  const asked = new FactWriter(ledger, 'request')
  const book = new FactWriter(ledger, 'book')
  const value = book.state('book.value', risk.value)
  const beta = book.state('book.beta', risk.beta, { inputs: [value] })
  const limit = asked.state('request.limitPercent', request.limit)
  const shock = asked.state('request.shockPercent', -request.shock)
  const budget = asked.state('request.budgetPercent', request.maximumPremium)
  const loss = recordShocks(ledger, risk, request, beta)
  const fit = risk.fits[0]
  const rSquared = fit ? book.state('book.rSquaredPercent', fit.rSquared, { names: { ticker: fit.ticker } }) : null
  recordTables(ledger, risk)
  return {
    value,
    beta,
    limit,
    shock,
    budget,
    horizon: asked.state('request.horizonDays', request.horizonDays),
    lastDay: asked.state('request.lastDay', term.date),
    budgetUsd: asked.state('request.budgetUsd', request.maximumPremium * risk.value, { inputs: [budget, value] }),
    ...loss,
    rSquared,
    unexplained:
      fit && rSquared ? book.state('book.unexplainedPercent', 1 - fit.rSquared, { inputs: [rSquared] }) : null,
    residualMove: risk.residualMove === null ? null : book.state('book.residualMovePercent', risk.residualMove),
    indexSectorsAsOf: asked.state(
      indexSectors.isTold ? 'request.indexSectorsAsOf' : 'request.indexSectorsRounded',
      indexSectors.asOf,
      { key: 'indexSectorsAsOf' },
    ),
  }
}

const nameOfMove = (marketReturn: number) =>
  `${marketReturn < 0 ? 'm' : 'p'}${String(Math.round(1e4 * Math.abs(marketReturn)) / 100).replace('.', '_')}`

function recordShocks(
  ledger: FactLedger,
  risk: BookRisk,
  request: HedgeRequest,
  beta: Fact,
): Pick<RiskFacts, 'lossPercent' | 'lossUsd' | 'stressedPercent'> {
  let asked: Pick<RiskFacts, 'lossPercent' | 'lossUsd' | 'stressedPercent'> | undefined
  for (const { marketReturn, bookReturn, stressedReturn } of risk.shocks) {
    const writer = new FactWriter(ledger, `shock.${nameOfMove(marketReturn)}`)
    const move = `${marketReturn < 0 ? 'falls' : 'rises'} by ${Math.round(1e4 * Math.abs(marketReturn)) / 100}%`
    const lossPercent = writer.state('shock.profitPercent', bookReturn, { names: { move }, inputs: [beta] })
    const row = {
      lossPercent,
      lossUsd: writer.state('shock.profitUsd', bookReturn * risk.value, { names: { move }, inputs: [lossPercent] }),
      stressedPercent: writer.state('shock.stressedPercent', stressedReturn, {
        names: { move },
        inputs: [lossPercent],
      }),
    }
    if (marketReturn === request.shock) asked = row
  }
  if (asked === undefined) throw new Error('The engine shows the shock among its shocks')
  return asked
}

/** Figures that the screen shows in tables rather than in sentences. */
function recordTables(ledger: FactLedger, risk: BookRisk): void {
  for (const { scenario, bookReturn, indexReturn } of risk.crises) {
    const writer = new FactWriter(ledger, `crisis.${scenario}`)
    const { name } = getScenario(scenario)
    writer.state('crisis.profitPercent', bookReturn, { names: { name } })
    writer.state('crisis.indexPercent', indexReturn, { names: { name } })
  }
  for (const { days, losses } of risk.tails) {
    const writer = new FactWriter(ledger, `tail.days${days}`)
    writer.state('tail.valueAtRiskPercent', losses.var95.value, { key: 'var95Percent', names: { days } })
    writer.state('tail.worstMeanPercent', losses.cvar95.value, { key: 'cvar95Percent', names: { days } })
  }
}
