// Tests: history.test.ts

import {
  BASE_CURRENCY,
  type LeftOutReason,
  type PortfolioHistory,
  toCsvLine,
  toOptionTerms,
  toPortfolioId,
} from '@ballast/contract'
import { formatIsoDate, isTradingDay, parseIsoDate } from '@ballast/quant'
import { loadHistories } from '../../holdings/load-histories.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import { toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { toRateTicker } from '../../market-data/currencies.ts'
import type { DailyHistory, Histories } from '../../market-data/market-data.ts'
import { letOthersWork } from '../../other-work.ts'
import type { Parts } from '../../parts.ts'
import {
  answerChange,
  type DatedChange,
  listChanges,
  parseUnitKey,
} from '../../portfolios/dated-holdings.repository.ts'
import { getOwnedPortfolio, requireNotShared } from '../../portfolios/portfolio.repository.ts'
import { readPortfolio } from '../../portfolios/share.repository.ts'
import { describeHistory, toCurve } from './describe-history.ts'
import { sumHedgeCosts } from './hedge-costs.ts'
import { listDismissedSplits, listPlacedHedges, type PlacedHedge } from './history.repository.ts'
import { type KeySeries, valueHistory } from './value-history.ts'

export type HistoryDependencies = Pick<Parts, 'db' | 'clock' | 'marketData'>

/** Anything else names no change, and must not reach the database. */
const PLACE = /^[1-9]\d{0,8}$/
/** Before the first close, so many days stand for it where a market was closed. */
const LEAD_DAYS = 10

/** How a portfolio has done, as it was held. Values come from shared closes and are never stored. */
export function createHistoryService({ db, clock, marketData }: HistoryDependencies) {
  /** A what-if was never held: its history is that of the portfolio that it starts from. */
  const readStored = (userId: string, portfolioId: string) =>
    readPortfolio(db, userId, toPortfolioId(portfolioId), async (tx, portfolio) => ({
      changes: await listChanges(tx, portfolio),
      dismissedSplits: new Set(await listDismissedSplits(tx, portfolio)),
      hedges: await listPlacedHedges(tx, portfolio),
    }))

  async function load(userId: string, portfolioId: string) {
    const { changes, dismissedSplits, hedges } = await readStored(userId, portfolioId)
    const last = toLastFinishedTradingDay(clock.now())
    const days = listTradingDays(changes[0]?.day, last)
    const keys = [...new Set(changes.flatMap(({ units }) => Object.keys(units)))]
    const tickers = new Map(keys.flatMap((key) => (toTicker(key) === null ? [] : [[key, toTicker(key) ?? '']])))
    const wanted = [...new Set([...tickers.values(), ...listUnderlyings(hedges)])]
    const from = formatIsoDate(findFirstNeeded(days[0] ?? last, hedges))
    const histories: Histories =
      wanted.length === 0
        ? { found: new Map(), missing: new Map() }
        : await loadHistories(marketData, { tickers: wanted, from })
    const series = new Map<string, KeySeries>()
    const reasons = new Map<string, LeftOutReason>()
    for (const key of keys) {
      await letOthersWork()
      const found = toSeries(key, tickers.get(key), histories, days)
      if (typeof found === 'string') reasons.set(key, found)
      else series.set(key, found)
    }
    const history = await valueHistory({ changes, days, series, reasons, dismissedSplits })
    return { days, history, hedges, histories, last, curve: toCurve(days, history) }
  }

  async function sumHedges(hedges: readonly PlacedHedge[], histories: Histories, last: number) {
    const symbols = [...new Set(hedges.flatMap(({ legs }) => legs.map(({ symbol }) => symbol)))]
    if (symbols.length === 0) return null
    const marks = await marketData.getOptionMarks({ symbols })
    return sumHedgeCosts(hedges, {
      today: formatIsoDate(last),
      findMark: (symbol) => marks.found.get(symbol)?.price,
      findClose: (underlying, day) => findClose(histories.found.get(underlying), day),
    })
  }

  return {
    /** @throws AppError 404 when the user has no such portfolio */
    async get(userId: string, portfolioId: string): Promise<PortfolioHistory> {
      const { history, hedges, histories, last, curve } = await load(userId, portfolioId)
      const { source, simulated } = marketData.status()
      await letOthersWork()
      return {
        ...describeHistory(curve, history),
        hedges: await sumHedges(hedges, histories, last),
        source,
        simulated,
        stale: [...histories.found.values()].some(({ stale }) => stale),
      }
    },

    /** Every close as CSV. @throws AppError as `get` */
    async getSeries(userId: string, portfolioId: string): Promise<FileAnswer> {
      const { curve } = await load(userId, portfolioId)
      const { days, values, flows, held, todays } = curve
      const lines = days.map((day, t) =>
        toCsvLine([formatIsoDate(day), values[t], flows[t], held?.[t] ?? '', todays?.[t] ?? '']),
      )
      const head = toCsvLine(['date', 'value', 'moneyIn', 'growthAsHeld', 'growthOfTodaysHoldings'])
      return { body: [head, ...lines], contentType: 'text/csv; charset=utf-8', fileName: 'history.csv' }
    },

    /** @throws AppError 404 when the user has no such portfolio or it no such change, 403 for what is shared with them */
    async answer(
      userId: string,
      { portfolioId, changeId, moneyIn }: { portfolioId: string; changeId: string; moneyIn: number | null },
    ) {
      await db.asUser(userId, async (tx) => {
        requireNotShared(await getOwnedPortfolio(tx, portfolioId))
        if (!PLACE.test(changeId)) throw errors.notFound('change')
        await answerChange(tx, { portfolioId, place: Number(changeId), moneyIn })
      })
      return { answered: moneyIn !== null }
    },
  }
}

function listTradingDays(first: DatedChange['day'] | undefined, last: number): number[] {
  const days: number[] = []
  if (first === undefined) return days
  for (let day = parseIsoDate(first); day <= last; day++) if (isTradingDay(day)) days.push(day)
  return days
}

function findFirstNeeded(first: number, hedges: readonly PlacedHedge[]): number {
  const expiries = hedges.flatMap(({ legs }) => legs.flatMap(({ symbol }) => toOptionTerms(symbol)?.expiry ?? []))
  return Math.min(first, ...expiries.map(parseIsoDate)) - LEAD_DAYS
}

const listUnderlyings = (hedges: readonly PlacedHedge[]) =>
  hedges.flatMap(({ legs }) => legs.flatMap(({ symbol }) => toOptionTerms(symbol)?.underlying ?? []))

/** The ticker whose closes value a key; null for dollars, which need none, and for options, which have none. */
function toTicker(key: string): string | null {
  const { kind, ticker } = parseUnitKey(key)
  if (kind === 'option') return null
  if (kind !== 'cash') return ticker
  return ticker === BASE_CURRENCY ? null : toRateTicker(ticker, BASE_CURRENCY)
}

function toSeries(
  key: string,
  ticker: string | undefined,
  { found, missing }: Histories,
  days: readonly number[],
): KeySeries | LeftOutReason {
  const { kind } = parseUnitKey(key)
  if (kind === 'option') return 'option-not-replayed'
  if (ticker === undefined) {
    const ones = new Float64Array(days.length).fill(1)
    return { closes: ones, adjustedCloses: ones, splits: [] }
  }
  const history = found.get(ticker)
  if (!history) return missing.get(ticker) === 'provider-down' ? 'provider-down' : 'no-history'
  if (kind !== 'cash' && history.currency !== BASE_CURRENCY) return 'no-exchange-rate'
  return { ...fillDays(history, days), splits: kind === 'security' ? history.splits : [] }
}

/** The last close known at each day. */
function fillDays({ dates, closes, adjustedCloses }: DailyHistory, days: readonly number[]) {
  const filled = {
    closes: new Float64Array(days.length).fill(Number.NaN),
    adjustedCloses: new Float64Array(days.length).fill(Number.NaN),
  }
  let next = 0
  for (const [t, day] of days.entries()) {
    const date = formatIsoDate(day)
    while (next < dates.length && (dates[next] ?? '') <= date) next++
    if (next === 0) continue
    filled.closes[t] = closes[next - 1] ?? Number.NaN
    filled.adjustedCloses[t] = adjustedCloses[next - 1] ?? Number.NaN
  }
  return filled
}

function findClose(history: DailyHistory | undefined, day: string): number | undefined {
  if (!history) return undefined
  const after = history.dates.findIndex((date) => date > day)
  return history.closes[(after === -1 ? history.dates.length : after) - 1]
}
