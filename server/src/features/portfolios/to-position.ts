// Tests: portfolios.test.ts

import { type Benchmark, CASH_SECTOR, nameBenchmark, type Portfolio, type Position } from '@ballast/contract'
import type { Instrument } from '../../market-data/market-data.ts'
import { type CountedPortfolio, toBenchmark } from '../../portfolios/portfolio.repository.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'

/** A stored lot as the API shows it: decimals become JSON numbers here and nowhere earlier. */
export function toPosition(lot: StoredLot, instrument: Instrument | undefined): Position {
  const isCash = lot.kind === 'cash'
  return {
    id: lot.id,
    ticker: lot.ticker,
    name: isCash ? `Cash (${lot.currency})` : (instrument?.name ?? null),
    kind: lot.kind,
    shares: Number(lot.shares),
    avgCost: lot.avgCost === null ? null : Number(lot.avgCost),
    currency: lot.currency,
    multiplier: lot.multiplier,
    ...(lot.kind === 'bond' && {
      statedPrice: lot.statedPrice ? Number(lot.statedPrice) : null,
      statedOn: lot.statedOn ?? null,
    }),
    sector: isCash ? CASH_SECTOR : (lot.sector ?? instrument?.sector ?? null),
    sectorIsOwn: !isCash && lot.sector !== null,
    account: lot.account,
    importId: lot.importId,
  }
}

export function toPortfolio(portfolio: CountedPortfolio): Portfolio {
  return {
    id: portfolio.id,
    name: portfolio.name,
    positionCount: portfolio.positionCount,
    createdAt: portfolio.createdAt.toISOString(),
    updatedAt: portfolio.updatedAt.toISOString(),
    benchmark: showBenchmark(toBenchmark(portfolio)),
    ...(portfolio.isBook && { isBook: true as const }),
    ...(portfolio.isGroup && { isGroup: true as const }),
    ...(portfolio.memberIds && { memberIds: [...portfolio.memberIds] }),
    ...(portfolio.sharedBy !== undefined && { sharedBy: portfolio.sharedBy }),
    ...(portfolio.isProtected && { isProtected: true as const }),
    ...(portfolio.accounts && portfolio.accounts.length > 0 && { accounts: [...portfolio.accounts] }),
  }
}

export const showBenchmark = (benchmark: Benchmark): Portfolio['benchmark'] => ({
  label: nameBenchmark(benchmark),
  parts: [...benchmark],
})
