// Tests: simulated-market.test.ts, sample-market-data.test.ts

import { drawFactor } from './after-anchor.ts'
import type { BenchmarkPath } from './benchmark-path.ts'
import { normalAt, toKey } from './random.ts'
import { SECTOR_FACTORS, type SectorFactor, type SimulatedFactor } from './sector-factors.ts'

const TRADING_DAYS = 252
const FACTOR_STREAM = 3

/** Daily log returns of one sector's or asset class's own factor, on top of the benchmark. */
export interface FactorPath {
  returnAt(index: number): number
}

/** Noise grows with the market's own unrest, by the square root of its volatility over 15 %. */
export function toFactorScale(benchmark: BenchmarkPath, index: number): number {
  return Math.sqrt((benchmark.volatilities[index] ?? 0) / 0.15)
}

/**
 * The factor of a group, bridged in each crisis so that a fund with the beta `mainFundBeta` and a loading of 1 earns the
 * group's published total return.
 */
export function createFactorPath(name: SimulatedFactor, mainFundBeta: number, benchmark: BenchmarkPath): FactorPath {
  const { volatility, crisisReturns }: SectorFactor = SECTOR_FACTORS[name]
  const key = toKey(`F:${name}`)
  const dailyVolatility = volatility / Math.sqrt(TRADING_DAYS)

  function noiseAt(index: number): number {
    const day = benchmark.days[index] ?? 0
    const draw = index > benchmark.anchorIndex ? drawFactor(key, day) : normalAt(key, day, FACTOR_STREAM)
    return dailyVolatility * toFactorScale(benchmark, index) * draw
  }

  const crisisDrifts = benchmark.crisisRanges.map(([first, last], crisis) => {
    const total = crisisReturns[crisis] ?? null
    if (total === null) return 0
    let fromBenchmark = 0
    let fromNoise = 0
    for (let index = first; index <= last; index++) {
      fromBenchmark += benchmark.returns[index] ?? 0
      fromNoise += noiseAt(index)
    }
    return (Math.log(1 + total) - mainFundBeta * fromBenchmark - fromNoise) / (last - first + 1)
  })

  const known: number[] = []
  return {
    returnAt(index) {
      // Filled in order and kept: a sector's members all ask for the same days.
      for (let next = known.length; next <= index; next++) {
        const crisis = benchmark.crisisAt(next)
        known.push(next === 0 ? 0 : noiseAt(next) + (crisis >= 0 ? (crisisDrifts[crisis] ?? 0) : 0))
      }
      return known[index] ?? 0
    },
  }
}
