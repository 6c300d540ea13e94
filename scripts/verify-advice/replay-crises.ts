import type { Comparison, HedgeAnswer, Leg, Strategy } from './answer.ts'
import {
  addTradingDays,
  computeReturns,
  countTradingDays,
  DAY_MS,
  type Inputs,
  regress,
  sampleCloses,
  shrink,
  toDayNumber,
} from './inputs.ts'
import { shockVolatility, valueOption } from './value-option.ts'

const INDEX = 'SPY'
/** The limit is read to the hundredth of a percent. */
const READ_TO = 0.005
/** Results are told to a ten-thousandth of a percent, and costs to the cent. */
const [HALF_DIGIT, HALF_CENT] = [5e-5, 0.005]
/** Interest on cash, a trading day. */
const DAILY_INTEREST = 0.03 / 252

/** A past crisis day by day, everything at 1 on its first close. */
interface Crisis {
  index: number[]
  volatility: { closes: number[]; latest: number } | null
  /** Value of the positions over that of the first day, in their order. */
  paths: number[][]
  pathOf: (ticker: string) => number[] | null
  /** The same of a position; null of what is not held. */
  shareAt: (ticker: string) => number[] | null
}

/**
 * Replays past crises with each ticket: as it is, its options gone once they expire, and with options bought again at each
 * expiry. Where a crisis was asked about, its worst day is the loss that the limit is meant for.
 *
 * @param betas hedging betas of the positions, in their order
 */
export function compareCrises(answer: HedgeAnswer, inputs: Inputs, betas: readonly number[]): Comparison[] {
  const { request, repricing } = answer
  const { value } = repricing.book
  const asked = request.crisisId
  return inputs.crises.flatMap(({ id, start, end }) => {
    const crisis = findCrisis(inputs, betas, { start, end })
    if (crisis === null) return []
    return [...answer.hedgeStrategies, ...answer.frontierStrategies].flatMap((strategy) => {
      const told = strategy.crises.find(({ scenarioId }) => scenarioId === id)
      if (told === undefined) return []
      const replay = replayHedge(answer, inputs, crisis, strategy)
      const percent = (amount: number) => (100 * amount) / value
      const least = (path: readonly number[]) => percent(Math.min(0, ...path))
      const rows: [string, number, number][] = [
        ['result without it', told.unhedgedPercent, percent(replay.unhedged.at(-1)!)],
        ['lowest without it', told.worstUnhedgedPercent, least(replay.unhedged)],
        ['result', told.hedgedPercent, percent(replay.hedged.at(-1)!)],
        ['lowest', told.worstHedgedPercent, least(replay.hedged)],
      ]
      if (told.renewed !== null) {
        const { hedgedPercent, worstHedgedPercent, renewals, cost } = told.renewed
        rows.push(
          ['result, renewed', hedgedPercent, percent(replay.renewed.at(-1)!)],
          ['lowest, renewed', worstHedgedPercent, least(replay.renewed)],
          ['renewals', renewals, replay.renewals],
          ['cost of renewals', cost, replay.cost],
        )
      }
      if (asked === id) {
        const worst = -percent(Math.min(...replay.renewed.slice(1)))
        rows.push(
          ['loss on its worst day', strategy.lossAtShockPercent, worst],
          [
            'whether the limit is kept (1: yes)',
            Number(strategy.holdsLimit),
            Number(worst <= request.limitPercent + READ_TO),
          ],
        )
      }
      return rows.map(([figure, was, computed]) => ({
        figure: `${strategy.id}: ${id}: ${figure}`,
        told: was,
        computed,
        within: figure === 'cost of renewals' ? HALF_CENT : HALF_DIGIT,
      }))
    })
  })
}

function findCrisis(
  inputs: Inputs,
  betas: readonly number[],
  { start, end }: { start: string; end: string },
): Crisis | null {
  const { calendar, histories, positions } = inputs
  const days = calendar.filter((day) => day >= toDayNumber(start) && day <= toDayNumber(end))
  const closesOf = (ticker: string) => sampleCloses(histories.get(ticker), days).map(({ close }) => close)
  const index = closesOf(INDEX)
  if (days.length < 2 || index.some(Number.isNaN)) return null
  const recent = calendar.slice(-505)
  const betaTo = (ticker: string, proxy: string) => {
    const own = computeReturns(histories.get(ticker), recent)
    const line = regress(own, [computeReturns(histories.get(proxy), recent)])
    const lowest = line && line.slope < 0 && line.explained > 0.5 ? -3 : 0
    return Math.min(3, Math.max(lowest, shrink(line, 1)))
  }
  const paths = positions.map(({ ticker, proxies }, i) => {
    const own = closesOf(ticker)
    if (own[0]! > 0) return carry(own)
    const found = proxies.find((proxy) => closesOf(proxy.ticker)[0]! > 0)
    const beta = found === undefined ? (betas[i] ?? 1) : betaTo(ticker, found.ticker)
    return splice(carry(closesOf(found?.ticker ?? INDEX)), own, found?.method === 'predecessor' ? null : beta)
  })
  const grown = paths.map((path) => path.map((close) => close / path[0]!))
  const volatility = closesOf('^VIX').map((close) => close / 100)
  return {
    index: index.map((close) => close / index[0]!),
    volatility: volatility.every((level) => level > 0)
      ? { closes: volatility, latest: histories.get('^VIX')!.closes.at(-1)! / 100 }
      : null,
    paths: grown,
    shareAt: (ticker) => grown[positions.findIndex((position) => position.ticker === ticker)] ?? null,
    pathOf: (ticker) => {
      const closes = closesOf(ticker)
      return closes.some(Number.isNaN) ? null : closes.map((close) => close / closes[0]!)
    },
  }
}

/** Missing closes stay at the last one. */
function carry(closes: readonly number[]): number[] {
  let last = Number.NaN
  return closes.map((close) => {
    if (close > 0) last = close
    return last
  })
}

/** A stand-in until the first own close, at the beta to it above cash (null: as it is); from then on its own returns. */
function splice(proxy: readonly number[], own: readonly number[], beta: number | null): number[] {
  const found = own.findIndex((close) => close > 0)
  const until = found < 0 ? proxy.length - 1 : found
  const filled = carry(own)
  const path = [100]
  for (let t = 1; t < proxy.length; t++) {
    const moved = proxy[t]! / proxy[t - 1]! - 1
    const told = beta === null ? moved : DAILY_INTEREST + beta * (moved - DAILY_INTEREST)
    path.push(t <= until ? path[t - 1]! * Math.max(1e-6, 1 + told) : (path[until]! * filled[t]!) / filled[until]!)
  }
  return path
}

function replayHedge({ repricing }: HedgeAnswer, inputs: Inputs, crisis: Crisis, { legs, trades, cost }: Strategy) {
  const { positions, cash } = inputs
  const { book } = repricing
  const sold = (ticker: string) =>
    trades.reduce((sum, trade) => (trade.ticker === ticker && trade.amount < 0 ? sum + trade.amount : sum), 0)
  const days = crisis.index.map((_, t) => t)
  const sharesAt = (t: number, left: (position: (typeof positions)[number]) => number) =>
    positions.reduce((sum, position, i) => sum + left(position) * (crisis.paths[i]![t]! - 1), 0)
  const movedAt = (t: number) =>
    trades.reduce((sum, { ticker, amount }) => {
      const place = positions.findIndex((position) => position.ticker === ticker)
      const path = ticker === INDEX ? crisis.index : (crisis.paths[place] ?? crisis.pathOf(ticker))
      return amount > 0 && path ? sum + amount * (path[t]! - 1) : sum
    }, 0)
  const contracts = legs.reduce((sum, leg) => sum + Math.abs(leg.contracts), 0)
  const fee = contracts === 0 ? 0 : cost.fees / contracts
  const held = sumReplays(
    book.options.map((leg) => replayLeg(leg, repricing, crisis, 0)),
    days,
  )
  const hedge = sumReplays(
    legs.map((leg) => {
      const replayed = replayLeg(leg, repricing, crisis, fee)
      // What closes a held option is not bought again.
      const isClosing = book.options.some(
        (one) => one.contracts * leg.contracts < 0 && nameOption(one) === nameOption(leg),
      )
      return isClosing ? { ...replayed, renewed: replayed.profit, renewalDays: [], cost: 0 } : replayed
    }),
    days,
  )
  const owesNothing =
    positions.reduce((sum, { value }) => sum + value, 0) <= book.value * (1 + 1e-9) &&
    positions.every(({ value }) => value >= 0) &&
    book.options.every((leg) => leg.contracts > 0) &&
    legs.every((leg) => leg.contracts > 0 || leg.type === 'put')
  const least = owesNothing ? -book.value : Number.NEGATIVE_INFINITY
  const own = days.map((t) => held.profit[t]! + cash * ((1 + DAILY_INTEREST) ** t - 1))
  const rest = days.map((t) => own[t]! + sharesAt(t, ({ ticker, value }) => value + sold(ticker)) + movedAt(t))
  return {
    unhedged: days.map((t) => Math.max(least, own[t]! + sharesAt(t, ({ value }) => value))),
    hedged: rest.map((amount, t) => Math.max(least, amount + hedge.profit[t]!)),
    renewed: rest.map((amount, t) => Math.max(least, amount + hedge.renewed[t]!)),
    renewals: hedge.renewals,
    cost: hedge.cost,
  }
}

const nameOption = ({ underlying, expiry, type, strike }: Leg) => `${underlying} ${expiry} ${type} ${strike}`

type ReplayedLeg = ReturnType<typeof replayLeg>

function sumReplays(replays: readonly ReplayedLeg[], days: readonly number[]) {
  const at = (pick: (one: ReplayedLeg) => number) => replays.reduce((sum, one) => sum + pick(one), 0)
  return {
    profit: days.map((t) => at(({ profit }) => profit[t]!)),
    renewed: days.map((t) => at(({ renewed }) => renewed[t]!)),
    renewals: new Set(replays.flatMap((one) => one.renewalDays)).size,
    cost: at(({ cost }) => cost),
  }
}

/** Profit of one leg at each close, as it is and bought again on each day of its expiry at the same distance from the spot. */
function replayLeg(leg: Leg, { underlyings }: HedgeAnswer['repricing'], crisis: Crisis, fee: number) {
  const underlying = underlyings.find(({ ticker }) => ticker === leg.underlying)!
  const { smile } = underlying.expiries.find(({ expiry }) => expiry === leg.expiry)!
  const today = underlying.today!
  const life = Math.max(1, countTradingDays(today, leg.expiry))
  const size = leg.contracts * leg.multiplier
  const last = crisis.index.length - 1
  const spotAt = (t: number) => underlying.spot * crisis.index[t]! ** underlying.beta
  const valueAt = (strike: number, t: number, age: number) => {
    const date = addTradingDays(today, age)
    const day = { date, tradingDays: age, calendarDays: (Date.parse(date) - Date.parse(today)) / DAY_MS }
    const marketReturn = crisis.index[t]! - 1
    if (underlying.kind === 'price' && age >= life) {
      return Math.max(0, leg.type === 'call' ? spotAt(t) - strike : strike - spotAt(t))
    }
    const factor = findFactor(underlying, smile, crisis, { t, calendarDays: day.calendarDays })
    return valueOption({ ...leg, strike }, underlyings, { marketReturn, day, valuation: { factor } })
  }
  // Shares that a settlement took or brought go on along their own path.
  const own = crisis.shareAt(leg.underlying)
  const settledMove = (t: number) => {
    if (!leg.settledInShares || valueAt(leg.strike, life, life) === 0) return 0
    const change = own ? underlying.spot * (own[t]! - own[life]!) : spotAt(t) - spotAt(life)
    return (leg.type === 'call' ? 1 : -1) * leg.settledInShares * change
  }
  const model = valueAt(leg.strike, 0, 0)
  const markUp = model > 0.01 ? Math.min(2, Math.max(0.5, leg.premium / model)) : 1
  const commission = Math.abs(leg.contracts) * fee
  const paid = size * leg.premium + commission
  let [strike, bought, cash, cost] = [leg.strike, 0, -paid, 0]
  const [profit, renewed, renewalDays]: [number[], number[], number[]] = [[], [], []]
  for (let t = 0; t <= last; t++) {
    const value = size * valueAt(strike, t, t - bought)
    renewed.push(cash + value)
    profit.push(t <= life ? value - paid : profit[life]! + size * settledMove(t))
    if (t - bought < life || t === last) continue
    strike = (leg.strike * spotAt(t)) / underlying.spot
    bought = t
    const again = size * markUp * valueAt(strike, t, 0) + commission
    cash += value - again
    cost += again
    renewalDays.push(t)
  }
  return { profit, renewed, renewalDays, cost }
}

/** How many times today's volatility that of a day in the crisis is: by the index of volatility, else by the rule of a fall. */
function findFactor(
  underlying: HedgeAnswer['repricing']['underlyings'][number],
  smile: { atmVolatility: number; years: number },
  { index, volatility }: Crisis,
  { t, calendarDays }: { t: number; calendarDays: number },
): number {
  if (t === 0) return 1
  const isIndex = underlying.kind === 'volatility'
  const atm = isIndex ? underlying.volatility30 : smile.atmVolatility
  const remainingDays = isIndex ? 30 : Math.max(0, 365 * smile.years - calendarDays)
  if (volatility === null) {
    const day = { date: '', tradingDays: t, calendarDays }
    const state = { marketReturn: index[t]! - 1, day, valuation: 1 as const }
    return shockVolatility(underlying, { volatility: atm, remainingDays, ...state }) / atm
  }
  // Today's level is left behind evenly over 21 days.
  const weight = Math.max(0, 1 - t / 21)
  const level = volatility.closes[t]! / (volatility.closes[0]! ** weight * volatility.latest ** (1 - weight))
  const power = (underlying.response / 0.9) * (30 / Math.max(30, remainingDays)) ** 0.35
  return Math.min(Math.max(underlying.volatilityCap, atm), atm * level ** power) / atm
}
