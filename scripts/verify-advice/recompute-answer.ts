/**
 * The figures of a hedge analysis, computed a second time from the inputs that the API offers. Nothing of the product is
 * imported, so that a fault of its engine cannot repeat itself here; the formulas are those of `docs/methodology.md` and
 * `docs/methodology-volatility.md`.
 */

import type { Book, Comparison, EvidenceAnswer, HedgeAnswer, Leg, Strategy } from './answer.ts'
import { addTradingDays, countTradingDays, DAY_MS, type Inputs } from './inputs.ts'
import { compareBetas, compareOdds, compareSmiles, computeBeta, findHistory, INDEX } from './recompute-inputs.ts'
import { compareCrises } from './replay-crises.ts'
import { type State, valueOption } from './value-option.ts'

/** Losses and limits are read to the hundredth of a percent. */
const READ_TO = 0.005
/** Return a year that the market is expected to pay above cash. */
const PREMIUM = 0.045
/** Lost in trading shares, one way. */
const SHARE_SPREAD = 0.0005

/**
 * Computes again what the answer says of each strategy: what it costs and may be expected to cost, what is lost on each day
 * and at each fall and in each past crisis without it and with it, the loss in the shock, and whether the limit is kept;
 * and what all of this rests on: betas and smiles.
 *
 * @throws Error when the answer is from before losses were kept by day
 */
export function recomputeAnswer(answer: HedgeAnswer, inputs: Inputs): Comparison[] {
  const { term, repricing } = answer
  // An answer without a ticket offers no market of options; its days count from the quotes of the index all the same.
  const asOf = inputs.chains.find(({ ticker }) => ticker === INDEX)?.asOf
  const quoted = asOf && new Date(asOf).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const today = repricing.underlyings[0]?.today ?? quoted
  if (term === null || !today) throw new Error('This answer holds no losses by day. Make a new analysis.')
  const betas = inputs.positions.map((position) => computeBeta(inputs, position, findHistory(inputs, position)))
  const strategies = [...answer.hedgeStrategies, ...answer.frontierStrategies]
  return [
    ...strategies.flatMap((strategy) => [
      ...compareCost(answer, inputs, strategy),
      ...compareLosses(answer, strategy, { today, after: trade(inputs, betas, strategy) }),
    ]),
    ...compareBook(answer, inputs),
    ...compareFrontier(answer),
    ...compareSelling(answer, inputs),
    ...compareBetas(answer, inputs),
    ...compareSmiles(answer, inputs),
    ...compareOdds(answer, inputs),
    ...compareCrises(answer, inputs, betas),
  ]
}

const named = ({ id }: Strategy, figure: string, told: number, computed: number): Comparison => {
  return { figure: `${id}: ${figure}`, told, computed }
}

/** Options bought at the ask and sold at the bid with commissions; the spread or the forgone return of shares; and tax. */
function compareCost({ term, repricing, request }: HedgeAnswer, inputs: Inputs, strategy: Strategy): Comparison[] {
  const { legs, trades, cost, expected, annualDragPercent, daysToExpiry } = strategy
  const each = (price: (leg: Strategy['legs'][number]) => number) =>
    legs.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * price(leg), 0)
  const premium = each(({ contracts, bid, ask }) => (contracts > 0 ? ask : bid) ?? Number.NaN)
  const middle = each(({ bid, ask }) => ((bid ?? Number.NaN) + (ask ?? Number.NaN)) / 2)
  const spread = SHARE_SPREAD * trades.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  const forgone = cost.kind === 'forgone-return' ? computeForgone(strategy, inputs, term!.tradingDays) : spread
  const rate = request.account === 'ira' ? 0 : (request.gainsTaxPercent ?? 0) / 100
  const tax = rate * Math.max(0, measureGain(strategy, inputs))
  const rest = (trades.length > 0 ? forgone : 0) + tax
  const rows = [
    named(strategy, 'premium, asks paid and bids received', cost.premium, premium),
    named(strategy, 'tax', cost.tax, tax),
    named(strategy, 'cost', cost.total, premium + cost.fees + rest),
    named(strategy, 'cost at mid', cost.atMid, middle + cost.fees + rest),
    named(strategy, 'cost in percent', cost.percent, (100 * cost.total) / repricing.book.value),
  ]
  if (expected !== null) rows.push(named(strategy, 'expected cost', expected.netCost, cost.total - expected.payoff))
  if (annualDragPercent === null || daysToExpiry === null) return rows
  // Rolled with a third of the life left: what was paid less what closing brings at the bid.
  const days = Math.floor((2 * daysToExpiry) / 3)
  const left = legs.map((leg) => {
    const { today } = repricing.underlyings.find(({ ticker }) => ticker === leg.underlying)!
    const tradingDays = countTradingDays(today, addDays(today, days))
    const state: State = { marketReturn: 0, day: toDay(today, addTradingDays(today, tradingDays)), valuation: 0 }
    return leg.contracts * leg.multiplier * valueOption(leg, repricing.underlyings, state)
  })
  const closing = left.reduce((sum, value) => sum + value, 0) - (premium - middle) - cost.fees
  const toYear = (amount: number, over: number) => (100 * amount * 365) / over / repricing.book.value
  return [
    ...rows,
    named(strategy, 'cost a year', annualDragPercent.heldToExpiry, toYear(cost.total, daysToExpiry)),
    named(strategy, 'cost a year, rolled early', annualDragPercent.rolled, toYear(cost.total - closing, days)),
  ]
}

const addDays = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const toDay = (today: string, date: string): State['day'] => ({
  date,
  tradingDays: countTradingDays(today, date),
  calendarDays: (Date.parse(date) - Date.parse(today)) / DAY_MS,
})

/** Σ value sold · max(0, β) · 4.5 % a year. */
function computeForgone({ trades }: Strategy, inputs: Inputs, tradingDays: number): number {
  const dollarBeta = trades.reduce((sum, { ticker, amount }) => {
    const position = inputs.positions.find((one) => one.ticker === ticker)
    return position ? sum - amount * Math.max(0, computeBeta(inputs, position, findHistory(inputs, position))) : sum
  }, 0)
  return (Math.max(0, dollarBeta) * PREMIUM * tradingDays) / 252
}

/** Gains that sales realise, the dearest lots first. */
function measureGain({ trades }: Strategy, { positions }: Inputs): number {
  return trades.reduce((total, { ticker, amount }) => {
    const position = positions.find((one) => one.ticker === ticker)
    if (amount >= 0 || position === undefined || position.value <= 0) return total
    const price = position.value / position.shares
    let [left, gain] = [-amount / price, 0]
    for (const lot of [...(position.lots ?? [])].sort((a, b) => b.cost - a.cost)) {
      const part = Math.min(left, lot.shares)
      gain += part * (price - lot.cost)
      left -= part
    }
    return total + gain
  }, 0)
}

type Exposures = Book['exposures']

/** Shares after what a strategy sells and buys. */
function trade(inputs: Inputs, betas: readonly number[], { trades }: Strategy): Exposures {
  const { positions, funds } = inputs
  const amountOf = (ticker: string) =>
    trades.reduce((sum, one) => (one.ticker === ticker && one.amount < 0 ? sum + one.amount : sum), 0)
  const isCover = (ticker: string) => positions.some((one) => one.ticker === ticker && one.value < 0)
  const kept = positions.map(({ ticker, value }, i) => ({ value: value + amountOf(ticker), beta: betas[i]! }))
  const bought = trades.flatMap(({ ticker, amount }) => {
    if (amount <= 0) return []
    const fund = funds.find((one) => one.ticker === ticker)
    const place = positions.findIndex((one) => one.ticker === ticker)
    const own = isCover(ticker) && place >= 0 ? betas[place]! : 1
    return [{ value: amount, beta: ticker === INDEX ? 1 : fund ? computeBeta(inputs, fund) : own }]
  })
  return [...kept, ...bought]
}

function compareLosses(
  answer: HedgeAnswer,
  strategy: Strategy,
  { today, after }: { today: string; after: Exposures },
): Comparison[] {
  const { request, repricing } = answer
  const { legs, trades, cost, losses } = strategy
  const term = answer.term!
  if (losses === null) return []
  const before = repricing.book.exposures
  const worst = (fall: number, day: State['day'], course: Course) => {
    const valuations: State['valuation'][] = day.tradingDays >= term.tradingDays ? [0, 1, 'intrinsic'] : [0, 1]
    const states = valuations.map((valuation): State => ({ marketReturn: -fall / 100, day, valuation }))
    return Math.max(...states.map((state) => computeLoss(answer, state, course)))
  }
  const course = { exposures: after, hedge: legs, fees: cost.fees }
  const days = losses.days.map(({ date }) => toDay(today, date))
  const rows = days.flatMap((day, i) => [
    named(strategy, `trading days to ${day.date}`, losses.days[i]!.tradingDays, day.tradingDays),
    ...losses.fallsPercent.flatMap((fall, j) => {
      const [without, with_] = [
        losses.unhedgedPercent[i]?.[j] ?? Number.NaN,
        losses.hedgedPercent[i]?.[j] ?? Number.NaN,
      ]
      const state = `a fall of ${fall} % on ${day.date}`
      return [
        named(strategy, `loss without it, ${state}`, without, worst(fall, day, { exposures: before })),
        named(strategy, `loss with it, ${state}`, with_, worst(fall, day, course)),
      ]
    }),
  ])
  // Where a crisis was asked about, the limit is meant for its worst day.
  if (request.crisisId !== null) return rows
  const inTerm = days.filter(({ date }) => date <= term.lastDay)
  const worstInTerm = (fall: number) => Math.max(...inTerm.map((day) => worst(fall, day, course)))
  const { shockPercent, limitPercent } = request
  // Of shares alone nothing ends beyond the shock.
  const falls = listFalls(shockPercent).filter(({ fall }) => legs.length > 0 || fall <= shockPercent)
  const holds = falls.every(({ fall, allowance }) => worstInTerm(fall) <= limitPercent + allowance + READ_TO)
  const isIdle = legs.length === 0 && trades.length === 0
  return [
    ...rows,
    named(strategy, 'loss in the shock', strategy.lossAtShockPercent, worstInTerm(shockPercent)),
    ...(isIdle
      ? []
      : [named(strategy, 'whether the limit is kept (1: yes)', Number(strategy.holdsLimit), Number(holds))]),
  ]
}

interface Course {
  exposures: Exposures
  hedge?: readonly Leg[]
  fees?: number
}

/** Loss of the book in a state, in percent of its value. */
function computeLoss({ repricing }: HedgeAnswer, state: State, { exposures, hedge = [], fees = 0 }: Course): number {
  const { book, underlyings } = repricing
  const shares = exposures.reduce((sum, { value, beta }) => sum + value * ((1 + state.marketReturn) ** beta - 1), 0)
  const gained = (leg: Leg) => leg.contracts * leg.multiplier * (valueOption(leg, underlyings, state) - leg.premium)
  const profit = [...book.options, ...hedge].reduce((sum, leg) => sum + gained(leg), shares - fees)
  return (-100 * profit) / book.value
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

/** Value of everything, and its beta from those of the positions; not where options are held, whose deltas are not told. */
function compareBook({ repricing: { book }, facts }: HedgeAnswer, { positions, cash }: Inputs): Comparison[] {
  const shares = positions.reduce((sum, { value }) => sum + value, cash)
  const options = book.options.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * leg.premium, 0)
  const rows = [{ figure: 'value of the portfolio', told: book.value, computed: shares + options }]
  const told = facts.find(({ key }) => key === 'book.beta')?.value
  if (typeof told !== 'number' || book.options.length > 0) return rows
  const sum = book.exposures.reduce((total, { value, beta }) => total + value * beta, 0)
  return [...rows, { figure: 'beta of the portfolio', told, computed: sum / book.value }]
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
  const isPuts = pick !== undefined && ['index-put', 'put-spread'].includes(pick.family) && pick.holdsLimit
  if (!prices?.everyDay || !isPuts) return points
  return [
    ...points,
    { figure: 'price of the limit on every day', told: prices.everyDay.cost, computed: pick.cost.total },
  ]
}

/** Gains that selling realises, and the tax rate at which it costs what the hedge does. */
function compareSelling({ hedgeStrategies, facts }: HedgeAnswer, inputs: Inputs): Comparison[] {
  const selling = hedgeStrategies.find(({ family }) => family === 'reduce-exposure')
  const stated = (key: string) => facts.find((fact) => fact.key === key)?.value
  const [gain, rate, hedge] = ['selling.gainUsd', 'selling.breakEvenTaxPercent', 'selling.hedgeCost'].map(stated)
  if (selling === undefined || typeof gain !== 'number') return []
  const computed = measureGain(selling, inputs)
  const rows = [{ figure: 'selling: gains', told: gain, computed }]
  if (typeof rate !== 'number' || typeof hedge !== 'number') return rows
  const forgone = selling.cost.total - selling.cost.tax
  const decisive = (100 * (hedge - forgone)) / computed
  return [...rows, { figure: 'selling: tax rate that decides', told: rate, computed: decisive }]
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

/** True if the two computations of a figure agree: to a millionth, or to what chance and spreads leave open. */
export const isAlike = ({ told, computed, within = 0 }: Comparison): boolean =>
  Math.abs(told - computed) <= within + 1e-6 * (1 + Math.abs(told))
