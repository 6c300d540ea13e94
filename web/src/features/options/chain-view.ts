import type { OptionChain, OptionContract, OptionExpiry, OptionQuoteState } from '@ballast/contract'
import type { ChartValue } from '../../components/charts/chart-data.ts'
import { nameSource } from '../../components/explained.tsx'
import { countOf, formatInstant, formatMoney, formatNumber, formatShortDate } from '../../lib/format.ts'

/** Call and put of one strike; null where only the other side is listed. */
export interface LadderRow {
  strike: number
  call: OptionContract | null
  put: OptionContract | null
}

export interface Ladder {
  /** Ascending in strike. */
  rows: readonly LadderRow[]
  /** How many strikes lie at or below the price: the price line stands before this row. */
  priceIndex: number
  /** The strike nearest the price; −1 without rows. */
  nearestIndex: number
}

/** The contracts of one expiry side by side. */
export function toLadder(options: readonly OptionContract[], expiry: string, spot: number | null): Ladder {
  const byStrike = new Map<number, LadderRow>()
  for (const contract of options) {
    if (contract.expirationDate !== expiry) continue
    const row = byStrike.get(contract.strikePrice) ?? { strike: contract.strikePrice, call: null, put: null }
    row[contract.contractType] = contract
    byStrike.set(contract.strikePrice, row)
  }
  const rows = [...byStrike.values()].sort((a, b) => a.strike - b.strike)
  const price = spot ?? rows[rows.length >> 1]?.strike ?? 0
  const above = rows.findIndex(({ strike }) => strike > price)
  const priceIndex = above < 0 ? rows.length : above
  const distance = (index: number) => Math.abs((rows[index]?.strike ?? Number.POSITIVE_INFINITY) - price)
  const nearestIndex =
    rows.length === 0 ? -1 : distance(priceIndex) < distance(priceIndex - 1) ? priceIndex : priceIndex - 1
  return { rows, priceIndex, nearestIndex }
}

/** The contracts of a ladder, by strike. */
export function toContracts({ rows }: Ladder): readonly OptionContract[] {
  return rows.flatMap(({ call, put }) => [call, put].filter((contract) => contract !== null))
}

/** The side of a strike whose price is all time value: the one to look at first. */
export function pickOutOfTheMoney({ call, put }: LadderRow): OptionContract | null {
  if (call && put) return call.inTheMoney ? put : call
  return call ?? put
}

/** `Dec 18 · 27d`. */
export function toExpiryLabel({ expiry, days }: Pick<OptionExpiry, 'expiry' | 'days'>): string {
  return `${formatShortDate(expiry)} · ${days}d`
}

/**
 * Lists the expiries with what is known of each. Without a price of the underlying nothing was computed, and only what
 * the contracts say remains.
 */
export function listExpiries({ expiries, options, asOf, fetchedAt }: OptionChain): readonly OptionExpiry[] {
  if (expiries.length > 0) return expiries
  const today = Date.parse(NEW_YORK_DATE.format(new Date(asOf ?? fetchedAt)))
  return [...Map.groupBy(options, ({ expirationDate }) => expirationDate)].map(([expiry, contracts]) => {
    const days = Math.round((Date.parse(expiry) - today) / DAY_MS)
    const leftOut: OptionExpiry['leftOut'] = {}
    for (const { state } of contracts) if (state !== 'ok') leftOut[state] = (leftOut[state] ?? 0) + 1
    const total = (type: OptionContract['contractType'], field: 'volume' | 'openInterest') =>
      contracts.reduce((sum, contract) => sum + (contract.contractType === type ? (contract[field] ?? 0) : 0), 0)
    return {
      ...NOTHING_COMPUTED,
      expiry,
      days,
      years: Math.max(days, 1 / 24) / 365,
      contractCount: contracts.length,
      leftOut,
      callVolume: total('call', 'volume'),
      putVolume: total('put', 'volume'),
      callOpenInterest: total('call', 'openInterest'),
      putOpenInterest: total('put', 'openInterest'),
      maxOpenInterest: Math.max(0, ...contracts.map(({ openInterest }) => openInterest ?? 0)),
      maxVolume: Math.max(0, ...contracts.map(({ volume }) => volume ?? 0)),
    }
  })
}

/** Days count on the clock of the exchange, as ISO dates. */
const NEW_YORK_DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
const DAY_MS = 86_400_000
const NOTHING_COMPUTED = {
  listed: true,
  atmIV: null,
  forward: 0,
  forwardSource: 'no-dividend',
  dividendYield: 0,
  riskReversal25: null,
  callIV25: null,
  putIV25: null,
  putSkew25: null,
  smile: null,
  expectedMove: null,
  putCallVolumeRatio: null,
  putCallOpenInterestRatio: null,
} as const

/** The contracts of a chain with those of an expiry that was asked for besides. */
export function mergeOptions(chain: OptionChain, further: OptionChain | undefined): readonly OptionContract[] {
  return further ? [...chain.options, ...further.options] : chain.options
}

/** An expiry that was asked for besides stands for itself: its own answer knows more of it. */
export function mergeExpiries(chain: OptionChain, further: OptionChain | undefined): readonly OptionExpiry[] {
  const own = further?.expiries.filter(({ listed }) => listed) ?? []
  const others = chain.expiries.filter(({ expiry }) => !own.some((other) => other.expiry === expiry))
  return [...others, ...own].sort((a, b) => a.days - b.days)
}

/** The other side of a contract's strike, if it is listed. */
export function findTwin(options: readonly OptionContract[], contract: OptionContract): OptionContract | null {
  const isTwin = (other: OptionContract) =>
    other.strikePrice === contract.strikePrice &&
    other.expirationDate === contract.expirationDate &&
    other.contractType !== contract.contractType
  return options.find(isTwin) ?? null
}

/** Names of the states of a quote, with what each means and does. */
export const QUOTE_STATES: Readonly<Record<OptionQuoteState, { name: string; meaning: string }>> = {
  ok: { name: 'ok', meaning: 'Both sides are quoted, the spread is narrow and no price contradicts another.' },
  wide: { name: 'wide spread', meaning: 'Bid and ask are more than $0.05 and more than 25% of the middle apart.' },
  'no-bid': { name: 'no bid', meaning: 'Nobody bids. It can be bought, not sold, and is marked at half the ask.' },
  'no-quote': { name: 'no quote', meaning: 'Neither side is quoted, so it has no price.' },
  crossed: { name: 'crossed', meaning: 'The bid is above the ask, so one of them is old or wrong.' },
  stale: { name: 'stale', meaning: 'The quote is from before the last session.' },
  'arbitrage-violation': {
    name: 'contradiction',
    meaning: 'The price contradicts the underlying or the neighbouring strikes by more than the spreads.',
  },
  adjusted: { name: 'adjusted', meaning: 'It delivers something other than 100 shares, after a split or a merger.' },
}

/** `8 no bid, 3 wide spread`: how many contracts are in which state, the most frequent first. */
export function describeLeftOut(counts: OptionExpiry['leftOut']): string {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([state, count]) => `${count} ${QUOTE_STATES[state as OptionQuoteState].name}`)
    .join(', ')
}

/** Where the chain comes from and of when it is: `Simulated market data · at close Nov 20`. */
export function describeSource({ source, asOf, session, underlyingPrice, ticker }: OptionChain): string {
  const time =
    asOf === null ? null : session === 'closed' ? `at close ${CLOSE_DAY.format(new Date(asOf))}` : formatInstant(asOf)
  const price = underlyingPrice === null ? null : `${ticker} ${formatMoney(underlyingPrice)}`
  return [nameSource(source), time, price].filter(Boolean).join(' · ')
}

const CLOSE_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'America/New_York' })

/** `IV rank 61, percentile 58, 250 days`, or how many observations there are of those that a rank needs. */
export function describeIvHistory(summary: NonNullable<OptionChain['summary']>): string {
  const { observations, needed, ivRank, ivPercentile } = summary.ivHistory
  if (ivRank === null) {
    return `IV rank needs ${needed} days, ${observations} so far`
  }
  const rank = `IV rank ${formatNumber(ivRank, { decimals: 0 })}`
  const percentile = ivPercentile === null ? null : `percentile ${formatNumber(ivPercentile, { decimals: 0 })}`
  return [rank, percentile, countOf(observations, 'day')].filter(Boolean).join(', ')
}

const USUAL = {
  'more-puts': 'More puts than usual',
  usual: 'About as usual',
  'fewer-puts': 'Fewer puts than usual',
} as const

/** The put/call ratio beside the ticker's own: what is many puts for a share is few for an index. */
export function describePutCallHistory(ticker: string, summary: NonNullable<OptionChain['summary']>): string {
  const { observations, needed, reading, usualRatio } = summary.putCallHistory
  if (reading !== null) return `${USUAL[reading]} for ${ticker} (${formatNumber(usualRatio)})`
  return observations < needed ? `Its usual ratio needs ${needed} days, ${observations} so far` : 'No ratio to compare'
}

type CsvColumn = readonly [header: string, value: (contract: OptionContract) => ChartValue]

const CSV_COLUMNS: readonly CsvColumn[] = [
  ['symbol', (contract) => contract.symbol],
  ['type', (contract) => contract.contractType],
  ['strike', (contract) => contract.strikePrice],
  ['expiry', (contract) => contract.expirationDate],
  ['bid', (contract) => contract.bid],
  ['ask', (contract) => contract.ask],
  ['mid', (contract) => contract.mid],
  ['last', (contract) => contract.last],
  ['state', (contract) => contract.state],
  ['impliedVolatility', (contract) => contract.impliedVolatility],
  ['providerIV', (contract) => contract.providerIV],
  ['delta', (contract) => contract.delta],
  ['gamma', (contract) => contract.gamma],
  ['thetaPerDay', (contract) => contract.theta],
  ['vegaPerPoint', (contract) => contract.vega],
  ['rhoPerPoint', (contract) => contract.rho],
  ['probabilityInTheMoneyPercent', (contract) => contract.probabilityInTheMoneyPercent],
  ['volume', (contract) => contract.volume],
  ['openInterest', (contract) => contract.openInterest],
  ['underlyingPrice', (contract) => contract.underlyingPrice],
]

/** Every contract with every figure, for a spreadsheet. */
export function toChainCsv(options: readonly OptionContract[]) {
  return {
    columns: CSV_COLUMNS.map(([header]) => ({ header })),
    rows: options.map((contract) => CSV_COLUMNS.map(([, value]) => value(contract))),
  }
}
