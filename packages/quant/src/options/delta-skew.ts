// Tests: chain-analysis.test.ts, volatility-smile.test.ts

import { inputErrors } from '../errors.ts'
import { normalCdf } from './normal-distribution.ts'
import { requirePositiveNumber, requireRate, requireYears } from './option-contract.ts'
import { computeAtmVolatility, type SmilePoint, type SmileQuotes } from './volatility-smile.ts'

/** Volatilities of the calls and puts whose delta is ±0.25, and what they say of the smile. All fractions. */
export interface DeltaSkew {
  readonly callVolatility: number
  readonly putVolatility: number
  /** Call less put: negative where crashes are feared. */
  readonly riskReversal: number
  /** Put less at-the-money. */
  readonly putSkew: number
  /** Mean of both less at-the-money: how much the wings cost. */
  readonly butterfly: number
}

/**
 * The 25-delta figures of an expiry, from its quotes: volatility interpolated linearly in delta between the two strikes
 * whose deltas, e^{−qT}·Φ(±d₁) each at its own volatility, lie around a quarter.
 *
 * @param quotes clean quotes of the expiry
 * @param dividendYield annual, continuous
 * @param delta magnitude, in (0, 0.5]; 0.25 when left out
 * @returns null when the strikes do not reach that delta on both sides
 * @throws QuantInputError naming what is not a possible number
 */
export function computeDeltaSkew(quotes: SmileQuotes, dividendYield: number, delta = 0.25): DeltaSkew | null {
  const { forward, years, points } = quotes
  requirePositiveNumber('years', years)
  requireYears('years', years)
  requireRate('dividendYield', dividendYield)
  if (!(delta > 0 && delta <= 0.5)) throw inputErrors.badNumber('delta', null, delta, 'a delta above 0 and up to 0.5')
  const atmVolatility = computeAtmVolatility(points, forward)
  const discount = Math.exp(-dividendYield * years)
  const find = (sign: 1 | -1) => {
    const deltas = points.map(({ strike, volatility }) => {
      const deviation = volatility * Math.sqrt(years)
      const d1 = Math.log(forward / strike) / deviation + 0.5 * deviation
      return { strike, volatility, delta: discount * normalCdf(sign * d1) }
    })
    return interpolateInDelta(deltas, sign, delta)
  }
  const [callVolatility, putVolatility] = [find(1), find(-1)]
  if (atmVolatility === null || callVolatility === null || putVolatility === null) return null
  return {
    callVolatility,
    putVolatility,
    riskReversal: callVolatility - putVolatility,
    putSkew: putVolatility - atmVolatility,
    butterfly: 0.5 * (callVolatility + putVolatility) - atmVolatility,
  }
}

interface DeltaPoint extends Pick<SmilePoint, 'strike' | 'volatility'> {
  readonly delta: number
}

/** Outwards from the money, the first two strikes whose deltas lie around the target. */
function interpolateInDelta(points: readonly DeltaPoint[], sign: 1 | -1, target: number): number | null {
  const outwards = [...points].sort((a, b) => sign * (a.strike - b.strike))
  const outside = outwards.findIndex(({ delta }) => delta <= target)
  const [inner, outer] = [outwards[outside - 1], outwards[outside]]
  if (outer === undefined) return null
  if (outer.delta === target) return outer.volatility
  if (inner === undefined) return null
  const share = (inner.delta - target) / (inner.delta - outer.delta)
  return (1 - share) * inner.volatility + share * outer.volatility
}
