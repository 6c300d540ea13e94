// Tests: chain-analysis.test.ts

import { OPTION_LIMITS, type OptionType } from './option-contract.ts'
import type { QuoteState } from './quote-hygiene.ts'

/** Contract as the chain figures need it; a missing or impossible volume or open interest counts as absent. */
export interface ChainFigureContract {
  readonly type: OptionType
  readonly strike: number
  /** Expiry as YYYY-MM-DD. */
  readonly expiry: string
  readonly volume: number | null
  readonly openInterest: number | null
  /** Annual volatility as a fraction; null when there is none. */
  readonly impliedVolatility: number | null
  /** Quality of its quote; a contract in any state but `ok` stays out of the average volatility. */
  readonly state?: QuoteState
}

/** Put/call reading of the specification: above 1.2 bearish, below 0.8 bullish. */
export type ChainSentiment = 'bearish' | 'bullish' | 'neutral'

/** True if calls or puts carry the volume. */
export type VolumePattern = 'Heavy call volume' | 'Heavy put volume' | 'Balanced'

/** Figures of a whole chain; see `computeChainFigures`. */
export interface ChainFigures<Contract extends ChainFigureContract = ChainFigureContract> {
  readonly contractCount: number
  readonly callVolume: number
  readonly putVolume: number
  readonly totalVolume: number
  readonly callOpenInterest: number
  readonly putOpenInterest: number
  readonly totalOpenInterest: number
  /** Put volume / call volume; null when no call traded. */
  readonly putCallRatio: number | null
  /** Put open interest / call open interest; null when no call is open. */
  readonly putCallRatioOpenInterest: number | null
  /** Reading of the volume ratio; null when there is none. */
  readonly sentiment: ChainSentiment | null
  /** Mean implied volatility of the valid contracts, as a fraction; null when there is none. */
  readonly averageImpliedVolatility: number | null
  readonly validVolatilityCount: number
  readonly averageVolume: number
  /** The five contracts that stand out most, see `findUnusualVolume`. */
  readonly unusual: readonly UnusualContract<Contract>[]
  /** How many contracts stand out in all. */
  readonly unusualCount: number
  /** (calls − puts) / (calls + puts) by volume, in [−1, 1]; null when nothing traded. */
  readonly volumeImbalance: number | null
  readonly volumePattern: VolumePattern
}

/** A contract that traded far more than the others. */
export interface UnusualContract<Contract extends ChainFigureContract = ChainFigureContract> {
  readonly contract: Contract
  readonly volume: number
  /** Volume over the mean volume of the chain, > 2. */
  readonly timesAverage: number
  /** Volume over open interest: above 1 most of it must be new positions; null when none is open. It cannot tell buyers
   *  from sellers. */
  readonly volumeToOpenInterest: number | null
}

/** Volatilities outside 1 %–500 % are placeholders or broken quotes, not volatilities. */
export const VALID_VOLATILITY = { lowest: 0.01, highest: 5 } as const
const BEARISH_ABOVE = 1.2
const BULLISH_BELOW = 0.8
const HEAVY_ABOVE = 0.2
const UNUSUAL_MULTIPLE = 2
const UNUSUAL_SHOWN = 5

/** True when exercising would pay: a call below the spot, a put above it; at the spot neither is. */
export function isInTheMoney(contract: Pick<ChainFigureContract, 'type' | 'strike'>, spot: number): boolean {
  return contract.type === 'call' ? contract.strike < spot : contract.strike > spot
}

/** A volume or open interest as a number: what is missing, negative or no possible count is none. */
export function toCount(count: number | null): number {
  return count !== null && count >= 1 && count <= OPTION_LIMITS.largest ? count : 0
}

/** True for an implied volatility that belongs in an average. */
export function isValidVolatility(volatility: number | null): volatility is number {
  return volatility !== null && volatility >= VALID_VOLATILITY.lowest && volatility <= VALID_VOLATILITY.highest
}

/**
 * The specification's figures of an option chain: volumes, open interest, put/call ratios, average volatility, volume
 * pattern and unusual volume, over all the contracts given.
 *
 * An empty chain has zero volumes and null ratios, averages and readings, and is `Balanced`.
 *
 * @param contracts any order, any number of expiries
 * @param spot breaks ties in unusual volume (the strike nearer the spot comes first); leave it out for none
 */
export function computeChainFigures<Contract extends ChainFigureContract>(
  contracts: readonly Contract[],
  spot?: number,
): ChainFigures<Contract> {
  const total = (type: OptionType, field: 'volume' | 'openInterest') =>
    contracts.reduce((sum, contract) => (contract.type === type ? sum + toCount(contract[field]) : sum), 0)
  const callVolume = total('call', 'volume')
  const putVolume = total('put', 'volume')
  const callOpenInterest = total('call', 'openInterest')
  const putOpenInterest = total('put', 'openInterest')
  const totalVolume = callVolume + putVolume
  const putCallRatio = callVolume > 0 ? putVolume / callVolume : null
  const valid = contracts
    .filter((contract) => contract.state === undefined || contract.state === 'ok')
    .map((contract) => contract.impliedVolatility)
    .filter(isValidVolatility)
  const volumeImbalance = totalVolume > 0 ? (callVolume - putVolume) / totalVolume : null
  const unusual = findUnusualVolume(contracts, spot)
  return {
    contractCount: contracts.length,
    callVolume,
    putVolume,
    totalVolume,
    callOpenInterest,
    putOpenInterest,
    totalOpenInterest: callOpenInterest + putOpenInterest,
    putCallRatio,
    putCallRatioOpenInterest: callOpenInterest > 0 ? putOpenInterest / callOpenInterest : null,
    sentiment: toSentiment(putCallRatio),
    averageImpliedVolatility: valid.length > 0 ? valid.reduce((sum, value) => sum + value, 0) / valid.length : null,
    validVolatilityCount: valid.length,
    averageVolume: contracts.length > 0 ? totalVolume / contracts.length : 0,
    unusual: unusual.slice(0, UNUSUAL_SHOWN),
    unusualCount: unusual.length,
    volumeImbalance,
    volumePattern: toVolumePattern(volumeImbalance),
  }
}

function toSentiment(putCallRatio: number | null): ChainSentiment | null {
  if (putCallRatio === null) return null
  if (putCallRatio > BEARISH_ABOVE) return 'bearish'
  return putCallRatio < BULLISH_BELOW ? 'bullish' : 'neutral'
}

function toVolumePattern(imbalance: number | null): VolumePattern {
  if (imbalance === null || Math.abs(imbalance) <= HEAVY_ABOVE) return 'Balanced'
  return imbalance > 0 ? 'Heavy call volume' : 'Heavy put volume'
}

/**
 * Contracts whose volume exceeds twice the mean volume of all contracts given (those that did not trade included),
 * busiest first; ties by distance from the spot when it is given, then expiry, strike, call before put.
 */
export function findUnusualVolume<Contract extends ChainFigureContract>(
  contracts: readonly Contract[],
  spot?: number,
): UnusualContract<Contract>[] {
  const mean = contracts.reduce((sum, { volume }) => sum + toCount(volume), 0) / contracts.length
  return contracts
    .map((contract) => {
      const volume = toCount(contract.volume)
      const openInterest = toCount(contract.openInterest)
      const volumeToOpenInterest = openInterest > 0 ? volume / openInterest : null
      return { contract, volume, timesAverage: volume / mean, volumeToOpenInterest }
    })
    .filter(({ volume }) => volume > UNUSUAL_MULTIPLE * mean)
    .sort((a, b) => b.volume - a.volume || compareContracts(a.contract, b.contract, spot))
}

function compareContracts(a: ChainFigureContract, b: ChainFigureContract, spot: number | undefined): number {
  const nearer = spot === undefined ? 0 : Math.abs(a.strike - spot) - Math.abs(b.strike - spot)
  if (nearer !== 0) return nearer
  if (a.expiry !== b.expiry) return a.expiry < b.expiry ? -1 : 1
  return a.strike - b.strike || (a.type === b.type ? 0 : a.type === 'call' ? -1 : 1)
}

/**
 * The other reading of "unusual": volumes summed per strike over types and expiries, those above twice the mean per
 * strike, the busiest five; ties by lower strike.
 */
export function findUnusualStrikes(contracts: readonly ChainFigureContract[]): {
  readonly averageVolume: number
  readonly strikes: readonly { readonly strike: number; readonly volume: number }[]
} {
  const byStrike = new Map<number, number>()
  for (const { strike, volume } of contracts) byStrike.set(strike, (byStrike.get(strike) ?? 0) + toCount(volume))
  const all = [...byStrike].map(([strike, volume]) => ({ strike, volume }))
  const averageVolume = all.length > 0 ? all.reduce((sum, { volume }) => sum + volume, 0) / all.length : 0
  const strikes = all
    .filter(({ volume }) => volume > UNUSUAL_MULTIPLE * averageVolume)
    .sort((a, b) => b.volume - a.volume || a.strike - b.strike)
    .slice(0, UNUSUAL_SHOWN)
  return { averageVolume, strikes }
}

/**
 * Expiries of the near-term chain: those within 45 days, but at least the first two and at most the first six.
 *
 * @param daysToExpiry calendar days to each expiry; those already past (< 0) are left out
 * @returns the chosen days in ascending order, without repeats
 */
export function selectNearTermExpiries(daysToExpiry: readonly number[]): number[] {
  const days = [...new Set(daysToExpiry)].filter((day) => day >= 0).sort((a, b) => a - b)
  const near = days.filter((day) => day <= 45).length
  return days.slice(0, Math.min(6, Math.max(2, near)))
}
