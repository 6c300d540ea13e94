// Tests: portfolios.test.ts, two-browsers.test.ts

import { type Benchmark, type PositionInput, toPortfolioId } from '@ballast/contract'
import { type ImportedPosition, ProblemList, toDecimalText } from '@ballast/importers'
import { readPositionInput } from '@ballast/importers/own'
import { tellOfEndedShares } from '../../accounts/tell-of-ended-shares.ts'
import type { Transaction } from '../../database/database.ts'
import { type EncodedJson, encodedJson } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import type { Instrument } from '../../market-data/market-data.ts'
import { letOthersWork } from '../../other-work.ts'
import type { Parts } from '../../parts.ts'
import { listGroups } from '../../portfolios/group.repository.ts'
import * as imports from '../../portfolios/import.repository.ts'
import * as portfolios from '../../portfolios/portfolio.repository.ts'
import { changeWithinLimits, requireRoomForLots } from '../../portfolios/portfolio-limits.repository.ts'
import * as positions from '../../portfolios/position.repository.ts'
import { endShares, isShared, listSharedPortfolios } from '../../portfolios/share.repository.ts'
import { dateStatedPrice, toDay } from './date-stated-price.ts'
import { EncodedPositionsCache } from './encoded-positions.ts'
import { requireBenchmarkHistories } from './require-benchmark-histories.ts'
import { showBenchmark, toPortfolio, toPosition } from './to-position.ts'

export type PortfolioDependencies = Pick<Parts, 'db' | 'clock' | 'marketData' | 'portfolioReader'>

/** Names are a comfort: a list of positions does not wait longer for them. */
const NAMES_PATIENCE_MILLISECONDS = 1_500
const NAMES_GOOD_FOR_MILLISECONDS = 3_600_000
const MISSING_NAMES_GOOD_FOR_MILLISECONDS = 30_000

/** Everything a user does with portfolios and positions, one upload or change being one transaction. */
export function createPortfolioService(deps: PortfolioDependencies) {
  const { db, clock, marketData, portfolioReader } = deps
  const encoded = new EncodedPositionsCache()

  /** Runs a change of a portfolio's positions: version raised, then the work, then what was cached is forgotten. */
  async function change<T>(
    userId: string,
    portfolioId: string,
    work: (tx: Transaction, portfolio: portfolios.OwnedPortfolio, now: Date) => Promise<T>,
  ): Promise<T> {
    try {
      return await changeWithinLimits(db, userId, async (tx) => {
        const now = clock.now()
        return work(tx, await portfolios.changeOwnedPortfolio(tx, portfolioId, now), now)
      })
    } finally {
      portfolioReader.forget(userId, portfolioId)
    }
  }

  async function findInstruments(lots: readonly positions.StoredLot[]): Promise<ReadonlyMap<string, Instrument>> {
    const tickers = [...new Set(lots.filter(({ kind }) => kind !== 'cash').map(({ ticker }) => ticker))]
    if (tickers.length === 0) return new Map()
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<ReadonlyMap<string, Instrument>>((resolve) => {
      timer = setTimeout(() => resolve(new Map()), NAMES_PATIENCE_MILLISECONDS)
    })
    const found = marketData.getInstruments(tickers).catch(() => new Map<string, Instrument>())
    return Promise.race([found, patience]).finally(() => clearTimeout(timer))
  }

  async function showLot(lot: positions.StoredLot) {
    return toPosition(lot, (await findInstruments([lot])).get(lot.ticker))
  }

  return {
    /**
     * @param withBook adds the groups, where there are two or more portfolios all of them as one, and at the end what others
     *        share
     */
    async list(userId: string, { withBook }: { withBook: boolean }) {
      const listed = await db.asUser(userId, async (tx) => {
        const own = await portfolios.listPortfolios(tx)
        if (!withBook) return own
        const groups = await listGroups(tx, own)
        if (own.length < 2) return [...own, ...groups]
        const all = await portfolios.ensureBook(tx, { userId, now: clock.now() })
        return [...own, ...groups, portfolios.countTogether(all, own)]
      })
      const shared = withBook ? await listSharedPortfolios(db, userId) : []
      return [...listed, ...shared].map(toPortfolio)
    },

    async rename(userId: string, portfolioId: string, name: string) {
      const now = clock.now()
      const renamed = await db.asUser(userId, (tx) => portfolios.renamePortfolio(tx, portfolioId, { name, now }))
      // In all portfolios as one, the name says where a lot lies.
      portfolioReader.forget(userId, portfolioId)
      return toPortfolio(renamed)
    },

    /** @throws AppError 404 when the user has no such portfolio, 422 or 503 for a benchmark without histories */
    async setBenchmark(userId: string, portfolioId: string, benchmark: Benchmark) {
      await portfolioReader.getVersion(userId, portfolioId)
      const now = clock.now()
      await requireBenchmarkHistories(marketData, benchmark, now)
      await db.asUser(userId, (tx) => portfolios.setBenchmark(tx, portfolioId, { benchmark, now }))
      portfolioReader.forget(userId, portfolioId)
      return showBenchmark(benchmark)
    },

    /** Those who read the portfolio are told in the transaction in which it goes with their shares. */
    async delete(userId: string, portfolioId: string) {
      const now = clock.now()
      await db.asUserWithSystem(userId, async (tx, asSystem) => {
        // Locked first: whoever accepts an invitation meanwhile finds it gone, and does not lose it without a word.
        await portfolios.changeOwnedPortfolio(tx, portfolioId, now)
        await asSystem(async () => tellOfEndedShares(tx, userId, await endShares(tx, userId, { portfolioId }), now))
        await portfolios.deletePortfolio(tx, portfolioId, now)
      })
      portfolioReader.forget(userId, portfolioId)
    },

    /** The positions as encoded JSON, from the cache while nothing has changed. */
    async listPositions(userId: string, portfolioId: string): Promise<EncodedJson> {
      const version = await portfolioReader.getVersion(userId, toPortfolioId(portfolioId))
      const { source } = marketData.status()
      const kept = encoded.find(userId, portfolioId, { version, source }, clock.now())
      if (kept) return encodedJson(kept.body, kept.etag)
      const held = await portfolioReader.getHeld(userId, portfolioId)
      const instruments = await findInstruments(held.lots)
      await letOthersWork()
      // Who asked at the same time may have made it by now.
      const made = encoded.find(userId, portfolioId, { version: held.version, source }, clock.now())
      if (made) return encodedJson(made.body, made.etag)
      const shown = held.lots.map((lot) => toPosition(lot, instruments.get(lot.ticker)))
      const hasAllNames = shown.every(({ name }) => name !== null)
      const goodFor = hasAllNames ? NAMES_GOOD_FOR_MILLISECONDS : MISSING_NAMES_GOOD_FOR_MILLISECONDS
      const origin = { version: held.version, source }
      const answer = encoded.keep(userId, portfolioId, shown, origin, clock.now().getTime() + goodFor)
      return encodedJson(answer.body, answer.etag)
    },

    async addPosition(userId: string, portfolioId: string, input: PositionInput) {
      const lot = requireLot(input)
      return showLot(
        await change(userId, portfolioId, async (tx, portfolio, now) => {
          await requireRoomForLots(tx, portfolio.id, { added: 1, replaces: false })
          const dated = dateStatedPrice(lot, toDay(now))
          const id = await positions.insertLot(tx, dated, { userId, portfolioId: portfolio.id, now })
          return positions.getLot(tx, portfolio.id, id)
        }),
      )
    },

    async updatePosition(userId: string, portfolioId: string, positionId: string, patch: PositionPatch) {
      return showLot(
        await change(userId, portfolioId, async (tx, portfolio, now) => {
          const before = await positions.getLot(tx, portfolio.id, positionId)
          const after = dateStatedPrice(applyPatch(before, patch), toDay(now))
          await positions.updateLot(tx, before.id, after, now)
          return positions.getLot(tx, portfolio.id, positionId)
        }),
      )
    },

    async deletePosition(userId: string, portfolioId: string, positionId: string) {
      await change(userId, portfolioId, (tx, portfolio) => positions.deleteLot(tx, portfolio.id, positionId))
    },

    async listImports(userId: string, portfolioId: string) {
      const listed = await db.asUser(userId, async (tx) => {
        const portfolio = await portfolios.getOwnedPortfolio(tx, portfolioId)
        return imports.listImports(tx, portfolio.id)
      })
      return listed.map((batch) => ({ ...batch, createdAt: batch.createdAt.toISOString() }))
    },

    async undoImport(userId: string, portfolioId: string, importId: string) {
      return change(userId, portfolioId, async (tx, portfolio, now) => {
        const { removed, restored, emptied } = await imports.undoImport(tx, portfolio, importId)
        // What was added since the replacement may leave no room for what it replaced.
        if (restored > 0) await requireRoomForLots(tx, portfolio.id, { added: 0, replaces: false })
        // Others who read it would lose it without a word.
        const isDeleted = emptied && !(await isShared(tx, portfolio.id))
        if (isDeleted) await portfolios.deletePortfolio(tx, portfolio.id, now)
        return { removed, restored, portfolioDeleted: isDeleted }
      })
    },
  }
}

function requireLot(input: PositionInput): ImportedPosition {
  const problems = new ProblemList()
  const lot = readPositionInput(input, problems)
  if (!lot) throw errors.invalid(problems.listed)
  return lot
}

type PositionPatch = {
  [key in 'ticker' | 'shares' | 'avgCost' | 'statedPrice' | 'sector' | 'currency']?: PositionInput[key] | undefined
}

/** The lot with the keys that were sent changed; what its numbers were is kept to the last decimal. */
function applyPatch(before: positions.StoredLot, patch: PositionPatch): Omit<positions.NewLot, 'account'> {
  const isRenamed = patch.ticker !== undefined && patch.ticker !== before.ticker
  const after = requireLot({
    ticker: patch.ticker ?? before.ticker,
    shares: patch.shares ?? Number(before.shares),
    avgCost: patch.avgCost === undefined ? toNumber(before.avgCost) : patch.avgCost,
    statedPrice: patch.statedPrice === undefined ? toNumber(before.statedPrice ?? null) : patch.statedPrice,
    sector: patch.sector === undefined ? before.sector : patch.sector,
    currency: patch.currency ?? before.currency,
    // Another ticker may be another kind of thing; the same one stays what it was.
    ...(isRenamed ? {} : { kind: before.kind }),
  })
  const { account: _account, ...lot } = after
  return {
    ...lot,
    // A price that was not touched keeps its day.
    ...(patch.statedPrice === undefined && !isRenamed && { statedOn: before.statedOn ?? null }),
    shares: patch.shares === undefined ? before.shares : toDecimalText(patch.shares),
    avgCost: patch.avgCost === undefined && lot.kind !== 'cash' ? before.avgCost : lot.avgCost,
  }
}

const toNumber = (text: string | null) => (text === null ? null : Number(text))
