// Tests: options-page.test.tsx

import type { OptionChain } from '@ballast/contract'
import type { Explanation } from '../../components/explained.tsx'
import { explainOption } from '../../components/options/option-explanations.ts'
import { countOf, formatCount, formatMoney, formatNumber, formatPercent } from '../../lib/format.ts'
import { describeLeftOut } from './chain-view.ts'

type Summary = NonNullable<OptionChain['summary']>

/** The figures of a chain with the very numbers that they are made of. */
export const CHAIN_EXPLANATIONS = {
  averageIV: ({ averagedContracts, contractCount, leftOut, leftOutCount }: Summary) => ({
    ...explainOption('impliedVolatility'),
    name: 'Average IV',
    meaning: 'Mean of our implied volatilities of the contracts listed.',
    formula: 'average = Σ σ ÷ n',
    inputs: [
      `n: ${formatCount(averagedContracts)} of ${formatCount(contractCount)} contracts, those with a clean quote and a σ from 1% to 500%`,
      ...(leftOutCount > 0 ? [`Left out: ${describeLeftOut(leftOut)}`] : []),
    ],
  }),
  ivRank: ({ iv30, ivHistory }: Summary) => ({
    name: 'IV rank',
    meaning: 'Place of the 30-day volatility between the lowest and the highest of the last year.',
    formula: 'rank = 100 × (IV30 − lowest) ÷ (highest − lowest)',
    inputs: [
      `IV30: ${formatPercent(iv30 === null ? null : iv30 * 100, 1)}, at the money, by total variance between the expiries`,
      `Observations: ${formatCount(ivHistory.observations)}, one a day since Ballast began to watch the ticker; ${ivHistory.needed} are needed`,
    ],
    convention: 'The percentile is the share of those days with a lower IV30.',
  }),
  putCallRatio: ({ putVolume, callVolume, putCallRatioOpenInterest, putCallHistory }: Summary) => ({
    name: 'Put/call ratio',
    meaning: 'How many puts traded for each call.',
    formula: 'ratio = put volume ÷ call volume',
    inputs: [
      `Put volume: ${formatCount(putVolume)}`,
      `Call volume: ${formatCount(callVolume)}`,
      `By open interest the ratio is ${formatNumber(putCallRatioOpenInterest)}`,
      ...describeUsual(putCallHistory),
    ],
    convention:
      'Above 1.2 is called bearish, below 0.8 bullish, for every ticker alike. An index often has more puts than calls, because people insure with its puts. So compare it with its own usual ratio. It does not say who bought and who sold.',
  }),
  totalOpenInterest: ({ callOpenInterest, putOpenInterest, contractCount }: Summary) => ({
    name: 'Total open interest',
    meaning: 'Contracts that exist and are not closed yet.',
    formula: 'total = Σ open interest',
    inputs: [
      `Calls: ${formatCount(callOpenInterest)}`,
      `Puts: ${formatCount(putOpenInterest)}`,
      `Over ${countOf(contractCount, 'contract')}`,
    ],
    convention: 'Exchanges count it once a day, after the close.',
  }),
  volumePattern: ({ callVolume, putVolume, volumeImbalancePercent }: Summary) => ({
    name: 'Volume pattern',
    meaning: 'Whether calls or puts carry the volume.',
    formula: 'imbalance = (calls − puts) ÷ (calls + puts)',
    inputs: [
      `Call volume: ${formatCount(callVolume)}`,
      `Put volume: ${formatCount(putVolume)}`,
      `Imbalance: ${formatPercent(volumeImbalancePercent, 1)}`,
    ],
    convention: 'Beyond 20% one side is heavy.',
  }),
  unusualVolume: ({ averageVolume, unusualCount, contractCount }: Summary) => ({
    name: 'Unusual volume',
    meaning: 'Contracts that traded far more than the others.',
    formula: 'volume > 2 × average volume',
    inputs: [
      `Average volume: ${formatNumber(averageVolume, { decimals: 1 })} of ${countOf(contractCount, 'contract')}, those that did not trade included`,
      `${formatCount(unusualCount)} stand out in all; the five busiest are listed`,
    ],
    convention:
      'More volume than open interest means that most trades are new. It does not show who bought and who sold.',
  }),
} as const satisfies Record<string, (summary: Summary) => Explanation>

function describeUsual({ observations, needed, usualRatio, percentile }: Summary['putCallHistory']): string[] {
  const days = countOf(observations, 'observed day')
  if (usualRatio === null || percentile === null) return [`Usual ratio: ${days}; ${needed} are needed`]
  return [
    `Usual ratio: ${formatNumber(usualRatio)}, the median of ${days}`,
    `Fewer puts for each call on ${formatPercent(percentile, 0)} of those days; above 80% is more than usual, below 20% fewer`,
  ]
}

export type ChainFigureId = keyof typeof CHAIN_EXPLANATIONS

/** Explains an expected move with its numbers. */
export function explainMove(spot: number, volatility: number, years: number): Explanation {
  return {
    ...explainOption('expiryMove'),
    inputs: [
      `S: ${formatMoney(spot)}`,
      `σ: ${formatPercent(volatility * 100, 1)}, at the money`,
      `T: ${formatNumber(years, { decimals: 4 })} years`,
    ],
  }
}
