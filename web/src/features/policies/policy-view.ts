import {
  type HedgeAnalysis,
  type HedgeStrategy,
  type NewPolicy,
  type Policy,
  type PolicyEntry,
  type PolicyJudgement,
  type PolicyProposal,
  type PolicyRepair,
  type PolicyState,
  readField,
  toOptionTerms,
  type UnwatchedOption,
} from '@ballast/contract'
import type { BadgeTone } from '../../components/ui/badge.tsx'
import { formatDate, formatNumber, formatValue } from '../../lib/format.ts'

/** Names of states, and how urgent they look. */
export const STATES: Record<PolicyState, { name: string; tone: BadgeTone }> = {
  holds: { name: 'Holds', tone: 'gain' },
  'too-little': { name: 'Too little', tone: 'destructive' },
  decayed: { name: 'Decayed', tone: 'destructive' },
  'paid-out': { name: 'Paid out', tone: 'default' },
  'more-than-needed': { name: 'More than needed', tone: 'secondary' },
  'expires-soon': { name: 'Expires soon', tone: 'warning' },
  expired: { name: 'Expired', tone: 'warning' },
  'cannot-be-judged': { name: 'Not checked', tone: 'warning' },
}

/** Names of the entries in the history. */
export const KINDS = { created: 'Placed', changed: 'Changed', closed: 'Closed', check: 'Check' } as const

/** "Cost $3,507, worth $2,240 today"; a credit is received. */
export function describeMoney({ cost, judgement }: Pick<Policy, 'cost' | 'judgement'>): string {
  const paid = cost < 0 ? `Received ${formatValue(-cost)}` : `Cost ${formatValue(cost)}`
  const worth = judgement?.legsValue
  if (worth === null || worth === undefined) return paid
  return worth < 0 ? `${paid}, ${formatValue(-worth)} to close today` : `${paid}, worth ${formatValue(worth)} today`
}

/** Where the owner stands, in a sentence: "Protected to −13.1% in a fall of 20% until Feb 19, 2027 · cost $3,507, …". */
export function describeStand({ judgement, cost }: Pick<Policy, 'cost' | 'judgement'>): string {
  const money = describeMoney({ cost, judgement })
  if (judgement === null) return `Not checked yet · ${money.toLowerCase()}`
  return `${judgement.sentence.replace(/\.$/, '')} · ${money.charAt(0).toLowerCase()}${money.slice(1)}`
}

/** "While the exchange is open, Ballast checks again when SPY falls to $612.30 or rises to $690.10."; empty without levels. */
export function describeLevels(levels: PolicyJudgement['levels']): string {
  const tickers = Object.entries(Object.groupBy(levels, ({ ticker }) => ticker))
  if (tickers.length === 0) return ''
  const moves = tickers.map(([ticker, own = []]) => {
    const ways = own.map(({ side, price }) => `${side === 'below' ? 'falls' : 'rises'} to $${formatNumber(price)}`)
    return `${ticker} ${ways.join(' or ')}`
  })
  return `While the exchange is open, Ballast checks again when ${moves.join(', or ')}.`
}

/** The loss in the policy's fall, day by day: what checks found, then what the newest one expects. Losses negative. */
export interface CoverSeries {
  /** ISO days, ascending. */
  dates: string[]
  hedged: (number | null)[]
  unhedged: (number | null)[]
  /** Place of the first day that is expected and not found. */
  ahead: number
}

/**
 * Cover over time. Of several checks of one day the newest stands; days ahead are those of the newest check's loss map that
 * lie after it. A check that measured nothing leaves a gap.
 */
export function toCoverSeries(
  { judgement, shockPercent, status }: Pick<Policy, 'judgement' | 'shockPercent' | 'status'>,
  history: readonly Pick<PolicyEntry, 'at' | 'kind' | 'lossPercent' | 'unhedgedLossPercent'>[],
): CoverSeries {
  const found = new Map<string, readonly [number | null, number | null]>()
  for (const { at, kind, lossPercent, unhedgedLossPercent } of history) {
    const day = at.slice(0, 10)
    if (kind === 'check' && !found.has(day)) found.set(day, [negate(lossPercent), negate(unhedgedLossPercent)])
  }
  const past = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  const losses = status === 'open' ? judgement?.losses : null
  const fall = losses?.fallsPercent.indexOf(shockPercent) ?? -1
  const last = past.at(-1)?.[0] ?? ''
  const ahead = (losses && fall >= 0 ? losses.days : []).flatMap(({ date }, day) =>
    date > last
      ? [[date, [negate(losses?.hedgedPercent[day]?.[fall]), negate(losses?.unhedgedPercent[day]?.[fall])]] as const]
      : [],
  )
  const days = [...past, ...ahead]
  return {
    dates: days.map(([date]) => date),
    hedged: days.map(([, [hedged]]) => hedged),
    unhedged: days.map(([, [, unhedged]]) => unhedged),
    ahead: past.length,
  }
}

const negate = (loss: number | null | undefined) => (loss === null || loss === undefined ? null : 0 - loss)

/** The form of a placed hedge: what was filled, as typed. */
export interface PlacedForm {
  limitPercent: string
  shockPercent: string
  endsOn: string
  placedOn: string
  fees: string
  legs: { symbol: string; ordered: number; filled: string; price: string }[]
}

const toText = (value: number) => String(Math.round(value * 100) / 100)
/** Cents, and up to four decimals where a fill has them. */
const toMoney = (value: number) => value.toFixed(4).replace(/0{1,2}$/, '')

/** The ticket as if it was filled at its prices today. */
export function fromTicket(analysis: HedgeAnalysis, strategy: HedgeStrategy): PlacedForm {
  const { limitPercent, shockPercent } = analysis.request
  return {
    limitPercent: toText(limitPercent),
    shockPercent: toText(shockPercent),
    endsOn: analysis.term?.lastDay ?? strategy.legs.map(({ expiry }) => expiry).sort()[0] ?? '',
    placedOn: analysis.asOf.slice(0, 10),
    fees: toMoney(strategy.cost.fees),
    legs: strategy.legs.map(({ symbol, contracts, premium }) => {
      return { symbol, ordered: contracts, filled: String(Math.abs(contracts)), price: toMoney(premium) }
    }),
  }
}

/** Options that are held already, as a hedge of an earlier analysis. */
export function fromProposal(proposal: PolicyProposal): PlacedForm {
  return fromLegs(proposal, { placedOn: proposal.madeAt.slice(0, 10), fees: 0 })
}

/** Options that were bought elsewhere, until the first of them expires; the usual question of a hedge search. */
export function fromHeld(options: readonly UnwatchedOption[], today: string): PlacedForm {
  const ends = options.flatMap(({ symbol }) => toOptionTerms(symbol)?.expiry ?? []).sort()
  const form = fromLegs(
    {
      limitPercent: 15,
      shockPercent: 20,
      endsOn: ends[0] ?? '',
      legs: options.map(({ symbol, contracts, price }) => {
        return { symbol, ordered: contracts, filled: contracts, price: price ?? 0 }
      }),
    },
    { placedOn: today, fees: 0 },
  )
  // What nobody knows is asked, and not taken for nothing.
  return {
    ...form,
    legs: form.legs.map((leg, place) => (options[place]?.price === null ? { ...leg, price: '' } : leg)),
  }
}

export function fromPolicy(policy: Policy): PlacedForm {
  return fromLegs(policy, policy)
}

/**
 * The policy as it is once a repairing ticket was filled at its prices: what it closes is gone, what it adds to a leg is
 * averaged with it. Whatever replaces all legs starts anew, with fees and a day of its own.
 *
 * @returns null where nothing is left
 */
export function fromRepair(
  policy: Policy,
  { orders, endsOn, fees }: PolicyRepair,
  placedOn: string,
): PlacedForm | null {
  const legs = new Map<string, NewPolicy['legs'][number]>(policy.legs.map((leg) => [leg.symbol, leg]))
  for (const { symbol, contracts, premium } of orders) {
    const held = legs.get(symbol)
    const filled = (held?.filled ?? 0) + contracts
    const isMore = held === undefined || Math.sign(contracts) === Math.sign(held.filled)
    const price =
      held === undefined ? premium : isMore ? (held.filled * held.price + contracts * premium) / filled : held.price
    if (filled === 0) legs.delete(symbol)
    else legs.set(symbol, { symbol, ordered: filled, filled, price })
  }
  if (legs.size === 0) return null
  const isNew = policy.legs.every(({ symbol }) => !legs.has(symbol))
  return fromLegs(
    { ...policy, endsOn: orders.length === 0 ? policy.endsOn : endsOn, legs: [...legs.values()] },
    { placedOn: isNew ? placedOn : policy.placedOn, fees: isNew ? fees : policy.fees + fees },
  )
}

export const REPAIRS: Record<PolicyRepair['kind'], string> = {
  add: 'Add',
  roll: 'Roll',
  harvest: 'Harvest',
  reduce: 'Reduce',
  'take-off': 'Take off',
  'let-expire': 'Let expire',
}

/** Which day is cheapest for renewing, of those until which the limit holds. */
export function describeRenewals(renewals: PolicyJudgement['renewals']): string {
  const [today] = renewals
  if (today === undefined) return ''
  const now = `Renewing today costs ${formatValue(today.cost)}, or ${formatValue(today.costPerMonth)} for each further month.`
  const safe = renewals.filter(({ holds }) => holds)
  if (safe.length === 0) return `${now} The limit does not hold while you wait.`
  const best = safe.reduce((least, one) => (one.costPerMonth < least.costPerMonth ? one : least))
  if (best.tradingDays === 0) return `${now} Waiting is not cheaper while the limit holds.`
  return `${now} On ${formatDate(best.date)} it would be ${formatValue(best.costPerMonth)} a month, if the market stands still, and the limit holds until then.`
}

function fromLegs(
  { limitPercent, shockPercent, endsOn, legs }: Pick<NewPolicy, 'limitPercent' | 'shockPercent' | 'endsOn' | 'legs'>,
  { placedOn, fees }: Pick<NewPolicy, 'placedOn' | 'fees'>,
): PlacedForm {
  return {
    limitPercent: toText(limitPercent),
    shockPercent: toText(shockPercent),
    endsOn,
    placedOn,
    fees: toMoney(fees),
    legs: legs.map(({ symbol, ordered, filled, price }) => {
      return { symbol, ordered, filled: String(Math.abs(filled)), price: toMoney(price) }
    }),
  }
}

/**
 * The form as the server takes it.
 *
 * @returns what is wrong in words where a number cannot be read
 */
export function readForm(
  form: PlacedForm,
): Pick<NewPolicy, 'limitPercent' | 'shockPercent' | 'endsOn' | 'legs' | 'fees' | 'placedOn'> | string {
  const questions: string[] = []
  const read = (text: string, isMoney = false) => {
    const { value, question } = readField(text, { isMoney })
    if (question !== undefined) questions.push(question)
    return value >= 0 ? value : Number.NaN
  }
  const legs = form.legs.map(({ symbol, ordered, filled, price }) => {
    return { symbol, ordered, filled: Math.sign(ordered) * read(filled), price: read(price, true) }
  })
  const [limitPercent, shockPercent, fees] = [read(form.limitPercent), read(form.shockPercent), read(form.fees, true)]
  const numbers = [limitPercent, shockPercent, fees, ...legs.flatMap(({ filled, price }) => [filled, price])]
  if (numbers.some(Number.isNaN)) return questions[0] ?? BAD_NUMBER
  if (form.endsOn === '' || form.placedOn === '') return 'Enter both dates.'
  if (legs.some(({ filled }) => !Number.isInteger(filled))) return 'Enter whole contracts.'
  return { limitPercent, shockPercent, fees, endsOn: form.endsOn, placedOn: form.placedOn, legs }
}

const BAD_NUMBER = 'Enter every number with digits only, such as 15.30.'
