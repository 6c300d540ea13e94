import {
  type ContractType,
  OPTION_RATE,
  type OptionChain,
  type OptionContract,
  type OptionExpiry,
  type OptionSummary,
} from '@ballast/contract'
import {
  type AnalysedContract,
  analyzeOptionChain,
  assessTradability,
  type ChainAnalysis,
  type ChainQuote,
  computeBlackScholesPrice,
  computeExerciseProbability,
  isInTheMoney,
} from '@ballast/quant'

/** Recipe of a chain for a test; everything computed comes from the same functions as the server's. */
interface ChainRecipe {
  ticker?: string
  spot?: number
  /** Calendar days to the expiries, counted from 2026-11-21; the near ones are listed. */
  days?: readonly number[]
  /** How many days ahead an expiry is listed; the server's own limit when absent. */
  nearDays?: number
  strikes?: readonly number[]
  /** Changes a quote before the chain is read, to make it wide, crossed or stale. */
  alter?: (quote: ChainQuote) => Partial<ChainQuote>
  summary?: Partial<OptionSummary>
}

const TODAY = Date.UTC(2026, 10, 21)
const DAY_MS = 86_400_000
const NEAR_DAYS = 45

const STRIKES = Array.from({ length: 33 }, (_, index) => 100 + index * 2.5)

/** A chain as the server would answer it for a market with a smile around 42 %. */
export function makeChain(recipe: ChainRecipe = {}): OptionChain {
  const { ticker = 'NVDA', spot = 138.2, days = [6, 27, 33, 55, 118], strikes = STRIKES, alter, summary } = recipe
  const { nearDays = NEAR_DAYS } = recipe
  const quotes = days
    .flatMap((count) =>
      strikes.flatMap((strike) => (['call', 'put'] as const).map((type) => ({ count, strike, type }))),
    )
    .map(({ count, strike, type }) => makeQuote(spot, strike, type, count))
    .map((quote) => ({ ...quote, ...alter?.(quote) }))
  const market = { spot, rate: OPTION_RATE, style: 'american' as const }
  const whole = analyzeOptionChain(quotes, market)
  const near = quotes.filter(({ years }) => years * 365 <= nearDays)
  const analysis = analyzeOptionChain(near, market)
  const expiries = whole.expiries.map(({ expiry }) => toExpiry(expiry, whole, spot, nearDays))
  return {
    ticker,
    name: 'Test Incorporated',
    options: analysis.contracts.map((contract) => toContract(contract, analysis, ticker, spot)),
    expiries,
    availableExpiries: [...expiries.map(({ expiry }) => expiry), '2027-06-18'],
    underlyingPrice: spot,
    previousClose: spot - 1.1,
    asOf: '2026-11-20T21:00:00.000Z',
    fetchedAt: '2026-11-20T21:03:00.000Z',
    session: 'closed',
    source: 'sample',
    simulated: true,
    stale: false,
    summary: { ...toSummary(analysis, whole, spot, ticker), ...summary },
    emptyReason: null,
    rates: { annual: OPTION_RATE, basis: 'flat' },
    assumptions: ['Options are discounted at 4 % a year.'],
  }
}

function toIsoDay(days: number): string {
  return new Date(TODAY + days * DAY_MS).toISOString().slice(0, 10)
}

function makeQuote(spot: number, strike: number, type: ContractType, days: number): ChainQuote {
  const years = days / 365
  const distance = Math.log(strike / spot)
  const volatility = 0.42 - 0.12 * distance + 0.9 * distance * distance
  const price = computeBlackScholesPrice({
    type,
    spot,
    strike,
    years,
    rate: OPTION_RATE,
    dividendYield: 0,
    volatility,
  })
  const half = Math.max(0.01, price * 0.01)
  // Round strikes draw the crowd; a hash would do as well, but this can be foreseen.
  const crowd = strike % 10 === 0 ? 8 : strike % 5 === 0 ? 3 : 1
  const isOut = type === (strike < spot ? 'put' : 'call')
  const openInterest = Math.round((crowd * 900 * (isOut ? 2 : 1)) / (1 + 40 * distance * distance))
  return {
    type,
    strike,
    expiry: toIsoDay(days),
    years,
    bid: Math.max(0.01, Math.round((price - half) * 100) / 100),
    ask: Math.max(0.02, Math.round((price + half) * 100) / 100),
    volume: Math.round(openInterest * 0.21),
    openInterest,
    providerVolatility: volatility,
  }
}

/** `NVDA261218C00140000`. */
function toSymbol(ticker: string, expiry: string, type: ContractType, strike: number): string {
  const price = String(Math.round(strike * 1000)).padStart(8, '0')
  return `${ticker}${expiry.slice(2).replaceAll('-', '')}${type === 'call' ? 'C' : 'P'}${price}`
}

function toContract(
  contract: AnalysedContract,
  { figures, expiries }: ChainAnalysis,
  ticker: string,
  spot: number,
): OptionContract {
  const { type, strike, expiry, years, valuation, impliedVolatility, volume, openInterest, state } = contract
  const forward = expiries.find((other) => other.expiry === expiry)?.forward
  const times = volume === null || figures.averageVolume === 0 ? null : volume / figures.averageVolume
  const daysToExpiry = Math.round(years * 365)
  return {
    symbol: toSymbol(ticker, expiry, type, strike),
    contractType: type,
    strikePrice: strike,
    expirationDate: expiry,
    bid: contract.bid,
    ask: contract.ask,
    last: contract.mark,
    mid: contract.mark,
    state,
    impliedVolatility,
    providerIV: contract.providerVolatility ?? null,
    ivDisagrees: contract.disagreesWithProvider,
    openInterest,
    volume,
    underlyingPrice: spot,
    delta: valuation?.delta ?? null,
    gamma: valuation?.gamma ?? null,
    theta: valuation ? valuation.theta / 365 : null,
    vega: valuation ? valuation.vega / 100 : null,
    rho: valuation ? valuation.rho / 100 : null,
    probabilityInTheMoneyPercent:
      impliedVolatility === null
        ? null
        : 100 *
          computeExerciseProbability({
            type,
            spot,
            strike,
            years,
            rate: OPTION_RATE,
            dividendYield: forward?.dividendYield ?? 0,
            volatility: impliedVolatility,
          }),
    inTheMoney: isInTheMoney(contract, spot),
    multiplier: 100,
    style: 'american',
    volumeTimesAverage: times,
    unusual: times !== null && times > 2,
    volOI: volume !== null && openInterest ? volume / openInterest : null,
    ...assessTradability(state, { openInterest, volume, daysToExpiry }),
    lastTradeAt: null,
  }
}

function toExpiry(expiry: string, analysis: ChainAnalysis, spot: number, nearDays: number): OptionExpiry {
  const read = analysis.expiries.find((other) => other.expiry === expiry)
  if (!read) throw new Error(`The test chain has no expiry ${expiry}`)
  const contracts = analysis.contracts.filter((contract) => contract.expiry === expiry)
  const total = (type: ContractType, field: 'volume' | 'openInterest') =>
    contracts.reduce((sum, contract) => sum + (contract.type === type ? (contract[field] ?? 0) : 0), 0)
  const { smile, smileError, skew, forward, years } = read
  const [callVolume, putVolume] = [total('call', 'volume'), total('put', 'volume')]
  const [callOpenInterest, putOpenInterest] = [total('call', 'openInterest'), total('put', 'openInterest')]
  return {
    expiry,
    days: Math.round(years * 365),
    years,
    listed: years * 365 <= nearDays,
    contractCount: contracts.length,
    leftOut: countStates(contracts),
    atmIV: smile?.atmVolatility ?? null,
    forward: forward.forward,
    forwardSource: forward.source,
    dividendYield: forward.dividendYield,
    riskReversal25: skew?.riskReversal ?? null,
    callIV25: skew?.callVolatility ?? null,
    putIV25: skew?.putVolatility ?? null,
    putSkew25: skew?.putSkew ?? null,
    smile: smile && smileError && { svi: smile.svi, points: smile.pointCount, error: smileError.rms },
    expectedMove: smile && spot * smile.atmVolatility * Math.sqrt(years),
    callVolume,
    putVolume,
    putCallVolumeRatio: callVolume > 0 ? putVolume / callVolume : null,
    callOpenInterest,
    putOpenInterest,
    putCallOpenInterestRatio: callOpenInterest > 0 ? putOpenInterest / callOpenInterest : null,
    maxOpenInterest: Math.max(...contracts.map(({ openInterest }) => openInterest ?? 0)),
    maxVolume: Math.max(...contracts.map(({ volume }) => volume ?? 0)),
  }
}

function countStates(contracts: readonly AnalysedContract[]): OptionExpiry['leftOut'] {
  const counts: OptionExpiry['leftOut'] = {}
  for (const { state } of contracts) if (state !== 'ok') counts[state] = (counts[state] ?? 0) + 1
  return counts
}

function toSummary(near: ChainAnalysis, whole: ChainAnalysis, spot: number, ticker: string): OptionSummary {
  const { figures, contracts } = near
  const { term } = whole
  return {
    averageIV: figures.averageImpliedVolatility,
    averagedContracts: figures.validVolatilityCount,
    contractCount: figures.contractCount,
    leftOut: countStates(contracts),
    leftOutCount: contracts.filter(({ state }) => state !== 'ok').length,
    ivDisagreements: contracts.filter(({ disagreesWithProvider }) => disagreesWithProvider).length,
    putCallRatio: figures.putCallRatio,
    putCallLabel: figures.sentiment,
    putCallRatioOpenInterest: figures.putCallRatioOpenInterest,
    putCallHistory: { observations: 12, needed: 20, usualRatio: null, percentile: null, reading: null },
    callVolume: figures.callVolume,
    putVolume: figures.putVolume,
    totalVolume: figures.totalVolume,
    averageVolume: figures.averageVolume,
    callOpenInterest: figures.callOpenInterest,
    putOpenInterest: figures.putOpenInterest,
    totalOpenInterest: figures.totalOpenInterest,
    volumePattern: figures.volumePattern,
    volumeImbalancePercent: figures.volumeImbalance === null ? null : figures.volumeImbalance * 100,
    unusual: figures.unusual.map(({ contract, volume, timesAverage, volumeToOpenInterest }) => ({
      symbol: toSymbol(ticker, contract.expiry, contract.type, contract.strike),
      contractType: contract.type,
      strikePrice: contract.strike,
      expirationDate: contract.expiry,
      volume,
      timesAverage,
      volOI: volumeToOpenInterest,
    })),
    unusualCount: figures.unusualCount,
    iv30: term?.volatility30 ?? null,
    iv90: term?.volatility90 ?? null,
    termSlope: term?.slope ?? null,
    expectedMove: term?.expectedMove ?? null,
    expectedMovePercent: term ? (term.expectedMove / spot) * 100 : null,
    ivHistory: { observations: 12, needed: 60, from: '2026-11-05', ivRank: null, ivPercentile: null },
  }
}
