// Tests: repair-policy.test.ts, policy-wishes.test.ts, policies.test.ts

import { areOneOrder, type PolicyRepair, type PolicyState, type RepairOrder } from '@ballast/contract'
import {
  chooseTerm,
  DEFAULT_HEDGE_REQUEST,
  findFreshCost,
  findRepairs,
  type HedgeLeg,
  type HedgeRequest,
  type HedgeSituation,
  listHedgeExpiries,
  listRenewals,
  type RenewalPoint,
  type Repair,
  type RepairQuestion,
  toHedgeDate,
} from '@ballast/quant'
import type { BookModel } from '../../advice/book/build-book-model.ts'
import { formatFigure } from '../../grounding/fact-text.ts'
import { SOON_DAYS, TOLERANCE } from './judge-policy.ts'
import { type PolicySubject, priceLegs, toLegKey } from './policy-subject.ts'

interface Finding {
  state: PolicyState
  /** Calendar days until the end. */
  daysLeft: number
}

/** Goal of a repairing ticket by state; the others need no ticket. */
const GOALS: Partial<Record<PolicyState, RepairQuestion['goal']>> = {
  'too-little': 'restore',
  decayed: 'restore',
  'paid-out': 'harvest',
  'expires-soon': 'renew',
  expired: 'renew',
  'more-than-needed': 'reduce',
}

/** True if a search is made for tickets that repair a policy in this state. */
export const needsRepair = (state: PolicyState): boolean => GOALS[state] !== undefined

/**
 * The tickets that repair a policy, the cheapest first, and renewing now or later where its end is near. Whatever is broken
 * shortly before the end is renewed with it. A policy whose ticket sells no option is not repaired by selling one: its owner may
 * not be allowed to. What is opened is what the accounts may hold, where they are described, and nothing that its owner ruled out.
 *
 * @param permitted a request that is narrowed to that (see `permitByAccounts`)
 */
export function repairPolicy(
  { situation, listings }: BookModel,
  { limit, shock, endsOn, legs: held, sells, termDays }: PolicySubject,
  { state, daysLeft }: Finding,
  permitted: HedgeRequest = DEFAULT_HEDGE_REQUEST,
): { repairs: PolicyRepair[]; renewals: RenewalPoint[] } {
  const asked = GOALS[state]
  if (asked === undefined) return { repairs: [], renewals: [] }
  const isNear = daysLeft <= SOON_DAYS
  const goal = asked === 'restore' && isNear ? 'renew' : asked
  const legs = priceLegs(
    held.filter(({ expiry, contracts }) => expiry >= situation.today && contracts !== 0),
    situation.options,
  )
  const lastDay = goal === 'reduce' || !isNear ? endsOn : chooseLastDay(situation, termDays)
  const question: RepairQuestion = {
    situation,
    legs,
    limit,
    shock,
    lastDay,
    goal,
    permissions: {
      ...permitted,
      maximumLines: sells ? permitted.maximumLines : 1,
    },
    fee: permitted.fee,
  }
  const freshCost = goal === 'renew' ? findFreshCost(question) : null
  const toSymbol = (leg: HedgeLeg) => listings.get(toLegKey(leg))?.symbol
  return {
    repairs: findRepairs(question).flatMap((repair) => toMeasured(repair, lastDay, toSymbol) ?? []),
    renewals: freshCost === null ? [] : listRenewals(question, { freshCost, termDays, endsOn, tolerance: TOLERANCE }),
  }
}

function chooseLastDay({ today, markets }: HedgeSituation, termDays: number): string {
  const index = markets.find(({ role }) => role === 'index')
  return chooseTerm(today, toHedgeDate(today, termDays), index === undefined ? [] : listHedgeExpiries(index)).date
}

/** @returns null where a contract has no symbol, so that nobody could order it */
function toMeasured(
  repair: Repair,
  endsOn: string,
  toSymbol: (leg: HedgeLeg) => string | undefined,
): PolicyRepair | null {
  const { kind, closes, opens, cost, fees, loss } = repair
  const orders: RepairOrder[] = []
  for (const [leg, isClosing] of [
    ...closes.map((one) => [one, true] as const),
    ...opens.map((one) => [one, false] as const),
  ]) {
    const symbol = toSymbol(leg)
    if (symbol === undefined) return null
    orders.push({ ...leg, symbol, closes: isClosing })
  }
  const lossPercent = 100 * loss
  return {
    kind,
    orders,
    cost,
    fees,
    lossPercent,
    endsOn,
    text: describeRepair({ kind, orders, cost, lossPercent, endsOn }),
  }
}

const LEADS: Record<PolicyRepair['kind'], string> = {
  add: 'Add to the hedge',
  roll: 'Roll',
  harvest: 'Collect the gain and hedge again',
  reduce: 'Sell a part of the legs',
  'take-off': 'Take the hedge off',
  'let-expire': 'Let the options expire',
}

/** "Roll in one order: sell 4 SPY Feb 19, 2027 710 puts, buy 4 … It costs $1,234. You would then lose at most 14.8% …" */
export function describeRepair({
  kind,
  orders,
  cost,
  lossPercent,
  endsOn,
}: Pick<PolicyRepair, 'kind' | 'orders' | 'cost' | 'lossPercent' | 'endsOn'>): string {
  const steps = orders.map(({ contracts, underlying, expiry, strike, type }) => {
    const count = Math.abs(contracts)
    const name = `${underlying.replace(/^\^/, '')} ${formatFigure(expiry, 'date')} ${strike} ${count === 1 ? type : `${type}s`}`
    return `${contracts > 0 ? 'buy' : 'sell'} ${count} ${name}`
  })
  const lead = orders.length > 1 && areOneOrder(orders) ? `${LEADS[kind]} in one order` : LEADS[kind]
  const order = steps.length === 0 ? `${lead}.` : `${lead}: ${steps.join(', ')}.`
  const amount = formatFigure(Math.abs(cost), 'usd')
  const money = steps.length === 0 ? '' : cost < 0 ? ` You receive ${amount}.` : ` It costs ${amount}.`
  const loss =
    lossPercent <= 0
      ? ` The fall would then cost you nothing until ${formatFigure(endsOn, 'date')}.`
      : ` You would then lose at most ${formatFigure(lossPercent, 'percent', 1)} in the fall until ${formatFigure(endsOn, 'date')}.`
  return `${order}${money}${loss}`
}
