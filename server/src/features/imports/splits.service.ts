// Tests: splits.service.test.ts

import { toTicker } from '@ballast/contract'
import { formatIsoDate } from '@ballast/quant'
import { Big } from 'big.js'
import type { Transaction } from '../../database/database.ts'
import { errors } from '../../http/errors.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import type { DailyHistory } from '../../market-data/market-data.ts'
import type { Parts } from '../../parts.ts'
import { changeOwnedPortfolio, getOwnedPortfolio } from '../../portfolios/portfolio.repository.ts'
import { changeWithinLimits } from '../../portfolios/portfolio-limits.repository.ts'
import {
  createAdjustment,
  type DatedLot,
  deleteAdjustment,
  getAdjustment,
  listAdjustments,
  listDatedLots,
  restateLot,
  type SplitAdjustment,
} from '../../portfolios/split-adjustment.repository.ts'
import {
  adjustFigures,
  describeOptions,
  findOpenSplits,
  type OpenSplit,
  sumShares,
  toSplitTerms,
} from './split-figures.ts'

export type SplitsDependencies = Pick<Parts, 'db' | 'clock' | 'marketData' | 'portfolioReader'>

interface SplitChoice {
  ticker: string
  /** ISO date. */
  date: string
  action: 'adjust' | 'dismiss'
}

/** Notices splits that happened after positions were stated, applies them when the user says so, and takes that back. */
export function createSplitsService(deps: SplitsDependencies) {
  const { db, clock, marketData, portfolioReader } = deps
  const todayInNewYork = () => toNewYorkDate(clock.now())

  function readSplits(userId: string, portfolioId: string) {
    return db.asUser(userId, async (tx) => {
      const { id } = await getOwnedPortfolio(tx, portfolioId)
      return { lots: await listDatedLots(tx, id), adjustments: await listAdjustments(tx, id) }
    })
  }

  /** Histories of what could have been split since it was stated; nobody is asked about what was stated today. */
  async function loadHistories(lots: readonly DatedLot[]) {
    const today = todayInNewYork()
    const older = lots.filter((lot) => lot.kind === 'security' && toStatedDate(lot) < today)
    const from = older.map(toStatedDate).toSorted()[0]
    if (from === undefined) return { found: new Map<string, DailyHistory>(), missing: new Map<string, string>() }
    return marketData.getDailyHistory({ tickers: [...new Set(older.map(({ ticker }) => ticker))], from })
  }

  const dates = () => ({ statedOn: toStatedDate, today: todayInNewYork() })

  /** Runs a change of the portfolio's lots as one transaction; what was cached of it is forgotten. */
  async function change<T>(
    userId: string,
    portfolioId: string,
    work: (tx: Transaction, portfolioId: string, now: Date) => Promise<T>,
  ): Promise<T> {
    try {
      return await changeWithinLimits(db, userId, async (tx) => {
        const now = clock.now()
        const { id } = await changeOwnedPortfolio(tx, portfolioId, now)
        return work(tx, id, now)
      })
    } finally {
      portfolioReader.forget(userId, portfolioId)
    }
  }

  return {
    /** @throws AppError 404 when the user has no such portfolio */
    async list(userId: string, portfolioId: string) {
      const { lots, adjustments } = await readSplits(userId, portfolioId)
      const { found, missing } = await loadHistories(lots)
      const open = findOpenSplits(lots, found, adjustments, dates())
      const applied = adjustments.filter(({ action }) => action === 'adjust')
      const tickers = [...new Set([...open, ...applied].map(({ ticker }) => ticker))]
      const instruments = await marketData.getInstruments(tickers)
      const nameOf = (ticker: string) => instruments.get(ticker)?.name ?? null
      return {
        suggested: open.map((split) => ({
          ...describeOpen(split),
          name: nameOf(split.ticker),
          note: describeOptions(split.ticker, lots),
        })),
        applied: applied.map((adjustment) => ({
          ...describeApplied(adjustment),
          name: nameOf(adjustment.ticker),
          note: describeOptions(adjustment.ticker, lots),
        })),
        unchecked: [...missing].filter(([, reason]) => reason === 'provider-down').map(([ticker]) => ticker),
      }
    },

    /**
     * Adjusts the lots that are older than a split, or notes that they shall stay as they are.
     *
     * @returns the id by which it can be taken back
     * @throws AppError 404 when the user has no such portfolio, or no lot of it has missed such a split
     */
    async settle(userId: string, portfolioId: string, choice: SplitChoice): Promise<string> {
      const ticker = toTicker(choice.ticker)
      const { lots } = await readSplits(userId, portfolioId)
      const { found } = await loadHistories(lots.filter((lot) => lot.ticker === ticker))
      return change(userId, portfolioId, async (tx, id, now) => {
        // Read again under the lock: two clicks at once must not multiply the shares twice.
        const open = findOpenSplits(await listDatedLots(tx, id), found, await listAdjustments(tx, id), dates())
        const split = open.find((other) => other.ticker === ticker && other.date === choice.date)
        if (!split) throw errors.notFound('split')
        const adjusted = toAdjusted(split)
        if (choice.action === 'adjust') {
          for (const { positionId, after } of adjusted) await restateLot(tx, positionId, after)
        }
        return createAdjustment(tx, {
          userId,
          portfolioId: id,
          action: choice.action,
          ticker: split.ticker,
          date: split.date,
          now,
          newShares: String(split.newShares),
          oldShares: String(split.oldShares),
          lots: adjusted,
        })
      })
    },

    /**
     * Takes back an adjustment, or a dismissal. A lot that the user has changed since stays as they left it.
     *
     * @returns how many lots are again what they were
     * @throws AppError 404 when the user has no such portfolio or it no such adjustment
     */
    async undo(userId: string, portfolioId: string, adjustmentId: string): Promise<number> {
      return change(userId, portfolioId, async (tx, id) => {
        const adjustment = await getAdjustment(tx, id, adjustmentId)
        await deleteAdjustment(tx, adjustment.id)
        if (adjustment.action === 'dismiss') return 0
        const held = new Map((await listDatedLots(tx, id)).map((lot) => [lot.id, lot]))
        let restored = 0
        for (const { positionId, before, after } of adjustment.lots) {
          const lot = held.get(positionId)
          if (!lot || !isSame(lot, after)) continue
          await restateLot(tx, positionId, before)
          restored++
        }
        return restored
      })
    },
  }
}

/** The day that a lot's figures are of: when the user last changed it, else as its source states, else when it was stored. */
function toStatedDate({ createdAt, updatedAt, asOf }: DatedLot): string {
  const stored = toNewYorkDate(createdAt)
  if (updatedAt > createdAt) return toNewYorkDate(updatedAt)
  return asOf !== null && asOf < stored ? asOf : stored
}

const toNewYorkDate = (instant: Date) => formatIsoDate(toNewYorkTime(instant).day)

const toAdjusted = (split: OpenSplit) =>
  split.lots.map(({ id, shares, avgCost }) => ({
    positionId: id,
    before: { shares, avgCost },
    after: adjustFigures({ shares, avgCost }, split),
  }))

function describeOpen(split: OpenSplit) {
  const adjusted = toAdjusted(split)
  return {
    ticker: split.ticker,
    date: split.date,
    newShares: split.newShares,
    oldShares: split.oldShares,
    sharesBefore: sumShares(adjusted.map(({ before }) => before)),
    sharesAfter: sumShares(adjusted.map(({ after }) => after)),
  }
}

function describeApplied({ id, ticker, date, newShares, oldShares, lots, createdAt }: SplitAdjustment) {
  return {
    adjustmentId: id,
    ticker,
    date,
    appliedAt: createdAt.toISOString(),
    ...toSplitTerms(Number(newShares) / Number(oldShares)),
    sharesBefore: sumShares(lots.map(({ before }) => before)),
    sharesAfter: sumShares(lots.map(({ after }) => after)),
  }
}

/** The database writes decimals with all their places. */
function isSame(
  lot: { shares: string; avgCost: string | null },
  figures: { shares: string; avgCost: string | null },
): boolean {
  const same = (one: string | null, other: string | null) =>
    one === null || other === null ? one === other : new Big(one).eq(other)
  return same(lot.shares, figures.shares) && same(lot.avgCost, figures.avgCost)
}
