import { normalCdf, normalPdf } from './normal-distribution.ts'

/**
 * First guess of an American put's exercise boundary: the QD+ approximation of M. Li, "Analytical approximations for
 * the critical stock prices of American options: a performance comparison", Review of Derivatives Research 13 (2010)
 * 75–99. It replaces the premium by the solution of an ordinary differential equation in the spot with a first-order
 * correction, which leaves one equation in one unknown per time to expiry. Typically right to three digits.
 */

/** Market of an American put, all that its boundary depends on; the boundary scales with the strike. */
export interface PutMarket {
  readonly strike: number
  readonly years: number
  readonly rate: number
  readonly dividendYield: number
  readonly volatility: number
}

const NEWTON_STEPS = 12
const RELATIVE_ACCURACY = 1e-5

/**
 * The boundary's limit as the time to expiry goes to zero, K·min(1, r/q): below it the interest gained by exercising
 * exceeds the dividends given up.
 */
export function computeBoundaryAtExpiry(strike: number, rate: number, dividendYield: number): number {
  return dividendYield > rate ? (strike * rate) / dividendYield : strike
}

/**
 * QD+ guess of the spot below which an American put with time τ left is exercised.
 *
 * @param market the put; rate > 0, or rate = 0 with a negative yield
 * @param tau time left in years, > 0
 * @param start where Newton's method begins, in (0, boundary at expiry]
 * @returns a spot in (0, boundary at expiry]; `start` when the iteration leaves that range at once
 */
export function guessExerciseBoundary(market: PutMarket, tau: number, start: number): number {
  const { strike, rate, dividendYield, volatility } = market
  const variance = volatility * volatility
  const deviation = volatility * Math.sqrt(tau)
  const discount = Math.exp(-rate * tau)
  const dividendDiscount = Math.exp(-dividendYield * tau)
  const growth = rate === 0 ? 1 / tau : -rate / Math.expm1(-rate * tau)
  const omega = (2 * (rate - dividendYield)) / variance
  const root = Math.sqrt((omega - 1) ** 2 + (8 * growth) / variance)
  const lambda = 0.5 * (-(omega - 1) - root)
  const lambdaSlope = (2 * growth * growth) / (variance * root)
  const alpha = (2 * discount) / (variance * -root)
  const beta = alpha * (growth + lambdaSlope / -root) - lambda
  const logDrift = Math.log(dividendDiscount / (strike * discount))
  let high = computeBoundaryAtExpiry(strike, rate, dividendYield)
  let low = 0
  let spot = start
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const d1 = (Math.log(spot) + logDrift) / deviation + 0.5 * deviation
    const d2 = d1 - deviation
    const below1 = normalCdf(-d1)
    const below2 = normalCdf(-d2)
    const density = normalPdf(d1)
    const european = discount * strike * below2 - spot * dividendDiscount * below1
    const theta =
      rate * strike * discount * below2 -
      dividendYield * spot * dividendDiscount * below1 -
      ((volatility * spot) / (2 * Math.sqrt(tau))) * dividendDiscount * density
    const charm =
      -dividendDiscount * (density * ((rate - dividendYield) / deviation - d2 / (2 * tau)) + dividendYield * below1)
    const exercised = 1 - dividendDiscount * below1
    const value = exercised * spot - beta * (strike - spot - european) + (alpha * theta) / discount
    const slope = exercised * (1 + beta) + (dividendDiscount * density) / deviation + (alpha * charm) / discount
    if (value > 0) high = Math.min(high, spot)
    else low = Math.max(low, spot)
    const next = spot - value / slope
    const bounded = next > low && next < high ? next : 0.5 * (low + high)
    const change = Math.abs(bounded - spot)
    spot = bounded
    if (change <= RELATIVE_ACCURACY * spot) break
  }
  return spot
}
