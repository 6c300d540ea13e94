// Tests: discovery-runs.test.ts, discovery.test.ts

import { MARKET_INDEX } from '@ballast/contract'
import type { WantedChain } from '../../advice/book/choose-chains.ts'
import type { ScanSource, UniverseAsset } from './discovery-input.ts'

/** Chains of what is related, and of what options are held on, so that these can be repriced. */
export function chooseChains({ book, assets }: ScanSource, related: readonly string[]): WantedChain[] {
  const expiries = new Map<string, string[]>()
  for (const { underlying, expiry } of book.contracts) {
    expiries.set(underlying, [...new Set([...(expiries.get(underlying) ?? []), expiry])])
  }
  const kinds = new Map(assets.map((asset) => [asset.ticker, asset.kind]))
  return [...new Set([...related, ...expiries.keys()])].map((ticker) => ({
    ticker,
    role: toRole(ticker, kinds.get(ticker)),
    sector: null,
    expiries: expiries.get(ticker) ?? [],
  }))
}

function toRole(ticker: string, kind: UniverseAsset['kind'] | undefined): WantedChain['role'] {
  if (ticker === MARKET_INDEX) return 'index'
  if (ticker === '^VIX') return 'volatility'
  return kind === undefined || kind === 'holding' ? 'single-name' : 'other-index'
}
