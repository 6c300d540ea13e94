// Tests: admin.test.ts

import { countTokens, EVERYBODYS_LEDGER_VIEWED, type ManagedUser } from '@ballast/contract'
import { isNamedAdmin } from '../../accounts/admins.ts'
import { toLedgerEntry, toLedgerPage } from '../../accounts/ledger-entry.ts'
import { isProAt } from '../../accounts/sessions.repository.ts'
import { changeWallet, findMovement, listLedgerLines } from '../../accounts/token-ledger.repository.ts'
import { giveTokens, reasonOfGift } from '../../accounts/token-movements.ts'
import type { Transaction } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import type { Parts } from '../../parts.ts'
import {
  findUserRow,
  findUserRows,
  hasActedSince,
  insertAuditEntry,
  listAuditRows,
  type UserRow,
} from './admin.repository.ts'
import { closeSupport, listSupport } from './support-requests.ts'

/** Paging through a ledger takes no longer. */
const LOOK_MILLISECONDS = 60 * 60_000

export interface AdminDependencies extends Pick<Parts, 'db' | 'clock' | 'log' | 'admins'> {
  /** Forgets what is remembered of a user. */
  forget(userId: string): void
}

interface Gift {
  userId: string
  tokens: number
  reason: string
  requestId: string
}

type Page = { before?: number | undefined; limit: number }

/** Users whose e-mail or name contains the text, with what they hold. */
export async function searchUsers(dependencies: AdminDependencies, search: string | undefined): Promise<ManagedUser[]> {
  const rows = await dependencies.db.asSystem((tx) => findUserRows(tx, search))
  return rows.map((row) => toManagedUser(dependencies, row))
}

/**
 * Gives a user tokens that never expire, and writes down who did and why. The same request gives once.
 *
 * @throws AppError 404 when there is no such user, 409 when the request's id was used for another gift
 */
export async function giveUserTokens(
  dependencies: AdminDependencies,
  admin: SignedInUser,
  gift: Gift,
): Promise<ManagedUser> {
  const { db, clock, log, forget } = dependencies
  const { userId, tokens, reason } = gift
  let isNew = false
  const row = await db.asSystem(async (tx) => {
    if (!(await findUserRow(tx, userId))) throw errors.notFound('user')
    const now = clock.now()
    isNew = await changeWallet(tx, userId, now, (wallet) => giveTokens(wallet, gift))
    if (!isNew) await assertSameGift(tx, gift)
    else {
      await insertAuditEntry(tx, {
        at: now,
        actorUserId: admin.id,
        subjectUserId: userId,
        action: 'token-grant',
        details: `${countTokens(tokens)} given: ${reason}`,
      })
    }
    return findUserRow(tx, userId)
  })
  forget(userId)
  if (isNew) log.info({ event: 'tokens-given', userId, by: admin.id, tokens }, 'tokens moved')
  if (!row) throw errors.notFound('user')
  return toManagedUser(dependencies, row)
}

async function assertSameGift(tx: Transaction, { userId, tokens, reason, requestId }: Gift): Promise<void> {
  const given = await findMovement(tx, reasonOfGift(requestId))
  if (!given || (given.userId === userId && given.tokens === tokens && given.note === reason)) return
  throw errors.conflict(`This form gave ${countTokens(given.tokens)} already. Open it again to give more.`)
}

/**
 * The ledger of one user, or of everybody. Looking at it is written down.
 *
 * @throws AppError 404 when there is no such user
 */
export function readLedger(
  { db, clock }: AdminDependencies,
  admin: SignedInUser,
  { userId, before, limit }: Page & { userId?: string | undefined },
) {
  return db.asSystem(async (tx) => {
    if (userId !== undefined && !(await findUserRow(tx, userId))) throw errors.notFound('user')
    await writeLookDown(tx, { admin, userId, at: clock.now(), isLaterPage: before !== undefined })
    const lines = await listLedgerLines(tx, { userId, before, limit })
    const entries = lines.map((line) => ({
      ...toLedgerEntry(line),
      userId: line.row.userId,
      email: line.email,
      reason: line.row.note,
    }))
    return toLedgerPage(entries, limit)
  })
}

/** Later pages are the same look, if there was one: whoever begins with them is written down, too. */
async function writeLookDown(
  tx: Transaction,
  look: { admin: SignedInUser; userId: string | undefined; at: Date; isLaterPage: boolean },
): Promise<void> {
  const { admin, userId, at, isLaterPage } = look
  const act = { actorUserId: admin.id, subjectUserId: userId ?? null, action: 'ledger-viewed' as const }
  if (isLaterPage && (await hasActedSince(tx, act, new Date(at.getTime() - LOOK_MILLISECONDS)))) return
  const details = userId === undefined ? EVERYBODYS_LEDGER_VIEWED : 'Ledger looked at'
  await insertAuditEntry(tx, { ...act, at, details })
}

/** Reads the actions of admins, newest first. */
export function readAuditLog({ db }: AdminDependencies, { before, limit }: Page) {
  return db.asSystem(async (tx) => {
    const rows = await listAuditRows(tx, { before, limit })
    const entries = rows.map(({ sequence, at, actorEmail, action, subjectEmail, details }) => ({
      sequence,
      at: at.toISOString(),
      actorEmail,
      action,
      subjectEmail,
      details,
    }))
    return toLedgerPage(entries, limit)
  })
}

export const readSupportRequests = ({ db }: AdminDependencies) => db.asSystem(listSupport)

/** @throws AppError 404 when there is no such request */
export function closeSupportRequestOf({ db, clock }: AdminDependencies, admin: SignedInUser, requestId: string) {
  return db.asSystem(async (tx) => {
    const at = clock.now()
    const { body, userId } = await closeSupport(tx, requestId, at)
    await insertAuditEntry(tx, {
      at,
      actorUserId: admin.id,
      subjectUserId: userId,
      action: 'support-request-closed',
      details: 'Request to support marked as answered',
    })
    return body
  })
}

function toManagedUser({ clock, admins }: AdminDependencies, row: UserRow): ManagedUser {
  const { user, balance, subscriptionStatus } = row
  const name = [user.firstName, user.lastName].filter((part) => part !== null).join(' ')
  return {
    id: user.id,
    email: user.email,
    name: name === '' ? null : name,
    createdAt: user.createdAt.toISOString(),
    lastSignInAt: user.lastSignInAt.toISOString(),
    tier: isProAt(user, clock.now().getTime()) ? 'pro' : 'free',
    isAdmin: user.isAdmin && isNamedAdmin(user, admins),
    monthlyTokens: balance?.monthly ?? 0,
    purchasedTokens: balance?.purchased ?? 0,
    owedTokens: balance?.owed ?? 0,
    subscriptionStatus,
  }
}
