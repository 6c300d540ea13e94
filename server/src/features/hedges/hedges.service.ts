// Tests: hedge-runs.test.ts, hedges.test.ts, hedge-days.test.ts

import { randomUUID } from 'node:crypto'
import {
  type HedgeAnalysis,
  type HedgeAnalysisEntry,
  type HedgeRequestBody,
  isSampleHeld,
  NOTHING_CHOSEN,
} from '@ballast/contract'
import type { TrackRecord } from '../../advice/record/track-record.ts'
import type { HedgeAnswer } from '../../advice/runs/answers.ts'
import {
  deleteAnalysis,
  getAnalysis,
  getAnalysisInputs,
  insertAnalysis,
  listAnalyses,
} from '../../advice/runs/hedge-analyses.repository.ts'
import { areReadable, unpackInputs } from '../../advice/runs/recorded-inputs.ts'
import { type AnalystModel, isForgivable } from '../../ai/analyst-model.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { FileAnswer } from '../../http/answers.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { renewSmiles } from '../../market-data/options/older-smiles.ts'
import { packJson, unpackJson } from '../../packed-json.ts'
import { listAccounts, readHeldAccounts } from '../../portfolios/brokerage-account.repository.ts'
import { toAdviceKey } from '../../portfolios/lots-hash.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import { readPortfolio } from '../../portfolios/share.repository.ts'
import { toSplitAccount } from '../../portfolios/split-account.ts'
import { type BegunWork, beginCharged } from '../../tokens/begin-charged.ts'
import type { TokenMeter } from '../../tokens/token-meter.ts'
import type { WorkerPool } from '../../workers/worker-pool.ts'
import { computeAnalysis, type RecordedInputs } from './compute-analysis.ts'
import { stateRecommendation } from './state-recommendation.ts'
import { writeInputs } from './write-inputs.ts'

export interface HedgeDependencies {
  db: Database
  clock: Clock
  marketData: MarketData
  portfolioReader: PortfolioReader
  workers: WorkerPool
  tokenMeter: TokenMeter
  trackRecord: Pick<TrackRecord, 'prepare' | 'note' | 'withdraw' | 'settle'>
  analystModel: AnalystModel | null
}

export interface AnalysisRequest {
  user: SignedInUser
  portfolioId: string
  body: HedgeRequestBody
  idempotencyKey: string | undefined
  signal: AbortSignal
}

/** Hedge analyses: made for a token, kept, listed, opened again and deleted. */
export function createHedgesService(deps: HedgeDependencies) {
  const { db, portfolioReader, tokenMeter, trackRecord } = deps

  /**
   * Reads what is held now, or in a what-if: an analysis is current while this is the same. @throws AppError 404 when the
   * user has no such portfolio
   */
  async function readHeld(userId: string, portfolioId: string) {
    const held = await portfolioReader.getHeld(userId, portfolioId)
    const accounts = await readPortfolio(db, userId, held.id, listAccounts)
    return { ...held, hash: toAdviceKey(held.lots, accounts) }
  }

  async function open(user: SignedInUser, portfolioId: string, analysisId: string): Promise<Owned> {
    const { id, hash } = await readHeld(user.id, portfolioId)
    const { body, positionsHash } = await db.asUser(user.id, (tx) => getAnalysis(tx, id, analysisId))
    const answer = (await unpackJson(body)) as HedgeAnswer
    // Answers kept from before models wrote have none.
    const { verification = NOTHING_CHOSEN } = answer
    const repricing = renewSmiles(answer.repricing)
    return { answer: { ...answer, verification, repricing }, isCurrent: hash === positionsHash }
  }

  async function make({ user, portfolioId, body }: AnalysisRequest, progress: Progress, signal: AbortSignal) {
    const portfolio = await portfolioReader.getHeld(user.id, portfolioId)
    const accounts = await readHeldAccounts(db, user.id, portfolio.id)
    const { answer, inputs, situation } = await computeAnalysis(
      deps,
      { userId: user.id, analysisId: randomUUID(), portfolio, body, accounts: accounts.map(toSplitAccount) },
      progress,
      signal,
    )
    const id = answer.analysisId
    const stored = {
      id,
      portfolioId: portfolio.id,
      positionsHash: toAdviceKey(portfolio.lots, accounts),
      entry: toEntry(answer),
      body: await packJson(answer),
      inputs,
    }
    const createdAt = new Date(answer.createdAt)
    const made = stateRecommendation(user.id, answer, situation)
    const prepared = made && trackRecord.prepare(made)
    await db.asUser(user.id, async (tx) => {
      await insertAnalysis(tx, { ...stored, userId: user.id, createdAt })
      await trackRecord.note(tx, prepared)
    })
    // Nobody gets for nothing what was stored while they left.
    if (signal.aborted) {
      await db.asUser(user.id, async (tx) => {
        await deleteAnalysis(tx, portfolio.id, id)
        await trackRecord.withdraw(tx, id)
      })
    }
    signal.throwIfAborted()
    return answer
  }

  return {
    /**
     * Admits and begins an analysis. That of a sample portfolio is open to everybody, and takes no token.
     *
     * @throws AppError 404 when the user has no such portfolio, 403 when they may not or have no token, 409 when the key
     *         was used for another request; whatever the work throws when it fails before it is followed
     */
    async begin(request: AnalysisRequest): Promise<BegunWork<HedgeAnalysis>> {
      const { user, portfolioId, body, idempotencyKey, signal } = request
      const isTrial = isSampleHeld((await portfolioReader.getHeld(user.id, portfolioId)).lots)
      return beginCharged(
        tokenMeter,
        { user, feature: 'hedge_analysis', isTrial, portfolioId, idempotencyKey, input: body, signal },
        async (progress, working) => {
          const made = await make(request, progress, working)
          const isForgiven = isForgivable(made) && (await tokenMeter.forgives(user.id))
          return { made, answer: { analysisId: made.analysisId }, delivered: !isForgiven }
        },
        async ({ answer, tokensRemaining }, made) => {
          if (made !== undefined) await trackRecord.settle(made.analysisId)
          const owned =
            made === undefined
              ? await open(user, portfolioId, answer.analysisId).catch(explainDeleted)
              : { answer: made, isCurrent: true }
          return { ...owned.answer, isCurrent: owned.isCurrent, tokensRemaining, isAdmin: user.isAdmin }
        },
      )
    },

    /** @throws AppError 404 when the user has no such portfolio */
    async list(user: SignedInUser, portfolioId: string): Promise<HedgeAnalysisEntry[]> {
      const held = await readHeld(user.id, portfolioId)
      const stored = await db.asUser(user.id, (tx) => listAnalyses(tx, held.id))
      return stored.map(({ id, positionsHash, entry, createdAt }) => ({
        analysisId: id,
        createdAt: createdAt.toISOString(),
        isCurrent: positionsHash === held.hash,
        crisisName: null,
        ...entry,
      }))
    },

    /** @throws AppError 404 when the user has no such portfolio, or it no such analysis */
    async get(user: SignedInUser, portfolioId: string, analysisId: string): Promise<HedgeAnalysis> {
      const { answer, isCurrent } = await open(user, portfolioId, analysisId)
      const tokensRemaining = user.isAdmin ? -1 : user.discoveryTokens
      return { ...answer, isCurrent, tokensRemaining, isAdmin: user.isAdmin }
    },

    /** Everything that it was computed from. @throws AppError 404 as `get`, 410 once that is kept or readable no more */
    async getInputs(user: SignedInUser, portfolioId: string, analysisId: string): Promise<FileAnswer> {
      const { id } = await portfolioReader.getHeld(user.id, portfolioId)
      const packed = await db.asUser(user.id, (tx) => getAnalysisInputs(tx, id, analysisId))
      if (packed === null || !areReadable(packed)) throw errors.gone(NO_INPUTS)
      const { input } = await unpackInputs<RecordedInputs>(packed)
      return {
        body: writeInputs(input),
        contentType: 'application/jsonl; charset=utf-8',
        fileName: 'hedge-analysis-inputs.jsonl',
      }
    },

    /** @throws AppError 404 as `get` */
    async remove(user: SignedInUser, portfolioId: string, analysisId: string): Promise<{ deleted: true }> {
      const { id } = await portfolioReader.getHeld(user.id, portfolioId)
      if (!(await db.asUser(user.id, (tx) => deleteAnalysis(tx, id, analysisId)))) {
        throw errors.notFound('hedge analysis')
      }
      return { deleted: true }
    },
  }
}

const NO_INPUTS =
  'We keep the inputs of the ten newest analyses of a portfolio. Run this one again to check its figures.'

interface Owned {
  answer: HedgeAnswer
  isCurrent: boolean
}

function explainDeleted(error: unknown): never {
  const isGone = error instanceof Error && 'fields' in error
  if (!isGone) throw error
  throw errors.conflict(
    'This analysis was made before and has been deleted since. Make a new Idempotency-Key to make it again.',
  )
}

function toEntry({ summary, outcome, request, hedgeStrategies, simulated }: HedgeAnswer) {
  const found = hedgeStrategies.find(({ role }) => role === 'recommended')
  const { limitPercent, shockPercent, crisisName } = request
  const recommended = found ? { type: found.type, instrument: found.instrument, costPercent: found.cost.percent } : null
  return { summary, outcome, limitPercent, shockPercent, crisisName, recommended, simulated }
}
