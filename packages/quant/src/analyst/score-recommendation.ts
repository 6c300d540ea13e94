import { computeMaxDrawdown } from '../drawdown.ts'
import { inputErrors, requireEqualLengths, requireFinite } from '../errors.ts'
import { computeBlackScholesPrice } from '../options/black-scholes.ts'
import type { OptionType } from '../options/option-contract.ts'

/** A holding as it was when the recommendation was made. */
export interface SnapshotHolding {
  readonly ticker: string
  /** Signed. */
  readonly shares: number
  /** Price then, > 0. */
  readonly price: number
}

/** An option of the snapshot, held already or recommended, with all that marking it later needs. */
export interface SnapshotOption {
  /** Names its row of marks. */
  readonly symbol: string
  readonly underlying: string
  readonly type: OptionType
  readonly strike: number
  /** Day number of expiry. */
  readonly expiryDay: number
  /** Negative when sold. */
  readonly contracts: number
  readonly multiplier: number
  /** Per share: the ask paid or the bid received; for options held already, what they were worth. */
  readonly premium: number
  /** Implied volatility, rate and yield then: what it is marked with on days without a quote. */
  readonly volatility: number
  readonly rate: number
  readonly dividendYield: number
}

/** A promise that a fall of the market costs no more than a limit. Fractions. */
export interface LimitClaim {
  /** The most that may be lost of the value before the advice. */
  readonly limit: number
  /** The fall of the market, positive, for which that is promised. */
  readonly fall: number
}

/** Outcome of a promised limit. Fractions of the value before the advice; losses positive. */
export interface LimitOutcome {
  /** The deepest that the market stood below where it began. */
  readonly marketFall: number
  /** False where the market fell further than was promised for: then nothing was. */
  readonly isWithinFall: boolean
  /** The most that was lost on any day, left alone and followed. */
  readonly unchangedLoss: number
  readonly followedLoss: number
  readonly isKept: boolean
}

/** A recommendation with the prices it was made at: everything that scoring it may look at of that day. */
export interface RecommendationSnapshot {
  readonly holdings: readonly SnapshotHolding[]
  readonly cash: number
  /** Options held already. */
  readonly options: readonly SnapshotOption[]
  /** Recommended trades: shares at the snapshot's prices, and options. */
  readonly trades: readonly SnapshotHolding[]
  readonly optionTrades: readonly SnapshotOption[]
  /** Commission per contract, in currency. */
  readonly fee: number
  /** Promise about a fall; left out where no limit was promised. */
  readonly claim?: LimitClaim
}

/** Prices after the advice: closes from the snapshot's day on, over the horizon. */
export interface HorizonPrices {
  /** Day numbers, ascending; the first is the snapshot's. */
  readonly days: Int32Array
  /** Closes on those days by ticker, on the snapshot's basis (adjusted for later splits and dividends); NaN if missing. */
  readonly closes: ReadonlyMap<string, Float64Array>
  /** Prices per share at which the options could be sold (bought back, when sold), by symbol; NaN or absent if unknown. */
  readonly marks: ReadonlyMap<string, Float64Array>
  /** The index's closes, which tell whether the market rose or fell. */
  readonly index: Float64Array
}

/** One book over the horizon. Fractions. */
export interface PathOutcome {
  readonly totalReturn: number
  readonly maxDrawdown: number
  /** totalReturn − maxDrawdown. */
  readonly utility: number
}

/** How a recommendation turned out. */
export interface RecommendationOutcome {
  readonly unchanged: PathOutcome
  readonly followed: PathOutcome
  /** Utility of following less that of doing nothing. */
  readonly improvement: number
  readonly isSuccess: boolean
  /** The same for a blind act: a fifth of everything sold on the same day. What success is to be compared with. */
  readonly blindImprovement: number
  readonly marketReturn: number
  /** Share of the option marks (over legs and days before expiry) that a model had to give; 0 without options. */
  readonly modelledShare: number
  /** Tickers with days on which the last price had to stand in. */
  readonly carried: readonly string[]
  /** Left out where no limit was promised. */
  readonly limit?: LimitOutcome
}

const BLIND_SHARE = 0.2

/**
 * Scores a recommendation at its horizon: the book with its operations against the book without, each by
 *
 *     U = total return − maximum drawdown
 *
 * over the horizon, both from the value before anything was traded, so that what following costs counts. Shares trade at
 * the snapshot's prices; options are bought at the ask and sold at the bid of then, marked by quotes where there are any,
 * else by Black–Scholes at the volatility of then, and paid their intrinsic value at expiry, which is kept as cash. A price
 * that is missing is the last one (the snapshot's at first): what is delisted keeps its last price. Insurance that was
 * not needed scores minus its decay, and loses a second time by the drawdown that the decay is.
 *
 * Deterministic: the same snapshot and prices give the same score to the bit.
 *
 * @throws QuantInputError when the book was worth nothing or less or falls to nothing, days do not ascend, a series is not
 *         as long as the days, or a price cannot be
 */
export function scoreRecommendation(snapshot: RecommendationSnapshot, prices: HorizonPrices): RecommendationOutcome {
  requirePrices(prices)
  const carried = new Set<string>()
  const tally = { marks: 0, modelled: 0 }
  const { holdings, options, trades, optionTrades, cash, fee } = snapshot
  const start = cash + valueShares(holdings, prices, carried)[0]! + valueOptions(options, prices, tally)[0]!
  if (!(start > 0 && start < Infinity)) {
    throw inputErrors.badNumber('value of the book', null, start, 'more held than owed')
  }
  const before = valueBook(holdings, options, cash, prices, carried, tally)
  const paid =
    trades.reduce((sum, { shares, price }) => sum + shares * price, 0) +
    optionTrades.reduce(
      (sum, one) => sum + one.contracts * one.multiplier * one.premium + Math.abs(one.contracts) * fee,
      0,
    )
  const change = valueBook(trades, optionTrades, -paid, prices, carried, tally)
  const unchanged = measurePath(before, start)
  const after = before.map((value, t) => value + change[t]!)
  const followed = measurePath(after, start)
  const blind = measurePath(
    before.map((value) => (1 - BLIND_SHARE) * value + BLIND_SHARE * start),
    start,
  )
  const improvement = followed.utility - unchanged.utility
  return {
    unchanged,
    followed,
    improvement,
    isSuccess: improvement > 0,
    blindImprovement: blind.utility - unchanged.utility,
    marketReturn: prices.index.at(-1)! / prices.index[0]! - 1,
    modelledShare: tally.marks === 0 ? 0 : tally.modelled / tally.marks,
    carried: [...carried].sort(),
    ...(snapshot.claim && { limit: judgeLimit(snapshot.claim, { before, after, start, index: prices.index }) }),
  }
}

/** Losses are those of closes, so that a loss within a day that was made good by its end is not seen. */
function judgeLimit(
  { limit, fall }: LimitClaim,
  { before, after, start, index }: { before: Float64Array; after: Float64Array; start: number; index: Float64Array },
): LimitOutcome {
  const lossOf = (path: Float64Array, from: number) => path.reduce((most, value) => Math.max(most, 1 - value / from), 0)
  const marketFall = lossOf(index, index[0]!)
  const followedLoss = lossOf(after, start)
  return {
    marketFall,
    isWithinFall: marketFall <= fall,
    unchangedLoss: lossOf(before, start),
    followedLoss,
    isKept: followedLoss <= limit,
  }
}

function requirePrices({ days, closes, marks, index }: HorizonPrices): void {
  if (days.length < 2) throw inputErrors.tooShort('days', days.length, 2)
  for (let t = 1; t < days.length; t++) if (days[t]! <= days[t - 1]!) throw inputErrors.notAscending('days', t)
  for (const [name, series] of [...closes, ...marks, ['index', index] as const]) {
    requireEqualLengths('days', days, name, series)
    const bad = series.findIndex((value) => value < 0 || value === Infinity)
    if (bad >= 0) throw inputErrors.badNumber(name, bad, series[bad]!, 'a price, or NaN for a missing day')
  }
  for (const end of [0, index.length - 1]) {
    if (!(index[end]! > 0)) throw inputErrors.badNumber('index', end, index[end]!, 'a positive price')
  }
}

function valueBook(
  holdings: readonly SnapshotHolding[],
  options: readonly SnapshotOption[],
  cash: number,
  prices: HorizonPrices,
  carried: Set<string>,
  tally: { marks: number; modelled: number },
): Float64Array {
  requireFinite('cash', cash)
  const shares = valueShares(holdings, prices, carried)
  const rest = valueOptions(options, prices, tally)
  return shares.map((value, t) => value + rest[t]! + cash)
}

function valueShares(holdings: readonly SnapshotHolding[], prices: HorizonPrices, carried: Set<string>): Float64Array {
  const values = new Float64Array(prices.days.length)
  for (const [i, { ticker, shares, price }] of holdings.entries()) {
    requireFinite(`holdings[${i}].shares`, shares)
    const path = completeCloses(ticker, price, prices)
    if (path.isCarried) carried.add(ticker)
    for (let t = 0; t < values.length; t++) values[t]! += shares * path.closes[t]!
  }
  return values
}

/** The snapshot's price on its own day, then closes, each standing in for what follows it and is missing. */
function completeCloses(ticker: string, price: number, { days, closes }: HorizonPrices) {
  if (!(price > 0 && price < Infinity)) {
    throw inputErrors.badNumber(`price of ${ticker}`, null, price, 'a positive finite number')
  }
  const own = closes.get(ticker)
  const complete = new Float64Array(days.length).fill(price)
  let isCarried = false
  for (let t = 1; t < days.length; t++) {
    const close = own?.[t] ?? Number.NaN
    if (!(close > 0)) isCarried = true
    complete[t] = close > 0 ? close : complete[t - 1]!
  }
  return { closes: complete, isCarried }
}

function valueOptions(
  options: readonly SnapshotOption[],
  prices: HorizonPrices,
  tally: { marks: number; modelled: number },
): Float64Array {
  const values = new Float64Array(prices.days.length)
  for (const option of options) {
    const size = option.contracts * option.multiplier
    const marks = markOption(option, prices, tally)
    for (let t = 0; t < values.length; t++) values[t]! += size * marks[t]!
  }
  return values
}

/** Worth per share on each day. */
function markOption(option: SnapshotOption, prices: HorizonPrices, tally: { marks: number; modelled: number }) {
  const { symbol, underlying, type, strike, expiryDay } = option
  const quoted = prices.marks.get(symbol)
  const spots = prices.closes.get(underlying)
  if (spots === undefined || !(spots[0]! > 0)) {
    throw inputErrors.unknownName(`closes of the underlying of ${symbol}`, underlying, [...prices.closes.keys()])
  }
  const { days } = prices
  const worth = new Float64Array(days.length)
  let [spot, settled] = [spots[0]!, Number.NaN]
  for (let t = 0; t < days.length; t++) {
    // An expiry on a day without a close settles at the last close before it.
    if (days[t]! > expiryDay && Number.isNaN(settled)) settled = computeIntrinsic(type, strike, spot)
    if (spots[t]! > 0) spot = spots[t]!
    if (days[t] === expiryDay) settled = computeIntrinsic(type, strike, spot)
    if (!Number.isNaN(settled)) {
      worth[t] = settled
      continue
    }
    const quote = quoted?.[t] ?? Number.NaN
    tally.marks++
    if (Number.isNaN(quote)) tally.modelled++
    const years = (expiryDay - days[t]!) / 365
    worth[t] = Number.isNaN(quote) ? computeBlackScholesPrice({ ...option, spot, years }) : quote
  }
  return worth
}

function computeIntrinsic(type: OptionType, strike: number, spot: number): number {
  return Math.max(0, type === 'call' ? spot - strike : strike - spot)
}

/** The path begins with the value before trading, so that what trading costs is the first step down. */
function measurePath(values: Float64Array, start: number): PathOutcome {
  const path = Float64Array.of(start, ...values)
  const totalReturn = path.at(-1)! / start - 1
  const maxDrawdown = computeMaxDrawdown(path).depth
  return { totalReturn, maxDrawdown, utility: totalReturn - maxDrawdown }
}
