// Tests: given-way.test.ts, deleted-portfolio.test.ts, ../../features/ai-analysis/comprehensive-runs.test.ts

import { randomUUID } from 'node:crypto'
import { type MeteredFeature, toPortfolioId } from '@ballast/contract'
import type { SplitAccount } from '@ballast/quant'
import type { Database } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { AppError, errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import { readHeldAccounts } from '../../portfolios/brokerage-account.repository.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { toSplitAccount } from '../../portfolios/split-account.ts'
import { type BegunWork, beginCharged } from '../../tokens/begin-charged.ts'
import type { TokenMeter } from '../../tokens/token-meter.ts'
import type { MadeRecommendation } from '../record/made-recommendation.ts'
import type { TrackRecord } from '../record/track-record.ts'
import { createAiRuns, type KeptRuns, type NewAiRun, toRunKeys } from './ai-runs.ts'

export interface BeginRunDependencies {
  db: Database
  portfolioReader: PortfolioReader
  tokenMeter: TokenMeter
  trackRecord: Pick<TrackRecord, 'prepare' | 'note' | 'withdraw' | 'settle'>
}

export interface RunRequest {
  user: SignedInUser
  portfolioId: string
  idempotencyKey: string | undefined
  /** Aborted when whoever asked goes away. */
  signal: AbortSignal
}

export interface RunSubject {
  user: SignedInUser
  runId: string
  portfolio: { id: string; name: string; lots: readonly StoredLot[] }
  accounts: readonly SplitAccount[]
}

/** A run that was computed, with everything that is kept of it. */
export interface ComputedRun<Answer> {
  answer: Answer
  /** As `packInputs` packs them. */
  inputs: Uint8Array
  /** Null where nothing is recommended. */
  recommendation: MadeRecommendation | null
  /** False when nothing worth paying for was made. */
  isDelivered: boolean
}

export interface RunKind<Kind extends keyof KeptRuns> {
  kind: Kind
  feature: MeteredFeature
  /** In a sentence: "analysis". */
  noun: string
  compute(subject: RunSubject, progress: Progress, signal: AbortSignal): Promise<ComputedRun<KeptRuns[Kind]>>
}

/** A kept run as it is answered now. */
export interface AnsweredRun<Answer> {
  answer: Answer
  isCurrent: boolean
  /** −1 for admins, who need none. */
  tokensRemaining: number
}

/**
 * How every AI run is made: admitted and paid for, computed, kept together with what it recommends, and recorded once
 * it is delivered. What was kept while its reader left is taken back with its recommendation, as if it had never been.
 *
 * @throws AppError 404 when the user has no such portfolio, 403 when they may not or have no token, 409 when the key was
 *         used for another request or its run has given way to newer ones; whatever `compute` throws before it is followed
 */
export async function beginRun<Kind extends keyof KeptRuns>(
  deps: BeginRunDependencies,
  { user, portfolioId, idempotencyKey, signal }: RunRequest,
  { kind, feature, noun, compute }: RunKind<Kind>,
): Promise<BegunWork<AnsweredRun<KeptRuns[Kind]>>> {
  const { portfolioReader, tokenMeter, trackRecord } = deps
  const runs = createAiRuns(deps)

  async function make(progress: Progress, working: AbortSignal) {
    const { id, name, lots } = await portfolioReader.getHeld(user.id, portfolioId)
    const accounts = await readHeldAccounts(deps.db, user.id, id)
    const runId = randomUUID()
    const subject = { user, runId, portfolio: { id, name, lots }, accounts: accounts.map(toSplitAccount) }
    const { answer, inputs, recommendation, isDelivered } = await compute(subject, progress, working)
    working.throwIfAborted()
    const prepared = recommendation && trackRecord.prepare(recommendation)
    const run = {
      userId: user.id,
      portfolioId: id,
      runId,
      contentKey: toRunKeys(lots, accounts)[kind],
      kind,
      inputs,
      answer,
    }
    await runs.store(run as NewAiRun, (tx) => trackRecord.note(tx, prepared))
    if (working.aborted) await runs.forget(user.id, runId, (tx) => trackRecord.withdraw(tx, runId))
    working.throwIfAborted()
    return { made: answer, answer: { runId }, delivered: isDelivered }
  }

  await portfolioReader.getVersion(user.id, toPortfolioId(portfolioId))
  return beginCharged(
    tokenMeter,
    { user, feature, portfolioId, idempotencyKey, signal },
    make,
    async ({ answer: { runId }, tokensRemaining }, made) => {
      if (made === undefined) {
        const kept = await runs.open(user.id, portfolioId, runId).catch(explainGone(noun))
        if (kept.kind !== kind) throw new Error(`The run ${runId} was answered as ${kind} and is ${kept.kind}`)
        return { answer: kept.answer as KeptRuns[Kind], isCurrent: kept.isCurrent, tokensRemaining }
      }
      await trackRecord.settle(runId)
      return { answer: made, isCurrent: true, tokensRemaining }
    },
  )
}

const explainGone =
  (noun: string) =>
  (error: unknown): never => {
    if (!(error instanceof AppError)) throw error
    throw errors.conflict(
      `This ${noun} was made before and has given way to newer runs since. Make a new Idempotency-Key to make it again.`,
    )
  }
