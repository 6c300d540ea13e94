import type { HedgeAnalysis, HedgeStrategy, NewPolicy, Policy, PolicyProposal, PolicyState } from '@ballast/contract'
import type { BadgeTone } from '../../components/ui/badge.tsx'
import { formatValue } from '../../lib/format.ts'

/** What a state is called, and how urgent it looks. */
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

/** What happened in the history besides checks. */
export const KINDS = { created: 'Placed', changed: 'Changed', closed: 'Closed', check: 'Check' } as const

/** "Cost $3,507, worth $2,240 today"; a credit is received. */
export function describeMoney({ cost, judgement }: Pick<Policy, 'cost' | 'judgement'>): string {
  const paid = cost < 0 ? `Received ${formatValue(-cost)}` : `Cost ${formatValue(cost)}`
  const worth = judgement?.legsValue
  return worth === null || worth === undefined ? paid : `${paid}, worth ${formatValue(worth)} today`
}

/** The form of a placed hedge: what was filled, as typed. */
export interface PlacedForm {
  limitPercent: string
  shockPercent: string
  endsOn: string
  placedOn: string
  fees: string
  legs: { symbol: string; ordered: number; filled: string; price: string }[]
}

const toText = (value: number, decimals = 2) => String(Math.round(value * 10 ** decimals) / 10 ** decimals)

/** The ticket as if it was filled at its prices today. */
export function fromTicket(analysis: HedgeAnalysis, strategy: HedgeStrategy): PlacedForm {
  const { limitPercent, shockPercent } = analysis.request
  return {
    limitPercent: toText(limitPercent),
    shockPercent: toText(shockPercent),
    endsOn: analysis.term?.lastDay ?? strategy.legs.map(({ expiry }) => expiry).sort()[0] ?? '',
    placedOn: analysis.asOf.slice(0, 10),
    fees: toText(strategy.cost.fees),
    legs: strategy.legs.map(({ symbol, contracts, premium }) => {
      return { symbol, ordered: contracts, filled: String(Math.abs(contracts)), price: toText(premium, 4) }
    }),
  }
}

/** Options that are held already, as a hedge of an earlier analysis. */
export function fromProposal(proposal: PolicyProposal): PlacedForm {
  return fromLegs(proposal, { placedOn: proposal.madeAt.slice(0, 10), fees: 0 })
}

export function fromPolicy(policy: Policy): PlacedForm {
  return fromLegs(policy, policy)
}

function fromLegs(
  { limitPercent, shockPercent, endsOn, legs }: Pick<NewPolicy, 'limitPercent' | 'shockPercent' | 'endsOn' | 'legs'>,
  { placedOn, fees }: Pick<NewPolicy, 'placedOn' | 'fees'>,
): PlacedForm {
  return {
    ...{ limitPercent: toText(limitPercent), shockPercent: toText(shockPercent), endsOn, placedOn, fees: toText(fees) },
    legs: legs.map(({ symbol, ordered, filled, price }) => {
      return { symbol, ordered, filled: String(Math.abs(filled)), price: toText(price, 4) }
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
  const legs = form.legs.map(({ symbol, ordered, filled, price }) => {
    return { symbol, ordered, filled: Math.sign(ordered) * readNumber(filled), price: readNumber(price) }
  })
  const [limitPercent, shockPercent, fees] = [form.limitPercent, form.shockPercent, form.fees].map(readNumber)
  if (limitPercent === undefined || shockPercent === undefined || fees === undefined) return BAD_NUMBER
  const numbers = [limitPercent, shockPercent, fees, ...legs.flatMap(({ filled, price }) => [filled, price])]
  if (numbers.some(Number.isNaN)) return BAD_NUMBER
  if (form.endsOn === '' || form.placedOn === '') return 'Enter both dates.'
  if (legs.some(({ filled }) => !Number.isInteger(filled))) return 'Enter whole contracts.'
  return { limitPercent, shockPercent, fees, endsOn: form.endsOn, placedOn: form.placedOn, legs }
}

const BAD_NUMBER = 'Enter every number with digits only, such as 15.30.'

const readNumber = (text: string): number => {
  const plain = text.replace('%', '').trim().replace(/^\$/, '').replaceAll(',', '')
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}
