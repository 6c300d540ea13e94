// Tests: policies.test.ts

import { randomUUID } from 'node:crypto'
import { HEDGE_RANGES, type PolicyJudgement, policyJudgementSchema, toOptionTerms } from '@ballast/contract'
import { countTradingDays, formatIsoDate, parseIsoDate } from '@ballast/quant'
import { addMessage } from '../../accounts/add-message.ts'
import { loadBookInput } from '../../advice/book/load-book-input.ts'
import type { Clock } from '../../clock.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { toLastFinishedTradingDay, toNewYorkTime } from '../../market-data/calendar.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { isExpired } from '../../market-data/options/chain-time.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { judgePolicy, SOON_DAYS, toBaseline } from './judge-policy.ts'
import { measurePolicies } from './measure-policies.ts'
import { addEntry, holdPolicy, listOpenPolicies, type StoredPolicy, updatePolicy } from './policies.repository.ts'
import { toCost } from './policy-legs.ts'
import type { JudgedTerms, MeasuredPolicy, PolicyMeasure, PolicySubject } from './policy-subject.ts'
import { STATE_TITLES } from './state-titles.ts'

export interface CheckDependencies {
  db: Database
  clock: Clock
  marketData: MarketData
  portfolioReader: PortfolioReader
  workers: WorkerPool
}

export type CheckCause = 'placed' | 'close' | 'change' | 'asked'

export interface CheckRequest {
  userId: string
  portfolioId: string
  cause: CheckCause
  /** Checks this one only; all open ones of the portfolio when left out. */
  policyId?: string
  signal: AbortSignal
}

const measureTask = defineWorkerTask(new URL('./measure-policies.ts', import.meta.url).href, measurePolicies)

/**
 * Checks the open policies of a portfolio against its market now, and stores what was found with a message where the state
 * changed: both in one transaction, so that no change goes untold and none is told twice.
 *
 * @throws AppError 404 when the user has no such portfolio, 503 when the benchmark's history or a free thread is not to be had
 */
export async function checkPortfolio(deps: CheckDependencies, request: CheckRequest): Promise<void> {
  const { db, portfolioReader } = deps
  const { userId, portfolioId, policyId } = request
  const held = await portfolioReader.getHeld(userId, portfolioId)
  const open = await db.asUser(userId, (tx) => listOpenPolicies(tx, portfolioId))
  const wanted = open.filter(({ id }) => policyId === undefined || id === policyId)
  if (wanted.length === 0) return
  const { measures, simulated } = await measure(deps, request, wanted, held.lots)
  for (const [place, policy] of wanted.entries()) {
    const found = measures[place] ?? { kind: 'unknown', reason: 'nothing was measured' }
    await db.asUser(userId, (tx) =>
      store(tx, deps.clock, policy, found, { ...request, simulated, version: held.version }),
    )
  }
}

/**
 * Stores that policies could not be checked, with the reason, when a day went by without quotes.
 *
 * @param reason why, as the end of a sentence
 */
export async function storeUnchecked(
  { db, clock, marketData, portfolioReader }: CheckDependencies,
  { userId, portfolioId }: Pick<CheckRequest, 'userId' | 'portfolioId'>,
  reason: string,
): Promise<void> {
  const version = await portfolioReader.getVersion(userId, portfolioId)
  const open = await db.asUser(userId, (tx) => listOpenPolicies(tx, portfolioId))
  const { simulated } = marketData.status()
  for (const policy of open) {
    const since = policy.checkedDay === null ? '' : `, not since ${policy.checkedDay}`
    const found: PolicyMeasure = { kind: 'unknown', reason: `${reason}${since}` }
    await db.asUser(userId, (tx) => store(tx, clock, policy, found, { cause: 'close', simulated, version }))
  }
}

async function measure(
  { clock, marketData, workers }: CheckDependencies,
  { userId, portfolioId, signal }: CheckRequest,
  policies: readonly StoredPolicy[],
  lots: Parameters<typeof loadBookInput>[1]['portfolio']['lots'],
): Promise<{ measures: PolicyMeasure[]; simulated: boolean }> {
  const today = toNewYorkTime(clock.now()).day
  const { least, most } = HEDGE_RANGES.horizonDays
  const longest = Math.max(
    ...policies.map((policy) => {
      const left = countTradingDays(today, parseIsoDate(policy.endsOn))
      // One that ends soon is renewed for as long as it was bought for.
      return left > SOON_DAYS ? left : Math.max(left, toTermDays(policy))
    }),
  )
  const ignore = () => undefined
  const input = await loadBookInput(
    { clock, marketData },
    {
      analysisId: randomUUID(),
      portfolio: { id: portfolioId, name: '', lots },
      body: { horizonDays: Math.max(least, Math.min(most, longest)) },
      signal,
      progress: { onPriced: ignore, onHistories: ignore, onChains: ignore },
    },
  )
  const { simulated } = marketData.status()
  if (input === null) {
    const reason = 'the portfolio owes as much as it holds, or nothing in it has a price'
    return { measures: policies.map(() => ({ kind: 'unknown', reason })), simulated }
  }
  const task = { input, subjects: policies.map((policy) => toSubject(policy, clock.now())) }
  const measures = await workers.run(measureTask, task, { owner: userId, signal })
  return { measures: measures.map((one) => refuseOldQuotes(one, clock)), simulated: input.frame.simulated }
}

/** Quotes from before the last finished session say nothing of it. */
function refuseOldQuotes(found: PolicyMeasure, clock: Clock): PolicyMeasure {
  if (found.kind === 'unknown') return found
  const day = formatIsoDate(toLastFinishedTradingDay(clock.now()))
  if (found.today >= day) return found
  return { kind: 'unknown', reason: `the newest quotes are from ${found.today}` }
}

/** Trading days for which a policy was bought, at least a month. */
const toTermDays = ({ placedOn, endsOn }: Pick<StoredPolicy, 'placedOn' | 'endsOn'>) =>
  Math.max(21, Math.min(HEDGE_RANGES.horizonDays.most, countTradingDays(parseIsoDate(placedOn), parseIsoDate(endsOn))))

function toTerms(policy: StoredPolicy, now: Date): JudgedTerms {
  const { limitPercent, shockPercent, endsOn, baseline } = policy
  return { limitPercent, shockPercent, endsOn, baseline, isOver: isExpired(endsOn, now), cost: toCost(policy) }
}

function toSubject(policy: StoredPolicy, now: Date): PolicySubject {
  const { limitPercent, shockPercent, endsOn, legs } = policy
  return {
    terms: toTerms(policy, now),
    termDays: toTermDays(policy),
    limit: limitPercent / 100,
    shock: -shockPercent / 100,
    endsOn,
    legs: legs.flatMap(({ symbol, filled, multiplier }) => {
      const terms = toOptionTerms(symbol)
      if (terms === undefined || filled === 0) return []
      const { underlying, type, strike, expiry } = terms
      return [{ symbol, underlying, type, strike, expiry, contracts: filled, multiplier }]
    }),
  }
}

interface Circumstances {
  cause: CheckCause
  simulated: boolean
  /** Of the portfolio that was looked at. */
  version: number
}

async function store(
  tx: Transaction,
  clock: Clock,
  { id: policyId, userId, ...asked }: StoredPolicy,
  found: PolicyMeasure,
  { cause, simulated, version }: Circumstances,
): Promise<void> {
  const policy = await holdPolicy(tx, policyId)
  // Closed or changed while it was measured: what was measured is of something else.
  if (policy.closedAt !== null || JSON.stringify(policy.legs) !== JSON.stringify(asked.legs)) return
  const now = clock.now()
  const day = formatIsoDate(toLastFinishedTradingDay(now))
  // Its owner had it checked while the job measured it.
  if (cause === 'close' && policy.checkedDay === day && policy.checkedVersion === String(version)) return
  const judgement = judge(policy, found, { now, simulated })
  const { state, sentence, lossPercent, unhedgedLossPercent, legsValue } = judgement
  const baseline = policy.baseline ?? (found.kind === 'measured' ? toBaseline(found) : null)
  const isNew = state !== policy.state
  await updatePolicy(tx, policyId, {
    judgement,
    state,
    baseline,
    restingSince: null,
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
  if (isNew && isWorthTelling(policy.state, state)) {
    await addMessage(tx, {
      userId,
      eventKey: `policy ${policyId} ${state} ${now.toISOString()}`,
      title: STATE_TITLES[state],
      text: [sentence, judgement.repairs[0]?.text ?? judgement.advice].filter(Boolean).join(' '),
      link: `/policies/${policyId}`,
      now,
    })
  }
}

/** The first check is on the screen when it is made, unless it found something. */
const isWorthTelling = (before: string | null, state: PolicyJudgement['state']) => before !== null || state !== 'holds'

function judge(
  policy: StoredPolicy,
  found: PolicyMeasure,
  { now, simulated }: { now: Date; simulated: boolean },
): PolicyJudgement {
  const terms = toTerms(policy, now)
  const verdict = judgePolicy(terms, found)
  const measured: MeasuredPolicy | null = found.kind === 'measured' && !terms.isOver ? found : null
  const { repairs, renewals } = found.kind === 'measured' ? found : { repairs: [], renewals: [] }
  return policyJudgementSchema.parse({
    ...verdict,
    checkedAt: now.toISOString(),
    day: measured?.today ?? null,
    lossPercent: measured && 100 * measured.loss,
    unhedgedLossPercent: measured && 100 * measured.unhedgedLoss,
    bookValue: measured?.bookValue ?? null,
    legsValue: measured?.legsValue ?? null,
    legValues: measured?.legValues ?? {},
    losses: measured?.losses ?? null,
    repairs,
    renewals,
    simulated,
  })
}
