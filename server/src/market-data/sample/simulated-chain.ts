// Tests: simulated-chain.test.ts, ../options/smiles.test.ts

import { toOptionSymbolOf } from '@ballast/contract'
import { computeBlackScholes, formatIsoDate, isTradingDay, parseIsoDate, toWeekday } from '@ballast/quant'
import { toCloseInstant } from '../calendar.ts'
import { toYearsToExpiry } from '../options/chain-time.ts'
import type { ListedContract, OptionChain } from '../options/option-chain.ts'
import { ANCHOR_DATE } from './benchmark-path.ts'
import { SIMULATED_INSTRUMENTS } from './instruments.ts'
import { normalAt, toKey } from './random.ts'
import type { SimulatedFactor } from './sector-factors.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import type { RecentReturns, SimulatedMarket } from './simulated-market.ts'

/** Expiries that are opened at a time: every Friday of the next 45 days, then third Fridays. */
const LISTED_EXPIRIES = 14
const WEEKLY_DAYS = 45
/** Calendar days within which an expiry that was left out of those comes back: the number of weeklies changes in a week. */
const EXPIRY_GAP_DAYS = 6
/** Calendar days before its expiry from which a contract can have been listed. */
const LONGEST_LIFE_DAYS = 330
const RATE = 0.04
const DIVIDEND_YIELD = 0.012
/** Pull of volatility towards its long-run level, a year. */
const REVERSION = 4.5
const ANCHOR_DAY = parseIsoDate(ANCHOR_DATE)
const EWMA_DAYS = 60
const EWMA_WEIGHTS = Array.from({ length: EWMA_DAYS }, (_, back) => 0.94 ** back)
const TRADING_DAYS = 252

/**
 * Parameters of a smile: ρ leans it, η bends it, and implied volatility is so many times the realised one. Until the
 * anchor date ρ is `pastRho`; after it the 25-delta put stands two thirds as far above the 25-delta call (decision 69).
 */
interface SmileKind {
  rho: number
  pastRho: number
  eta: number
  premium: number
}

const SMILES = {
  index: { rho: -0.484, pastRho: -0.72, eta: 1.05, premium: 1.12 },
  single: { rho: -0.28, pastRho: -0.4, eta: 1.1, premium: 1.08 },
  flat: { rho: -0.04, pastRho: -0.05, eta: 1, premium: 1.06 },
  volatility: { rho: 0.415, pastRho: 0.65, eta: 1.15, premium: 1.05 },
} as const satisfies Record<string, SmileKind>

const FLAT_FACTORS: ReadonlySet<SimulatedFactor> = new Set([
  ...(['Rates', 'Gold', 'Silver', 'Oil', 'Gas', 'Dollar', 'Crypto', 'Credit'] as const),
])
const MOST_TRADED = new Set(['SPY', 'QQQ', 'IWM'])

/** Distance of strikes by the price of the underlying. */
const STRIKE_STEPS = [
  { below: 5, step: 0.5 },
  { below: 25, step: 1 },
  { below: 100, step: 2.5 },
  { below: 250, step: 5 },
  { below: 1000, step: 10 },
  { below: 2500, step: 25 },
  { below: Number.POSITIVE_INFINITY, step: 50 },
]

/**
 * The simulated option chain of an instrument on the last trading day on or before `throughDay`: quotes around
 * Black–Scholes values on an SSVI surface that is free of static arbitrage (Gatheral & Jacquier, 2014), open interest and
 * volume as they are usually spread over strikes. A contract depends on its ticker, expiry, strike and the day only.
 *
 * A contract that was listed once stays listed until it expires, as on an exchange: the strikes of a day are those of every
 * day since the expiry was opened.
 *
 * @param choose which of the listed expiries the contracts are wanted of
 * @returns `undefined` for an instrument that is not simulated, or had no price yet
 */
export function createSimulatedChain(
  market: SimulatedMarket,
  ticker: string,
  throughDay: number,
  choose: (expiries: readonly string[], today: number) => readonly string[],
): (OptionChain & { underlyingPrice: number }) | undefined {
  const instrument = SIMULATED_INSTRUMENTS.get(ticker)
  const recent = market.getRecentReturns(ticker, throughDay, EWMA_DAYS)
  if (!instrument || !recent) return undefined
  const { day, close: spot, returns } = recent
  const surface = createSurface(instrument, { day, returns })
  const expiryDays = listExpiryDays(day)
  const expiries = expiryDays.map(formatIsoDate)
  const chosen = new Set(choose(expiries, day))
  const chosenDays = expiryDays.filter((_, i) => chosen.has(expiries[i] ?? ''))
  const strikes = listStrikes(market, instrument, chosenDays, day)
  const contracts = chosenDays.flatMap((expiryDay) =>
    createExpiry({ instrument, surface, spot, day, expiryDay }, strikes.get(expiryDay) ?? []),
  )
  return {
    ticker,
    source: 'sample',
    underlyingPrice: spot,
    previousClose: null,
    asOf: toCloseInstant(day),
    session: 'closed',
    expiries,
    contracts,
    damaged: 0,
  }
}

interface Surface {
  /** At-the-money volatility for a time in years. */
  toAtmVolatility(years: number): number
  /** Volatility at ln(strike / forward). */
  toVolatility(logMoneyness: number, years: number): number
}

function createSurface(
  instrument: SimulatedInstrument,
  { day, returns }: Pick<RecentReturns, 'day' | 'returns'>,
): Surface {
  const kind = toSmileKind(instrument)
  const { eta, premium } = kind
  const rho = day > ANCHOR_DAY ? kind.rho : kind.pastRho
  let [variance, weights] = [0, 0]
  for (const [back, dailyReturn] of returns.entries()) {
    const weight = EWMA_WEIGHTS[back] ?? 0
    variance += weight * dailyReturn * dailyReturn
    weights += weight
  }
  const realised = Math.sqrt((TRADING_DAYS * variance) / Math.max(weights, 1e-9)) || instrument.volatility
  const longRun = instrument.volatility * premium
  const now = Math.max(
    0.35 * longRun,
    Math.min(2.5 * longRun, (0.7 * realised + 0.3 * instrument.volatility) * premium),
  )
  const toAtmVolatility = (years: number) =>
    Math.sqrt(
      longRun * longRun + ((now * now - longRun * longRun) * (1 - Math.exp(-REVERSION * years))) / (REVERSION * years),
    )
  return {
    toAtmVolatility,
    toVolatility(k, years) {
      const theta = toAtmVolatility(years) ** 2 * years
      const phi = eta / Math.sqrt(theta * (1 + theta))
      return Math.sqrt(((theta / 2) * (1 + rho * phi * k + Math.sqrt((phi * k + rho) ** 2 + 1 - rho * rho))) / years)
    },
  }
}

function toSmileKind({ factor, isFund }: SimulatedInstrument): SmileKind {
  if (factor === 'Volatility') return SMILES.volatility
  if (FLAT_FACTORS.has(factor)) return SMILES.flat
  return isFund ? SMILES.index : SMILES.single
}

/** Days on which options expire that are listed on a day, ascending. */
function listExpiryDays(day: number): number[] {
  const listed = Array.from({ length: EXPIRY_GAP_DAYS + 1 }, (_, back) => listOpenedExpiryDays(day - back)).flat()
  return [...new Set(listed)].filter((expiryDay) => expiryDay > day).sort((a, b) => a - b)
}

const openedExpiryDays = new Map<number, readonly number[]>()

/** Expiries for which strikes are opened on a day; the eve of a Friday that is a holiday. */
function listOpenedExpiryDays(day: number): readonly number[] {
  const known = openedExpiryDays.get(day)
  if (known !== undefined) return known
  const days: number[] = []
  for (let friday = day + ((5 - toWeekday(day) + 6) % 7) + 1; days.length < LISTED_EXPIRIES; friday += 7) {
    if (friday - day <= WEEKLY_DAYS || isThirdWeek(friday, 15)) days.push(isTradingDay(friday) ? friday : friday - 1)
  }
  openedExpiryDays.set(day, days)
  return days
}

/** Strikes of each expiry, ascending: those opened around the price of every day of its life until `throughDay`. */
function listStrikes(
  market: SimulatedMarket,
  instrument: SimulatedInstrument,
  expiryDays: readonly number[],
  throughDay: number,
): Map<number, number[]> {
  const wanted = new Set(expiryDays)
  const firstDay = Math.min(...expiryDays) - LONGEST_LIFE_DAYS
  const ranges = new Map<number, Map<number, { first: number; last: number }>>()
  for (let day = throughDay; day >= firstDay; day--) {
    const recent = isTradingDay(day) ? market.getRecentReturns(instrument.ticker, day, EWMA_DAYS) : undefined
    if (recent?.day !== day) continue
    const surface = createSurface(instrument, recent)
    const step = STRIKE_STEPS.find(({ below }) => recent.close < below)?.step ?? 50
    for (const expiryDay of listOpenedExpiryDays(day)) {
      if (!wanted.has(expiryDay)) continue
      const { deviation } = toTerm(surface, day, expiryDay)
      const first = Math.ceil((recent.close * Math.exp(-3.2 * Math.max(deviation, 0.05))) / step)
      const last = Math.floor((recent.close * Math.exp(2.6 * Math.max(deviation, 0.05))) / step)
      const bySteps = ranges.get(expiryDay) ?? new Map<number, { first: number; last: number }>()
      const before = bySteps.get(step) ?? { first, last }
      bySteps.set(step, { first: Math.min(before.first, first), last: Math.max(before.last, last) })
      ranges.set(expiryDay, bySteps)
    }
  }
  return new Map([...ranges].map(([expiryDay, bySteps]) => [expiryDay, toStrikes(bySteps)]))
}

function toStrikes(bySteps: ReadonlyMap<number, { first: number; last: number }>): number[] {
  const strikes = [...bySteps].flatMap(([step, { first, last }]) =>
    Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step),
  )
  return [...new Set(strikes)].sort((a, b) => a - b)
}

function toTerm(surface: Surface, day: number, expiryDay: number): { years: number; deviation: number } {
  const years = toYearsToExpiry(formatIsoDate(expiryDay), toCloseInstant(day))
  return { years, deviation: surface.toAtmVolatility(years) * Math.sqrt(years) }
}

const dayOfMonth = (day: number) => Number(formatIsoDate(day).slice(8))
const isThirdWeek = (day: number, first: number) => dayOfMonth(day) >= first && dayOfMonth(day) <= 21

interface ExpiryContext {
  instrument: SimulatedInstrument
  surface: Surface
  spot: number
  day: number
  expiryDay: number
}

function createExpiry(context: ExpiryContext, strikes: readonly number[]): ListedContract[] {
  const term = toTerm(context.surface, context.day, context.expiryDay)
  return strikes.flatMap((strike) =>
    (['call', 'put'] as const).map((type) => createContract(context, { type, strike, ...term })),
  )
}

interface Terms {
  type: 'call' | 'put'
  strike: number
  years: number
  /** Standard deviation of the logarithm of the price until the expiry. */
  deviation: number
}

function createContract({ instrument, surface, spot, day, expiryDay }: ExpiryContext, terms: Terms): ListedContract {
  const { type, strike, years, deviation } = terms
  const forward = spot * Math.exp((RATE - DIVIDEND_YIELD) * years)
  const logMoneyness = Math.log(strike / forward)
  const volatility = surface.toVolatility(logMoneyness, years)
  const { price } = computeBlackScholes({
    type,
    spot,
    strike,
    years,
    volatility,
    rate: RATE,
    dividendYield: DIVIDEND_YIELD,
  })
  const isOutOfTheMoney = (type === 'call') === strike >= forward
  const liquidity = toLiquidity(instrument)
  const popularity =
    Math.exp(-0.5 * (logMoneyness / Math.max(deviation, 0.02) / 1.15) ** 2) *
    (isOutOfTheMoney ? 1 : 0.35) *
    (isThirdWeek(expiryDay, 14) ? 1.6 : 0.7) *
    Math.exp(-1.1 * years) *
    liquidity *
    (type === 'put' && toSmileKind(instrument) === SMILES.index ? 1.25 : 1)
  const key = toKey(`O:${instrument.ticker}`) ^ expiryDay
  const stream = Math.round(strike * 100) * 2 + (type === 'call' ? 1 : 0)
  const openInterest = Math.round(900 * popularity * Math.exp(0.8 * normalAt(key, stream, 1)))
  const volume = Math.round(0.22 * openInterest * Math.exp(1.05 * normalAt(key, stream * 7 + day, 2) - 0.4))
  const expiry = formatIsoDate(expiryDay)
  return {
    symbol: toOptionSymbolOf({ underlying: instrument.ticker, expiry, type, strike }) ?? '',
    type,
    strike,
    expiry,
    volume,
    openInterest,
    ...toQuote(price, liquidity),
    last: null,
    previousClose: null,
    providerVolatility: Number(volatility.toFixed(4)),
    quotedAt: null,
    tradedAt: null,
    multiplier: 100,
    isAdjusted: false,
  }
}

/** How much is traded, relative to the least; what is traded more has narrower spreads. */
function toLiquidity({ ticker, isFund }: SimulatedInstrument): number {
  if (!isFund) return 6
  return MOST_TRADED.has(ticker) ? 30 : 4
}

/** Bid and ask around a price, on the ticks of the exchange: a cent below $3, five above. */
function toQuote(price: number, liquidity: number): { bid: number; ask: number } {
  const tick = price < 3 ? 0.01 : 0.05
  const half = Math.max(tick / 2, (0.004 + 0.03 / Math.sqrt(liquidity)) * price * 0.5 + 0.01)
  const bid = Math.max(0, Math.floor((price - half) / tick) * tick)
  const ask = Math.max(tick, Math.ceil((price + half) / tick) * tick)
  return { bid: Number(bid.toFixed(2)), ask: Number(ask.toFixed(2)) }
}
