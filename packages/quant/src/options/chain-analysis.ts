import { computeAmericanImpliedVolatility } from './american-implied-volatility.ts'
import { computeBlackScholes, type OptionValuation } from './black-scholes.ts'
import { type ChainFigures, computeChainFigures, isValidVolatility } from './chain-figures.ts'
import { computeImpliedForward, type ImpliedForward } from './implied-forward.ts'
import { computeImpliedVolatility } from './implied-volatility.ts'
import type { OptionType } from './option-contract.ts'
import { classifyQuotes, computeMark, type OptionQuote, type QuoteState } from './quote-hygiene.ts'
import { computeDeltaSkew, type DeltaSkew, fitVolatilitySmile, type VolatilitySmile } from './volatility-smile.ts'
import { computeTermSummary, type TermSummary } from './volatility-term-structure.ts'

/** One contract of a chain as a provider sends it. Prices are per share, volatilities fractions. */
export interface ChainQuote extends OptionQuote {
  /** Expiry as YYYY-MM-DD. */
  readonly expiry: string
  /** Years to expiry, > 0 (calendar days / 365 to the closing bell, at least an hour). */
  readonly years: number
  readonly volume: number | null
  readonly openInterest: number | null
  /** The volatility that the provider states, if any; it is compared with ours, never used. */
  readonly providerVolatility?: number | null
  /** Whole days from its last trade to the chain; null or left out when nobody says. It is told, never judged by. */
  readonly daysSinceTrade?: number | null
}

/** The market in which a chain is read. */
export interface ChainMarket {
  readonly spot: number
  /** Annual continuous rate at which options are discounted. */
  readonly rate: number
  readonly style: 'american' | 'european'
  readonly trailingYield?: number | null
  readonly lastSession?: number | null
}

/** A contract with what its quote is worth and what it implies. */
export interface AnalysedContract extends ChainQuote {
  readonly state: QuoteState
  /** Mid, or half the ask without a bid; null without a usable quote. */
  readonly mark: number | null
  /** Our volatility for the strike, from its out-of-the-money side; null when no clean quote gives one, or adjusted. */
  readonly impliedVolatility: number | null
  /** Greeks at that volatility; null without one. */
  readonly valuation: OptionValuation | null
  /** True when the provider's volatility is more than five points from ours where both should be good. */
  readonly disagreesWithProvider: boolean
}

/** One expiry of a chain, read. */
export interface ExpiryAnalysis {
  readonly expiry: string
  readonly years: number
  readonly forward: ImpliedForward
  /** Null when no clean quote is left. */
  readonly smile: VolatilitySmile | null
  readonly skew: DeltaSkew | null
}

/** A whole chain, read: its contracts, expiries and figures. */
export interface ChainAnalysis {
  /** In the order given. */
  readonly contracts: readonly AnalysedContract[]
  /** In order of expiry. */
  readonly expiries: readonly ExpiryAnalysis[]
  readonly term: TermSummary | null
  readonly figures: ChainFigures<AnalysedContract>
}

/** Early exercise matters to the volatility of an in-the-money put beyond this delta. */
const EARLY_EXERCISE_DELTA = 0.6
const PROVIDER_TOLERANCE = 0.05
const COMPARED_DELTAS = { lowest: 0.15, highest: 0.85 } as const

/**
 * Reads a whole option chain: the state of each quote, the forward and dividend yield of each expiry by put/call parity,
 * our own volatilities and Greeks, the smiles and the term structure, and the specification's chain figures.
 *
 * A strike's volatility is that of its out-of-the-money side (put below the forward, call above), whose price is all
 * time value; the other side is used only where that one has no clean quote. Broken quotes never reach an average.
 *
 * @param quotes of one underlying, any order; an empty chain gives empty lists and null summaries
 * @throws QuantInputError naming what is not a possible number
 */
export function analyzeOptionChain(quotes: readonly ChainQuote[], market: ChainMarket): ChainAnalysis {
  const expiries: ExpiryAnalysis[] = []
  const analysed: AnalysedContract[] = []
  for (const [expiry, indices] of groupByExpiry(quotes)) {
    const ofExpiry = indices.map((i) => quotes[i]!)
    const years = ofExpiry[0]!.years
    const { spot, rate, style, trailingYield = null, lastSession = null } = market
    const assumedYield = trailingYield ?? 0
    const loose = classifyQuotes(ofExpiry, { spot, years, rate, dividendYield: assumedYield, style, lastSession })
    const forward = computeImpliedForward(pairClean(ofExpiry, loose), { spot, rate, years, trailingYield })
    const { dividendYield } = forward
    const states = classifyQuotes(ofExpiry, { spot, years, rate, dividendYield, style, lastSession })
    const contracts = analyseContracts(ofExpiry, states, { ...market, years, forward })
    const smile = fitVolatilitySmile(toSmilePoints(contracts, forward.forward), { forward: forward.forward, years })
    const skew = smile === null ? null : computeDeltaSkew(smile, dividendYield)
    expiries.push({ expiry, years, forward, smile, skew })
    for (const [place, i] of indices.entries()) analysed[i] = contracts[place]!
  }
  const termPoints = expiries.flatMap(({ years, smile }) =>
    smile === null ? [] : [{ years, volatility: smile.atmVolatility }],
  )
  const term = termPoints.length > 0 ? computeTermSummary(termPoints, market.spot) : null
  return { contracts: analysed, expiries, term, figures: computeChainFigures(analysed, market.spot) }
}

function groupByExpiry(quotes: readonly ChainQuote[]): [string, number[]][] {
  const groups = new Map<string, number[]>()
  for (const [i, { expiry }] of quotes.entries()) {
    const group = groups.get(expiry)
    if (group) group.push(i)
    else groups.set(expiry, [i])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

function pairClean(quotes: readonly ChainQuote[], states: readonly QuoteState[]) {
  const mids = new Map<string, number>()
  for (const [i, quote] of quotes.entries()) {
    const mark = states[i] === 'ok' ? computeMark(quote, 'ok') : null
    if (mark !== null) mids.set(`${quote.type} ${quote.strike}`, mark)
  }
  return [...new Set(quotes.map(({ strike }) => strike))].flatMap((strike) => {
    const callMid = mids.get(`call ${strike}`)
    const putMid = mids.get(`put ${strike}`)
    return callMid === undefined || putMid === undefined ? [] : [{ strike, callMid, putMid }]
  })
}

interface ExpiryContext extends ChainMarket {
  readonly years: number
  readonly forward: ImpliedForward
}

function analyseContracts(
  quotes: readonly ChainQuote[],
  states: readonly QuoteState[],
  context: ExpiryContext,
): AnalysedContract[] {
  const volatilities = computeStrikeVolatilities(quotes, states, context)
  const { spot, rate, years, forward } = context
  return quotes.map((quote, i) => {
    const state = states[i]!
    const mark = computeMark(quote, state)
    // What delivers something else has not the strike of the others, whatever its symbol says.
    const impliedVolatility = state === 'adjusted' ? null : (volatilities.get(quote.strike) ?? null)
    const valuation =
      impliedVolatility === null
        ? null
        : computeBlackScholes({
            type: quote.type,
            spot,
            strike: quote.strike,
            years,
            rate,
            dividendYield: forward.dividendYield,
            volatility: impliedVolatility,
          })
    const disagreesWithProvider = disagrees(quote.providerVolatility ?? null, impliedVolatility, valuation)
    return { ...quote, state, mark, impliedVolatility, valuation, disagreesWithProvider }
  })
}

function disagrees(provider: number | null, own: number | null, valuation: OptionValuation | null): boolean {
  if (provider === null || own === null || valuation === null) return false
  const delta = Math.abs(valuation.delta)
  const isComparable = delta >= COMPARED_DELTAS.lowest && delta <= COMPARED_DELTAS.highest
  return isComparable && Math.abs(provider - own) > PROVIDER_TOLERANCE
}

function computeStrikeVolatilities(
  quotes: readonly ChainQuote[],
  states: readonly QuoteState[],
  context: ExpiryContext,
): Map<number, number> {
  const outOfTheMoney = (type: OptionType, strike: number) =>
    type === (strike < context.forward.forward ? 'put' : 'call')
  const found = new Map<number, number>()
  const clean = quotes.filter((_, i) => states[i] === 'ok')
  for (const isSecondChoice of [false, true]) {
    for (const quote of clean) {
      if (outOfTheMoney(quote.type, quote.strike) === isSecondChoice || found.has(quote.strike)) continue
      const volatility = computeQuoteVolatility(quote, isSecondChoice, context)
      if (isValidVolatility(volatility)) found.set(quote.strike, volatility)
    }
  }
  return found
}

function computeQuoteVolatility(quote: ChainQuote, isInTheMoney: boolean, context: ExpiryContext): number | null {
  const { spot, rate, years, forward, style } = context
  const price = computeMark(quote, 'ok') ?? 0
  const { type, strike } = quote
  const priced = { type, spot, strike, years, rate, dividendYield: forward.dividendYield, price }
  const { volatility } = computeImpliedVolatility(priced)
  if (!isInTheMoney || style === 'european' || type === 'call') return volatility
  const isDeep =
    volatility === null || Math.abs(computeBlackScholes({ ...priced, volatility }).delta) > EARLY_EXERCISE_DELTA
  return isDeep ? computeAmericanImpliedVolatility(priced).volatility : volatility
}

function toSmilePoints(contracts: readonly AnalysedContract[], forward: number) {
  const points = new Map<number, { strike: number; volatility: number; weight: number }>()
  for (const { type, strike, state, impliedVolatility, valuation } of contracts) {
    const isOutOfTheMoney = type === (strike < forward ? 'put' : 'call')
    if (state !== 'ok' || impliedVolatility === null || valuation === null) continue
    if (isOutOfTheMoney || !points.has(strike)) {
      points.set(strike, { strike, volatility: impliedVolatility, weight: valuation.vega })
    }
  }
  return [...points.values()]
}
