import type { Leg, OptionType, Svi, Underlying } from './answer.ts'

/** One state of the market: it stands still until a day and falls on it. */
export interface State {
  marketReturn: number
  day: { date: string; tradingDays: number; calendarDays: number }
  /** `intrinsic`; how far volatility answers the fall: 0 not at all, 1 by the rule; or a factor on all volatilities. */
  valuation: 'intrinsic' | 0 | 1 | { factor: number }
}

export function valueOption(
  leg: Leg,
  underlyings: readonly Underlying[],
  { marketReturn, day, valuation }: State,
): number {
  const underlying = underlyings.find(({ ticker }) => ticker === leg.underlying)
  const expiry = underlying?.expiries.find((one) => one.expiry === leg.expiry)
  if (!underlying || !expiry)
    throw new Error(`The answer does not offer the market of ${leg.underlying} ${leg.expiry}.`)
  const { smile, dividendYield, quotes } = expiry
  const { spot, rate, beta } = underlying
  const payoff = (price: number) => Math.max(0, leg.type === 'call' ? price - leg.strike : leg.strike - price)
  if (leg.expiry < day.date) {
    const moved = (leg.settledInShares ?? 0) * (spot * (1 + marketReturn) ** beta - spot)
    return payoff(spot) + (payoff(spot) === 0 ? 0 : leg.type === 'call' ? moved : -moved)
  }
  const quoted = quotes.find(({ type, strike }) => type === leg.type && strike === leg.strike)
  const years = Math.max(0, smile.years - day.calendarDays / 365)
  const smileAt = (k: number) => Math.sqrt(totalVariance(smile.svi, k) / smile.years)
  // What the contract's quote adds to the smile fades as time passes and the price moves away.
  const own = (logReturn: number) => {
    if (!quoted) return 1
    const distance = logReturn / (smile.atmVolatility * Math.sqrt(smile.years))
    const left = (years / smile.years) * Math.exp(-0.5 * distance ** 2)
    return (quoted.volatility / smileAt(Math.log(leg.strike / smile.forward))) ** left
  }
  const answerOf = (volatility: number, remainingDays: number) =>
    shockVolatility(underlying, { volatility, remainingDays, marketReturn, day, valuation })
  if (underlying.kind === 'volatility') {
    if (valuation === 'intrinsic') return payoff(smile.forward)
    const change = Math.log(answerOf(underlying.volatility30, 30) / underlying.volatility30)
    const forward = smile.forward * Math.exp(change * Math.exp(-4 * years))
    const volatility = smileAt(Math.log(leg.strike / smile.forward)) * own(Math.log(forward / smile.forward))
    return priceOption(leg.type, { forward, strike: leg.strike, years, rate, volatility })
  }
  const moved = spot * (1 + marketReturn) ** beta
  if (valuation === 'intrinsic' || leg.expiry === day.date || years === 0) return payoff(moved)
  const atm = answerOf(smile.atmVolatility, 365 * years)
  const forward = moved * Math.exp((rate - dividendYield) * years)
  // The smile keeps its shape in standard deviations from the forward.
  const z = Math.log(leg.strike / forward) / (atm * Math.sqrt(years))
  const unit = smile.atmVolatility * Math.sqrt(smile.years)
  const shape = Math.sqrt(totalVariance(smile.svi, z * unit)) / unit
  const volatility = atm * shape * own(Math.log(moved / spot))
  const value = priceOption(leg.type, { forward, strike: leg.strike, years, rate, volatility })
  return underlying.style === 'american' ? Math.max(value, payoff(moved)) : value
}

export const totalVariance = ({ a, b, rho, m, sigma }: Svi, k: number) =>
  Math.max(0, a + b * (rho * (k - m) + Math.hypot(k - m, sigma)))

interface Answering extends State {
  volatility: number
  remainingDays: number
}

/** At-the-money volatility after the move. */
export function shockVolatility(
  { response, volatility30, volatilityCap }: Underlying,
  { volatility, remainingDays, marketReturn, day, valuation }: Answering,
): number {
  if (typeof valuation === 'object') return volatility * valuation.factor
  if (marketReturn >= 0) return volatility * Math.max(0.75, (1 + marketReturn) ** -1.5)
  if (valuation !== 1) return volatility
  const x = -Math.log(1 + marketReturn)
  const size = x < 0.05 ? 10 * x : Math.sqrt(x / 0.2)
  const speed = Math.min(1.3, (21 / day.tradingDays) ** 0.2)
  const strength = Math.sqrt(0.16 / volatility30) * speed * (30 / Math.max(30, remainingDays)) ** 0.35
  return Math.min(Math.max(volatilityCap, volatility), volatility * Math.exp(response * size * strength))
}

interface Priced {
  forward: number
  strike: number
  years: number
  rate: number
  volatility: number
}

/** Black's formula on the forward. */
export function priceOption(type: OptionType, { forward, strike, years, rate, volatility }: Priced): number {
  const discount = Math.exp(-rate * years)
  const sign = type === 'call' ? 1 : -1
  const deviation = volatility * Math.sqrt(years)
  if (deviation === 0) return discount * Math.max(0, sign * (forward - strike))
  const d = Math.log(forward / strike) / deviation + deviation / 2
  return discount * sign * (forward * normalCdf(sign * d) - strike * normalCdf(sign * (d - deviation)))
}

export const normalDensity = (x: number) => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)

/** By the series φ(x)·(x + x³/3 + x⁵/15 + …), Marsaglia (2004), Journal of Statistical Software 11(4). */
function normalCdf(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0
  let [sum, term] = [x, x]
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
    term *= (x * x) / n
    sum += term
  }
  return 0.5 + sum * normalDensity(x)
}
