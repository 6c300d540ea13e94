// Tests: policies.test.ts

import { HEDGE_RANGES, policyJudgementSchema, toOptionTerms } from '@ballast/contract'
import { countTradingDays, formatIsoDate, parseIsoDate } from '@ballast/quant'
import type { Clock } from '../../clock.ts'
import { formatFigure } from '../../grounding/fact-text.ts'
import { toLastFinishedTradingDay, toNewYorkTime } from '../../market-data/calendar.ts'
import { isExpired } from '../../market-data/options/chain-time.ts'
import { SOON_DAYS } from './judge-policy.ts'
import type { StoredPolicy } from './policies.repository.ts'
import { toCost } from './policy-legs.ts'
import { notToldYet } from './policy-market.ts'
import type { JudgedTerms, PolicyMeasure, PolicySubject } from './policy-subject.ts'

/** Trading days for which quotes are needed to judge these policies. */
export function toHorizonDays(policies: readonly StoredPolicy[], now: Date): number {
  const today = toNewYorkTime(now).day
  const { least, most } = HEDGE_RANGES.horizonDays
  const longest = Math.max(
    ...policies.map((policy) => {
      const left = countTradingDays(today, parseIsoDate(policy.endsOn))
      // One that ends soon is renewed for as long as it was bought for.
      return left > SOON_DAYS ? left : Math.max(left, toTermDays(policy))
    }),
  )
  return Math.max(least, Math.min(most, longest))
}

/**
 * Measures of a thread, with the legs that were valued without a quote named.
 *
 * @throws AppError 503 when the quotes are from before the last finished session: they say nothing of it
 */
export function toFound(found: PolicyMeasure, clock: Clock, valuedBySmile: ReadonlySet<string>): PolicyMeasure {
  if (found.kind === 'unknown') return found
  if (found.today < formatIsoDate(toLastFinishedTradingDay(clock.now()))) {
    throw notToldYet(`the newest quotes are from ${formatFigure(found.today, 'date')}`)
  }
  const named = Object.keys(found.legValues).filter((symbol) => valuedBySmile.has(symbol))
  return named.length === 0 ? found : { ...found, valuedBySmile: named }
}

/** Trading days for which a policy was bought, at least a month. */
const toTermDays = ({ placedOn, endsOn }: Pick<StoredPolicy, 'placedOn' | 'endsOn'>) =>
  Math.max(21, Math.min(HEDGE_RANGES.horizonDays.most, countTradingDays(parseIsoDate(placedOn), parseIsoDate(endsOn))))

const lastDays = policyJudgementSchema.pick({ day: true, measuredDay: true }).nullable()

/** Terms of a policy by which it is judged. */
export function toTerms(policy: StoredPolicy, now: Date): JudgedTerms {
  const { limitPercent, shockPercent, endsOn, baseline } = policy
  const last = lastDays.parse(policy.judgement)
  const measuredDay = last?.measuredDay ?? last?.day ?? null
  return {
    limitPercent,
    shockPercent,
    endsOn,
    baseline,
    measuredDay,
    isOver: isExpired(endsOn, now),
    cost: toCost(policy),
  }
}

/** A policy as a thread measures it. */
export function toSubject(policy: StoredPolicy, now: Date): PolicySubject {
  const { limitPercent, shockPercent, endsOn, legs, wishes } = policy
  return {
    terms: toTerms(policy, now),
    termDays: toTermDays(policy),
    limit: limitPercent / 100,
    shock: -shockPercent / 100,
    endsOn,
    wishes,
    sells: legs.some(({ ordered }) => ordered < 0),
    legs: legs.flatMap(({ symbol, filled, multiplier }) => {
      const terms = toOptionTerms(symbol)
      // Over since the close, though the quotes are of that day.
      if (terms === undefined || filled === 0 || isExpired(terms.expiry, now)) return []
      const { underlying, type, strike, expiry } = terms
      return [{ symbol, underlying, type, strike, expiry, contracts: filled, multiplier }]
    }),
  }
}
