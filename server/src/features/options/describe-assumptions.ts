// Tests: near-term.test.ts

import { OPTION_RATE } from '@ballast/contract'
import type { AnalysedChain } from '../../market-data/options/analyse-chain.ts'
import type { OptionChain } from '../../market-data/options/option-chain.ts'

/** Describes what the numbers of a chain depend on, a sentence each. */
export function describeAssumptions(analysis: AnalysedChain, chain: OptionChain, listedCount: number): string[] {
  const { style, isSpotImplied, spot, contracts, expiries } = analysis
  const clipped = expiries.filter(({ forward }) => forward.isClipped).map(({ expiry }) => expiry)
  const leftOut = contracts.filter(({ state }) => state !== 'ok').length
  return [
    'We compute volatility and Greeks from the middle of bid and ask. We show the provider’s figures next to them, but never use them.',
    `Discounted at ${(100 * OPTION_RATE).toFixed(0)}% a year, continuously. Time counts in calendar days, 365 a year, up to the closing bell on the last day.`,
    'Dividends are inferred from the prices of puts and calls near the money. Without such a pair, none are assumed.',
    style === 'american'
      ? 'These options may be exercised early. A strike’s volatility comes from its out-of-the-money side, where that hardly matters. Deep in-the-money puts are corrected for it.'
      : 'These options are exercised at expiry only, and settled in cash.',
    ...(leftOut === 0
      ? []
      : [`${leftOut} of ${contracts.length} quotes are not clean and are left out of every average.`]),
    ...(chain.damaged === 0
      ? []
      : [`${chain.damaged} rows of the provider could not be read, or said a thing twice, and are not shown.`]),
    ...(clipped.length === 0
      ? []
      : [
          `Puts and calls of ${clipped.join(', ')} imply a dividend yield outside −5% to 15%. That happens when options and ${chain.ticker} are priced at different times. We use the nearer bound, so those figures are less sure.`,
        ]),
    ...(isSpotImplied
      ? [`The provider sent no price of ${chain.ticker} that fits its options; it was backed out of put/call parity.`]
      : []),
    ...(spot === null && listedCount > 0
      ? [`There is no price of ${chain.ticker}, so no quote could be judged and nothing could be computed.`]
      : []),
  ]
}
