// Tests: policies.test.ts

import { type PolicyJudgement, policyJudgementSchema } from '@ballast/contract'
import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import { addMessage } from '../../accounts/add-message.ts'
import type { Clock } from '../../clock.ts'
import type { Transaction } from '../../database/database.ts'
import { toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { judgePolicy, SOON_DAYS, toBaseline } from './judge-policy.ts'
import { addEntry, holdPolicy, type StoredPolicy, updatePolicy } from './policies.repository.ts'
import { restLevels } from './policy-levels.ts'
import { toTerms } from './policy-question.ts'
import type { MeasuredPolicy, PolicyMeasure } from './policy-subject.ts'
import { STATE_TITLES } from './state-titles.ts'

export type CheckCause = 'placed' | 'close' | 'change' | 'asked' | 'level'

/** Why a check is made. */
export interface Occasion {
  cause: CheckCause
  /** Prices that reached a level of a policy; left out for every other cause. */
  prices?: ReadonlyMap<string, number> | undefined
}

/** Why a policy was checked, and against what. */
export interface Circumstances extends Occasion {
  simulated: boolean
  /** Version of the portfolio that was looked at. */
  version: number
}

/** Stores what a check found, with a message where the state changed: both or nothing. */
export async function storeCheck(
  tx: Transaction,
  clock: Clock,
  { id: policyId, userId, ...asked }: StoredPolicy,
  found: PolicyMeasure,
  { cause, prices, simulated, version }: Circumstances,
): Promise<void> {
  const policy = await holdPolicy(tx, policyId)
  // Closed or changed while it was measured: what was measured is of something else.
  if (policy.closedAt !== null || toQuestion(policy) !== toQuestion(asked)) return
  const now = clock.now()
  const day = formatIsoDate(toLastFinishedTradingDay(now))
  // Its owner had it checked while the job measured it.
  if (cause === 'close' && policy.checkedDay === day && policy.checkedVersion === String(version)) return
  const judgement = judge(policy, found, { now, simulated, prices })
  const { state, sentence, lossPercent, unhedgedLossPercent, legsValue } = judgement
  const baseline = policy.baseline ?? (found.kind === 'measured' ? toBaseline(found) : null)
  const isNew = state !== policy.state
  await updatePolicy(tx, policyId, {
    judgement,
    state,
    baseline,
    restingSince: null,
    failingSince: null,
    failure: null,
    checkedDay: day,
    checkedVersion: String(version),
    ...(isNew && { stateSince: now }),
  })
  const entry = {
    userId,
    policyId,
    at: now,
    kind: 'check',
    cause,
    state,
    text: sentence,
    lossPercent,
    unhedgedLossPercent,
    legsValue,
  } as const
  await addEntry(tx, entry)
  const told = isNew ? isWorthTelling(policy.state, state) && state : comesNearItsEnd(policy, found) && 'expires-soon'
  if (told) {
    await addMessage(tx, {
      userId,
      eventKey: `policy ${policyId} ${told} ${now.toISOString()}`,
      title: STATE_TITLES[told],
      text: [sentence, judgement.repairs[0]?.text ?? judgement.advice].filter(Boolean).join(' '),
      portfolioId: policy.portfolioId,
      link: `/policies/${policyId}`,
      now,
    })
  }
}

/** Terms and legs of a policy that are measured. */
const toQuestion = ({ legs, limitPercent, shockPercent, endsOn }: Omit<StoredPolicy, 'id' | 'userId'>) =>
  JSON.stringify([legs, limitPercent, shockPercent, endsOn])

const lastJudged = policyJudgementSchema.pick({ state: true, levels: true, measuredDay: true }).nullable()

/** The first check is on the screen when it is made, unless it found something. */
const isWorthTelling = (before: string | null, state: PolicyJudgement['state']) => before !== null || state !== 'holds'

/** True at the first check shortly before the end. A policy whose state has another cause is in that state already, and ends all the same. */
const comesNearItsEnd = ({ judgement, endsOn }: StoredPolicy, found: PolicyMeasure) => {
  const before = lastJudged.parse(judgement)?.measuredDay
  if (found.kind === 'unknown' || !before) return false
  return found.daysLeft <= SOON_DAYS && parseIsoDate(endsOn) - parseIsoDate(before) > SOON_DAYS
}

function judge(
  policy: StoredPolicy,
  found: PolicyMeasure,
  { now, simulated, prices }: { now: Date } & Pick<Circumstances, 'simulated' | 'prices'>,
): PolicyJudgement {
  const terms = toTerms(policy, now)
  const verdict = judgePolicy(terms, found)
  const measured: MeasuredPolicy | null = found.kind === 'measured' && !terms.isOver ? found : null
  const { repairs, renewals } = found.kind === 'measured' ? found : { repairs: [], renewals: [] }
  return policyJudgementSchema.parse({
    ...verdict,
    checkedAt: now.toISOString(),
    day: measured?.today ?? null,
    measuredDay: measured?.today ?? terms.measuredDay,
    lossPercent: measured && 100 * measured.loss,
    unhedgedLossPercent: measured && 100 * measured.unhedgedLoss,
    bookValue: measured?.bookValue ?? null,
    legsValue: measured?.legsValue ?? null,
    legValues: measured?.legValues ?? {},
    losses: measured?.losses ?? null,
    legsAhead: measured?.legsAhead ?? [],
    repairs,
    renewals,
    levels: restLevels({ state: verdict.state, levels: measured?.levels ?? [] }, lastJudged.parse(policy.judgement), {
      now,
      prices,
    }),
    simulated,
  })
}
