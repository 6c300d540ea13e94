// Tests: ../../features/backtest/backtest.test.ts, ../../features/overview/one-value.test.ts

import { toBondTerms } from '@ballast/contract'
import type { Coverage } from '@ballast/quant'

/** Positions on the day of a replay, signed: those that are replayed, and the options that are not. */
export interface HeldThen {
  holdings: readonly { ticker: string; value: number }[]
  cash: number
  options: readonly { value: number }[]
}

/** Shares of the gross value of everything that has a price, cash and options included; fractions that sum to 1. */
export interface WholeCoverage {
  gross: number
  own: number
  /** Share that proxies replace. */
  proxied: number
  /** Part of that in Treasuries, which have no daily closes and follow a fund in every replay. */
  followed: number
  /** Share that is left out, options among it. */
  excluded: number
}

/** Coverage of a replay by share of the whole portfolio: the same on every screen. */
export function toWholeCoverage(coverage: Coverage, { holdings, cash, options }: HeldThen): WholeCoverage {
  const sum = (some: readonly { value: number }[]) => some.reduce((total, { value }) => total + Math.abs(value), 0)
  const replayable = sum(holdings) + Math.abs(cash)
  const gross = replayable + sum(options)
  const part = gross === 0 ? 0 : replayable / gross
  const following = new Set(
    coverage.details.flatMap(({ ticker, proxy }) => (proxy !== null && toBondTerms(ticker) ? [ticker] : [])),
  )
  const followed = sum(holdings.filter(({ ticker }) => following.has(ticker)))
  return {
    gross,
    own: part * coverage.ownWeight,
    proxied: part * coverage.proxiedWeight,
    followed: gross === 0 ? 0 : followed / gross,
    excluded: part * coverage.excludedWeight + (1 - part),
  }
}
