import { MINIMUM_PAIR_RETURNS, TRADING_DAYS, ZERO_DEVIATION } from './constants.ts'
import { inputErrors, requireEqualLengths } from './errors.ts'
import { computeMoments } from './moments.ts'
import { computePortfolioReturns } from './portfolio-returns.ts'
import { getRow, type ReturnMatrix } from './price-matrix.ts'

/** Why the score is null, or doubtful. */
export type DiversificationFlag = 'insufficient-data' | 'zero-volatility' | 'low-coverage'

/** Share of the weight that may rest on proxies or on no price at all before the score is marked as doubtful. */
const DOUBTFUL_WEIGHT = 0.3

/** Input of the diversification score. */
export interface DiversificationInput {
  /** Usually the last 252 returns; a ticker without prices has a row of NaN. */
  readonly returns: ReturnMatrix
  /** Signed fractions of the portfolio's value, one per row. The score itself does not depend on their unit. */
  readonly weights: Float64Array
  /**
   * Internal diversification ratio per row: 1 for a single company, bond, commodity or coin; above 1 for a fund, whose
   * own volatility is already that of a diversified basket (1.75 for a broad US fund). Absent: 1 for all.
   */
  readonly internalDiversification?: Float64Array
  /** Rows whose series is a proxy's and not their own (non-zero = proxy). Absent: none. */
  readonly proxied?: ArrayLike<number>
}

/** The diversification score, its two factors, and what they rest on. Weights and shares are fractions of gross weight. */
export interface Diversification {
  /** 0 (one bet) to 100 (risk all but removed), whole number; null when it cannot be computed, see `flags`. */
  readonly score: number | null
  /** The score before rounding, in [0, 100]. */
  readonly exactScore: number | null
  /** First factor: 100·(1 − H), how evenly risk is spread over (looked-through) bets. */
  readonly spread: number | null
  /** Second factor: 100·(1 − ρ̄), how independently the holdings move; above 100 when they offset one another. */
  readonly independence: number | null
  /** Risk-weighted mean correlation ρ̄ between different holdings; null for a single holding. */
  readonly averageCorrelation: number | null
  /** Number of independent bets, 1/(1 − score/100); null when the risk is removed entirely. */
  readonly effectiveBets: number | null
  /** Annualised volatility of the portfolio at constant weights, as a fraction. */
  readonly portfolioVolatility: number | null
  /** Annualised Σ|w|·σ·d: what the volatility would be if nothing offset anything. */
  readonly undiversifiedVolatility: number | null
  /** Days that entered. */
  readonly days: number
  /** Share of weight that rests on a proxy's series. */
  readonly proxiedWeight: number
  /** Share of weight left out for fewer than 60 returns. */
  readonly excludedWeight: number
  readonly flags: readonly DiversificationFlag[]
}

/**
 * Diversification score: the share of stand-alone variance that holding the positions together removes.
 *
 *     score = 100 · max(0, 1 − (σ_P / Σ|w_i|·σ_i·d_i)²)
 *
 * σ_P is the volatility of Σ w_i·r_i, σ_i that of holding i, d_i its internal diversification ratio. The fraction's
 * inverse is Choueifaty's diversification ratio DR, looked through funds, so the score is 100·(1 − 1/DR²), and DR² is
 * the number of independent bets (`effectiveBets`).
 *
 * It factors exactly. With x_i = w_i·σ_i·d_i / Σ|w|·σ·d, H = Σ x_i²/d_i² and ρ̄ the mean correlation that is left:
 *
 *     score = 100 · (1 − H) · (1 − ρ̄)          "spread × independence"
 *
 * so it combines concentration (a Herfindahl index of risk) with average correlation, and invents no weighting.
 * One stock scores 0; splitting a holding into identical parts changes nothing; N equal, uncorrelated, equally
 * volatile holdings score 100·(1 − 1/N).
 *
 * **Missing data.** Rows with fewer than 60 returns are left out (give them a proxy's series to keep them). Each
 * remaining row is measured on its own days; days that too little of the portfolio covers are dropped as
 * `computePortfolioReturns` describes.
 *
 * @returns all figures null with flag `insufficient-data` when fewer than 60 days remain, with `zero-volatility` when
 *          nothing moves (cash); flag `low-coverage` when over 30 % of the weight is proxied or left out
 * @throws QuantInputError when an array is not one entry per row, a weight is not finite or a ratio is below 1
 * @see Choueifaty & Coignard, "Toward maximum diversification", Journal of Portfolio Management 35(1), 2008
 */
export function computeDiversification(input: DiversificationInput): Diversification {
  const { returns, weights, proxied } = input
  const ratios = input.internalDiversification ?? new Float64Array(returns.rows).fill(1)
  requireEqualLengths('rows of returns', { length: returns.rows }, 'internalDiversification', ratios)
  const measured = measureHoldings(returns, weights, ratios, proxied)
  const portfolio = computePortfolioReturns(returns, measured.weights)
  const { undiversified } = measured
  const coverage = {
    days: portfolio.days,
    proxiedWeight: measured.proxiedWeight,
    excludedWeight: measured.excludedWeight,
  }
  const isDoubtful = coverage.proxiedWeight + coverage.excludedWeight > DOUBTFUL_WEIGHT
  const flags: DiversificationFlag[] = isDoubtful ? ['low-coverage'] : []
  if (portfolio.days < MINIMUM_PAIR_RETURNS) return { ...NOTHING, ...coverage, flags: [...flags, 'insufficient-data'] }
  if (undiversified <= ZERO_DEVIATION * measured.gross)
    return { ...NOTHING, ...coverage, flags: [...flags, 'zero-volatility'] }

  const { count, squares } = computeMoments(portfolio.returns)
  const deviation = Math.sqrt(squares / (count - 1))
  const varianceRatio = (deviation / undiversified) ** 2
  const herfindahl = measured.ownSquares / undiversified ** 2
  // A single bet leaves nothing that could be correlated; the threshold is far below one share in any portfolio.
  const averageCorrelation = 1 - herfindahl < 1e-12 ? null : (varianceRatio - herfindahl) / (1 - herfindahl)
  const exactScore = 100 * Math.min(1, Math.max(0, 1 - varianceRatio))
  return {
    score: Math.round(exactScore),
    exactScore,
    spread: 100 * (1 - herfindahl),
    independence: averageCorrelation === null ? 100 : 100 * (1 - averageCorrelation),
    averageCorrelation,
    effectiveBets: exactScore >= 100 ? null : 1 / (1 - exactScore / 100),
    portfolioVolatility: deviation * Math.sqrt(TRADING_DAYS),
    undiversifiedVolatility: undiversified * Math.sqrt(TRADING_DAYS),
    ...coverage,
    flags,
  }
}

const NOTHING = {
  score: null,
  exactScore: null,
  spread: null,
  independence: null,
  averageCorrelation: null,
  effectiveBets: null,
  portfolioVolatility: null,
  undiversifiedVolatility: null,
} as const

interface MeasuredHoldings {
  /** The weights given, with 0 for rows that are left out and the others scaled up to the same gross weight. */
  readonly weights: Float64Array
  /** Σ|w|·σ·d per day, scaled up to the gross weight of all rows. */
  readonly undiversified: number
  /** Σ(w·σ)² on the same footing. */
  readonly ownSquares: number
  readonly gross: number
  readonly proxiedWeight: number
  readonly excludedWeight: number
}

function measureHoldings(
  returns: ReturnMatrix,
  weights: Float64Array,
  ratios: Float64Array,
  proxied: ArrayLike<number> | undefined,
): MeasuredHoldings {
  requireEqualLengths('rows of returns', { length: returns.rows }, 'weights', weights)
  const kept = new Float64Array(weights)
  let gross = 0
  let keptGross = 0
  let proxiedGross = 0
  let undiversified = 0
  let ownSquares = 0
  for (let row = 0; row < returns.rows; row++) {
    const size = Math.abs(weights[row]!)
    const ratio = ratios[row]!
    if (!(size < Infinity)) throw inputErrors.badNumber('weights', row, weights[row]!, 'a finite weight')
    if (!(ratio >= 1 && ratio < Infinity)) {
      throw inputErrors.badNumber('internalDiversification', row, ratio, 'a ratio of 1 or more')
    }
    gross += size
    const { count, squares } = computeMoments(getRow(returns, row))
    if (count < MINIMUM_PAIR_RETURNS) {
      kept[row] = 0
      continue
    }
    const deviation = Math.sqrt(squares / (count - 1))
    keptGross += size
    if (proxied?.[row]) proxiedGross += size
    undiversified += size * deviation * ratio
    ownSquares += (size * deviation) ** 2
  }
  // The rows left out are stood in for by the others, which are scaled up to the whole portfolio.
  const scale = keptGross === 0 ? 0 : gross / keptGross
  return {
    weights: kept.map((weight) => weight * scale),
    undiversified: undiversified * scale,
    ownSquares: ownSquares * scale * scale,
    gross,
    proxiedWeight: gross === 0 ? 0 : proxiedGross / gross,
    excludedWeight: gross === 0 ? 0 : (gross - keptGross) / gross,
  }
}
