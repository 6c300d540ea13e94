import type { OptionChain } from '@ballast/contract'
import type { Explanation } from '../../components/explained.tsx'
import { countOf, formatCount, formatMoney, formatNumber, formatPercent } from '../../lib/format.ts'
import { describeLeftOut } from './chain-view.ts'

const PARITY = 'F: forward by put/call parity at the strikes nearest the price, F = K + e^(rT)·(C − P)'
const NORMAL = 'Φ: the normal distribution, φ its density'
const D1 = 'd₁ = (ln(F ÷ K) + σ²T ÷ 2) ÷ (σ√T), d₂ = d₁ − σ√T'
const EUROPEAN =
  'Black–Scholes–Merton with the dividend yield q that the forward implies. American exercise is valued apart.'

/** How each figure of an option comes about, whatever its values. */
const GENERAL = {
  impliedVolatility: {
    name: 'Implied volatility',
    meaning: 'The yearly volatility at which the model gives the price that is quoted.',
    formula: 'σ with Black–Scholes(S, K, T, r, q, σ) = middle of bid and ask',
    inputs: [PARITY, 'S: price of the underlying, K: strike, T: years to the close of the expiry day'],
    convention:
      'A strike has one volatility: that of its out-of-the-money side, whose price is all time value. Early exercise is taken out of deep puts. The provider’s own figure is only compared, never used.',
  },
  delta: {
    name: 'Delta',
    meaning: 'Change of the price when the underlying rises by $1.',
    formula: 'Δ = ± e^(−qT)·Φ(± d₁), + for a call',
    inputs: [D1, PARITY, NORMAL],
    convention: EUROPEAN,
  },
  gamma: {
    name: 'Gamma',
    meaning: 'Change of delta when the underlying rises by $1.',
    formula: 'Γ = e^(−qT)·φ(d₁) ÷ (S·σ·√T)',
    inputs: [D1, NORMAL],
    convention: EUROPEAN,
  },
  theta: {
    name: 'Theta',
    meaning: 'Change of the price for each calendar day that passes, all else the same.',
    formula: 'Θ = (−S·e^(−qT)·φ(d₁)·σ ÷ (2√T) ∓ r·K·e^(−rT)·Φ(± d₂) ± q·S·e^(−qT)·Φ(± d₁)) ÷ 365',
    inputs: [D1, NORMAL, 'r: 4 % a year, continuous, unless the screen states another rate'],
    convention: EUROPEAN,
  },
  vega: {
    name: 'Vega',
    meaning: 'Change of the price for each point (1 %) of volatility.',
    formula: 'vega = S·e^(−qT)·φ(d₁)·√T ÷ 100',
    inputs: [D1, NORMAL],
    convention: EUROPEAN,
  },
  rho: {
    name: 'Rho',
    meaning: 'Change of the price for each percentage point of interest.',
    formula: 'ρ = ± K·T·e^(−rT)·Φ(± d₂) ÷ 100',
    inputs: [D1, NORMAL],
    convention: EUROPEAN,
  },
  probability: {
    name: 'Odds of expiring in the money',
    meaning: 'How likely the price makes it that exercising pays at expiry.',
    formula: 'P = Φ(± d₂)',
    inputs: [D1, PARITY, NORMAL],
    convention:
      'Risk-neutral: it contains the reward that the market asks for bearing risk, and is no forecast of what will happen.',
  },
  breakEven: {
    name: 'Break-even',
    meaning: 'Prices of the underlying at expiry at which nothing is won or lost.',
    formula: 'profit(price) = 0',
    inputs: ['profit: what the options pay at expiry less what they cost, no commissions, no interest'],
    convention: 'Longs are bought at the ask and shorts sold at the bid.',
  },
  riskReversal: {
    name: '25-delta risk reversal',
    meaning: 'Whether calls or puts are dearer: negative where crashes are feared.',
    formula: 'RR = σ(call with Δ 0.25) − σ(put with Δ −0.25)',
    inputs: ['σ: the fitted smile of the expiry'],
    convention: null,
  },
  atmVolatility: {
    name: 'At-the-money volatility',
    meaning: 'Volatility of an option struck at the forward.',
    formula: 'σ² interpolated in ln K between the two strikes around the forward',
    inputs: [PARITY],
    convention: null,
  },
  expiryMove: {
    name: 'Expected move',
    meaning: 'One standard deviation of the price until the expiry, up or down.',
    formula: 'move = S × σ × √T',
    inputs: ['S: price of the underlying', 'σ: at-the-money volatility of the expiry', 'T: years to the expiry'],
    convention: 'The price ends within it about two times in three if the volatility is right.',
  },
  betaWeightedDelta: {
    name: 'Beta-weighted delta',
    meaning: 'How many shares of the benchmark move like the whole book.',
    formula: 'Σ Δ × quantity × multiplier × S × β ÷ price of the benchmark',
    inputs: ['Δ: delta of an option, 1 for a share', 'β: beta of the underlying to the benchmark'],
    convention: null,
  },
} as const satisfies Record<string, Explanation>

export type OptionFigureId = keyof typeof GENERAL

export function explainOption(figure: OptionFigureId): Explanation {
  return GENERAL[figure]
}

type Summary = NonNullable<OptionChain['summary']>

/** The figures of a chain with the very numbers that they are made of. */
export const CHAIN_EXPLANATIONS = {
  averageIV: ({ averagedContracts, contractCount, leftOut, leftOutCount }: Summary) => ({
    ...GENERAL.impliedVolatility,
    name: 'Average IV',
    meaning: 'Mean of our implied volatilities of the contracts listed.',
    formula: 'average = Σ σ ÷ n',
    inputs: [
      `n: ${formatCount(averagedContracts)} of ${formatCount(contractCount)} contracts, those with a clean quote and a σ from 1 % to 500 %`,
      ...(leftOutCount > 0 ? [`Left out: ${describeLeftOut(leftOut)}`] : []),
    ],
  }),
  ivRank: ({ iv30, ivHistory }: Summary) => ({
    name: 'IV rank',
    meaning: 'Where the 30-day volatility stands between the lowest and the highest of the last year.',
    formula: 'rank = 100 × (IV30 − lowest) ÷ (highest − lowest)',
    inputs: [
      `IV30: ${formatPercent(iv30 === null ? null : iv30 * 100, 1)}, at the money, by total variance between the expiries`,
      `Observations: ${formatCount(ivHistory.observations)}, one a day since Ballast began to watch the ticker; ${ivHistory.needed} are needed`,
    ],
    convention: 'The percentile is the share of those days with a lower IV30.',
  }),
  putCallRatio: ({ putVolume, callVolume, putCallRatioOpenInterest }: Summary) => ({
    name: 'Put/call ratio',
    meaning: 'How many puts traded for each call.',
    formula: 'ratio = put volume ÷ call volume',
    inputs: [
      `Put volume: ${formatCount(putVolume)}`,
      `Call volume: ${formatCount(callVolume)}`,
      `By open interest the ratio is ${formatNumber(putCallRatioOpenInterest)}`,
    ],
    convention: 'Above 1.2 is read as bearish, below 0.8 as bullish. It cannot tell who bought and who sold.',
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
    convention: 'Beyond 20 % one side is heavy.',
  }),
  unusualVolume: ({ averageVolume, unusualCount, contractCount }: Summary) => ({
    name: 'Unusual volume',
    meaning: 'Contracts that traded far more than the others.',
    formula: 'volume > 2 × average volume',
    inputs: [
      `Average volume: ${formatNumber(averageVolume, { decimals: 1 })} of ${countOf(contractCount, 'contract')}, those that did not trade included`,
      `${formatCount(unusualCount)} stand out in all; the five busiest are listed`,
    ],
    convention: 'Volume over open interest above 1 means mostly new positions. It cannot tell buyers from sellers.',
  }),
} as const satisfies Record<string, (summary: Summary) => Explanation>

export type ChainFigureId = keyof typeof CHAIN_EXPLANATIONS

/** What an expected move is made of, with its numbers. */
export function explainMove(spot: number, volatility: number, years: number): Explanation {
  return {
    ...GENERAL.expiryMove,
    inputs: [
      `S: ${formatMoney(spot)}`,
      `σ: ${formatPercent(volatility * 100, 1)}, at the money`,
      `T: ${formatNumber(years, { decimals: 4 })} years`,
    ],
  }
}
