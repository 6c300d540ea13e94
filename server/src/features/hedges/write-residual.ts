// Tests: hedge-verdicts.test.ts, hedges.test.ts

import { type GroundedText, namePosition } from '@ballast/contract'
import { nameCrisis } from '@ballast/contract/hedge-request'
import { TRADING_DAYS } from '@ballast/quant'
import type { TextFrame } from '../../advice/texts/strategy-facts.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'

/** Writes what a strategy does not cover. */
export function writeResidual(frame: TextFrame): GroundedText {
  const { proposal, facts, riskFacts, risk, request } = frame
  const { horizon, lossPercent, shock } = riskFacts
  const name = risk.concentration?.detail.maxName?.ticker
  const { crisis } = request
  const when = crisis === null ? ground`at a fall of ${shock}` : plain(`by the lowest day of ${nameCrisis(crisis)}`)
  switch (proposal.family) {
    case 'index-put':
    case 'put-spread':
    case 'index-collar': {
      const texts: GroundedText[] = []
      const uncovered = recordUncovered(frame)
      if (uncovered) {
        texts.push(
          ground`${uncovered.unexplained} of the portfolio’s variance does not follow ${namePosition(uncovered.index)}${name ? `, most of all ${name}` : ''}. It may move the portfolio by ${uncovered.move} within ${bare(horizon)} trading days, and this hedge does not cover it.`,
        )
      }
      const sold = proposal.legs.findIndex(({ type, contracts }) => type === 'put' && contracts < 0)
      const strike = facts.legs[sold]?.strike
      if (strike)
        texts.push(
          ground`Below ${strike} of ${namePosition(proposal.legs[sold]?.underlying ?? '')} the sold puts take back a part of the protection.`,
        )
      return texts.length > 0
        ? joinTexts(texts)
        : plain('Moves of single positions that the market does not share are not covered.')
    }
    case 'protective-put':
    case 'single-name-collar':
    case 'covered-call':
      return plain('Only this one position is covered; a fall of the market still hits the rest.')
    case 'close-options':
      return plain('The rest of the portfolio falls as before; only the options that you buy back are gone.')
    case 'split-hedge':
      return plain('Moves of the other positions beyond the market are not covered.')
    case 'sector-put':
      return plain('Only what the sector does beyond the market is covered.')
    case 'own-risk':
      return plain('Only moves of what the options are on are covered; a fall of the stock market is not.')
    case 'volatility-calls':
      return plain('A slow fall without fear pays nothing; the calls expire worthless in a calm market.')
    case 'covered-holdings':
    case 'holding-floors':
      return plain('Odd lots and positions without options are not covered.')
    case 'diversifiers':
      return plain('The rest of the shares falls as before, and bonds can fall with them.')
    case 'trim':
      return Number(facts.loss.value) > 0
        ? ground`Market risk stays: ${when} the portfolio still loses ${facts.loss}.`
        : plain('Moves of the market change the portfolio as before.')
    case 'reduce-exposure':
      return plain('The part you keep falls as before. The part you sell does not recover with the market.')
    case 'do-nothing':
      if (crisis !== null) return ground`All of it: ${facts.loss} ${when}.`
      return Number(lossPercent.value) < 0
        ? ground`All of it: ${abs(lossPercent)} ${when}.`
        : plain('Moves of single positions.')
  }
}

/** Records what the index of the options leaves unexplained; null with too little history. */
function recordUncovered({ proposal, risk, request, situation, ledger, key }: TextFrame) {
  const index = proposal.legs[0]?.underlying
  const fit = risk.fits.find(({ ticker }) => ticker === index)
  if (fit === undefined || fit.rSquared > 1 - LEAST_UNEXPLAINED) return null
  const writer = new FactWriter(ledger, `strategy.${key}.uncovered`)
  return {
    index: fit.ticker,
    unexplained: writer.state('uncovered.variancePercent', 1 - fit.rSquared, {
      names: { ticker: namePosition(fit.ticker) },
    }),
    move: writer.state(
      'uncovered.movePercent',
      // Of the usual index the same as in the risk assessment: options that are held end on the way.
      fit.ticker === situation.index.ticker && risk.residualMove !== null
        ? risk.residualMove
        : DEVIATIONS * fit.residualVolatility * Math.sqrt(request.horizonDays / TRADING_DAYS),
    ),
  }
}

/** Less of the variance than this is read as none. */
const LEAST_UNEXPLAINED = 0.0005

/** One-sided 95 %. */
const DEVIATIONS = 1.65
