// Tests: policy-market.test.ts

import { MARKET_INDEX, OPTION_RATE, toOptionTerms } from '@ballast/contract'
import { computeBlack76, computeSmileVolatility, findSmile, LAST_WEEK_YEARS } from '@ballast/quant'
import { errors } from '../../http/errors.ts'
import { NotToldYet } from '../../market-data/failures.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { type AnalysedChain, analyseChain } from '../../market-data/options/analyse-chain.ts'
import { decodeChain } from '../../market-data/options/option-chain.ts'
import type { OptionMark, OptionMarks } from '../../market-data/options/option-marks.ts'

/** The market of one check: what it could not tell, and what it valued without a quote. */
interface PolicyMarket {
  /** As the market that it was made of, except that an option without a quote has the value that its smile gives. */
  marketData: MarketData
  /** Symbols that were valued by their smile. */
  valuedBySmile: ReadonlySet<string>
  /** @throws AppError 503 when the provider did not answer about the benchmark or one of these tickers */
  requireAnswers(tickers: Iterable<string>): void
}

/**
 * Looks at a market for one check of a portfolio's policies. A leg that nobody quotes is still worth something, and its
 * neighbours tell what: it is valued by the smile that fits the quotes of its expiry, which is flat in the last week if need be.
 * An option of an expiry without any stays without a value.
 */
export function createPolicyMarket(marketData: MarketData): PolicyMarket {
  const valuedBySmile = new Set<string>()
  const unanswered = new Set<string>()

  function note(missing: ReadonlyMap<string, string>): void {
    for (const [ticker, reason] of missing) if (reason === 'provider-down') unanswered.add(ticker)
  }

  return {
    marketData: {
      ...marketData,
      async getQuotes(request) {
        const quotes = await marketData.getQuotes(request)
        note(quotes.missing)
        return quotes
      },
      async getOptionChain(request) {
        const answer = await marketData.getOptionChain(request)
        if (answer.kind === 'provider-down') unanswered.add(request.ticker)
        return answer
      },
      async getOptionMarks(request) {
        const marks = await marketData.getOptionMarks(request)
        note(marks.missing)
        const valued = await valueBySmile(marketData, marks.missing)
        if (valued.size === 0) return marks
        for (const symbol of valued.keys()) valuedBySmile.add(symbol)
        const missing = [...marks.missing].filter(([symbol]) => !valued.has(symbol))
        return { found: new Map([...marks.found, ...valued]), missing: new Map(missing) }
      },
    },
    valuedBySmile,
    requireAnswers(tickers) {
      const silent = [MARKET_INDEX, ...tickers].filter((ticker) => unanswered.has(ticker)).map(toUnderlying)
      if (silent.length > 0) throw notToldYet(`the provider did not answer about ${[...new Set(silent)].join(', ')}`)
    },
  }
}

const toUnderlying = (ticker: string) => (toOptionTerms(ticker)?.underlying ?? ticker).replace(/^\^/, '')

/** @param reason the end of a sentence */
export const notToldYet = (reason: string) =>
  errors.unavailable(`This hedge cannot be checked now: ${reason}. Try again in some minutes.`, new NotToldYet(reason))

/** Options without a quote whose expiry has others that are quoted, by symbol. */
async function valueBySmile(marketData: MarketData, missing: OptionMarks['missing']): Promise<Map<string, OptionMark>> {
  const valued = new Map<string, OptionMark>()
  const chains = new Map<string, Promise<ReadChain | null>>()
  for (const [symbol, reason] of missing) {
    const terms = toOptionTerms(symbol)
    if ((reason !== 'not-listed' && reason !== 'no-quote') || terms === undefined || terms.isAdjusted) continue
    const key = `${terms.underlying} ${terms.expiry}`
    const reading = chains.get(key) ?? readChain(marketData, terms)
    chains.set(key, reading)
    const chain = await reading
    const expiry = chain?.expiries.find((one) => one.expiry === terms.expiry)
    if (chain === null || expiry === undefined) continue
    const smile = findSmile(expiry, chain.contracts)
    // Before its last week a flat smile is an assumption.
    if (smile === null || (smile.pointCount === 0 && smile.years > LAST_WEEK_YEARS)) continue
    const { type, strike } = terms
    const volatility = computeSmileVolatility(smile, strike)
    const { forward, years } = smile
    const { price } = computeBlack76({ type, forward, strike, years, rate: OPTION_RATE, volatility })
    const intrinsic = type === 'call' ? (chain.spot ?? 0) - strike : strike - (chain.spot ?? strike)
    valued.set(symbol, {
      terms,
      price: chain.style === 'american' ? Math.max(price, intrinsic) : price,
      previousClose: null,
      state: 'no-quote',
      impliedVolatility: volatility,
      valuation: null,
      underlyingPrice: chain.spot,
      ...chain.made,
    })
  }
  return valued
}

interface ReadChain extends AnalysedChain {
  made: Pick<OptionMark, 'asOf' | 'session' | 'source' | 'fetchedAt' | 'stale'>
}

async function readChain(
  { getOptionChain }: Pick<MarketData, 'getOptionChain'>,
  { underlying, expiry }: { underlying: string; expiry: string },
): Promise<ReadChain | null> {
  const answer = await getOptionChain({ ticker: underlying, slice: { expiry } })
  if (answer.kind !== 'chain') return null
  const chain = decodeChain(answer.encoded)
  const { asOf, session, source } = chain
  const { fetchedAt, stale } = answer
  return { ...analyseChain(chain), made: { asOf, session, source, fetchedAt, stale } }
}
