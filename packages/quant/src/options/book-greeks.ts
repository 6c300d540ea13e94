// Tests: hedge-table.test.ts

import type { OptionValuation } from './black-scholes.ts'
import { requireBeta, requireFiniteNumber, requirePositiveNumber } from './option-contract.ts'
import { CONTRACT_MULTIPLIER } from './option-strategy.ts'

/** A holding of one underlying: shares, or an option with its per-share Greeks. */
export interface BookPosition {
  /** Price of the underlying, > 0. */
  readonly spot: number
  /** Hedging beta of the underlying to the index. */
  readonly beta: number
  /** Shares (or contracts, when `option` is given); negative when short. */
  readonly quantity: number
  readonly option?: Pick<OptionValuation, 'delta' | 'gamma' | 'theta' | 'vega'>
  /** Shares per contract; 100 when left out, 1 for shares. */
  readonly multiplier?: number
}

/** Sensitivities of a whole book to one index. Currency unless a unit says otherwise. */
export interface BookGreeks {
  /** Σ Δ × quantity × S: the stock position that moves alike. */
  readonly dollarDelta: number
  /** Σ Δ × quantity × S × β: the index position that moves alike. */
  readonly dollarBeta: number
  /** The same in shares of the index: dollarBeta / index price. */
  readonly betaWeightedDelta: number
  /** Gain in dollarDelta when every underlying rises by 1 %. */
  readonly dollarGammaPerPercent: number
  readonly thetaPerDay: number
  readonly vegaPerPoint: number
}

/**
 * Greeks of a book over many underlyings, made comparable in currency and weighted by beta to one index.
 *
 * @param indexPrice price of the index (or its fund) in which beta-weighted delta is counted, > 0
 * @throws QuantInputError naming the position and field that is not a possible number
 * @see Cboe, "Right-size hedges via beta weighting with XSP"
 */
export function computeBookGreeks(positions: readonly BookPosition[], indexPrice: number): BookGreeks {
  requirePositiveNumber('indexPrice', indexPrice)
  let [dollarDelta, dollarBeta, dollarGammaPerPercent, thetaPerDay, vegaPerPoint] = [0, 0, 0, 0, 0]
  for (const [i, position] of positions.entries()) {
    const { spot, beta, quantity, option } = position
    const multiplier = position.multiplier ?? (option ? CONTRACT_MULTIPLIER : 1)
    requirePositiveNumber(`positions[${i}].spot`, spot)
    requireBeta(`positions[${i}].beta`, beta)
    requireFiniteNumber(`positions[${i}].quantity`, quantity)
    requirePositiveNumber(`positions[${i}].multiplier`, multiplier)
    for (const greek of ['delta', 'gamma', 'theta', 'vega'] as const) {
      requireFiniteNumber(`positions[${i}].option.${greek}`, option?.[greek] ?? 0)
    }
    const size = quantity * multiplier
    const exposure = size * spot * (option?.delta ?? 1)
    dollarDelta += exposure
    dollarBeta += exposure * beta
    dollarGammaPerPercent += (size * (option?.gamma ?? 0) * spot * spot) / 100
    thetaPerDay += (size * (option?.theta ?? 0)) / 365
    vegaPerPoint += (size * (option?.vega ?? 0)) / 100
  }
  return {
    dollarDelta,
    dollarBeta,
    betaWeightedDelta: dollarBeta / indexPrice,
    dollarGammaPerPercent,
    thetaPerDay,
    vegaPerPoint,
  }
}

/**
 * Fraction of value that a holding gains or loses when the market returns R: (1 + R)^β − 1. Log-linear in the market,
 * so that no fall can take more than everything: at β = 1.8 a fall by 20 % takes 33.1 %, not 36 %.
 *
 * @param beta hedging beta
 * @param marketReturn R, > −1
 */
export function computeShockReturn(beta: number, marketReturn: number): number {
  requireBeta('beta', beta)
  requirePositiveNumber('1 + marketReturn', 1 + marketReturn)
  // The sum turns −0, from a beta of 0, into 0.
  return Math.expm1(beta * Math.log1p(marketReturn)) + 0
}

/** How many index puts offset a portfolio; unrounded, for the caller to round as its rule says. */
export interface IndexHedgeSize {
  /** V·β / (index price × multiplier): the floor below the strike covers the whole beta exposure. */
  readonly contractsFullNotional: number
  /** The same over |Δ|: the puts offset small moves at once. */
  readonly contractsDeltaNeutral: number
}

/**
 * Size of an index hedge by notional and by delta.
 *
 * @param portfolio value in currency and beta to the index
 * @param option index price > 0, delta of the put (its sign is ignored) ≠ 0, shares per contract (100 when left out)
 * @throws QuantInputError naming what is not a possible number
 */
export function computeIndexHedgeSize(
  portfolio: { readonly value: number; readonly beta: number },
  option: { readonly indexPrice: number; readonly delta: number; readonly multiplier?: number },
): IndexHedgeSize {
  requireFiniteNumber('value', portfolio.value)
  requireBeta('beta', portfolio.beta)
  requirePositiveNumber('indexPrice', option.indexPrice)
  requirePositiveNumber('|delta|', Math.abs(option.delta))
  const multiplier = option.multiplier ?? CONTRACT_MULTIPLIER
  requirePositiveNumber('multiplier', multiplier)
  const contractsFullNotional = (portfolio.value * portfolio.beta) / (option.indexPrice * multiplier)
  return { contractsFullNotional, contractsDeltaNeutral: contractsFullNotional / Math.abs(option.delta) }
}
