// Tests: near-term.test.ts, recorded-chains.shared.test.ts

import {
  type OptionChain as ChainBody,
  IV_RANK_OBSERVATIONS,
  OPTION_RATE,
  type OptionContract,
  type OptionExpiry,
  type OptionQuoteState,
  type OptionSummary,
  PUT_CALL_OBSERVATIONS,
} from '@ballast/contract'
import {
  assessTradability,
  type ChainFigures,
  comparePutCallRatio,
  computeChainFigures,
  computeExerciseProbability,
  computeVolatilityRank,
  type ExpiryAnalysis,
  isInTheMoney,
  parseIsoDate,
} from '@ballast/quant'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import { type AnalysedChain, type AnalysedListing, analyseChain } from '../../market-data/options/analyse-chain.ts'
import { chooseNearTerm } from '../../market-data/options/choose-expiries.ts'
import type { OptionChain } from '../../market-data/options/option-chain.ts'
import { describeAssumptions } from './describe-assumptions.ts'

/** Circumstances of the answer next to the chain. */
export interface ChainFrame {
  name: string | null
  /** The expiry that was asked for alone; null for the near-term chain. */
  expiry: string | null
  fetchedAt: string
  stale: boolean
  simulated: boolean
  /** Civil day number, by which quotes are called old. */
  today: number
  /** Volatilities of 30 days observed over the last year, the day of the first, and the put/call ratios of those days. */
  history: { volatilities: readonly number[]; from: string | null; putCallRatios: readonly number[] }
}

type Listing = Omit<AnalysedListing, 'volume' | 'openInterest'> & { volume: number | null; openInterest: number | null }

/** The answer of the near-term call, from a chain as it was stored. */
export function shapeChain(chain: OptionChain, frame: ChainFrame): ChainBody {
  const analysis = analyseChain(chain)
  const quoteDay = toNewYorkTime(new Date(chain.asOf)).day
  const isOld = frame.today - quoteDay > OLD_QUOTES_DAYS
  const listed = new Set(
    frame.expiry === null
      ? chooseNearTerm([...new Set(chain.contracts.map(({ expiry }) => expiry))], quoteDay)
      : [frame.expiry],
  )
  const contracts = analysis.contracts.filter(({ expiry }) => listed.has(expiry))
  const figures = computeChainFigures(contracts, analysis.spot ?? undefined)
  const expiries = toExpiries(analysis, listed, quoteDay)
  const dividendYields = new Map(analysis.expiries.map(({ expiry, forward }) => [expiry, forward.dividendYield]))
  const days = new Map([...listed].map((expiry) => [expiry, parseIsoDate(expiry) - quoteDay]))
  const context = { analysis, figures, dividendYields, days }
  return {
    ticker: chain.ticker,
    name: frame.name,
    options: contracts.map((contract) => toContract(contract, context)),
    expiries,
    availableExpiries: [...chain.expiries],
    underlyingPrice: round(analysis.spot),
    previousClose: chain.previousClose,
    asOf: chain.asOf,
    fetchedAt: frame.fetchedAt,
    session: chain.session,
    source: chain.source,
    simulated: frame.simulated,
    stale: frame.stale || isOld,
    summary: toSummary(figures, contracts, analysis, frame),
    emptyReason: null,
    rates: { annual: OPTION_RATE, basis: 'flat' },
    assumptions: describeAssumptions(analysis, chain, contracts.length),
  }
}

interface Context {
  analysis: AnalysedChain
  figures: ChainFigures<AnalysedListing>
  dividendYields: ReadonlyMap<string, number>
  days: ReadonlyMap<string, number>
}

function toContract(contract: Listing, { analysis, figures, dividendYields, days }: Context): OptionContract {
  const { listing, valuation, impliedVolatility, state, years } = contract
  const { spot, style } = analysis
  const volume = listing.volume
  const openInterest = listing.openInterest
  const timesAverage = volume !== null && figures.averageVolume > 0 ? volume / figures.averageVolume : null
  const daysToExpiry = days.get(listing.expiry) ?? 0
  const { canBuy, canSell, maximumContracts } = assessTradability(state, { openInterest, volume, daysToExpiry })
  return {
    symbol: listing.symbol,
    contractType: listing.type,
    strikePrice: listing.strike,
    expirationDate: listing.expiry,
    bid: listing.bid,
    ask: listing.ask,
    last: listing.last,
    mid: round(contract.mark),
    state,
    impliedVolatility: round(impliedVolatility),
    providerIV: listing.providerVolatility,
    ivDisagrees: contract.disagreesWithProvider,
    openInterest,
    volume,
    underlyingPrice: round(spot),
    delta: round(valuation?.delta),
    gamma: round(valuation?.gamma),
    theta: round(valuation && valuation.theta / DAYS_PER_YEAR),
    vega: round(valuation && valuation.vega / POINTS),
    rho: round(valuation && valuation.rho / POINTS),
    probabilityInTheMoneyPercent:
      spot === null || impliedVolatility === null
        ? null
        : round(
            POINTS *
              computeExerciseProbability({
                type: listing.type,
                spot,
                strike: listing.strike,
                years,
                volatility: impliedVolatility,
                rate: OPTION_RATE,
                dividendYield: dividendYields.get(listing.expiry) ?? 0,
              }),
          ),
    inTheMoney: spot !== null && isInTheMoney(listing, spot),
    multiplier: listing.multiplier,
    style,
    volumeTimesAverage: round(timesAverage),
    unusual: timesAverage !== null && timesAverage > UNUSUAL_MULTIPLE,
    volOI: volume !== null && openInterest ? round(volume / openInterest) : null,
    canBuy,
    canSell,
    maximumContracts,
    lastTradeAt: listing.tradedAt === null ? null : new Date(listing.tradedAt).toISOString(),
  }
}

/** Quotes older than this are of another market than today's. */
const OLD_QUOTES_DAYS = 7
const DAYS_PER_YEAR = 365
const POINTS = 100
const UNUSUAL_MULTIPLE = 2

function toExpiries(analysis: AnalysedChain, listed: ReadonlySet<string>, today: number): OptionExpiry[] {
  const byExpiry = Map.groupBy(analysis.contracts, ({ expiry }) => expiry)
  return analysis.expiries.map((expiry) => {
    const contracts = byExpiry.get(expiry.expiry) ?? []
    return toExpiry(expiry, contracts, { spot: analysis.spot, listed: listed.has(expiry.expiry), today })
  })
}

function toExpiry(
  { expiry, years, forward, smile, smileError, skew }: ExpiryAnalysis,
  contracts: readonly AnalysedListing[],
  { spot, listed, today }: { spot: number | null; listed: boolean; today: number },
): OptionExpiry {
  const figures = computeChainFigures(contracts)
  return {
    expiry,
    days: parseIsoDate(expiry) - today,
    years: precise(years),
    listed,
    contractCount: contracts.length,
    leftOut: countLeftOut(contracts),
    atmIV: round(smile?.atmVolatility),
    forward: precise(forward.forward),
    forwardSource: forward.source,
    dividendYield: precise(forward.dividendYield),
    riskReversal25: round(skew?.riskReversal),
    callIV25: round(skew?.callVolatility),
    putIV25: round(skew?.putVolatility),
    putSkew25: round(skew?.putSkew),
    smile: smile && smileError && { svi: { ...smile.svi }, points: smile.pointCount, error: precise(smileError.rms) },
    expectedMove: smile && spot !== null ? precise(spot * smile.atmVolatility * Math.sqrt(years)) : null,
    callVolume: figures.callVolume,
    putVolume: figures.putVolume,
    putCallVolumeRatio: round(figures.putCallRatio),
    callOpenInterest: figures.callOpenInterest,
    putOpenInterest: figures.putOpenInterest,
    putCallOpenInterestRatio: round(figures.putCallRatioOpenInterest),
    maxOpenInterest: contracts.reduce((most, { openInterest }) => Math.max(most, openInterest ?? 0), 0),
    maxVolume: contracts.reduce((most, { volume }) => Math.max(most, volume ?? 0), 0),
  }
}

function toSummary(
  figures: ChainFigures<AnalysedListing>,
  contracts: readonly AnalysedListing[],
  { term: whole, spot }: AnalysedChain,
  { history, expiry }: ChainFrame,
): OptionSummary {
  // One expiry by itself does not tell the volatility of thirty days.
  const term = expiry === null ? whole : null
  const leftOut = countLeftOut(contracts)
  return {
    averageIV: round(figures.averageImpliedVolatility),
    averagedContracts: figures.validVolatilityCount,
    contractCount: figures.contractCount,
    leftOut,
    leftOutCount: Object.values(leftOut).reduce((sum, count) => sum + count, 0),
    ivDisagreements: contracts.filter(({ disagreesWithProvider }) => disagreesWithProvider).length,
    putCallRatio: round(figures.putCallRatio),
    putCallLabel: figures.sentiment,
    putCallRatioOpenInterest: round(figures.putCallRatioOpenInterest),
    // What was observed is of the near-term chain, and no measure of one expiry alone.
    putCallHistory: toPutCallHistory(expiry === null ? history.putCallRatios : [], figures.putCallRatio),
    callVolume: figures.callVolume,
    putVolume: figures.putVolume,
    totalVolume: figures.totalVolume,
    averageVolume: precise(figures.averageVolume),
    callOpenInterest: figures.callOpenInterest,
    putOpenInterest: figures.putOpenInterest,
    totalOpenInterest: figures.totalOpenInterest,
    volumePattern: figures.volumePattern,
    volumeImbalancePercent: round(figures.volumeImbalance === null ? null : POINTS * figures.volumeImbalance),
    unusual: figures.unusual.map(({ contract, volume, timesAverage, volumeToOpenInterest }) => ({
      symbol: contract.listing.symbol,
      contractType: contract.type,
      strikePrice: contract.strike,
      expirationDate: contract.expiry,
      volume,
      timesAverage: precise(timesAverage),
      volOI: round(volumeToOpenInterest),
    })),
    unusualCount: figures.unusualCount,
    iv30: round(term?.volatility30),
    iv90: round(term?.volatility90),
    termSlope: round(term?.slope),
    expectedMove: round(term?.expectedMove),
    expectedMovePercent: term && spot !== null ? precise((POINTS * term.expectedMove) / spot) : null,
    ivHistory: toHistory(history, term?.volatility30 ?? null),
  }
}

function toHistory({ volatilities, from }: ChainFrame['history'], now: number | null): OptionSummary['ivHistory'] {
  const isEnough = volatilities.length >= IV_RANK_OBSERVATIONS
  const place = isEnough && now !== null ? computeVolatilityRank(now, volatilities) : null
  return {
    observations: volatilities.length,
    needed: IV_RANK_OBSERVATIONS,
    from,
    ivRank: round(place?.rank),
    ivPercentile: round(place?.percentile),
  }
}

function toPutCallHistory(ratios: readonly number[], now: number | null): OptionSummary['putCallHistory'] {
  const isEnough = ratios.length >= PUT_CALL_OBSERVATIONS
  const place = isEnough && now !== null ? comparePutCallRatio(now, ratios) : null
  return {
    observations: ratios.length,
    needed: PUT_CALL_OBSERVATIONS,
    usualRatio: round(place?.usualRatio),
    percentile: round(place?.percentile),
    reading: place?.reading ?? null,
  }
}

function countLeftOut(contracts: readonly AnalysedListing[]): Partial<Record<OptionQuoteState, number>> {
  const counts: Partial<Record<OptionQuoteState, number>> = {}
  for (const { state } of contracts) if (state !== 'ok') counts[state] = (counts[state] ?? 0) + 1
  return counts
}

const ANSWER_SCALE = 1e10

/** Ten decimals: more than any quote has, and half as long to send. */
const precise = (value: number) => Math.round(value * ANSWER_SCALE) / ANSWER_SCALE
const round = (value: number | null | undefined) => (value === null || value === undefined ? null : precise(value))
