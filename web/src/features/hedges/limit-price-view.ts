// Tests: limit-price-view.test.ts

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import {
  computeRequiredGains,
  createLegLookup,
  createLossLimits,
  type HedgeLeg,
  keepsLimit,
  type LegLookup,
  listLossDays,
  type RequiredGain,
  repriceLeg,
} from '@ballast/quant'
import { dateUnderlyings } from '../../components/options/date-underlyings.ts'
import { formatDate } from '../../lib/format.ts'
import { listStrategies } from './hedge-view.ts'
import { countDaysToExpiry, findToday } from './reprice-view.ts'

type Priced = Pick<
  HedgeAnalysis,
  'repricing' | 'asOf' | 'request' | 'term' | 'hedgeStrategies' | 'frontierStrategies' | 'riskAssessment'
>

/** An order whose gain is known in every state: a whole strategy once, or one put as often as it takes. */
interface Candidate {
  legs: readonly HedgeLeg[]
  /** Cost of one, in dollars, commissions included. */
  cost: number
  most: number
  instrument: (count: number) => string
  strategyId: string | null
}

/** Everything that two sliders need of an analysis; what was priced for one move is kept for the next. */
export interface LimitPricer {
  analysis: Priced
  candidates: readonly Candidate[]
  lookup: LegLookup
  lossDays: readonly number[]
  states: Map<number, readonly RequiredGain[]>
  gains: Map<string, readonly number[]>
}

/** Price of losing at most so much in a fall of so much. */
export interface LimitPrice {
  /** Loss without a hedge at the fall, on the worst day and by the worst valuation, in dollars; a gain is negative. */
  unhedgedLoss: number
  /** True where the limit holds without a hedge. */
  isHeld: boolean
  /** The cheapest order that keeps the limit; null where none of those at hand does. */
  order: { instrument: string; cost: number; percent: number; loss: number; strategyId: string | null } | null
  /** Share of every position whose sale keeps the limit at the fall; null where options are held, and in a crisis. */
  sellingPercent: number | null
}

/** No order of the sample is larger, and a typing error should not be priced. */
const MOST_CONTRACTS = 10_000

/** Prepares the strategies of an analysis, and each put on an index that it would buy, for pricing by limit. */
export function createLimitPricer(analysis: Priced): LimitPricer {
  const strategies = listStrategies(analysis as HedgeAnalysis).filter(isComparable)
  return {
    analysis,
    candidates: [...strategies.map(toWhole), ...listPuts(strategies)],
    lookup: createLegLookup(dateUnderlyings(analysis.repricing, analysis.asOf)),
    lossDays: findLossDays(analysis, strategies),
    states: new Map(),
    gains: new Map(),
  }
}

/** Analyses from before terms were kept looked at one day alone, the last on which their options live. */
function findLossDays(analysis: Priced, strategies: readonly HedgeStrategy[]): readonly number[] {
  if (analysis.term) return listLossDays(analysis.term.tradingDays)
  const ends = strategies.map((strategy) => countDaysToExpiry(findToday(analysis, strategy), strategy))
  return [Math.min(analysis.request.horizonDays, ...ends)]
}

/**
 * Orders of options alone: what sells or buys shares changes the portfolio itself, which is known here by its sum. None
 * that caps gains, because it is paid for with what a price does not show; the recommended one whatever it does.
 */
const isComparable = ({ role, legs, trades }: HedgeStrategy) =>
  legs.length > 0 &&
  trades.length === 0 &&
  (role === 'recommended' || !legs.some(({ type, contracts }) => type === 'call' && contracts < 0))

const toWhole = ({ id, legs, cost, instrument }: HedgeStrategy): Candidate => {
  return { legs, cost: cost.total, most: 1, instrument: () => instrument, strategyId: id }
}

function listPuts(strategies: readonly HedgeStrategy[]): Candidate[] {
  const puts = new Map<string, Candidate>()
  for (const { family, legs, cost } of strategies) {
    if (family !== 'index-put' && family !== 'put-spread') continue
    const fee = cost.fees / legs.reduce((sum, { contracts }) => sum + Math.abs(contracts), 0)
    for (const leg of legs) {
      if (leg.type !== 'put' || leg.contracts < 0) continue
      puts.set(leg.symbol, {
        legs: [{ ...leg, contracts: 1 }],
        cost: leg.premium * leg.multiplier + fee,
        most: MOST_CONTRACTS,
        instrument: (count) => `${leg.underlying} ${formatDate(leg.expiry)}: buy ${count} × ${leg.strike} put`,
        strategyId: null,
      })
    }
  }
  return [...puts.values()]
}

/**
 * The cheapest order at hand that caps no gains and keeps a limit as the search means it: at every fall down to the shock and softly beyond,
 * on each day, by each valuation. Nothing is interpolated: each figure is of an order at the quotes of the analysis. The
 * search itself tries more orders, so that it may find a cheaper one, never a dearer.
 */
export function priceLimit(
  pricer: LimitPricer,
  { limitPercent, shockPercent }: { limitPercent: number; shockPercent: number },
): LimitPrice {
  const { value } = pricer.analysis.riskAssessment
  const shock = -shockPercent / 100
  const needs = createLossLimits({ limit: limitPercent / 100, shock }).map(({ marketReturn, largestLoss }) => {
    const states = statesAt(pricer, marketReturn)
    return { marketReturn, needed: states.map(({ unhedged }) => -largestLoss * value - unhedged) }
  })
  // The deepest fall rules out most orders.
  needs.reverse()
  const atShock = statesAt(pricer, shock).map(({ unhedged }) => unhedged)
  const unhedgedLoss = -Math.min(...atShock)
  // As the analysis judges it: down to the shock. What an order must keep beyond it is asked of orders alone.
  const isHeld = needs.every(({ marketReturn }) => {
    const loss = -Math.min(...statesAt(pricer, marketReturn).map(({ unhedged }) => unhedged)) / value
    return marketReturn < shock || keepsLimit(loss, limitPercent / 100)
  })
  let order: LimitPrice['order'] = null
  if (!isHeld) {
    for (const candidate of pricer.candidates) {
      const count = countNeeded(pricer, candidate, needs)
      if (count === null || (order && order.cost <= count * candidate.cost)) continue
      const gains = gainsAt(pricer, candidate, shock)
      const cost = count * candidate.cost
      const loss = -Math.min(...gains.map((gain, place) => (atShock[place] ?? 0) + count * gain))
      const { instrument, strategyId } = candidate
      order = { instrument: instrument(count), cost, percent: (100 * cost) / value, loss, strategyId }
    }
  }
  const holdsOptions = pricer.analysis.repricing.book.options.length > 0
  const sold = 100 * (1 - ((limitPercent / 100) * value) / unhedgedLoss)
  return { unhedgedLoss, isHeld, order, sellingPercent: holdsOptions ? null : Math.max(0, sold) }
}

/**
 * The cheapest order at hand that keeps a limit on every day of the crisis that an analysis replayed, renewed at each expiry.
 *
 * @returns null where the analysis is of another crisis, or of none
 */
export function priceCrisisLimit(
  analysis: HedgeAnalysis,
  { limitPercent, crisisId }: { limitPercent: number; crisisId: string },
): LimitPrice | null {
  const { request, riskAssessment } = analysis
  const strategies = listStrategies(analysis)
  const unhedgedPercent = strategies[0]?.unhedgedLossAtShockPercent
  if (request.crisisId !== crisisId || unhedgedPercent === undefined) return null
  const toDollars = (percent: number) => (percent / 100) * riskAssessment.value
  const keeping = strategies
    .filter((strategy) => isComparable(strategy) && keepsLimit(strategy.lossAtShockPercent / 100, limitPercent / 100))
    .sort((a, b) => a.cost.total - b.cost.total)
  const isHeld = keepsLimit(unhedgedPercent / 100, limitPercent / 100)
  const cheapest = isHeld ? undefined : keeping[0]
  return {
    unhedgedLoss: toDollars(unhedgedPercent),
    isHeld,
    order: cheapest
      ? {
          instrument: cheapest.instrument,
          cost: cheapest.cost.total,
          percent: cheapest.cost.percent,
          loss: toDollars(cheapest.lossAtShockPercent),
          strategyId: cheapest.id,
        }
      : null,
    // Cash earns interest on the way, so that this takes a replay of its own.
    sellingPercent: null,
  }
}

interface Need {
  marketReturn: number
  needed: readonly number[]
}

/** How many of an order keep every limit; null where no number does. Gains grow with the number in a straight line. */
function countNeeded(pricer: LimitPricer, candidate: Candidate, needs: readonly Need[]): number | null {
  let [least, most] = [1, candidate.most]
  for (const { marketReturn, needed } of needs) {
    const gains = gainsAt(pricer, candidate, marketReturn)
    for (const [place, gain] of gains.entries()) {
      const need = needed[place] ?? 0
      // A millionth of a dollar is no reason for one contract more.
      if (gain > 0) least = Math.max(least, Math.ceil((need - 1e-6) / gain))
      else if (gain < 0) most = Math.min(most, Math.floor((need - 1e-6) / gain))
      else if (need > 0) return null
      if (least > most) return null
    }
  }
  return least
}

function statesAt({ states, analysis, lossDays, lookup }: LimitPricer, marketReturn: number): readonly RequiredGain[] {
  let known = states.get(marketReturn)
  if (!known) {
    known = computeRequiredGains(analysis.repricing.book, [{ marketReturn, largestLoss: 0 }], lossDays, lookup)
    states.set(marketReturn, known)
  }
  return known
}

/** Computes what one of an order gains in each state of a fall, net of its cost. */
function gainsAt(pricer: LimitPricer, candidate: Candidate, marketReturn: number): readonly number[] {
  const key = `${pricer.candidates.indexOf(candidate)} ${marketReturn}`
  let known = pricer.gains.get(key)
  if (!known) {
    known = statesAt(pricer, marketReturn).map(({ shock }) =>
      candidate.legs.reduce(
        (sum, leg) => sum + leg.contracts * leg.multiplier * repriceLeg(leg, shock, pricer.lookup),
        -candidate.cost,
      ),
    )
    pricer.gains.set(key, known)
  }
  return known
}
