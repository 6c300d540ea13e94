import type { Comparison, Expiry, HedgeAnswer, Strategy, Underlying } from './answer.ts'
import { computeReturns, countTradingDays, type History, type Inputs, type Quote, regress, shrink } from './inputs.ts'
import { normalDensity, priceOption, totalVariance } from './value-option.ts'

export const INDEX = 'SPY'

/** Hedging beta of a ticker to the index: a year's returns, shrunk; of three days where its exchange closes elsewhere. */
export function computeBeta(
  { calendar, histories }: Inputs,
  { ticker, usualBeta, closesElsewhere = false }: { ticker: string; usualBeta: number; closesElsewhere?: boolean },
  history: History | undefined = histories.get(ticker),
): number {
  const year = calendar.slice(-253)
  const [own, index] = [computeReturns(history, year), computeReturns(histories.get(INDEX), year)]
  if (!closesElsewhere) return shrink(regress(own, [index], 60), usualBeta)
  // The three betas sum to the slope on the day itself beside the differences of its neighbours from it.
  const inner = index.slice(1, -1)
  const before = inner.map((value, t) => index[t]! - value)
  const after = inner.map((value, t) => index[t + 2]! - value)
  return shrink(regress(own.slice(1, -1), [inner, before, after], 60), usualBeta)
}

/** Coupon and day of a Treasury, such as `T4.125-20341115`. */
const BOND = /^T[\d.]+-\d{8}$/

/** A Treasury has no closes: it moves as the first of its funds that has some. */
export function findHistory({ histories }: Inputs, { ticker, proxies }: Inputs['positions'][number]) {
  const fund = BOND.test(ticker) ? proxies.find((proxy) => histories.has(proxy.ticker)) : undefined
  return histories.get(ticker) ?? (fund && histories.get(fund.ticker))
}

/** The beta of each position, and of each underlying but the index. */
export function compareBetas({ repricing: { book, underlyings } }: HedgeAnswer, inputs: Inputs): Comparison[] {
  const ofPositions = inputs.positions.map((position, i) => ({
    figure: `beta of ${position.ticker}`,
    told: book.exposures[i]?.beta ?? Number.NaN,
    computed: computeBeta(inputs, position, findHistory(inputs, position)),
  }))
  const ofUnderlyings = underlyings.flatMap(({ ticker, beta }) => {
    const chain = inputs.chains.find((one) => one.ticker === ticker)
    const computed = ticker === INDEX || chain === undefined ? 1 : computeBeta(inputs, chain)
    return [{ figure: `beta of options on ${ticker}`, told: beta, computed }]
  })
  return [...ofPositions, ...ofUnderlyings]
}

/**
 * Every smile against the quotes that it was fitted to: the forward lies where calls and puts of one strike say, the error
 * is within the median half-spread, no butterfly and no calendar spread is free, and a contract of a ticket is worth its mid.
 */
export function compareSmiles({ repricing: { underlyings } }: HedgeAnswer, { chains }: Inputs): Comparison[] {
  return underlyings.flatMap((underlying) => {
    const quotes = chains.find(({ ticker }) => ticker === underlying.ticker)?.contracts ?? []
    const expiries = [...underlying.expiries].sort((a, b) => (a.expiry < b.expiry ? -1 : 1))
    return expiries.flatMap((expiry, i) => {
      const own = quotes.filter((quote) => quote.expiry === expiry.expiry && !quote.isAdjusted && isClean(quote))
      const name = `smile of ${underlying.ticker} ${expiry.expiry}`
      const rows = [
        ...compareFit(name, underlying, expiry, own),
        ...compareQuotes(underlying, expiry, own),
        { figure: `${name}: least density`, told: 0, computed: findLeastDensity(expiry), within: 1e-9 },
      ]
      const before = expiries[i - 1]
      if (before === undefined || underlying.kind === 'volatility') return rows
      const fall = findLargestFall(before, expiry)
      return [...rows, { figure: `${name}: fall of total variance`, told: 0, computed: fall, within: 1e-9 }]
    })
  })
}

const midOf = ({ bid, ask }: Quote) => (bid! + ask!) / 2

const isClean = ({ bid, ask }: Quote) =>
  bid !== null && ask !== null && bid > 0 && ask >= bid && ask - bid <= Math.max(0.05, (0.25 * (bid + ask)) / 2) + 1e-9

function compareFit(name: string, underlying: Underlying, { smile }: Expiry, quotes: readonly Quote[]): Comparison[] {
  const { forward, years, svi } = smile
  const { rate, spot } = underlying
  const rows: Comparison[] = []
  const pairs = quotes.flatMap((call) => {
    const put = quotes.find(({ type, strike }) => type === 'put' && strike === call.strike)
    return call.type === 'put' || put === undefined ? [] : [{ call, put }]
  })
  const nearest = pairs.sort((a, b) => Math.abs(a.call.strike - spot) - Math.abs(b.call.strike - spot)).slice(0, 5)
  if (nearest.length === 5 && underlying.kind === 'price') {
    const parity = nearest.map(({ call, put }) => call.strike + Math.exp(rate * years) * (midOf(call) - midOf(put)))
    const width = nearest.map(({ call, put }) => (call.ask! - call.bid! + put.ask! - put.bid!) / 2)
    const figure = `${name}: forward`
    rows.push({ figure, told: forward, computed: middle(parity), within: Math.max(...width) / 2 })
  }
  const points = quotes.flatMap((quote) => {
    const { type, strike } = quote
    if ((type === 'call') !== strike >= forward) return []
    const volatility = imply(quote, smile, rate)
    if (!(volatility > 0.01 && volatility < 5)) return []
    const deviation = volatility * Math.sqrt(years)
    const d = Math.log(forward / strike) / deviation + deviation / 2
    const vega = Math.exp(-rate * years) * forward * normalDensity(d) * Math.sqrt(years)
    const fitted = Math.sqrt(totalVariance(svi, Math.log(strike / forward)) / years)
    return [{ miss: fitted - volatility, half: (quote.ask! - quote.bid!) / 2 / vega }]
  })
  if (points.length < 8) return rows
  const half = middle(points.map((point) => point.half))
  const weights = points.map((point) => Math.max(point.half, half / 4, 1e-5) ** -2)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const error = Math.sqrt(sum(points.map(({ miss }, i) => weights[i]! * miss ** 2)) / sum(weights))
  return [...rows, { figure: `${name}: error`, told: 0, computed: error, within: half }]
}

/** The upper one of two in the middle. */
const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** The volatility at which Black's formula gives the mid, by halving. */
function imply(quote: Quote, { forward, years }: Expiry['smile'], rate: number): number {
  let [low, high] = [0.001, 8]
  for (let step = 0; step < 60; step++) {
    const volatility = (low + high) / 2
    const price = priceOption(quote.type, { forward, strike: quote.strike, years, rate, volatility })
    if (price < midOf(quote)) low = volatility
    else high = volatility
  }
  return low
}

const LOWEST_VOLATILITY = 0.01

/** Contracts that are worth their quote today are worth its middle. */
function compareQuotes(
  { ticker, rate }: Underlying,
  { expiry, smile, quotes }: Expiry,
  listed: readonly Quote[],
): Comparison[] {
  return quotes.flatMap(({ type, strike, volatility }) => {
    const quote = listed.find((one) => one.type === type && one.strike === strike)
    if (quote === undefined) return []
    const priceAt = (volatility: number) =>
      priceOption(type, { forward: smile.forward, strike, years: smile.years, rate, volatility })
    // A mid below what any volatility gives has the lowest one.
    const told = Math.max(midOf(quote), priceAt(LOWEST_VOLATILITY))
    const computed = priceAt(volatility)
    return [{ figure: `value today of ${ticker} ${expiry} ${strike} ${type}`, told, computed, within: 1e-4 }]
  })
}

/** Durrleman's function on a grid of 0.25 %, from 3 deviations below the forward to 3 above; 0 where it is nowhere below. */
function findLeastDensity({ smile: { svi, atmVolatility, years } }: Expiry): number {
  const reach = Math.max(0.5, 3 * atmVolatility * Math.sqrt(years))
  let least = 0
  for (let k = -reach; k <= reach; k += 0.0025) {
    const w = totalVariance(svi, k)
    const root = Math.hypot(k - svi.m, svi.sigma)
    const first = svi.b * (svi.rho + (k - svi.m) / root)
    const second = (svi.b * svi.sigma ** 2) / root ** 3
    const g = (1 - (k * first) / (2 * w)) ** 2 - (first ** 2 / 4) * (1 / w + 1 / 4) + second / 2
    least = Math.min(least, g)
  }
  return least
}

/** By how much total variance falls from one expiry to the next at any strike within half of the forward; 0 if nowhere. */
function findLargestFall({ smile: before }: Expiry, { smile: after }: Expiry): number {
  let largest = 0
  for (let k = Math.log(0.6); k <= Math.log(1.3); k += 0.0025) {
    largest = Math.max(largest, totalVariance(before.svi, k) - totalVariance(after.svi, k))
  }
  return largest
}

const PATHS = 10_000
const BLOCK = 10
/** Standard errors that chance may leave between two simulations. */
const ERRORS = 4

/**
 * The expected cost of each ticket and how often it pays, by other random numbers: blocks of ten days of ten years, at the
 * forecast volatility of each underlying. Equal but for what chance leaves to 10,000 paths.
 */
export function compareOdds({ repricing: { underlyings }, ...answer }: HedgeAnswer, inputs: Inputs): Comparison[] {
  const strategies = [...answer.hedgeStrategies, ...answer.frontierStrategies]
  return strategies.flatMap((strategy) => {
    const { id, expected, cost } = strategy
    if (expected === null || expected.standardError === null) return []
    const lines = growLines(strategy, underlyings, inputs)
    if (lines === null) return [{ figure: `${id}: expected cost`, told: expected.netCost, computed: Number.NaN }]
    const payoffsAt = (drift: number) =>
      Array.from({ length: PATHS }, (_, path) =>
        lines.reduce((sum, { leg, underlying, growth, years, carry }) => {
          const price = underlying.spot * Math.exp((carry + drift * underlying.beta) * years) * growth[path]!
          const gain = Math.max(0, leg.type === 'call' ? price - leg.strike : leg.strike - price)
          return sum + leg.contracts * leg.multiplier * gain
        }, 0),
      )
    const [none, half, whole] = [0, 0.0225, 0.045].map(payoffsAt) as [number[], number[], number[]]
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / PATHS
    const center = mean(half)
    const error = Math.sqrt(mean(half.map((payoff) => (payoff - center) ** 2)) / PATHS)
    const within = ERRORS * Math.hypot(error, expected.standardError)
    const rows = [
      { figure: 'expected cost by simulation', told: expected.netCost, computed: cost.total - center, within },
    ]
    const ends = [none, whole].map((payoffs) => cost.total - mean(payoffs))
    for (const [name, told, end] of [
      ['least', expected.low, Math.min(...ends) - 1.96 * expected.standardError],
      ['most', expected.high, Math.max(...ends) + 1.96 * expected.standardError],
    ] as const) {
      if (told === null) continue
      // It is told to two digits.
      const unit = told === 0 ? 0 : 10 ** (Math.floor(Math.log10(Math.abs(told))) - 1)
      rows.push({ figure: `${name} of the expected cost`, told, computed: end, within: within + unit })
    }
    const { odds } = expected
    const share = (is: (payoff: number) => boolean) => (100 * half.filter(is).length) / PATHS
    for (const [name, told, computed] of odds === null
      ? []
      : ([
          ['pays back', odds.paysBackPercent, share((payoff) => payoff >= cost.total)],
          ['pays three times', odds.overThreePercent, share((payoff) => payoff > 3 * cost.total)],
          ['pays nothing', odds.nothingPercent, share((payoff) => payoff <= 0)],
        ] as const)) {
      const p = Math.min(99.9, Math.max(0.1, computed))
      const chance = ERRORS * Math.sqrt((2 * p * (100 - p)) / PATHS)
      rows.push({ figure: `odds: ${name}`, told, computed, within: chance })
    }
    return rows.map((row) => ({ ...row, figure: `${id}: ${row.figure}` }))
  })
}

function growLines({ legs, id }: Strategy, underlyings: readonly Underlying[], { calendar, histories }: Inputs) {
  const days = calendar.slice(-2521)
  const tickers = [...new Set(legs.map(({ underlying }) => underlying))]
  const returns = tickers.map((ticker) => computeReturns(histories.get(ticker), days))
  const common = returns[0]!.flatMap((_, t) => (returns.every((row) => !Number.isNaN(row[t]!)) ? [t] : []))
  if (common.length < 60) return null
  const random = createRandom(id)
  const lives = legs.map(({ underlying, expiry }) => {
    const { today } = underlyings.find(({ ticker }) => ticker === underlying)!
    return Math.max(1, countTradingDays(today!, expiry))
  })
  const blocks = Math.ceil(Math.max(...lives) / BLOCK)
  const starts = Array.from({ length: PATHS * blocks }, () => Math.floor(random() * common.length))
  return legs.map((leg, i) => {
    const underlying = underlyings.find(({ ticker }) => ticker === leg.underlying)!
    const { dividendYield, smile } = underlying.expiries.find(({ expiry }) => expiry === leg.expiry)!
    const row = returns[tickers.indexOf(leg.underlying)]!
    const own = common.map((t) => row[t]!)
    const present = row.filter((value) => !Number.isNaN(value))
    const scale = Math.min(1.8, Math.max(0.6, forecast(present, lives[i]!) / Math.sqrt(252 * variance(own))))
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length
    const logs = own.map((value) => Math.log(1 + Math.max(-0.999, (value - mean) * scale)))
    const grown = Array.from({ length: PATHS }, (_, path) => {
      let sum = 0
      for (let day = 0; day < lives[i]!; day++) {
        const start = starts[path * blocks + Math.floor(day / BLOCK)]!
        sum += logs[(start + (day % BLOCK)) % logs.length]!
      }
      return Math.exp(sum)
    })
    // Without drift the mean of all paths is 1.
    const average = grown.reduce((sum, value) => sum + value, 0) / PATHS
    const growth = grown.map((value) => value / average)
    return { leg, underlying, growth, years: smile.years, carry: underlying.rate - dividendYield }
  })
}

const variance = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}

/** Volatility a year over the coming days: that of today (λ = 0.94) fading towards that of three years, half in 30 days. */
function forecast(returns: readonly number[], days: number): number {
  let [weight, sum] = [0, 0]
  for (const value of returns) {
    weight = 0.94 * weight + 1
    sum = 0.94 * sum + value * value
  }
  const long = variance(returns.slice(-756))
  const decay = (Math.LN2 / 30) * days
  return Math.sqrt(252 * (long + ((sum / weight - long) * (1 - Math.exp(-decay))) / decay))
}

/** Random numbers from 0 to 1 that are always the same for a text (mulberry32). */
function createRandom(text: string): () => number {
  let state = [...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
