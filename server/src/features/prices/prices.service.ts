// Tests: prices.test.ts

import { BASE_CURRENCY, PRICE_MAX_AGE_SECONDS, type Prices, REFRESH_MAX_AGE_SECONDS } from '@ballast/contract'
import { type LotPrice, type LotPrices, loadPrices } from '../../holdings/load-prices.ts'
import type { Parts } from '../../parts.ts'

export type PriceDependencies = Pick<Parts, 'portfolioReader' | 'clock' | 'marketData'>

/**
 * The answer of the prices call.
 *
 * @param refresh whether to fetch again what is older than 15 seconds
 * @throws AppError 404 when the user has no such portfolio
 */
export async function getPortfolioPrices(
  { portfolioReader, clock, marketData }: PriceDependencies,
  userId: string,
  { portfolioId, refresh }: { portfolioId: string; refresh: boolean },
): Promise<Prices> {
  const { lots } = await portfolioReader.getHeld(userId, portfolioId)
  const maxAge = refresh ? REFRESH_MAX_AGE_SECONDS : PRICE_MAX_AGE_SECONDS
  const { prices, missing } = await loadPrices(marketData, lots, maxAge)
  return toPrices(prices, missing, { now: clock.now(), simulated: marketData.status().simulated })
}

function toPrices(
  prices: LotPrices['prices'],
  missing: LotPrices['missing'],
  { now, simulated }: { now: Date; simulated: boolean },
): Prices {
  const ages = [...prices.values()].flatMap(({ fetchedAt }) =>
    fetchedAt === null ? [] : Math.max(0, (now.getTime() - Date.parse(fetchedAt)) / 1000),
  )
  const cacheAge = Math.round(Math.max(0, ...ages))
  const isFresh = [...prices.values()].every(({ stale }) => !stale) && ![...missing.values()].includes('provider-down')
  return {
    prices: Object.fromEntries([...prices].map(([ticker, price]) => [ticker, toPriceAnswer(price)])),
    missing: Object.fromEntries(missing),
    cacheStatus: { cacheAge, isValid: isFresh && cacheAge <= PRICE_MAX_AGE_SECONDS },
    simulated,
  }
}

function toPriceAnswer({
  local,
  fetchedAt: _fetchedAt,
  option: _option,
  ...price
}: LotPrice): Prices['prices'][string] {
  if (!local) return { ...price, currency: BASE_CURRENCY }
  const { rate, from, asOf } = local.rate
  return {
    ...price,
    currency: BASE_CURRENCY,
    localPrice: { price: local.price, currency: from, rate, rateAsOf: asOf },
  }
}
