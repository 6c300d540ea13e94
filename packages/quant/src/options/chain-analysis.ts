import { computeAmericanImpliedVolatility } from './american-implied-volatility.ts'
import { computeBlackScholes, type OptionValuation } from './black-scholes.ts'
import { type ChainFigures, computeChainFigures, isValidVolatility, VALID_VOLATILITY } from './chain-figures.ts'
import { computeDeltaSkew, type DeltaSkew } from './delta-skew.ts'
import { computeImpliedForward, type ImpliedForward } from './implied-forward.ts'
import { computeImpliedVolatility } from './implied-volatility.ts'
import { classifyQuotes, computeMark, type OptionQuote, type QuoteState } from './quote-hygiene.ts'
import {
  computeSmileError,
  fitVolatilitySmiles,
  type SmileError,
  type SmilePoint,
  type VolatilitySmile,
} from './volatility-smile.ts'
import { computeTermSummary, type TermSummary, toTermPoints } from './volatility-term-structure.ts'

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
  /**
   * Volatility at which Black–Scholes gives the mid of this very quote, or comes nearest to it: an early exercise premium
   * is in it, too, and a mid below what any volatility gives has the lowest, 1 %. Null without a clean quote.
   */
  readonly quotedVolatility: number | null
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
  /** How far the smile is from the quotes; null without one. */
  readonly smileError: SmileError | null
  /** From the quotes; null when their strikes do not reach a delta of a quarter on both sides. */
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
  const read: ReadExpiry[] = []
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
    read.push({ expiry, years, forward, points: toSmilePoints(contracts, forward.forward) })
    for (const [place, i] of indices.entries()) analysed[i] = contracts[place]!
  }
  const expiries = fitExpiries(read)
  const points = toTermPoints(expiries)
  const term = points.length > 0 ? computeTermSummary(points, market.spot) : null
  return { contracts: analysed, expiries, term, figures: computeChainFigures(analysed, market.spot) }
}

interface ReadExpiry extends Pick<ExpiryAnalysis, 'expiry' | 'years' | 'forward'> {
  readonly points: readonly SmilePoint[]
}

function fitExpiries(read: readonly ReadExpiry[]): ExpiryAnalysis[] {
  const quotes = read.map(({ years, forward, points }) => ({ forward: forward.forward, years, points }))
  const smiles = fitVolatilitySmiles(quotes)
  return read.map(({ expiry, years, forward, points }, i) => {
    const smile = smiles[i] ?? null
    const smileError = smile === null ? null : computeSmileError(smile, points)
    const skew = smile === null ? null : computeDeltaSkew(quotes[i]!, forward.dividendYield)
    return { expiry, years, forward, smile, smileError, skew }
  })
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
  const own = quotes.map((quote, i) => (states[i] === 'ok' ? computeQuotedVolatility(quote, context) : null))
  const volatilities = computeStrikeVolatilities(quotes, { states, own }, context)
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
    const quotedVolatility = own[i] ?? null
    return { ...quote, state, mark, impliedVolatility, quotedVolatility, valuation, disagreesWithProvider }
  })
}

function disagrees(provider: number | null, own: number | null, valuation: OptionValuation | null): boolean {
  if (provider === null || own === null || valuation === null) return false
  const delta = Math.abs(valuation.delta)
  const isComparable = delta >= COMPARED_DELTAS.lowest && delta <= COMPARED_DELTAS.highest
  return isComparable && Math.abs(provider - own) > PROVIDER_TOLERANCE
}

interface ReadQuotes {
  readonly states: readonly QuoteState[]
  /** Black–Scholes volatility of each quote by itself. */
  readonly own: readonly (number | null)[]
}

function computeStrikeVolatilities(
  quotes: readonly ChainQuote[],
  { states, own }: ReadQuotes,
  context: ExpiryContext,
): Map<number, number> {
  const found = new Map<number, number>()
  for (const isSecondChoice of [false, true]) {
    for (const [i, quote] of quotes.entries()) {
      const isOut = isOutOfTheMoney(quote, context.forward.forward)
      if (states[i] !== 'ok' || isOut === isSecondChoice || found.has(quote.strike)) continue
      const volatility = isOut ? own[i]! : withoutEarlyExercise(quote, own[i]!, context)
      // The lowest stands for mids that no volatility gives.
      if (isValidVolatility(volatility) && volatility > VALID_VOLATILITY.lowest) found.set(quote.strike, volatility)
    }
  }
  return found
}

const isOutOfTheMoney = ({ type, strike }: Pick<ChainQuote, 'type' | 'strike'>, forward: number) =>
  type === (strike < forward ? 'put' : 'call')

function toPriced({ type, strike, bid, ask }: ChainQuote, { spot, rate, years, forward }: ExpiryContext) {
  const price = computeMark({ bid, ask }, 'ok') ?? 0
  return { type, spot, strike, years, rate, dividendYield: forward.dividendYield, price }
}

/** Volatility of one clean quote by itself; the lowest valid one when its mid is below what any volatility gives. */
function computeQuotedVolatility(quote: ChainQuote, context: ExpiryContext): number | null {
  const { volatility, reason } = computeImpliedVolatility(toPriced(quote, context))
  if (reason === 'below-intrinsic') return VALID_VOLATILITY.lowest
  const usable = volatility === null ? null : Math.max(VALID_VOLATILITY.lowest, volatility)
  return isValidVolatility(usable) ? usable : null
}

/** A put deep in the money has the right to exercise early in its price, which is no volatility. */
function withoutEarlyExercise(quote: ChainQuote, volatility: number | null, context: ExpiryContext): number | null {
  if (context.style === 'european' || quote.type === 'call') return volatility
  const priced = toPriced(quote, context)
  const isDeep =
    volatility === null ||
    volatility === VALID_VOLATILITY.lowest ||
    Math.abs(computeBlackScholes({ ...priced, volatility }).delta) > EARLY_EXERCISE_DELTA
  return isDeep ? computeAmericanImpliedVolatility(priced).volatility : volatility
}

/** A strike quoted in the money alone tells its volatility only near the forward: further in, its price is intrinsic. */
const NEAR_MONEY = 1

function toSmilePoints(contracts: readonly AnalysedContract[], forward: number): SmilePoint[] {
  const points = new Map<number, SmilePoint>()
  for (const contract of contracts) {
    const { strike, state, impliedVolatility: volatility, valuation, bid, ask, years } = contract
    if (state !== 'ok' || volatility === null || valuation === null || !(valuation.vega > 0)) continue
    const isOut = isOutOfTheMoney(contract, forward)
    const isNear = Math.abs(Math.log(strike / forward)) <= NEAR_MONEY * volatility * Math.sqrt(years)
    if (isOut || (isNear && !points.has(strike))) {
      points.set(strike, { strike, volatility, halfSpread: (0.5 * ((ask ?? 0) - (bid ?? 0))) / valuation.vega })
    }
  }
  return [...points.values()]
}
