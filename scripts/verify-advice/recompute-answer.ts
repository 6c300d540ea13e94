/**
 * The figures of a hedge analysis, computed a second time from what the answer itself offers. Nothing of the product is
 * imported, so that a fault of its engine cannot repeat itself here; the formulas are those of
 * `docs/methodology-volatility.md`.
 */

/** The parts of an answer of `analyze-hedges` that are read here. */
export interface HedgeAnswer {
  request: { limitPercent: number; shockPercent: number; crisisId: string | null; keep: string[]; wholeShares: boolean }
  term: { lastDay: string; tradingDays: number } | null
  prices: { everyDay: { cost: number } | null } | null
  repricing: { book: Book; underlyings: Underlying[] }
  hedgeStrategies: Strategy[]
  frontier: { cost: number | null; strategyId: string | null }[]
  frontierStrategies: Strategy[]
  facts: { key: string; value: number | string }[]
}

interface Book {
  value: number
  exposures: { value: number; beta: number }[]
  options: Leg[]
}

interface Underlying {
  ticker: string
  kind: 'price' | 'volatility'
  spot: number
  beta: number
  style: 'american' | 'european'
  rate: number
  volatility30: number
  response: number
  volatilityCap: number
  expiries: Expiry[]
}

interface Expiry {
  expiry: string
  smile: { forward: number; years: number; atmVolatility: number; svi: Svi }
  dividendYield: number
  quotes: { type: OptionType; strike: number; volatility: number }[]
}

type OptionType = 'call' | 'put'
type Svi = { a: number; b: number; rho: number; m: number; sigma: number }

interface Leg {
  underlying: string
  type: OptionType
  strike: number
  expiry: string
  contracts: number
  premium: number
  multiplier: number
}

interface Strategy {
  id: string
  family: string
  role: string
  legs: (Leg & { bid: number | null; ask: number | null })[]
  trades: { amount: number }[]
  cost: { kind: string; premium: number; fees: number; total: number; percent: number; atMid: number; tax: number }
  expected: { payoff: number; netCost: number } | null
  lossAtShockPercent: number
  unhedgedLossAtShockPercent: number
  holdsLimit: boolean
  annualDragPercent: { heldToExpiry: number } | null
  daysToExpiry: number | null
  crises: CrisisRow[]
  losses: {
    days: { date: string; tradingDays: number }[]
    fallsPercent: number[]
    unhedgedPercent: number[][]
    hedgedPercent: number[][]
  } | null
}

/** A past crisis with a strategy and without one. */
interface CrisisRow {
  scenarioId: string
  unhedgedPercent: number
  hedgedPercent: number
  worstUnhedgedPercent: number
  worstHedgedPercent: number
}

/** The parts of an answer of the comprehensive analysis that are read here. */
export interface EvidenceAnswer {
  confidence: number
  confidenceDetail: { data: number; within: number | null; alternative: number | null; calibrated: boolean }
}

/** A figure of the answer beside its second computation. */
export interface Comparison {
  figure: string
  told: number
  computed: number
}

/** One state of the market: it stands still until a day and falls on it. */
interface State {
  marketReturn: number
  day: { date: string; tradingDays: number; calendarDays: number }
  /** `intrinsic`, or how far volatility answers the fall: 0 not at all, 1 by the rule. */
  valuation: 'intrinsic' | 0 | 1
}

/** Losses and limits are read to the hundredth of a percent. */
const READ_TO = 0.005
const DAY_MS = 24 * 60 * 60_000

/**
 * Computes again what the answer says of each strategy: what its ticket costs, what is lost on each day and at each fall
 * without it and with it, the loss in the shock, and whether the limit is kept. Strategies that move shares are
 * compared by their costs alone, because an answer does not say which holding an exposure is.
 *
 * @param today day of the quotes, YYYY-MM-DD
 * @throws Error when the answer is from before losses were kept by day
 */
export function recomputeAnswer(answer: HedgeAnswer, today: string): Comparison[] {
  const { term } = answer
  if (term === null) throw new Error('This analysis was made before losses were kept by day. Make a new one.')
  const toDay = (date: string, tradingDays: number) => ({
    date,
    tradingDays,
    calendarDays: (Date.parse(date) - Date.parse(today)) / DAY_MS,
  })
  const strategies = [...answer.hedgeStrategies, ...answer.frontierStrategies]
  const ofTickets = strategies.flatMap((strategy) => {
    const compare = (figure: string, told: number, computed: number) => ({
      figure: `${strategy.id}: ${figure}`,
      told,
      computed,
    })
    const { legs, cost, losses } = strategy
    if (legs.length === 0 || strategy.trades.length > 0) return []
    const each = (price: (leg: Strategy['legs'][number]) => number) =>
      legs.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * price(leg), 0)
    const premium = each(({ contracts, bid, ask }) => (contracts > 0 ? ask : bid) ?? Number.NaN)
    const rows = [
      compare('premium, asks paid and bids received', cost.premium, premium),
      compare('cost', cost.total, premium + cost.fees),
      compare('cost at mid', cost.atMid, each(({ bid, ask }) => ((bid ?? NaN) + (ask ?? NaN)) / 2) + cost.fees),
      compare('cost in percent', cost.percent, (100 * (premium + cost.fees)) / answer.repricing.book.value),
    ]
    if (strategy.annualDragPercent !== null && strategy.daysToExpiry !== null) {
      const { heldToExpiry } = strategy.annualDragPercent
      rows.push(compare('cost a year', heldToExpiry, (cost.percent * 365) / strategy.daysToExpiry))
    }
    rows.push(...compareCrises(strategy, answer.hedgeStrategies).map((row) => compare(...row)))
    if (strategy.expected !== null) {
      const { payoff, netCost } = strategy.expected
      rows.push(compare('expected cost', netCost, cost.total - payoff))
    }
    if (losses === null) return rows
    const lossOf = (state: State, hedge: readonly Leg[]) => computeLoss(answer, state, { hedge, fees: cost.fees })
    const worst = (fall: number, day: State['day'], hedge: readonly Leg[]) => {
      const valuations: State['valuation'][] = day.tradingDays >= term.tradingDays ? [0, 1, 'intrinsic'] : [0, 1]
      return Math.max(...valuations.map((valuation) => lossOf({ marketReturn: -fall / 100, day, valuation }, hedge)))
    }
    const days = losses.days.map(({ date, tradingDays }) => toDay(date, tradingDays))
    for (const [i, day] of days.entries()) {
      for (const [j, fall] of losses.fallsPercent.entries()) {
        const state = `a fall of ${fall} % on ${day.date}`
        rows.push(compare(`loss without it, ${state}`, losses.unhedgedPercent[i]?.[j] ?? NaN, worst(fall, day, [])))
        rows.push(compare(`loss with it, ${state}`, losses.hedgedPercent[i]?.[j] ?? NaN, worst(fall, day, legs)))
      }
    }
    // Where a crisis was asked about, the limit is meant for its path of prices, which an answer does not carry.
    if (answer.request.crisisId !== null) return rows
    const inTerm = days.filter(({ date }) => date <= term.lastDay)
    const worstInTerm = (fall: number) => Math.max(...inTerm.map((day) => worst(fall, day, legs)))
    const { shockPercent, limitPercent } = answer.request
    const curve = listFalls(shockPercent).map(({ fall, allowance }) => worstInTerm(fall) - limitPercent - allowance)
    const holds = Math.max(...curve) <= READ_TO
    return [
      ...rows,
      compare('loss in the shock', strategy.lossAtShockPercent, worstInTerm(shockPercent)),
      compare('whether the limit is kept (1: yes)', Number(strategy.holdsLimit), Number(holds)),
    ]
  })
  return [...ofTickets, ...compareBeta(answer), ...compareFrontier(answer), ...compareSelling(answer, toDay)]
}

/** The beta of the portfolio is that of its positions. Left out where options are held, whose deltas an answer does not carry. */
function compareBeta({ repricing: { book }, facts }: HedgeAnswer): Comparison[] {
  const told = facts.find(({ key }) => key === 'book.beta')?.value
  if (typeof told !== 'number' || book.options.length > 0) return []
  const sum = book.exposures.reduce((total, { value, beta }) => total + value * beta, 0)
  return [{ figure: 'beta of the portfolio', told, computed: sum / book.value }]
}

interface Course {
  hedge?: readonly Leg[]
  fees?: number
  /** Part of every holding that is left, 0 to 1. */
  kept?: number
}

/** Loss of the book in a state, in percent of its value. */
function computeLoss({ repricing }: HedgeAnswer, state: State, { hedge = [], fees = 0, kept = 1 }: Course): number {
  const { book, underlyings } = repricing
  const shares = book.exposures.reduce(
    (sum, { value, beta }) => sum + kept * value * ((1 + state.marketReturn) ** beta - 1),
    0,
  )
  const gained = (leg: Leg) => leg.contracts * leg.multiplier * (valueOption(leg, underlyings, state) - leg.premium)
  const paid = hedge.length === 0 ? 0 : fees
  const profit = [...book.options, ...hedge].reduce((sum, leg) => sum + gained(leg), shares - paid)
  return (-100 * profit) / book.value
}

/** Each point of the frontier is the ticket that it names, and the price of every day is that of the puts recommended. */
function compareFrontier({ frontier, frontierStrategies, hedgeStrategies, prices }: HedgeAnswer): Comparison[] {
  const byId = new Map([...hedgeStrategies, ...frontierStrategies].map((one) => [one.id, one]))
  const points = frontier.flatMap(({ cost, strategyId }, place) => {
    const strategy = byId.get(strategyId ?? '')
    if (cost === null || strategy === undefined) return []
    return [{ figure: `frontier: cost of point ${place + 1}`, told: cost, computed: strategy.cost.total }]
  })
  const pick = hedgeStrategies.find(({ role }) => role === 'recommended')
  const isPuts = pick !== undefined && INDEX_PUTS.has(pick.family) && pick.holdsLimit
  if (!prices?.everyDay || !isPuts) return points
  return [
    ...points,
    { figure: 'price of the limit on every day', told: prices.everyDay.cost, computed: pick.cost.total },
  ]
}

const INDEX_PUTS = new Set(['index-put', 'put-spread'])
/** Return a year that the market is expected to pay above cash. */
const PREMIUM = 0.045

/**
 * Selling the same part of everything: what is then lost in the shock, the return that it is expected to forgo, and the
 * tax rate at which it costs what the hedge does. Left out where shares are held short, kept, rounded or bound by options.
 */
function compareSelling(answer: HedgeAnswer, toDay: (date: string, tradingDays: number) => State['day']): Comparison[] {
  const { request, repricing, term, facts } = answer
  const { exposures, options } = repricing.book
  const selling = answer.hedgeStrategies.find(({ family }) => family === 'reduce-exposure')
  const isEven = request.keep.length === 0 && !request.wholeShares && exposures.every(({ value }) => value >= 0)
  if (selling === undefined || term === null || !isEven || options.length > 0) return []
  const sumOf = (amount: (one: Book['exposures'][number]) => number) =>
    exposures.reduce((sum, one) => sum + amount(one), 0)
  const part = selling.trades.reduce((sum, { amount }) => sum - amount, 0) / sumOf(({ value }) => value)
  const forgone =
    part * sumOf(({ value, beta }) => value * Math.max(0, beta)) * PREMIUM * (term.tradingDays / YEAR_SESSIONS)
  const rows = [{ figure: 'selling: return forgone', told: selling.cost.total - selling.cost.tax, computed: forgone }]
  if (request.crisisId === null) {
    const state: State = {
      marketReturn: -request.shockPercent / 100,
      day: toDay(term.lastDay, term.tradingDays),
      valuation: 'intrinsic',
    }
    const computed = computeLoss(answer, state, { kept: 1 - part })
    rows.push({ figure: 'selling: loss in the shock', told: selling.lossAtShockPercent, computed })
  }
  const stated = (key: string) => facts.find((fact) => fact.key === key)?.value
  const [rate, hedge, gain] = ['selling.breakEvenTaxPercent', 'selling.hedgeCost', 'selling.gainUsd'].map(stated)
  if (typeof rate === 'number' && typeof hedge === 'number' && typeof gain === 'number')
    rows.push({ figure: 'selling: tax rate that decides', told: rate, computed: (100 * (hedge - forgone)) / gain })
  return rows
}

const YEAR_SESSIONS = 252

/**
 * Past crises without a ticket are those of the strategy that does nothing. Their prices are not in an answer, so that what
 * a ticket does in them is not computed again.
 */
function compareCrises({ crises }: Strategy, strategies: readonly Strategy[]): [string, number, number][] {
  const idle = strategies.find(({ legs, trades }) => legs.length === 0 && trades.length === 0)
  if (idle === undefined) return []
  return crises.flatMap(({ scenarioId, unhedgedPercent, worstUnhedgedPercent }): [string, number, number][] => {
    const row = idle.crises.find((one) => one.scenarioId === scenarioId)
    return [
      [`result of ${scenarioId} without it`, unhedgedPercent, row?.hedgedPercent ?? NaN],
      [`lowest of ${scenarioId} without it`, worstUnhedgedPercent, row?.worstHedgedPercent ?? NaN],
    ]
  })
}

/**
 * The evidence of a comprehensive analysis from the shares that it names: 100 · max(0, within − alternative), at most
 * 100 · data. Empty where the record of earlier advice corrected it, which an answer does not carry.
 */
export function recomputeEvidence({ confidence, confidenceDetail }: EvidenceAnswer): Comparison[] {
  const { data, within, alternative, calibrated } = confidenceDetail
  if (calibrated || within === null) return []
  const computed = 100 * Math.min(data, Math.max(0, within - (alternative ?? 0)))
  // It is told to a tenth of a point.
  return [{ figure: 'evidence', told: confidence, computed: Math.round(10 * computed) / 10 }]
}

/** Falls at which the limit is held: every 2.5 points down to the asked one, and two beyond it with allowances. */
function listFalls(shock: number): { fall: number; allowance: number }[] {
  const grid = []
  for (let fall = 2.5; fall < shock - 1e-9; fall += 2.5) grid.push({ fall, allowance: 0 })
  const beyond = [
    { fall: shock + 5, allowance: 2.5 },
    { fall: shock + 10, allowance: 5 },
  ]
  return [...grid, { fall: shock, allowance: 0 }, ...beyond.filter(({ fall }) => fall < 95)]
}

function valueOption(leg: Leg, underlyings: readonly Underlying[], { marketReturn, day, valuation }: State): number {
  const underlying = underlyings.find(({ ticker }) => ticker === leg.underlying)
  const expiry = underlying?.expiries.find((one) => one.expiry === leg.expiry)
  if (!underlying || !expiry)
    throw new Error(`The answer does not offer the market of ${leg.underlying} ${leg.expiry}.`)
  const { smile, dividendYield, quotes } = expiry
  const { spot, rate, beta } = underlying
  const payoff = (price: number) => Math.max(0, leg.type === 'call' ? price - leg.strike : leg.strike - price)
  if (leg.expiry < day.date) return payoff(spot)
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

const totalVariance = ({ a, b, rho, m, sigma }: Svi, k: number) =>
  Math.max(0, a + b * (rho * (k - m) + Math.hypot(k - m, sigma)))

interface Answering extends State {
  volatility: number
  remainingDays: number
}

/** At-the-money volatility after the move. */
function shockVolatility(
  { response, volatility30, volatilityCap }: Underlying,
  { volatility, remainingDays, marketReturn, day, valuation }: Answering,
): number {
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
function priceOption(type: OptionType, { forward, strike, years, rate, volatility }: Priced): number {
  const discount = Math.exp(-rate * years)
  const sign = type === 'call' ? 1 : -1
  const deviation = volatility * Math.sqrt(years)
  if (deviation === 0) return discount * Math.max(0, sign * (forward - strike))
  const d = Math.log(forward / strike) / deviation + deviation / 2
  return discount * sign * (forward * normalCdf(sign * d) - strike * normalCdf(sign * (d - deviation)))
}

/** By the series φ(x)·(x + x³/3 + x⁵/15 + …), Marsaglia (2004), Journal of Statistical Software 11(4). */
function normalCdf(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0
  let [sum, term] = [x, x]
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
    term *= (x * x) / n
    sum += term
  }
  return 0.5 + (sum * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI)
}
