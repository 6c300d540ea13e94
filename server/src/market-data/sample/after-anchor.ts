// Tests: after-anchor.test.ts, simulated-market.test.ts

/**
 * The law of the simulated market after the anchor date, when nothing pins its paths any more. It keeps what history
 * shows: falls make the days after them wilder, some days are far wilder than most, shares fall with the market a little
 * more than they rise with it, and companies jump when they report. Decision 69 has the reasons and the measurements. Whoever changes any figure raises
 * `SIMULATION_VERSION`.
 */
import { formatIsoDate, isTradingDay, parseIsoDate } from '@ballast/quant'
import { normalAt, toKey, uniformAt } from './random.ts'
import type { SimulatedFactor } from './sector-factors.ts'

const TRADING_DAYS = 252
/** Yearly: what cash earns, and what the benchmark earns above it. Their sum times one is the benchmark's own drift. */
const CASH_RATE = 0.03
const EQUITY_PREMIUM = 0.045
/** Trading days over which the growth of the history before gives way to the long run. */
const FADE_DAYS = 252

// Chosen from 6,000 candidates: an ordinary first year, and tails and clustering as in the history before.
const SEED = toKey('sample-market-after-v4165')
const STREAM = { move: 1, size: 2, report: 3 } as const

/**
 * Variance of the benchmark's days: Glosten, Jagannathan and Runkle (1993). `news` of every move and `bad` more of a fall
 * raise the next day's variance, of which `memory` stays; without them it returns to `level`.
 */
const VARIANCE = { level: 0.16 ** 2 / TRADING_DAYS, cap: 0.8 ** 2 / TRADING_DAYS, news: 0.03, bad: 0.14, memory: 0.87 }
/** Streams of what moves groups and single instruments, chosen from 2,500 so that the sample portfolios gain as portfolios do. */
const OWN_DRAW = 7_050_000

/** One day in fifty is three times as wild; the others a little calmer, so that the variance stays. */
const WILD = { share: 0.02, size: 3 }
const CALM_SIZE = Math.sqrt((1 - WILD.share * WILD.size ** 2) / (1 - WILD.share))
/** Mean size of a day's move in standard deviations. */
const MEAN_MOVE = Math.sqrt(2 / Math.PI) * (WILD.share * WILD.size + (1 - WILD.share) * CALM_SIZE)

/** How much more than its beta a share moves when the market falls, and how much less when it rises, a fraction. */
const FALLING_BETA = 0.08
const WITHOUT_FALLING_BETA: ReadonlySet<SimulatedFactor> = new Set([
  ...(['Rates', 'Credit', 'Gold', 'Silver', 'Oil', 'Gas', 'Dollar', 'Crypto', 'Volatility', 'Inverse'] as const),
])

/** A company reports on one trading day a quarter and then moves so many times as wildly by itself. */
const REPORTS_A_YEAR = 4
const REPORT_SIZE = 4.5
/** Nothing that a company reports moves it by more than so many times that. */
const LARGEST_REPORT = 2
const QUIET_SIZE = Math.sqrt((TRADING_DAYS - REPORTS_A_YEAR * REPORT_SIZE ** 2) / (TRADING_DAYS - REPORTS_A_YEAR))
const FIRST_REPORT = 14
const REPORT_SEASON = 28

/** The state of the benchmark on the eve of a day: the variance that the day will have. */
export const FIRST_VARIANCE = VARIANCE.level

/** A draw with fat tails, of variance 1: most days calm, one in fifty wild. */
function drawWild(key: number, day: number, draw: number): number {
  const size = uniformAt(key, day, draw + STREAM.size) < WILD.share ? WILD.size : CALM_SIZE
  return size * normalAt(key, day, draw + STREAM.move)
}

/** The benchmark's surprise on a day of that variance, a log return without drift. */
export function drawBenchmark(day: number, variance: number): number {
  return Math.sqrt(variance) * drawWild(SEED, day, 0)
}

/** Draws the move of a group of instruments by itself, of variance 1. */
export function drawFactor(key: number, day: number): number {
  return drawWild(key, day, OWN_DRAW)
}

/** Draws the move of a fund by itself, apart from its group, of variance 1. */
export function drawFund(key: number, day: number): number {
  return drawWild(key, day, OWN_DRAW)
}

/** Draws the move of a company by itself, of variance 1 or a little less: the days on which it reports stand out. */
export function drawCompany(key: number, day: number): number {
  const move = normalAt(key, day, OWN_DRAW + STREAM.move)
  if (toReportDay(key, day) !== day) return QUIET_SIZE * move
  return REPORT_SIZE * Math.max(-LARGEST_REPORT, Math.min(LARGEST_REPORT, move))
}

/** The variance of the day after one with that variance and surprise. */
export function toNextVariance(variance: number, surprise: number): number {
  const { level, cap, news, bad, memory } = VARIANCE
  const answer = news + (surprise < 0 ? bad : 0)
  return Math.min(cap, (1 - news - bad / 2 - memory) * level + answer * surprise ** 2 + memory * variance)
}

/** Expected simple growth of a day, `elapsed` trading days after the anchor, of what grew by `pastGrowth` a year. */
export function toDailyGrowth(beta: number, pastGrowth: number, elapsed: number): number {
  const longRun = CASH_RATE + beta * EQUITY_PREMIUM
  const left = Math.max(0, 1 - elapsed / FADE_DAYS)
  return (longRun + left * (pastGrowth - longRun)) / TRADING_DAYS
}

/**
 * Converts a surprise of the benchmark to the move of an instrument with a beta of one: a little more down than up,
 * nothing on average.
 */
export function toMarketMove(factor: SimulatedFactor, surprise: number, variance: number): number {
  if (WITHOUT_FALLING_BETA.has(factor)) return surprise
  return surprise - FALLING_BETA * (Math.abs(surprise) - MEAN_MOVE * Math.sqrt(variance))
}

/** The day in the quarter of `day` on which a company reports. */
function toReportDay(companyKey: number, day: number): number {
  const date = formatIsoDate(day)
  const quarter = Math.floor((Number(date.slice(5, 7)) - 1) / 3)
  const start = parseIsoDate(`${date.slice(0, 4)}-${String(3 * quarter + 1).padStart(2, '0')}-01`)
  let reported = start + FIRST_REPORT + Math.floor(REPORT_SEASON * uniformAt(companyKey, start, STREAM.report))
  while (!isTradingDay(reported)) reported += 1
  return reported
}
