// Tests: token-meter.test.ts, token-edges.test.ts

import type { MeteredFeature } from '@ballast/contract'
import { changeWallet, readBalance, type Wallet } from '../accounts/token-ledger.repository.ts'
import { giveBackReserved, reserveTokens, spendReserved, splitCost } from '../accounts/token-movements.ts'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { createTurns } from '../database/places.ts'
import type { AppError } from '../http/errors.ts'
import {
  countForgiven,
  deleteAnswersBefore,
  extendLease,
  findAnswer,
  findRepeatedUse,
  findUse,
  findUseByKey,
  insertUse,
  listAbandonedUses,
  saveAnswer,
  settleUse,
  type TokenUse,
} from './token-uses.repository.ts'

/** Without a key, the same request is taken for a double click for this long. */
const DOUBLE_CLICK_MILLISECONDS = 2_000
const ANSWER_MILLISECONDS = 24 * 60 * 60_000

interface StoredAnswer {
  answer: unknown
  tokensRemaining: number
}
type Refusal = AppError['fields']

export interface AskedUse {
  useId: string
  userId: string
  feature: MeteredFeature
  portfolioId: string | null
  idempotencyKey: string | undefined
  fingerprint: string
  cost: number
  isUnlimited: boolean
}

/**
 * Outcome of asking for a use: `reserved` go ahead · `answered` before · `under-way` somebody is at it · `short` of
 * tokens · `reused` the key belongs to another request · `forgotten` answered so long ago that the answer is gone.
 */
export type OpenedUse =
  | { state: 'reserved'; useId: string }
  | { state: 'answered'; answer: StoredAnswer }
  | { state: 'under-way'; useId: string }
  | { state: 'short' }
  | { state: 'reused' }
  | { state: 'forgotten' }

/** How a use that another asker began stands; `gone` when it failed and may be tried anew. */
type SeenUse =
  | { state: 'answered'; answer: StoredAnswer }
  | { state: 'refused'; refusal: Refusal }
  | { state: 'under-way' | 'gone' }

/** Uses and their tokens in the database: each step is one transaction that holds the user's wallet. */
export interface UseLedger {
  open(asked: AskedUse): Promise<OpenedUse>
  look(useId: string): Promise<SeenUse>
  extend(useId: string): Promise<void>
  /** Keeps the tokens, or gives them back when nothing was delivered, and stores the answer. */
  settle(
    use: Pick<AskedUse, 'useId' | 'userId' | 'isUnlimited'>,
    outcome: { answer: unknown; delivered: boolean },
  ): Promise<StoredAnswer>
  /** Gives the tokens back. @param refusal what whoever waits is told; absent means that they may try themselves */
  fail(use: Pick<AskedUse, 'useId' | 'userId'>, refusal: Refusal | undefined): Promise<void>
  countTokens(userId: string): Promise<number>
  /** How often tokens of the user went back today (UTC) for an answer that was given. */
  countForgiven(userId: string): Promise<number>
  sweep(): Promise<number>
}

export function createUseLedger({
  db,
  clock,
  leaseMilliseconds,
}: {
  db: Database
  clock: Clock
  leaseMilliseconds: number
}): UseLedger {
  const turns = createTurns()
  const leaseUntil = () => new Date(clock.now().getTime() + leaseMilliseconds)

  /**
   * Transactions of one user in this process wait for each other here rather than in the database: there, each would hold
   * a connection while it waits for the same wallet, and a person with many clicks would keep everybody else waiting.
   */
  const inTurn = <T>(userId: string, work: (tx: Transaction) => Promise<T>) => turns(userId, () => db.asSystem(work))

  /** Finishes a use behind the lock of its wallet. `isOpen` is false when it had ended already. */
  async function end<T>(
    tx: Transaction,
    useId: string,
    finish: (wallet: Wallet, use: TokenUse, isOpen: boolean) => Promise<T>,
  ): Promise<T> {
    const known = await findUse(tx, useId)
    if (!known) throw new Error(`The use ${useId} is gone, and its user with it`)
    return changeWallet(tx, known.userId, clock.now(), async (wallet) => {
      // Read again behind the lock: the sweeper may have been here in between.
      const use = (await findUse(tx, useId)) ?? known
      return finish(wallet, use, use.status === 'reserved')
    })
  }

  async function giveBack(tx: Transaction, wallet: Wallet, use: TokenUse, status: 'free' | 'failed') {
    await giveBackReserved(wallet, { ...use, useId: use.id })
    await settleUse(tx, use.id, status, clock.now())
  }

  return {
    open: (asked) =>
      inTurn(asked.userId, (tx) =>
        changeWallet(tx, asked.userId, clock.now(), async (wallet) => {
          const earlier = await findEarlier(tx, asked, clock.now())
          if (earlier && isAbandoned(earlier, clock.now())) await giveBack(tx, wallet, earlier, 'failed')
          else if (earlier) return toOpened(tx, earlier, asked)

          const split = splitCost(wallet, asked.cost, asked.isUnlimited)
          if (!split) return { state: 'short' }
          await insertUse(tx, {
            ...split,
            id: asked.useId,
            userId: asked.userId,
            feature: asked.feature,
            portfolioId: asked.portfolioId,
            idempotencyKey: asked.idempotencyKey ?? null,
            fingerprint: asked.fingerprint,
            status: 'reserved',
            leaseUntil: leaseUntil(),
            createdAt: clock.now(),
          })
          await reserveTokens(wallet, { ...split, useId: asked.useId, feature: asked.feature })
          return { state: 'reserved', useId: asked.useId }
        }),
      ),

    look: (useId) =>
      db.asSystem(async (tx) => {
        const use = await findUse(tx, useId)
        if (!use || isAbandoned(use, clock.now())) return { state: 'gone' }
        if (use.status === 'reserved') return { state: 'under-way' }
        const stored = await findAnswer(tx, useId)
        if (!stored) return { state: 'gone' }
        return stored.delivered
          ? { state: 'answered', answer: stored.body as StoredAnswer }
          : { state: 'refused', refusal: stored.body as Refusal }
      }),

    extend: (useId) => db.asSystem((tx) => extendLease(tx, useId, leaseUntil())),

    settle: ({ useId, userId, isUnlimited }, { answer, delivered }) =>
      inTurn(userId, (tx) =>
        end(tx, useId, async (wallet, use, isOpen) => {
          // Given back already, because this process seemed dead: the answer is the user's all the same.
          if (isOpen && delivered) {
            await spendReserved(wallet, { ...use, useId })
            await settleUse(tx, useId, 'delivered', clock.now())
          } else if (isOpen) await giveBack(tx, wallet, use, 'free')
          const body = { answer, tokensRemaining: isUnlimited ? -1 : wallet.monthly + wallet.purchased }
          await saveAnswer(tx, { useId, userId: use.userId, delivered: true, body, createdAt: clock.now() })
          return body
        }),
      ),

    fail: ({ useId, userId }, refusal) =>
      inTurn(userId, (tx) =>
        end(tx, useId, async (wallet, use, isOpen) => {
          if (!isOpen) return
          await giveBack(tx, wallet, use, 'failed')
          if (!refusal) return
          await saveAnswer(tx, { useId, userId: use.userId, delivered: false, body: refusal, createdAt: clock.now() })
        }),
      ),

    countTokens: (userId) =>
      db.asUser(userId, async (tx) => {
        const { monthly, purchased } = await readBalance(tx, userId)
        return monthly + purchased
      }),

    countForgiven: (userId) => {
      const today = new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`)
      return db.asUser(userId, (tx) => countForgiven(tx, userId, today))
    },

    async sweep() {
      const abandoned = await db.asSystem((tx) => listAbandonedUses(tx, clock.now()))
      let swept = 0
      for (const { id } of abandoned) {
        swept += await db.asSystem((tx) =>
          end(tx, id, async (wallet, use) => {
            if (!isAbandoned(use, clock.now())) return 0
            await giveBack(tx, wallet, use, 'failed')
            return 1
          }),
        )
      }
      await db.asSystem((tx) => deleteAnswersBefore(tx, new Date(clock.now().getTime() - ANSWER_MILLISECONDS)))
      return swept
    },
  }
}

const isAbandoned = (use: TokenUse, now: Date) => use.status === 'reserved' && use.leaseUntil < now

function findEarlier(tx: Transaction, asked: AskedUse, now: Date): Promise<TokenUse | undefined> {
  const { userId, feature, idempotencyKey, fingerprint } = asked
  if (idempotencyKey !== undefined) return findUseByKey(tx, userId, feature, idempotencyKey)
  // Bounded to both sides: before a clock was set back, uses were made at times that are to come.
  const windowAt = (side: number) => new Date(now.getTime() + side * DOUBLE_CLICK_MILLISECONDS)
  return findRepeatedUse(tx, userId, fingerprint, windowAt(-1), windowAt(1))
}

async function toOpened(tx: Transaction, earlier: TokenUse, asked: AskedUse): Promise<OpenedUse> {
  if (earlier.fingerprint !== asked.fingerprint) return { state: 'reused' }
  if (earlier.status === 'reserved') return { state: 'under-way', useId: earlier.id }
  const stored = await findAnswer(tx, earlier.id)
  return stored ? { state: 'answered', answer: stored.body as StoredAnswer } : { state: 'forgotten' }
}
