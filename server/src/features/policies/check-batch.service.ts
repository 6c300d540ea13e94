// Tests: check-batch.test.ts

import { EARLIEST_BACKTEST_DATE, MARKET_INDEX, toBondTerms } from '@ballast/contract'
import type { LoadedChain } from '../../advice/book/book-input.ts'
import { roleOf, sectorOf } from '../../advice/book/choose-chains.ts'
import { DRIVERS } from '../../advice/book/index-sectors.ts'
import { describeShares, listForeign, toPricedBook } from '../../advice/book/load-book.ts'
import { loadChains } from '../../advice/book/load-chains.ts'
import { loadForeignHistories, toSeries } from '../../advice/book/load-hedging.ts'
import type { Transaction } from '../../database/database.ts'
import { loadPrices } from '../../holdings/load-prices.ts'
import type { Pieces } from '../../jobs/job-runner.ts'
import type { DailyHistory } from '../../market-data/market-data.ts'
import { rememberMarket } from '../../market-data/remember-market.ts'
import { letOthersWork } from '../../other-work.ts'
import { toUsualBeta } from '../../risk/usual-beta.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import { type CheckDependencies, checkPortfolio, listAsked } from './check-policies.service.ts'
import { type BatchPortfolio, measureBatch } from './measure-batch.ts'
import { NOTHING_TO_MEASURE } from './measure-policies.ts'
import { type DuePortfolio, readOpenPolicies, type StoredPolicy } from './policies.repository.ts'
import { createPolicyMarket } from './policy-market.ts'
import { countImportedOnce } from './policy-positions.ts'
import { toFound, toHorizonDays, toSubject } from './policy-question.ts'
import type { PolicyMeasure } from './policy-subject.ts'
import { type Occasion, storeCheck } from './store-check.ts'

const batchTask = defineWorkerTask(new URL('./measure-batch.ts', import.meta.url).href, measureBatch)

/** A portfolio of a batch with its market in hand. */
interface ReadyPortfolio {
  due: DuePortfolio
  version: number
  policies: StoredPolicy[]
  /** Null where nothing has a price. */
  batched: BatchPortfolio | null
  valuedBySmile: ReadonlySet<string>
}

interface BatchRequest extends Occasion {
  signal: AbortSignal
  onFailure(due: DuePortfolio, error: unknown): Promise<void>
}

/** Portfolios that are repriced together: enough for reading a chain to cost each next to nothing. */
const BATCH_PORTFOLIOS = 50
/** How old the answers of the market may get that batches remember together. */
const REMEMBERED_MILLISECONDS = 240_000

interface Round extends Omit<BatchRequest, 'signal'> {
  /** Those of some portfolios that still need a check: another process may have made it since they were listed. */
  listDue(tx: Transaction, among: readonly string[]): Promise<DuePortfolio[]>
}

/**
 * Checks as pieces that all processes share, with a market that each of them asks once for each ticker in a few minutes. A check
 * is stored before its piece is given back, so what is due at its beginning was checked by nobody.
 *
 * @param begin says what a batch is checked for
 */
export function createPortfolioPieces(deps: CheckDependencies, begin: (signal: AbortSignal) => Promise<Round>): Pieces {
  let remembered = { marketData: deps.marketData, until: Number.NEGATIVE_INFINITY }

  function recall() {
    const now = deps.clock.now().getTime()
    if (now > remembered.until) {
      remembered = { marketData: rememberMarket(deps.marketData), until: now + REMEMBERED_MILLISECONDS }
    }
    return remembered.marketData
  }

  return {
    queue: 'policy-checks',
    atOnce: BATCH_PORTFOLIOS,
    async work(portfolioIds, signal) {
      const { listDue, ...round } = await begin(signal)
      const due = await deps.db.asSystem((tx) => listDue(tx, portfolioIds))
      if (due.length === 0) return
      try {
        await checkBatch({ ...deps, marketData: recall() }, due, { ...round, signal })
      } catch (error) {
        for (const one of due) await round.onFailure(one, error)
      }
    },
  }
}

/** Options on these may be of two kinds, which only the choice of an analysis decides. */
const DRIVING = new Set(DRIVERS.map(({ ticker }) => ticker))

/**
 * Checks the policies of many portfolios: repriced together, with each chain read once, and stored one by one. A portfolio with
 * a policy that needs repair is checked by itself, with a search. What is found is the same either way.
 *
 * Give a market that remembers what it answered (`rememberMarket`), so that it is asked once for each ticker.
 *
 * @param onFailure told of a portfolio that could not be checked; the others go on
 * @throws AppError 503 when there is no history of the benchmark
 */
export async function checkBatch(
  deps: CheckDependencies,
  batch: readonly DuePortfolio[],
  { signal, onFailure, ...occasion }: BatchRequest,
): Promise<void> {
  const { marketData, workers, clock, db } = deps
  const searched: DuePortfolio[] = []
  const market = createBatchMarket(deps, signal)
  const ids = batch.map(({ portfolioId }) => portfolioId)
  const open = await db.asSystem((tx) => readOpenPolicies(tx, ids))
  const ready: ReadyPortfolio[] = []
  for (const due of batch) {
    signal.throwIfAborted()
    try {
      const policies = open.get(due.portfolioId)
      if (policies === undefined) continue
      const loaded = await market.load(due, policies)
      if (loaded === 'needs-analysis') searched.push(due)
      else ready.push(loaded)
    } catch (error) {
      await onFailure(due, error)
    }
    await letOthersWork()
  }
  const measured = ready.filter(({ batched }) => batched !== null)
  const { series, calendar } = await market.loadSeries()
  const task = {
    calendar,
    series,
    chains: market.chains,
    portfolios: measured.flatMap(({ batched }) => batched ?? []),
  }
  const found = await workers.run(batchTask, task, { owner: null, signal })
  const measuresOf = new Map(measured.map(({ due }, place) => [due, found[place] ?? null]))
  const simulated = marketData.status().simulated || marketData.optionSource() === 'sample'
  for (const { due, version, policies, batched, valuedBySmile } of ready) {
    const measures: PolicyMeasure[] | null =
      batched === null
        ? policies.map(() => ({ kind: 'unknown', reason: NOTHING_TO_MEASURE }))
        : (measuresOf.get(due) ?? null)
    if (measures === null) {
      searched.push(due)
      continue
    }
    try {
      const found = measures.map((measure) => toFound(measure, clock, valuedBySmile))
      await db.asUser(due.userId, async (tx) => {
        for (const [place, policy] of policies.entries()) {
          await storeCheck(tx, clock, policy, found[place] as PolicyMeasure, { ...occasion, simulated, version })
        }
      })
    } catch (error) {
      await onFailure(due, error)
    }
  }
  for (const due of searched) {
    signal.throwIfAborted()
    await checkPortfolio(deps, { ...due, ...occasion, signal }).catch((error: unknown) => onFailure(due, error))
  }
}

/** Histories and chains that the portfolios of a batch share, each loaded once. */
function createBatchMarket({ clock, marketData: market, portfolioReader }: CheckDependencies, signal: AbortSignal) {
  const tickers = new Set<string>([MARKET_INDEX])
  const foreignHistories = new Map<string, DailyHistory>()
  const chains: LoadedChain[] = []
  const places = new Map<string, number>()

  /** The place of a chain with exactly these slices; another term of a policy may read another slice. */
  function place(chain: LoadedChain, slices: readonly string[]): number {
    const key = `${chain.ticker} ${chain.usualBeta} ${slices.join(' ')}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, chains.length)
    chains.push(chain)
    return chains.length - 1
  }

  return {
    chains,

    async load(
      { userId, portfolioId }: DuePortfolio,
      policies: StoredPolicy[],
    ): Promise<ReadyPortfolio | 'needs-analysis'> {
      const { lots: all, version } = await portfolioReader.getHeld(userId, portfolioId)
      const lots = countImportedOnce(all, policies)
      const { marketData, valuedBySmile, requireAnswers } = createPolicyMarket(market)
      const prices = await loadPrices(marketData, lots)
      const foreign = await loadForeignHistories(marketData, listForeign(lots, prices))
      const priced = toPricedBook(lots, prices, new Set(foreign.keys()))
      const found = { due: { userId, portfolioId }, version, policies, valuedBySmile }
      requireAnswers(listAsked(lots))
      if (!(priced.value > 0)) return { ...found, batched: null }
      const underlyings = [...new Set(priced.contracts.map(({ underlying }) => underlying))]
      if (underlyings.some((ticker) => DRIVING.has(ticker))) return 'needs-analysis'
      const held = [...priced.securities.map(({ ticker }) => ticker), ...underlyings, MARKET_INDEX]
      const instruments = await marketData.getInstruments([...new Set(held)])
      const shares = describeShares(priced, lots, instruments)
      const funds = shares.filter(({ ticker }) => toBondTerms(ticker) !== undefined).flatMap(({ proxies }) => proxies)
      for (const ticker of [...held, ...funds.map((fund) => fund.ticker)]) tickers.add(ticker)
      for (const [ticker, history] of foreign) foreignHistories.set(ticker, history)
      const usualBetas = new Map(shares.map(({ ticker, usualBeta }) => [ticker, usualBeta]))
      const fetched = await loadChains(marketData, {
        wanted: [...new Set([MARKET_INDEX, ...underlyings])].map((ticker) => ({
          ticker,
          role: roleOf(ticker),
          sector: sectorOf(ticker),
          expiries: priced.contracts.filter(({ underlying }) => underlying === ticker).map(({ expiry }) => expiry),
        })),
        horizonDays: toHorizonDays(policies, clock.now()),
        signal,
        onChain: () => undefined,
      })
      requireAnswers(listAsked(lots))
      const { contracts, cash, leftOut } = priced
      return {
        ...found,
        batched: {
          book: { shares, cash, contracts, leftOut },
          asOf: priced.asOf ?? clock.now().toISOString(),
          subjects: policies.map((policy) => toSubject(policy, clock.now())),
          chains: fetched.flatMap(({ wanted: { ticker, role, sector }, slices, names }) => {
            const usualBeta = usualBetas.get(ticker) ?? toUsualBeta(instruments.get(ticker))
            return slices.length === 0 ? [] : [place({ ticker, role, sector, usualBeta, slices }, names)]
          }),
        },
      }
    },

    /** Closes of everything that was loaded for. */
    async loadSeries() {
      const wanted = [...tickers].filter((ticker) => !foreignHistories.has(ticker))
      const { found, missing } = await market.getDailyHistory({ tickers: wanted, from: EARLIEST_BACKTEST_DATE })
      return toSeries({ found: new Map([...foreignHistories, ...found]), missing })
    },
  }
}
