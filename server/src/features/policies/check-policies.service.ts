// Tests: policies.test.ts

import { randomUUID } from 'node:crypto'
import { toOptionTerms } from '@ballast/contract'
import type { AccountPermission } from '@ballast/quant'
import { loadBookInput } from '../../advice/book/load-book-input.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { listAccounts } from '../../portfolios/brokerage-account.repository.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { readPortfolio } from '../../portfolios/share.repository.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { measurePolicies, NOTHING_TO_MEASURE } from './measure-policies.ts'
import { listOpenPolicies, type StoredPolicy } from './policies.repository.ts'
import { createPolicyMarket } from './policy-market.ts'
import { countImportedOnce } from './policy-positions.ts'
import { toFound, toHorizonDays, toSubject } from './policy-question.ts'
import type { PolicyMeasure } from './policy-subject.ts'
import { type Occasion, storeCheck } from './store-check.ts'

export interface CheckDependencies {
  db: Database
  clock: Clock
  marketData: MarketData
  portfolioReader: PortfolioReader
  workers: WorkerPool
}

export interface CheckRequest extends Occasion {
  userId: string
  portfolioId: string
  /** Checks this one only; all open ones of the portfolio when left out. */
  policyId?: string
  signal: AbortSignal
}

const measureTask = defineWorkerTask(new URL('./measure-policies.ts', import.meta.url).href, measurePolicies)

/**
 * Checks the open policies of a portfolio against its market now, and stores what was found with a message where the state
 * changed: both in one transaction, so that no change is left out and none is reported twice.
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
  const accounts = await readPortfolio(db, userId, held.id, listAccounts)
  const lots = countImportedOnce(held.lots, open)
  const { measures, simulated } = await measure(deps, request, wanted, { lots, accounts })
  for (const [place, policy] of wanted.entries()) {
    const found = measures[place] ?? { kind: 'unknown', reason: 'nothing was measured' }
    await db.asUser(userId, (tx) =>
      storeCheck(tx, deps.clock, policy, found, { ...request, simulated, version: held.version }),
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
    const found: PolicyMeasure = { kind: 'unknown', reason, isForWantOfQuotes: true }
    await db.asUser(userId, (tx) => storeCheck(tx, clock, policy, found, { cause: 'close', simulated, version }))
  }
}

async function measure(
  { clock, marketData: market, workers }: CheckDependencies,
  { userId, portfolioId, signal }: CheckRequest,
  policies: readonly StoredPolicy[],
  { lots, accounts }: { lots: readonly StoredLot[]; accounts: readonly AccountPermission[] },
): Promise<{ measures: PolicyMeasure[]; simulated: boolean }> {
  const ignore = () => undefined
  const { marketData, valuedBySmile, requireAnswers } = createPolicyMarket(market)
  const input = await loadBookInput(
    { clock, marketData },
    {
      analysisId: randomUUID(),
      portfolio: { id: portfolioId, name: '', lots },
      body: { horizonDays: toHorizonDays(policies, clock.now()) },
      signal,
      progress: { onPriced: ignore, onHistories: ignore, onChains: ignore },
    },
  )
  requireAnswers(listAsked(lots))
  const { simulated } = marketData.status()
  if (input === null) {
    return { measures: policies.map(() => ({ kind: 'unknown', reason: NOTHING_TO_MEASURE })), simulated }
  }
  const task = { input, subjects: policies.map((policy) => toSubject(policy, clock.now())), accounts }
  const measures = await workers.run(measureTask, task, { owner: userId, signal })
  return { measures: measures.map((one) => toFound(one, clock, valuedBySmile)), simulated: input.frame.simulated }
}

/** Tickers and symbols that a portfolio's policies cannot be judged without. */
export const listAsked = (lots: readonly { kind: string; ticker: string }[]) =>
  lots.flatMap(({ kind, ticker }) => (kind === 'cash' ? [] : [ticker, toOptionTerms(ticker)?.underlying ?? ticker]))
