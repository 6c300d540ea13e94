// Tests: ../live-market-data.test.ts

import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/database.ts'
import { dailyBars, dailyHistories } from '../../database/schema/index.ts'
import { workInParts } from '../../other-work.ts'
import type { MarketDataProvider } from '../provider.ts'

/** A year is about 252 prices, twice; eight of them take the embedded database some ten milliseconds. */
const YEARS_PER_WRITE = 8

/** How far a stored history reaches; days are civil day numbers. */
export interface StoredReach {
  currency: string
  /** First day asked for: a history that begins later is complete all the same. */
  fromDay: number
  /** Day of the last bar; before `fromDay` when there are no bars at all. */
  lastDay: number
  splits: { date: string; ratio: number }[]
  fetchedAt: Date
}

export interface StoredBars {
  days: number[]
  closes: number[]
  adjustedCloses: number[]
}

export type HistoryRepository = ReturnType<typeof createHistoryRepository>

export function createHistoryRepository(db: Database, source: MarketDataProvider['source']) {
  async function writeReach(tx: Transaction, ticker: string, reach: StoredReach): Promise<void> {
    await tx
      .insert(dailyHistories)
      .values({ source, ticker, ...reach })
      .onConflictDoUpdate({ target: [dailyHistories.source, dailyHistories.ticker], set: reach })
  }

  async function writeYears(tx: Transaction, ticker: string, bars: StoredBars): Promise<void> {
    const rows = toYears(bars).map((year) => ({ source, ticker, ...year }))
    await workInParts(rows, YEARS_PER_WRITE, (part) =>
      tx
        .insert(dailyBars)
        .values(part)
        .onConflictDoUpdate({
          target: [dailyBars.source, dailyBars.ticker, dailyBars.year],
          set: {
            days: sql`excluded.days`,
            closes: sql`excluded.closes`,
            adjustedCloses: sql`excluded.adjusted_closes`,
          },
        }),
    )
  }

  async function readBars(
    tx: Transaction,
    tickers: readonly string[],
    fromDay: number,
  ): Promise<Map<string, StoredBars>> {
    const rows = await tx
      .select()
      .from(dailyBars)
      .where(
        and(
          eq(dailyBars.source, source),
          inArray(dailyBars.ticker, [...tickers]),
          gte(dailyBars.year, toYear(fromDay)),
        ),
      )
      .orderBy(dailyBars.ticker, dailyBars.year)
    const byTicker = new Map<string, StoredBars>()
    for (const row of rows) {
      const bars = byTicker.get(row.ticker) ?? { days: [], closes: [], adjustedCloses: [] }
      byTicker.set(row.ticker, joinBars(bars, row, fromDay))
    }
    return byTicker
  }

  return {
    async listReaches(tickers: readonly string[]): Promise<Map<string, StoredReach>> {
      if (tickers.length === 0) return new Map()
      const rows = await db.asSystem((tx) =>
        tx
          .select()
          .from(dailyHistories)
          .where(and(eq(dailyHistories.source, source), inArray(dailyHistories.ticker, [...tickers]))),
      )
      return new Map(rows.map(({ ticker, source: _source, ...reach }) => [ticker, reach]))
    },
    /** Bars from `fromDay` on, ascending; a ticker without any is absent. */
    listBars: (tickers: readonly string[], fromDay: number) =>
      tickers.length === 0 ? Promise.resolve(new Map()) : db.asSystem((tx) => readBars(tx, tickers, fromDay)),
    /** Puts a whole history in place of what there was. */
    replace: (ticker: string, reach: StoredReach, bars: StoredBars) =>
      db.asSystem(async (tx) => {
        await tx.delete(dailyBars).where(and(eq(dailyBars.source, source), eq(dailyBars.ticker, ticker)))
        await writeYears(tx, ticker, bars)
        await writeReach(tx, ticker, reach)
      }),
    /** Puts bars in place of those from their first day on. */
    append: (ticker: string, reach: StoredReach, bars: StoredBars) =>
      db.asSystem(async (tx) => {
        const [firstDay] = bars.days
        if (firstDay !== undefined) {
          const startOfYear = parseIsoDate(`${toYear(firstDay)}-01-01`)
          const kept = (await readBars(tx, [ticker], startOfYear)).get(ticker)
          const before = kept ? kept.days.filter((day) => day < firstDay).length : 0
          await writeYears(tx, ticker, {
            days: [...(kept?.days.slice(0, before) ?? []), ...bars.days],
            closes: [...(kept?.closes.slice(0, before) ?? []), ...bars.closes],
            adjustedCloses: [...(kept?.adjustedCloses.slice(0, before) ?? []), ...bars.adjustedCloses],
          })
        }
        await writeReach(tx, ticker, reach)
      }),
  }
}

function toYear(day: number): number {
  return Number(formatIsoDate(day).slice(0, 4))
}

/** Cuts ascending bars at the turns of the years. */
function toYears({ days, closes, adjustedCloses }: StoredBars): (StoredBars & { year: number })[] {
  const years: (StoredBars & { year: number })[] = []
  let start = 0
  while (start < days.length) {
    const year = toYear(days[start] ?? 0)
    const nextYear = parseIsoDate(`${year + 1}-01-01`)
    let end = start
    while (end < days.length && (days[end] ?? 0) < nextYear) end += 1
    years.push({
      year,
      days: days.slice(start, end),
      closes: closes.slice(start, end),
      adjustedCloses: adjustedCloses.slice(start, end),
    })
    start = end
  }
  return years
}

function joinBars(bars: StoredBars, next: StoredBars, fromDay: number): StoredBars {
  const skipped = next.days.filter((day) => day < fromDay).length
  bars.days.push(...next.days.slice(skipped))
  bars.closes.push(...next.closes.slice(skipped))
  bars.adjustedCloses.push(...next.adjustedCloses.slice(skipped))
  return bars
}
