// Tests: ../../features/ai-analysis/comprehensive-runs.test.ts, deleted-portfolio.test.ts

import type { AiRun, AiRunEntry } from '@ballast/contract'
import type { Database, Transaction } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { renewSmiles } from '../../market-data/options/older-smiles.ts'
import { packJson, unpackJson } from '../../packed-json.ts'
import { listAccounts } from '../../portfolios/brokerage-account.repository.ts'
import { toAdviceKey, toContentKey } from '../../portfolios/lots-hash.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import { readPortfolio } from '../../portfolios/share.repository.ts'
import { deleteRun, findRecordedRun, getRun, insertRun, listRuns } from './ai-runs.repository.ts'
import type { AnalysisAnswer, DiscoveryAnswer } from './answers.ts'
import type { RecordedRun } from './recompute-facts.ts'

export interface AiRunDependencies {
  db: Database
  portfolioReader: PortfolioReader
}

/** Answers by the kind of run. */
export interface KeptRuns {
  comprehensive: AnalysisAnswer
  discovery: DiscoveryAnswer
}

/** A kept run of some kind. */
type KeptRun = { [Kind in keyof KeptRuns]: { kind: Kind; answer: KeptRuns[Kind]; isCurrent: boolean } }[keyof KeptRuns]

export type NewAiRun = {
  userId: string
  portfolioId: string
  runId: string
  /** Key of what it is about: see `toRunKeys`. */
  contentKey: string
  /** Input that it was computed from, as `packInputs` of the grounding packs it. */
  inputs: Uint8Array
} & { [Kind in keyof KeptRuns]: { kind: Kind; answer: KeptRuns[Kind] } }[keyof KeptRuns]

/** Keys of what a run is about, by its kind: a run with another one is about what was. Discovery asks nothing of accounts. */
export const toRunKeys = (...about: Parameters<typeof toAdviceKey>): Record<keyof KeptRuns, string> => ({
  comprehensive: toAdviceKey(...about),
  discovery: toContentKey(about[0]),
})

type InSameTransaction = (tx: Transaction) => Promise<unknown>
const nothingElse: InSameTransaction = async () => undefined

export type AiRuns = ReturnType<typeof createAiRuns>

/** Runs of the AI features: kept as they were answered, listed, and opened again. */
export function createAiRuns({ db, portfolioReader }: AiRunDependencies) {
  async function readHeld(userId: string, portfolioId: string) {
    const { id, lots } = await portfolioReader.getHeld(userId, portfolioId)
    const accounts = await readPortfolio(db, userId, id, listAccounts)
    return { id, keys: toRunKeys(lots, accounts) }
  }

  async function open(userId: string, portfolioId: string, runId: string): Promise<KeptRun> {
    const { id, keys } = await readHeld(userId, portfolioId)
    const { kind, contentKey, answer } = await db.asUser(userId, (tx) => getRun(tx, id, runId))
    const kept = await unpackJson(answer)
    return { kind, answer: kept, isCurrent: contentKey === keys[kind] } as KeptRun
  }

  return {
    /** A run as it was kept. @throws AppError 404 when the user has no such portfolio, or it no such run */
    open,

    /**
     * Keeps a run; the oldest of more than fifty of its portfolio goes.
     *
     * @param also what is to be written with it, or not at all
     */
    async store(
      { userId, portfolioId, runId, contentKey, kind, inputs, answer }: NewAiRun,
      also: InSameTransaction = nothingElse,
    ): Promise<void> {
      const run = {
        id: runId,
        userId,
        portfolioId,
        kind,
        contentKey,
        inputs,
        summary: 'recommendation' in answer ? answer.recommendation : answer.summary,
        engine: answer.engine.name,
        simulated: answer.simulated,
        answer: await packJson(answer),
        createdAt: new Date(answer.createdAt),
      }
      await db.asUser(userId, async (tx) => {
        await insertRun(tx, run)
        await also(tx)
      })
    },

    /** Takes back what was kept while whoever asked for it went away. */
    async forget(userId: string, runId: string, also: InSameTransaction = nothingElse): Promise<void> {
      await db.asUser(userId, async (tx) => {
        await deleteRun(tx, runId)
        await also(tx)
      })
    },

    /** @throws AppError 404 when the user has no such portfolio */
    async list(user: SignedInUser, portfolioId: string): Promise<AiRunEntry[]> {
      const { id, keys } = await readHeld(user.id, portfolioId)
      const runs = await db.asUser(user.id, (tx) => listRuns(tx, id))
      return runs.map(({ contentKey, createdAt, ...run }) => {
        return { ...run, createdAt: createdAt.toISOString(), isCurrent: contentKey === keys[run.kind] }
      })
    },

    /** @throws AppError 404 when the user has no such portfolio, or it no such run */
    async get(user: SignedInUser, portfolioId: string, runId: string): Promise<AiRun> {
      const { kind, answer, isCurrent } = await open(user.id, portfolioId, runId)
      if (kind === 'comprehensive') return { comprehensive: { ...answer, isCurrent }, discovery: null }
      const { isAdmin } = user
      const tokensRemaining = isAdmin ? -1 : user.discoveryTokens
      const repricing = renewSmiles(answer.repricing)
      return { comprehensive: null, discovery: { ...answer, repricing, isCurrent, tokensRemaining, isAdmin } }
    },

    /** The facts of a run and what they were computed from; null when the user has no run of that kind and id. */
    async findRecorded(userId: string, kind: NewAiRun['kind'], runId: string): Promise<RecordedRun | null> {
      const found = await db.asUser(userId, (tx) => findRecordedRun(tx, kind, runId))
      if (!found) return null
      const { facts } = (await unpackJson(found.answer)) as AnalysisAnswer | DiscoveryAnswer
      return { facts, inputs: found.inputs }
    },
  }
}
