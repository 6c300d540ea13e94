import type { OptionPosition } from '@ballast/contract'

/** An option position as far as it matters to what covers what; contracts negative when short. */
export interface OptionHolding {
  symbol: string
  underlying: string
  type: 'call' | 'put'
  strike: number
  /** ISO date. */
  expiry: string
  contracts: number
  multiplier: number
  /** True once its last session is over: it owes and protects nothing any more. */
  isExpired: boolean
  /** True when it delivers something other than shares of the underlying, after a split or a merger. */
  isAdjusted: boolean
}

/** Means of a portfolio to meet its obligations. */
export interface Means {
  /** Shares by ticker, all accounts together. */
  shares: ReadonlyMap<string, number>
  /** Dollars. */
  cash: number
}

export type Coverage = Pick<OptionPosition, 'coverage' | 'uncoveredContracts' | 'coverageReason'>

/**
 * Finds what covers each short option: a short call is covered by shares of its underlying or by a long call that lasts
 * as long and has no higher strike; a short put by a long put that lasts as long and has no lower strike, or by cash. An
 * adjusted call, whose delivery is not known, is covered by no shares. Everything covers once: the obligation that is
 * dearest to meet is served first (the lowest strike of calls, the highest of puts), options before shares before cash.
 * Accounts are taken together, though a broker looks at each by itself.
 *
 * @returns by symbol; a position of zero contracts is `long`
 */
export function assessCoverage(holdings: readonly OptionHolding[], means: Means): ReadonlyMap<string, Coverage> {
  const alive = holdings.filter(({ isExpired }) => !isExpired)
  const spare = new Map(alive.filter(({ contracts }) => contracts > 0).map((long) => [long.symbol, long.contracts]))
  const shares = new Map(means.shares)
  let cash = Math.max(0, means.cash)
  const covered = new Map<string, Coverage>()
  for (const { symbol } of holdings.filter(({ isExpired }) => isExpired)) {
    covered.set(symbol, { coverage: 'expired', uncoveredContracts: 0, coverageReason: 'Expired: it owes nothing.' })
  }
  for (const long of alive.filter(({ contracts }) => contracts >= 0)) {
    covered.set(long.symbol, { coverage: 'long', uncoveredContracts: 0, coverageReason: 'Bought: it owes nothing.' })
  }
  for (const short of alive.filter(({ contracts }) => contracts < 0).sort(byUrgency)) {
    const owed = -short.contracts
    const byOptions = takeOptions(short, owed, alive, spare)
    const byShares = short.type === 'call' && !short.isAdjusted ? takeShares(short, owed - byOptions, shares) : 0
    const byCash = short.type === 'put' ? affordable(short, owed - byOptions, cash) : 0
    cash -= byCash * short.strike * short.multiplier
    covered.set(short.symbol, describe(short, { owed, byOptions, byShares, byCash }))
  }
  return covered
}

function byUrgency(a: OptionHolding, b: OptionHolding): number {
  return a.type === 'call' && b.type === 'call' ? a.strike - b.strike : b.strike - a.strike
}

function takeOptions(
  short: OptionHolding,
  owed: number,
  holdings: readonly OptionHolding[],
  spare: Map<string, number>,
): number {
  const protectors = holdings.filter((long) => (spare.get(long.symbol) ?? 0) > 0 && protects(long, short))
  let taken = 0
  for (const { symbol } of protectors) {
    const take = Math.min(owed - taken, spare.get(symbol) ?? 0)
    spare.set(symbol, (spare.get(symbol) ?? 0) - take)
    taken += take
  }
  return taken
}

function protects(long: OptionHolding, short: OptionHolding): boolean {
  const isAlike =
    long.underlying === short.underlying &&
    long.type === short.type &&
    long.multiplier === short.multiplier &&
    long.isAdjusted === short.isAdjusted
  const isAsGood = long.type === 'call' ? long.strike <= short.strike : long.strike >= short.strike
  return isAlike && isAsGood && long.expiry >= short.expiry
}

function takeShares({ underlying, multiplier }: OptionHolding, owed: number, shares: Map<string, number>): number {
  const held = Math.max(0, shares.get(underlying) ?? 0)
  const taken = Math.min(owed, Math.floor(held / multiplier + 1e-9))
  shares.set(underlying, held - taken * multiplier)
  return taken
}

const affordable = ({ strike, multiplier }: OptionHolding, owed: number, cash: number) =>
  Math.min(owed, Math.floor(cash / (strike * multiplier) + 1e-9))

interface Taken {
  owed: number
  byOptions: number
  byShares: number
  byCash: number
}

function describe(short: OptionHolding, { owed, byOptions, byShares, byCash }: Taken): Coverage {
  const { underlying, type, strike, multiplier } = short
  const uncovered = owed - byOptions - byShares - byCash
  const what = type === 'call' ? 'call' : 'put'
  const parts = [
    ...(byOptions > 0 ? [`a bought ${what} covers ${byOptions}`] : []),
    ...(byShares > 0 ? [`${byShares * multiplier} shares of ${underlying} cover ${byShares}`] : []),
    ...(byCash > 0 ? [`$${(byCash * strike * multiplier).toLocaleString('en-US')} of cash secures ${byCash}`] : []),
    ...(uncovered > 0 ? [`nothing covers ${uncovered}`] : []),
  ]
  const sentence = `${owed} sold: ${parts.join('; ')}.`
  if (uncovered === owed) return { coverage: 'naked', uncoveredContracts: uncovered, coverageReason: sentence }
  if (uncovered > 0) return { coverage: 'partly-covered', uncoveredContracts: uncovered, coverageReason: sentence }
  const coverage = byCash === owed ? 'cash-secured' : 'covered'
  return { coverage, uncoveredContracts: 0, coverageReason: sentence }
}
