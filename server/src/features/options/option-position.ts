// Tests: option-positions.service.test.ts

import { type OptionPosition, type OptionTerms, toOptionTerms } from '@ballast/contract'
import { isInTheMoney, parseIsoDate } from '@ballast/quant'
import { mergeLots } from '../../holdings/merge-lots.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import type { OptionMark, OptionMarkAbsence } from '../../market-data/options/option-marks.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import type { Coverage } from './coverage.ts'

/** All lots of one option symbol. */
export interface MergedOption {
  symbol: string
  terms: OptionTerms
  /** Negative when short. */
  contracts: number
  multiplier: number
  /** Contracts × average cost × multiplier; null when a lot has no cost, or one in another currency. */
  cost: number | null
}

/** The options among lots, one entry a symbol, by expiry and symbol. */
export function mergeOptionLots(lots: readonly StoredLot[]): MergedOption[] {
  const merged = new Map<string, MergedOption>()
  for (const { kind, ticker: symbol, shares: contracts, cost: paid, multiplier, currency } of mergeLots(lots)) {
    const terms = toOptionTerms(symbol)
    if (kind !== 'option' || !terms) continue
    const cost = currency === 'USD' ? paid : null
    const before = merged.get(symbol)
    merged.set(symbol, {
      symbol,
      terms,
      multiplier,
      contracts: contracts + (before?.contracts ?? 0),
      cost: cost === null || before?.cost === null ? null : cost + (before?.cost ?? 0),
    })
  }
  return [...merged.values()].sort((a, b) => compare(a.terms.expiry, b.terms.expiry) || compare(a.symbol, b.symbol))
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

export interface PositionFrame {
  /** Civil day number in New York, from which the days of what has no new quote count. */
  today: number
  coverage: Coverage
  /** Beta of the underlying, to the benchmark. */
  beta: number
  benchmarkPrice: number | null
}

/** An option position as it is shown, from its mark or from why there is none. */
export function toOptionPosition(
  { symbol, terms, contracts, multiplier, cost }: MergedOption,
  mark: OptionMark | OptionMarkAbsence,
  { today, coverage, beta, benchmarkPrice }: PositionFrame,
): OptionPosition {
  const { underlying, expiry, type, strike } = terms
  const priced = typeof mark === 'string' ? null : mark
  const units = contracts * multiplier
  const value = priced && units * priced.price
  const greeks = priced && toPositionGreeks(priced, units)
  const spot = priced?.underlyingPrice ?? null
  return {
    symbol,
    underlying,
    underlyingPrice: spot,
    expiry,
    // From the day of its quotes, as on every screen.
    days: parseIsoDate(expiry) - (priced && !priced.stale ? toNewYorkTime(new Date(priced.asOf)).day : today),
    contractType: type,
    strike,
    contracts,
    multiplier,
    price: priced?.price ?? null,
    state: priced?.state ?? null,
    value,
    cost,
    gain: value === null || cost === null ? null : value - cost,
    impliedVolatility: priced?.impliedVolatility ?? null,
    greeks,
    betaWeightedDelta:
      greeks && spot !== null && benchmarkPrice !== null ? (greeks.delta * spot * beta) / benchmarkPrice : null,
    inTheMoney: spot === null ? null : isInTheMoney(terms, spot),
    breakEven: toBreakEven(type, strike, cost, units),
    ...coverage,
    missing: typeof mark === 'string' ? mark : null,
  }
}

function toPositionGreeks({ valuation }: OptionMark, units: number): OptionPosition['greeks'] {
  if (valuation === null) return null
  return {
    delta: units * valuation.delta,
    gamma: units * valuation.gamma,
    theta: (units * valuation.theta) / 365,
    vega: (units * valuation.vega) / 100,
  }
}

/** Adds what was paid or received per share to the strike, in the direction in which the option pays. */
function toBreakEven(type: 'call' | 'put', strike: number, cost: number | null, units: number): number | null {
  if (cost === null || units === 0) return null
  const premium = cost / units
  return type === 'call' ? strike + premium : strike - premium
}
