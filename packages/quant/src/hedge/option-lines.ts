import { parseIsoDate } from '../civil-day.ts'
import { computeBlackScholes } from '../options/black-scholes.ts'
import type { AnalysedContract, ExpiryAnalysis } from '../options/chain-analysis.ts'
import { findSmile } from '../options/last-week-smile.ts'
import type { OptionType } from '../options/option-contract.ts'
import { assessTradability } from '../options/quote-hygiene.ts'
import { computeSmileVolatility } from '../options/volatility-smile.ts'
import { interpolateTermVolatility, toTermPoints } from '../options/volatility-term-structure.ts'
import type { LineRejection, LineRules, OptionLine, OptionMarket } from './hedge-market.ts'
import { type HedgeLeg, type HedgeUnderlying, type QuotedContract, VOLATILITY_ANSWERS } from './priced-hedge.ts'

/** The lines of one market that a search may use, and how many contracts each rule turned away. */
export interface OptionLines {
  /** In order of expiry, then strike. */
  readonly lines: readonly OptionLine[]
  readonly rejected: Readonly<Partial<Record<LineRejection, number>>>
}

/**
 * The contracts of a chain that may stand in a ticket, with the reason for which each of the others may not.
 *
 * Tradable means a clean quote (without a bid a contract may be bought, not sold, unless its neighbours belie its ask),
 * 100 contracts open or 20 traded today, at least 7 days to expiry (see `assessTradability`).
 *
 * @param rules of the search; contracts of the other type are not counted
 * @throws QuantInputError naming what of the market is not a possible number
 */
export function collectOptionLines(market: OptionMarket, rules: LineRules): OptionLines {
  const lines: OptionLine[] = []
  const rejected: Partial<Record<LineRejection, number>> = {}
  for (const line of readLines(market, rules.type)) {
    const rejection = typeof line === 'string' ? line : findBrokenRule(line, market.spot, rules)
    if (rejection !== null) rejected[rejection] = (rejected[rejection] ?? 0) + 1
    else if (typeof line !== 'string') lines.push(line)
  }
  lines.sort((a, b) => (a.expiry === b.expiry ? a.strike - b.strike : a.expiry < b.expiry ? -1 : 1))
  return { lines, rejected }
}

const read = new WeakMap<OptionMarket, Map<OptionType, readonly (OptionLine | LineRejection)[]>>()

/** All contracts of a type, before any rule; a market is asked for them under many rules, and read once. */
function readLines(market: OptionMarket, wanted: OptionType): readonly (OptionLine | LineRejection)[] {
  const ofMarket = read.get(market) ?? new Map<OptionType, readonly (OptionLine | LineRejection)[]>()
  read.set(market, ofMarket)
  const known = ofMarket.get(wanted)
  if (known !== undefined) return known
  const expiries = new Map(market.chain.expiries.map((expiry) => [expiry.expiry, expiry]))
  const ofType = market.chain.contracts.filter(({ type }) => type === wanted)
  const today = parseIsoDate(market.today)
  const days = new Map<string, number>()
  const lines = ofType.map((contract) => {
    const { expiry } = contract
    const daysToExpiry = days.get(expiry) ?? parseIsoDate(expiry) - today
    days.set(expiry, daysToExpiry)
    return isBelied(contract, ofType) ? 'no-clean-quote' : toLine(contract, daysToExpiry, market, expiries.get(expiry))
  })
  ofMarket.set(wanted, lines)
  return lines
}

/**
 * True if an ask without a bid beside it cannot be meant: somebody bids more for a contract of the same expiry that is
 * worth less, and nobody sells a dollar for a cent.
 */
function isBelied(
  { state, expiry, strike, type, ask }: AnalysedContract,
  ofType: readonly AnalysedContract[],
): boolean {
  const sign = type === 'put' ? 1 : -1
  return (
    state === 'no-bid' &&
    ofType.some(
      (other) =>
        other.state === 'ok' &&
        other.expiry === expiry &&
        sign * (other.strike - strike) < 0 &&
        (other.bid ?? 0) > (ask ?? 0),
    )
  )
}

/** Lines for a term, and whether they fall short of it. */
export interface CoveringLines extends OptionLines {
  /** True when no tradable expiry covers the term, so that the lines are those of the latest one before its last day. */
  readonly endsEarly: boolean
}

/**
 * The lines that cover a term; where a chain has none that long, those of its latest tradable expiry, if that is at
 * least a month away. A hedge that ends a little early is better than none, but it has to be said.
 *
 * @param lastDay of the term, YYYY-MM-DD; options that expire on it cover it
 */
export function collectCoveringLines(
  market: OptionMarket,
  lastDay: string,
  rules: Omit<LineRules, 'days'>,
): CoveringLines {
  const days = hedgeDays(parseIsoDate(lastDay) - parseIsoDate(market.today))
  const covering = collectOptionLines(market, { ...rules, days })
  if (covering.lines.length > 0) return { ...covering, endsEarly: false }
  const shorter = collectOptionLines(market, { ...rules, days: { least: SHORTEST_DAYS, most: days.least } }).lines
  const lines = shorter.filter(({ expiry }) => expiry === shorter.at(-1)!.expiry)
  return { lines, rejected: covering.rejected, endsEarly: lines.length > 0 }
}

const SHORTEST_DAYS = 30
const LONGEST_DAYS = 200

/** Deltas and strikes of index puts: nearer puts are dear, further ones bet on panic alone. */
export const INDEX_PUT_RULES = {
  type: 'put',
  delta: { least: 0.03, most: 0.45 },
  moneyness: { least: 0.75, most: 1.2 },
} as const

/** Expiries of puts on an index that may stand in a ticket, of a month or longer. */
export function listHedgeExpiries(market: OptionMarket): string[] {
  const days = { least: SHORTEST_DAYS, most: Infinity }
  return [...new Set(collectOptionLines(market, { ...INDEX_PUT_RULES, days }).lines.map(({ expiry }) => expiry))]
}

/**
 * Calendar days to expiry that hedges of a term may have: at least 30 and the term, at most 200 or two months more.
 *
 * @param calendarDays of the term
 */
export function hedgeDays(calendarDays: number): { readonly least: number; readonly most: number } {
  const least = Math.max(SHORTEST_DAYS, calendarDays)
  return { least, most: Math.max(LONGEST_DAYS, least + 60) }
}

function toLine(
  contract: AnalysedContract,
  daysToExpiry: number,
  market: OptionMarket,
  expiry: ExpiryAnalysis | undefined,
): OptionLine | LineRejection {
  const { state, openInterest, volume, type, strike } = contract
  if (state !== 'ok' && state !== 'no-bid') return 'no-clean-quote'
  const { canBuy, canSell, maximumContracts } = assessTradability(state, { openInterest, volume, daysToExpiry })
  if (!canBuy) return 'illiquid'
  const greeks = findGreeks(contract, market, expiry)
  if (greeks === null) return 'no-volatility'
  return {
    underlying: market.ticker,
    type,
    strike,
    expiry: contract.expiry,
    daysToExpiry,
    bid: contract.bid ?? 0,
    ask: contract.ask ?? 0,
    ...greeks,
    multiplier: market.multiplier,
    mostBought: maximumContracts,
    mostSold: canSell ? maximumContracts : 0,
  }
}

/** Greeks of the contract's own quote, or of the smile where a strike has no clean quote. */
function findGreeks(
  { type, strike, years, valuation, impliedVolatility }: AnalysedContract,
  { spot, rate }: OptionMarket,
  expiry: ExpiryAnalysis | undefined,
): { readonly delta: number; readonly volatility: number } | null {
  // Without a smile the option could be bought but not repriced.
  if (expiry === undefined || expiry.smile === null) return null
  if (valuation !== null && impliedVolatility !== null) return { delta: valuation.delta, volatility: impliedVolatility }
  const volatility = computeSmileVolatility(expiry.smile, strike)
  const { dividendYield } = expiry.forward
  return {
    delta: computeBlackScholes({ type, spot, strike, years, rate, dividendYield, volatility }).delta,
    volatility,
  }
}

function findBrokenRule(line: OptionLine, spot: number, rules: LineRules): LineRejection | null {
  const { days, delta, moneyness } = rules
  if (line.daysToExpiry < days.least) return 'too-short'
  if (line.daysToExpiry > days.most) return 'too-long'
  if (line.strike < moneyness.least * spot || line.strike > moneyness.most * spot) return 'strike-too-low'
  const size = Math.abs(line.delta)
  return size < delta.least || size > delta.most ? 'delta-out-of-range' : null
}

/**
 * Collects what repricing needs of a market: its smiles, its quotes and its volatility of 30 days.
 *
 * @param indexVolatility30 of the index, which a volatility index follows; needed for that role only
 * @returns null when no expiry of the chain has a smile
 */
export function toHedgeUnderlying(
  market: OptionMarket,
  indexVolatility30: number | null = null,
): HedgeUnderlying | null {
  const { ticker, role, today, spot, style, rate, chain } = market
  const quotes = groupQuotes(chain.contracts)
  const expiries = chain.expiries.flatMap((one) => {
    const smile = findSmile(one, chain.contracts)
    const { expiry, forward } = one
    return smile === null
      ? []
      : [{ expiry, smile, dividendYield: forward.dividendYield, quotes: quotes.get(expiry) ?? [] }]
  })
  const own = interpolateTermVolatility(toTermPoints(chain.expiries), 30 / 365)
  const isVolatility = role === 'volatility'
  const volatility30 = isVolatility ? indexVolatility30 : own
  if (volatility30 === null || own === null) return null
  return {
    ticker,
    kind: isVolatility ? 'volatility' : 'price',
    today,
    spot,
    beta: isVolatility ? 0 : market.beta,
    style,
    rate,
    volatility30,
    ...VOLATILITY_ANSWERS[role === 'single-name' ? 'single-name' : 'index'],
    expiries,
  }
}

function groupQuotes(contracts: readonly AnalysedContract[]): Map<string, QuotedContract[]> {
  const groups = new Map<string, QuotedContract[]>()
  for (const { type, strike, expiry, quotedVolatility: volatility } of contracts) {
    if (volatility === null) continue
    const group = groups.get(expiry)
    if (group) group.push({ type, strike, volatility })
    else groups.set(expiry, [{ type, strike, volatility }])
  }
  return groups
}

/** A line as a leg of a ticket: bought at the ask, sold (negative contracts) at the bid. */
export function toHedgeLeg(line: OptionLine, contracts: number): HedgeLeg {
  const { underlying, type, strike, expiry, multiplier, ask, bid } = line
  return { underlying, type, strike, expiry, contracts, premium: contracts < 0 ? bid : ask, multiplier }
}
