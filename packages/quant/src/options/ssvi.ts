// Tests: fit-svi.test.ts

import { minimizeLeastSquares } from '../least-squares.ts'
import { evaluateSvi, type SviSlice } from './svi.ts'

/**
 * SSVI: one lean ρ and one curvature η for the smiles of all expiries, each at its own total variance at the money θ,
 *
 *     w(k) = θ/2·(1 + ρφk + √((φk + ρ)² + 1 − ρ²)),  φ = η/√(θ(1 + θ))
 *
 * With η(1 + |ρ|) ≤ 2 and θ that does not fall with time, neither butterflies nor calendar spreads are free money.
 *
 * @see Gatheral & Jacquier (2014), Arbitrage-free SVI volatility surfaces, remark 4.4
 */
export interface SsviShape {
  readonly rho: number
  /** 0 for smiles that are flat. */
  readonly eta: number
}

/** A quote as a fit sees it. */
export interface FitPoint {
  /** ln(K/F). */
  readonly k: number
  readonly volatility: number
  /** Half of the spread in volatility, > 0: what the fit may miss by. */
  readonly halfSpread: number
}

/** The quotes of one expiry, and its volatility at the money. */
export interface FitExpiry {
  readonly years: number
  readonly atmVolatility: number
  readonly points: readonly FitPoint[]
}

const FLAT: SsviShape = { rho: 0, eta: 0 }
const STEEPEST_LEAN = 0.999
/** A curvature below it cannot be told from a flat smile. */
const LEAST_ETA = 0.02
const MINIMUM_POINTS = 5
/** A fit is done when a step brings it nearer by less than this: squared half-spreads a quote. */
export const TOLERANCE = 2e-5

/** The slice at a total variance at the money, as raw SVI. */
export function toSsviSlice({ rho, eta }: SsviShape, theta: number): SviSlice {
  if (eta === 0) return { a: theta, b: 0, rho: 0, m: 0, sigma: 1 }
  const phi = eta / Math.sqrt(theta * (1 + theta))
  const square = 1 - rho * rho
  return { a: 0.5 * theta * square, b: 0.5 * theta * phi, rho, m: -rho / phi, sigma: Math.sqrt(square) / phi }
}

/**
 * ρ and η nearest the quotes of all expiries, in half-spreads, each expiry at its own volatility at the money.
 *
 * @returns a flat shape when there are fewer than five quotes in all
 */
export function fitSsviShape(expiries: readonly FitExpiry[]): SsviShape {
  const residualCount = expiries.reduce((sum, { points }) => sum + points.length, 0)
  if (residualCount < MINIMUM_POINTS) return FLAT
  const evaluate = (parameters: Float64Array, residuals: Float64Array) => {
    const shape = toShape(parameters)
    let i = 0
    for (const { years, atmVolatility, points } of expiries) {
      const slice = toSsviSlice(shape, atmVolatility * atmVolatility * years)
      for (const { k, volatility, halfSpread } of points) {
        residuals[i++] = (Math.sqrt(evaluateSvi(slice, k) / years) - volatility) / halfSpread
      }
    }
  }
  return toShape(minimizeLeastSquares({ residualCount, evaluate }, [-0.3, 0], TOLERANCE * residualCount).parameters)
}

/** Any two numbers as a lean and a curvature within their bounds. */
function toShape(parameters: ArrayLike<number>): SsviShape {
  const rho = STEEPEST_LEAN * Math.tanh(parameters[0] ?? 0)
  const most = 2 / (1 + Math.abs(rho))
  return { rho, eta: LEAST_ETA + (most - LEAST_ETA) / (1 + Math.exp(-(parameters[1] ?? 0))) }
}
