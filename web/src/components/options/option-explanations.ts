import type { Explanation } from '../explained.tsx'

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
    inputs: [D1, NORMAL, 'r: 4% a year, continuous, unless the screen states another rate'],
    convention: EUROPEAN,
  },
  vega: {
    name: 'Vega',
    meaning: 'Change of the price for each point (1%) of volatility.',
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
      'Risk-neutral: it contains the reward that the market asks for bearing risk. It does not forecast what will happen.',
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
    inputs: ['σ: volatility that the quotes imply, interpolated in delta between the two strikes around 0.25'],
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
    meaning: 'How many shares of the benchmark move like the whole portfolio.',
    formula: 'Σ Δ × quantity × multiplier × S × β ÷ price of the benchmark',
    inputs: ['Δ: delta of an option, 1 for a share', 'β: beta of the underlying to the benchmark'],
    convention: null,
  },
} as const satisfies Record<string, Explanation>

export type OptionFigureId = keyof typeof GENERAL

export function explainOption(figure: OptionFigureId): Explanation {
  return GENERAL[figure]
}
