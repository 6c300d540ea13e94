// Tests: check-batch.test.ts

import { MARKET_INDEX } from '@ballast/contract'
import {
  alignPrices,
  computeReturns,
  findRow,
  type HedgeHolding,
  type HedgeSituation,
  type OptionMarket,
  type PriceSeries,
  type ReturnMatrix,
} from '@ballast/quant'
import type { HedgedBook, LoadedChain } from '../../advice/book/book-input.ts'
import {
  createBetas,
  followFunds,
  keepPriceable,
  mergeSlices,
  toHedgeHolding,
  toMarket,
  toNewYorkDate,
} from '../../advice/book/build-book-model.ts'
import { HISTORY_DAYS } from '../../advice/book/index-sectors.ts'
import { judgePolicy } from './judge-policy.ts'
import { measureLegs } from './measure-policies.ts'
import type { PolicyMeasure, PolicySubject } from './policy-subject.ts'
import { needsRepair } from './repair-policy.ts'

/** A portfolio of a batch; what it shares with others is sent once. */
export interface BatchPortfolio {
  book: HedgedBook
  /** When its prices were made; used where there is no chain of the benchmark. */
  asOf: string
  /** Places of its chains in the batch. */
  chains: readonly number[]
  subjects: readonly PolicySubject[]
}

export interface PolicyBatch {
  /** The benchmark's trading days, ascending. */
  calendar: Int32Array
  series: readonly PriceSeries[]
  chains: readonly LoadedChain[]
  portfolios: readonly BatchPortfolio[]
}

/**
 * Measures the policies of many portfolios by repricing alone: each chain is read once and each beta estimated once for all of
 * them. Runs in a worker thread.
 *
 * @returns measures in the order of the portfolios and their policies; null for a portfolio with a policy that a search has to
 *          repair
 */
export function measureBatch({ calendar, series, chains, portfolios }: PolicyBatch): (PolicyMeasure[] | null)[] {
  const betaOf = rememberBetas(calendar, series)
  const markets = new Map<number, { asOf: string; market: OptionMarket[] }>()
  const read = (place: number) => {
    const known = markets.get(place)
    if (known !== undefined) return known
    const loaded = chains[place] as LoadedChain
    const chain = mergeSlices(loaded)
    const beta = loaded.role === 'index' ? 1 : betaOf({ ticker: loaded.ticker, usualBeta: loaded.usualBeta }, []).beta
    const made = { asOf: chain.asOf, market: toMarket(loaded, chain, beta) }
    markets.set(place, made)
    return made
  }
  return portfolios.map(({ book, asOf, chains: places, subjects }) => {
    const own = places.map((place) => ({ ticker: chains[place]?.ticker, ...read(place) }))
    const today = toNewYorkDate(own.find(({ ticker }) => ticker === MARKET_INDEX)?.asOf ?? asOf)
    const following = followFunds({ book, series: [...series] })
    const holdings = book.shares.map((share) => toHedgeHolding(share, betaOf(share, following)))
    const built = toSituation(
      { book, today, holdings },
      own.flatMap(({ market }) => market),
    )
    const measures: PolicyMeasure[] = []
    for (const subject of subjects) {
      const found = measureLegs(built, { book }, subject)
      if (needsRepair(judgePolicy(subject.terms, found).state)) return null
      measures.push(found)
    }
    return measures
  })
}

/** Part of a situation that repricing needs; a search would need more of it. */
function toSituation(
  { book, today, holdings }: { book: HedgedBook; today: string; holdings: readonly HedgeHolding[] },
  markets: readonly OptionMarket[],
) {
  const { options, leftOut } = keepPriceable({ book }, markets)
  const index = markets.find(({ role }) => role === 'index')
  const situation: HedgeSituation = {
    today,
    holdings,
    cash: book.cash,
    options,
    index: { ticker: MARKET_INDEX, price: index?.spot ?? 0 },
    markets,
    returns: NO_RETURNS,
    crises: [],
    indexSectors: {},
    sectorFunds: [],
    otherIndexes: [],
    drivers: [],
    diversifiers: [],
  }
  return { situation, leftOut: [...book.leftOut, ...leftOut] }
}

const NO_RETURNS: ReturnMatrix = computeReturns(alignPrices([], Int32Array.of(0, 1)))

interface BetaQuestion {
  ticker: string
  usualBeta: number
  closesElsewhere?: boolean
}

/** The betas of a batch, each estimated once; those of Treasuries from the closes of the funds that they follow. */
function rememberBetas(calendar: Int32Array, series: readonly PriceSeries[]) {
  const days = calendar.slice(-(HISTORY_DAYS + 1))
  const byTicker = new Map(series.map((one) => [one.ticker, one]))
  const index = byTicker.get(MARKET_INDEX)
  const known = new Map<string, ReturnType<ReturnType<typeof createBetas>>>()
  return ({ ticker, usualBeta, closesElsewhere = false }: BetaQuestion, following: readonly PriceSeries[]) => {
    const own = byTicker.get(ticker) ?? following.find((one) => one.ticker === ticker)
    const key = `${ticker} ${usualBeta} ${closesElsewhere}`
    const found = known.get(key)
    if (found !== undefined) return found
    const aligned = [index, ticker === MARKET_INDEX ? undefined : own].filter((one) => one !== undefined)
    const returns = computeReturns(alignPrices(aligned, days))
    const row = findRow(returns, MARKET_INDEX) ?? new Float64Array(returns.columns).fill(Number.NaN)
    const beta = createBetas(returns, row)(ticker, usualBeta, { closesElsewhere })
    known.set(key, beta)
    return beta
  }
}
