// Tests: ../../features/hedges/hedges.test.ts, ../../features/hedges/write-rejection.test.ts

import { BENCHMARK, type Fact } from '@ballast/contract'
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
  /** At the asked fall, negative. */
  lossPercent: Fact
  lossUsd: Fact
  stressedPercent: Fact
  rSquared: Fact | null
  unexplained: Fact | null
  residualMove: Fact | null
  indexSectorsAsOf: Fact
}

/** What is lost without a hedge in what is asked about, on the worst day: a fraction, negative for a gain. */
export function findUnhedgedLoss({ shocks, crises }: BookRisk, { crisis, shock }: HedgeRequest): number {
  return crisis === null
    ? -(shocks.find(({ marketReturn }) => marketReturn === shock)?.bookReturn ?? 0)
    : -(crises.find(({ scenario }) => scenario === crisis)?.worst ?? 0)
}

/** What a rise of the market by a tenth brings, as `recordRisk` has entered it. */
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
  const value = book.usd('value', risk.value, {
    label: 'Value of the portfolio',
    formula: 'Sum of shares × price of everything that has a price, cash and options held included',
  })
  const beta = book.count('beta', risk.beta, 'ratio', {
    label: 'Beta of the portfolio',
    formula: 'Sum of value × shrunk beta of each holding, over the value of the portfolio',
    inputs: [value],
  })
  const limit = asked.chosenPercent('limitPercent', request.limit, {
    label: 'The most that may be lost',
    formula: 'As asked for, or the usual limit',
  })
  const shock = asked.chosenPercent('shockPercent', -request.shock, {
    label: 'Fall of the market that the limit is meant for',
    formula: 'As asked for, or the usual fall',
  })
  const budget = asked.chosenPercent('budgetPercent', request.maximumPremium, {
    label: 'The most that the hedge may cost',
    formula: 'As asked for, or the usual budget, in percent of the portfolio',
  })
  const loss = recordShocks(ledger, risk, request, beta)
  const fit = risk.fits[0]
  const rSquared = fit
    ? book.percent('rSquaredPercent', fit.rSquared, {
        label: `Share of the portfolio’s variance that ${fit.ticker} explains`,
        formula: 'R² of daily returns over the last year at today’s weights',
      })
    : null
  recordTables(ledger, risk)
  return {
    value,
    beta,
    limit,
    shock,
    budget,
    horizon: asked.count('horizonDays', request.horizonDays, 'days', {
      label: 'Trading days up to the last day of the term',
      formula: 'Sessions of the exchange after the day of the quotes',
    }),
    lastDay: asked.date('lastDay', term.date, {
      label: 'Last day of the term',
      formula: 'As asked for, or after a quarter; the listed expiry where one falls a few days short of it',
    }),
    budgetUsd: asked.usd('budgetUsd', request.maximumPremium * risk.value, {
      label: 'The most that the hedge may cost, in dollars',
      formula: 'Budget × value of the portfolio',
      inputs: [budget, value],
    }),
    ...loss,
    rSquared,
    unexplained:
      fit && rSquared
        ? book.percent('unexplainedPercent', 1 - fit.rSquared, {
            label: 'Share of the variance that an index hedge cannot cover',
            formula: '1 − R²',
            inputs: [rSquared],
          })
        : null,
    residualMove:
      risk.residualMove === null
        ? null
        : book.percent('residualMovePercent', risk.residualMove, {
            label: 'How far the part that no index explains may move within the horizon',
            formula: '1.65 × annual volatility of the residuals × √(trading days / 252)',
          }),
    indexSectorsAsOf: asked.date('indexSectorsAsOf', indexSectors.asOf, {
      label: 'Day of the index’s sector weights',
      formula: indexSectors.isTold
        ? `Sectors of ${BENCHMARK} as its source told them on this day`
        : `Rounded weights of this day, because the source tells no sectors of ${BENCHMARK}`,
    }),
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
    const lossPercent = writer.percent('profitPercent', bookReturn, {
      label: `Profit of the portfolio if the market ${move}`,
      formula:
        'Sum of value × ((1 + R)^β − 1) over the value of the portfolio; options held by their worst value on any day of the term',
      inputs: [beta],
      decimals: 2,
    })
    const row = {
      lossPercent,
      lossUsd: writer.usd('profitUsd', bookReturn * risk.value, {
        label: `The same in dollars if the market ${move}`,
        formula: 'Profit in percent × value of the portfolio',
        inputs: [lossPercent],
      }),
      stressedPercent: writer.percent('stressedPercent', stressedReturn, {
        label: `Profit if the market ${move} and holdings fall as hard as on past falling days`,
        formula: 'As above with the larger of beta and beta on falling days of each holding',
        inputs: [lossPercent],
        decimals: 2,
      }),
    }
    if (marketReturn === request.shock) asked = row
  }
  if (asked === undefined) throw new Error('The engine shows the asked fall among its shocks')
  return asked
}

/** Figures that the screen shows in tables rather than in sentences. */
function recordTables(ledger: FactLedger, risk: BookRisk): void {
  for (const { scenario, bookReturn, indexReturn } of risk.crises) {
    const writer = new FactWriter(ledger, `crisis.${scenario}`)
    const { name } = getScenario(scenario)
    writer.percent('profitPercent', bookReturn, {
      label: `The portfolio of today through: ${name}`,
      formula: 'Profit over the window with today’s values, stand-ins for what did not trade',
    })
    writer.percent('indexPercent', indexReturn, {
      label: `The index through: ${name}`,
      formula: 'Last close over first close − 1',
    })
  }
  for (const { days, losses } of risk.tails) {
    const writer = new FactWriter(ledger, `tail.days${days}`)
    const formula = 'Block bootstrap of up to ten years of the portfolio’s returns, scaled to today’s volatility'
    writer.percent('var95Percent', losses.var95.value, { label: `Value at risk, 95%, ${days} trading days`, formula })
    writer.percent('cvar95Percent', losses.cvar95.value, {
      label: `Mean of the worst 5% of paths, ${days} trading days`,
      formula,
    })
  }
}
