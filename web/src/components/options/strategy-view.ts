import type { OptionContract, OptionExpiry } from '@ballast/contract'
import {
  computeProfitAtExpiry,
  computeProfitBeforeExpiry,
  computeStrategyGreeks,
  computeStrategyOutcome,
  OPTION_LIMITS,
  type OptionStrategy,
  type StrategyGreeks,
  type StrategyLeg,
  type StrategyMarket,
} from '@ballast/quant'
import type { CurvePoint } from '../charts/curve-chart.tsx'

/** Contracts of one kind in a strategy: bought when positive, sold when negative. */
export interface Leg<Contract extends TradedContract = OptionContract, Expiry extends LegExpiry = OptionExpiry> {
  contract: Contract
  /** Details of the day on which it ends. */
  expiry: Expiry
  contracts: number
}

/** Fields of a contract and of its expiry that a package needs. */
export type TradedContract = Pick<
  OptionContract,
  'symbol' | 'contractType' | 'strikePrice' | 'multiplier' | 'impliedVolatility' | 'bid' | 'ask'
>
export type LegExpiry = Pick<OptionExpiry, 'expiry' | 'years' | 'forward' | 'atmIV'>
type AnyLeg = Leg<TradedContract, LegExpiry>

/** Returns the price to trade a leg at: a long's ask, a short's bid. Null where that side is not quoted. */
export function premiumOf({
  contract,
  contracts,
}: Pick<AnyLeg, 'contracts'> & { contract: Pick<OptionContract, 'bid' | 'ask'> }): number | null {
  const side = contracts > 0 ? contract.ask : contract.bid
  return side !== null && side > 0 ? side : null
}

/** Contracts more on a side; what was bought and is sold cancels, and a leg without contracts goes. */
export function addToLegs(legs: readonly Leg[], added: Leg): readonly Leg[] {
  const isSame = (leg: Leg) => leg.contract.symbol === added.contract.symbol
  const existing = legs.find(isSame)
  if (!existing) return [...legs, added]
  const contracts = existing.contracts + added.contracts
  return contracts === 0
    ? legs.filter((leg) => !isSame(leg))
    : legs.map((leg) => (isSame(leg) ? { ...added, contracts } : leg))
}

/** Setting in which the whole package is priced. */
export interface StrategySetting {
  spot: number
  /** Annual and continuous. */
  rate: number
  /** Shares of the underlying that count with it, from today's price; 0 for options alone. */
  shares: number
}

export interface StrategyView {
  /** The first day on which a leg expires; the payoff is of that day. */
  expiry: LegExpiry
  /** True when other legs live on after that day and are valued by the model then. */
  isMixed: boolean
  /** Premiums paid less received, in dollars: positive is a cost. */
  netCost: number
  /** Null where it is unlimited. Of mixed expiries the extremes over the prices drawn. */
  maxLoss: number | null
  maxGain: number | null
  breakEvens: readonly number[]
  /** Profit on the first expiry by price of the underlying, and now at today's volatilities. */
  atExpiry: readonly CurvePoint[]
  /** Empty when a leg has no volatility. */
  now: readonly CurvePoint[]
  greeks: StrategyGreeks | null
}

const CURVE_STEPS = 80
const DEVIATIONS_SHOWN = 2.5
/** When no volatility is known, a third is as good a guess for how wide to draw. */
const ASSUMED_VOLATILITY = 0.33

interface Group {
  expiry: LegExpiry
  legs: readonly StrategyLeg[]
  volatilities: readonly (number | null)[]
}

/** The package as a whole; null without legs, or when a leg cannot be traded on its side. */
export function toStrategyView(legs: readonly AnyLeg[], setting: StrategySetting): StrategyView | null {
  const groups = toGroups(legs)
  const [first, ...later] = groups ?? []
  if (!first) return null
  const { spot, shares } = setting
  const strategyOf = (group: Group): OptionStrategy => ({
    shares: group === first ? shares : 0,
    spot,
    legs: group.legs,
  })
  const marketOf = ({ expiry, volatilities }: Group, years: number): StrategyMarket | null => {
    const dividendYield = setting.rate - Math.log(expiry.forward / spot) / expiry.years
    const isKnown = Math.abs(dividendYield) <= OPTION_LIMITS.highestRate
    return isKnown && volatilities.every((volatility) => volatility !== null)
      ? { years, rate: setting.rate, dividendYield, volatilities }
      : null
  }
  const laterMarkets = later.map((group) => marketOf(group, group.expiry.years - first.expiry.years))
  if (laterMarkets.includes(null)) return null
  const profitAtExpiry = (price: number) =>
    later.reduce(
      (sum, group, place) => {
        const market = laterMarkets[place]
        return market ? sum + computeProfitBeforeExpiry(strategyOf(group), price, market) : sum
      },
      computeProfitAtExpiry(strategyOf(first), price),
    )
  const nowMarkets = [first, ...later].map((group) => ({ group, market: marketOf(group, group.expiry.years) }))
  const known = nowMarkets.flatMap(({ group, market }) => (market ? [{ group, market }] : []))
  const isKnown = known.length === nowMarkets.length
  const outcome = computeStrategyOutcome(strategyOf(first))
  const prices = toPrices(legs, first.expiry, spot, later.length === 0 ? outcome.breakEvens : [])
  const atExpiry = prices.map((price) => ({ x: price, y: profitAtExpiry(price) }))
  const netCost = [first, ...later].reduce((sum, group) => sum + computeStrategyOutcome(strategyOf(group)).netCost, 0)
  return {
    expiry: first.expiry,
    isMixed: later.length > 0,
    netCost,
    ...(later.length === 0 ? pickOutcome(outcome) : toSampledOutcome(atExpiry)),
    atExpiry,
    now: isKnown
      ? prices.map((price) => ({
          x: price,
          y: known.reduce(
            (sum, { group, market }) => sum + computeProfitBeforeExpiry(strategyOf(group), price, market),
            0,
          ),
        }))
      : [],
    greeks: isKnown
      ? addGreeks(known.map(({ group, market }) => computeStrategyGreeks(strategyOf(group), market)))
      : null,
  }
}

/** By expiry, the first first; null when a leg has no price on its side. */
function toGroups(legs: readonly AnyLeg[]): Group[] | null {
  const priced = legs.map((leg) => ({ leg, premium: premiumOf(leg) }))
  if (priced.some(({ premium }) => premium === null)) return null
  const expiries = new Map(legs.map(({ expiry }) => [expiry.expiry, expiry]))
  const ordered = [...expiries.values()].sort((a, b) => a.years - b.years)
  return ordered.map((expiry) => {
    const own = priced.filter(({ leg }) => leg.expiry.expiry === expiry.expiry)
    return {
      expiry,
      legs: own.map(({ leg: { contract, contracts }, premium }) => ({
        type: contract.contractType,
        strike: contract.strikePrice,
        contracts,
        premium: premium ?? 0,
        multiplier: contract.multiplier,
      })),
      volatilities: own.map(({ leg }) => leg.contract.impliedVolatility),
    }
  })
}

function pickOutcome({ maxLoss, maxGain, breakEvens }: ReturnType<typeof computeStrategyOutcome>) {
  return { maxLoss, maxGain, breakEvens }
}

/** Extremes of a curve without corners, and where it crosses zero between two points. */
function toSampledOutcome(curve: readonly CurvePoint[]) {
  const breakEvens = curve.flatMap(({ x, y }, place) => {
    const before = curve[place - 1]
    if (!before || before.y * y >= 0) return []
    return [before.x + ((x - before.x) * before.y) / (before.y - y)]
  })
  const profits = curve.map(({ y }) => y)
  return { maxLoss: Math.min(...profits), maxGain: Math.max(...profits), breakEvens }
}

/** Prices to draw: a wide day's reach, every strike with some room, and the corners of the payoff exactly. */
function toPrices(legs: readonly AnyLeg[], expiry: LegExpiry, spot: number, breakEvens: readonly number[]): number[] {
  const strikes = legs.map(({ contract }) => contract.strikePrice)
  const reach = DEVIATIONS_SHOWN * (expiry.atmIV ?? ASSUMED_VOLATILITY) * Math.sqrt(expiry.years)
  const low = Math.max(spot * 0.01, Math.min(spot * Math.exp(-reach), ...strikes.map((strike) => strike * 0.95)))
  const high = Math.max(spot * Math.exp(reach), ...strikes.map((strike) => strike * 1.05))
  const even = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => low + ((high - low) * step) / CURVE_STEPS)
  const corners = [...strikes, ...breakEvens, spot].filter((price) => price > low && price < high)
  return [...new Set([...even, ...corners])].sort((a, b) => a - b)
}

function addGreeks(all: readonly StrategyGreeks[]): StrategyGreeks {
  const total = (greek: keyof StrategyGreeks) => all.reduce((sum, greeks) => sum + greeks[greek], 0)
  return {
    deltaShares: total('deltaShares'),
    gammaShares: total('gammaShares'),
    thetaPerDay: total('thetaPerDay'),
    vegaPerPoint: total('vegaPerPoint'),
    rhoPerPoint: total('rhoPerPoint'),
  }
}
