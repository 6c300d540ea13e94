import { normalizeSector } from '@ballast/quant'
import { Big } from 'big.js'
import { toInstrumentClass } from '../../holdings/instrument-class.ts'
import type { LotPrices } from '../../holdings/load-prices.ts'
import { listOwnSectors, mergeInstruments, sumCash } from '../../holdings/load-risk.ts'
import { mergeLots } from '../../holdings/merge-lots.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import { closesElsewhere } from '../../market-data/exchange-suffix.ts'
import type { Instrument } from '../../market-data/market-data.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { listProxies } from '../../risk/proxy-ladder.ts'
import { toUsualBeta } from '../../risk/usual-beta.ts'
import type { HeldContract, HeldShare, LeftOut } from './book-input.ts'
import { isGearedFund } from './geared-fund.ts'

/** Positions that have a price, before anything is known of their history. */
export interface PricedBook {
  securities: Pick<HeldShare, 'ticker' | 'value' | 'shares' | 'isForeign' | 'lots'>[]
  cash: number
  contracts: HeldContract[]
  leftOut: LeftOut[]
  /** Value of everything priced and not left out. */
  value: number
  /** Newest price, ISO 8601 UTC; null when nothing has one. */
  asOf: string | null
}

/**
 * Values a portfolio for hedging. A listing in another currency counts in dollars when its history does; otherwise its
 * currency would be missing from its risk, and it is left out by name. Cash in any currency counts.
 *
 * @param converted listings whose histories are in dollars of their days
 */
export function toPricedBook(
  lots: readonly StoredLot[],
  prices: LotPrices,
  converted: ReadonlySet<string> = new Set(),
): PricedBook {
  const { priced, unpriced } = valueLots(lots, prices)
  const foreign = new Set(listForeign(lots, prices))
  const isOut = (ticker: string) => foreign.has(ticker) && !converted.has(ticker)
  const merged = mergeInstruments(priced)
  const costs = listCosts(lots, merged)
  const securities = [...merged.values()]
    .filter(({ ticker, units }) => units !== 0 && !isOut(ticker))
    .map(({ ticker, value, units }) => ({
      ticker,
      value,
      shares: units,
      isForeign: foreign.has(ticker),
      // What was paid in another currency is no cost in dollars of its day.
      lots: foreign.has(ticker) ? [] : (costs.get(ticker) ?? []),
    }))
  const { contracts, unread } = mergeContracts(lots, prices)
  const cash = sumCash(priced)
  const value = [...securities.map((one) => one.value), ...contracts.map(toValue)].reduce((sum, v) => sum + v, cash)
  return {
    securities,
    cash,
    contracts,
    leftOut: [
      ...Object.entries(unpriced).map(([ticker, reason]) => ({ ticker, reason })),
      ...[...foreign].filter(isOut).map((ticker) => ({
        ticker,
        reason:
          'It trades in another currency, and there are no exchange rates of its days to compare it with the index',
      })),
      ...unread,
    ],
    value,
    asOf: [...prices.prices.values()].reduce<string | null>(
      // What somebody states of a bond is of any day.
      (latest, { asOf, source }) => (source !== 'stated' && (latest === null || asOf > latest) ? asOf : latest),
      null,
    ),
  }
}

/**
 * Costs of the lots of each security held, in one pass: a portfolio may have thousands of both. Lots of one cost are one, and the
 * cheapest comes first, so that it does not matter how they came.
 */
function listCosts(
  lots: readonly StoredLot[],
  held: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, HeldShare['lots']> {
  const sums = new Map<string, Map<number, Big>>()
  for (const { kind, ticker, shares, avgCost } of lots) {
    if (kind !== 'security' || avgCost === null || !held.has(ticker) || !(Number(shares) > 0)) continue
    const byCost = sums.get(ticker) ?? new Map<number, Big>()
    const cost = Number(avgCost)
    byCost.set(cost, byCost.get(cost)?.plus(shares) ?? new Big(shares))
    sums.set(ticker, byCost)
  }
  const toLots = (byCost: ReadonlyMap<number, Big>) =>
    [...byCost].map(([cost, shares]) => ({ shares: shares.toNumber(), cost })).sort((a, b) => a.cost - b.cost)
  return new Map([...sums].map(([ticker, byCost]) => [ticker, toLots(byCost)]))
}

/** Securities that are priced in another currency, each once. */
export function listForeign(lots: readonly StoredLot[], { prices }: LotPrices): string[] {
  const securities = lots.filter(({ kind }) => kind === 'security').map(({ ticker }) => ticker)
  return [...new Set(securities)].filter((ticker) => prices.get(ticker)?.local !== undefined)
}

const toValue = ({ contracts, multiplier, price }: HeldContract) => contracts * multiplier * price

/** Options held, one entry a symbol; adjusted ones deliver something else than their terms say. */
function mergeContracts(lots: readonly StoredLot[], { prices }: LotPrices) {
  const merged = new Map<string, HeldContract>()
  const adjusted = new Set<string>()
  for (const { kind, ticker: symbol, shares, multiplier } of mergeLots(lots)) {
    const price = prices.get(symbol)
    if (kind !== 'option' || price?.option === undefined) continue
    const { terms } = price.option
    const before = merged.get(symbol)
    if (terms.isAdjusted) {
      adjusted.add(symbol)
      continue
    }
    const { underlying, type, strike, expiry } = terms
    const contracts = shares + (before?.contracts ?? 0)
    const { valuation = null, underlyingPrice = null } = price.option
    const exposure =
      valuation === null || underlyingPrice === null ? null : contracts * multiplier * valuation.delta * underlyingPrice
    merged.set(symbol, {
      symbol,
      underlying,
      type,
      strike,
      expiry,
      contracts,
      multiplier,
      price: price.price,
      exposure,
    })
  }
  const reason = 'It was adjusted and delivers something else than its symbol says'
  const unread = [...adjusted].map((ticker) => ({ ticker, reason }))
  return { contracts: [...merged.values()].filter(({ contracts }) => contracts !== 0), unread }
}

/** The securities with what is known of them beside their price. */
export function describeShares(
  { securities }: Pick<PricedBook, 'securities'>,
  lots: readonly StoredLot[],
  instruments: ReadonlyMap<string, Instrument>,
): HeldShare[] {
  const sectors = listOwnSectors(lots)
  return securities.map((security) => {
    const instrument = instruments.get(security.ticker)
    const named = sectors.get(security.ticker) ?? normalizeSector(instrument?.sector)
    // A broad fund is no sector of its own.
    const sector = named === 'Diversified Fund' ? null : named
    return {
      ...security,
      sector,
      instrumentClass: toInstrumentClass(instrument),
      internalDiversification: instrument?.internalDiversification ?? 1,
      usualBeta: toUsualBeta(instrument),
      proxies: listProxies(security.ticker, instrument, sector),
      closesElsewhere: closesElsewhere(security.ticker),
      isGeared: instrument !== undefined && isGearedFund(instrument),
    }
  })
}
