// Tests: replay.test.ts

import { addTradingDays, formatIsoDate, toCivilDate, toDayNumber, toTradingDayOnOrBefore } from '@ballast/quant'
import { HORIZON_DAYS } from '../../../advice/record/horizon.ts'
import { deleteReplay, insertMonth, listMonths, type ReplayKey } from '../../../advice/record/replay.repository.ts'
import type { ReplayedPortfolio } from '../../../advice/record/replayed-portfolio.ts'
import { toLastFinishedTradingDay } from '../../../market-data/calendar.ts'
import { toStoredSource } from '../../../market-data/stored-source.ts'
import { letOthersWork } from '../../../other-work.ts'
import type { Parts } from '../../../parts.ts'
import { versionOfSources } from '../../../source-version.ts'
import { createHistoryLoader } from './past-market.ts'
import { replayMonth } from './replay-month.ts'

export type ReplayDependencies = Pick<Parts, 'db' | 'clock' | 'marketData' | 'version'>

export interface ReplayOptions {
  portfolio: ReplayedPortfolio
  years: number
  /** Throws away what was replayed before with this engine. */
  restart: boolean
  signal: AbortSignal
  /** Told of every month, also of those that were there already. */
  onMonth(month: { madeOn: string; done: number; total: number; outcome: 'kept' | 'replayed' | 'skipped' }): void
}

export interface ReplayReport {
  total: number
  replayed: number
  kept: number
  /** Months in which the engine had too little to go by. */
  skipped: number
  stopped: boolean
}

/**
 * Replays the built-in engine at the end of each past month whose horizon is over. A month that was replayed stays, so
 * that a replay can be stopped at any time and goes on where it was when it is begun again.
 */
export async function runReplay(
  { db, clock, marketData, version }: ReplayDependencies,
  { portfolio, years, restart, signal, onMonth }: ReplayOptions,
): Promise<ReplayReport> {
  await marketData.ready()
  const { source } = marketData.status()
  // Months that another engine replayed are none of this one's, whatever the number of the release.
  const engineVersion = `${version}+${versionOfSources(import.meta.url)}`
  const key: ReplayKey = { source: toStoredSource(source), portfolio: portfolio.name, engineVersion }
  if (restart) await db.asSystem((tx) => deleteReplay(tx, key))
  const known = new Set((await db.asSystem((tx) => listMonths(tx, key))).map(({ madeOn }) => madeOn))
  const today = toLastFinishedTradingDay(clock.now())
  const days = listMonthEnds(today, years)
  const load = createHistoryLoader(marketData)
  const report = { total: days.length, replayed: 0, kept: 0, skipped: 0 }
  for (const [place, day] of days.entries()) {
    if (signal.aborted) return { ...report, stopped: true }
    const madeOn = formatIsoDate(day)
    const tell = (outcome: 'kept' | 'replayed' | 'skipped') => {
      report[outcome] += 1
      onMonth({ madeOn, done: place + 1, total: days.length, outcome })
    }
    if (known.has(madeOn)) {
      tell('kept')
      continue
    }
    const month = await replayMonth({ marketData, load, engineVersion }, portfolio, { day, today })
    if (month === null) tell('skipped')
    else {
      const stored = { ...key, madeOn, content: JSON.stringify(month), createdAt: clock.now() }
      await db.asSystem((tx) => insertMonth(tx, stored))
      tell('replayed')
    }
    await letOthersWork()
  }
  return { ...report, stopped: false }
}

/** Last trading days of past months whose quarter is over, ascending: day numbers. */
export function listMonthEnds(today: number, years: number): number[] {
  const { year, month } = toCivilDate(today)
  return Array.from({ length: 12 * years }, (_, ago) => {
    const first = year * 12 + (month - 1) - (12 * years - 1 - ago)
    const start = toDayNumber({ year: Math.floor(first / 12), month: (first % 12) + 1, day: 1 })
    return toTradingDayOnOrBefore(start - 1)
  }).filter((day) => addTradingDays(day, HORIZON_DAYS) <= today)
}
