// Tests: account.test.ts

import { LIMITS, PRODUCT_NAME } from '@ballast/contract'
import { toUserBody } from '../../accounts/users.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { FileAnswer } from '../../http/answers.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import type { BillingService } from '../billing/billing.service.ts'
import { deleteUser, listSessions, readEverything, readUsage } from './account.repository.ts'

/** Profile, usage against the limits, and where the user is signed in. */
export async function getAccountBody({ db }: { db: Database }, user: SignedInUser) {
  const { usage, sessions } = await db.asUser(user.id, async (tx) => ({
    usage: await readUsage(tx),
    sessions: await listSessions(tx),
  }))
  return {
    user: toUserBody(user),
    memberSince: user.createdAt.toISOString(),
    usage: { ...usage, portfolioLimit: LIMITS.portfoliosPerUser, positionLimit: LIMITS.positionsPerUser },
    sessions: sessions.map(({ idHash, createdAt, lastSeenAt, userAgent }) => ({
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      userAgent,
      current: idHash === user.sessionIdHash,
    })),
  }
}

/** Everything stored about the user as one JSON file: an object with a list of rows for each table. */
export async function exportEverything(
  { db, clock }: { db: Database; clock: Clock },
  user: SignedInUser,
): Promise<FileAnswer> {
  const tables = await db.asUser(user.id, readEverything)
  const now = clock.now().toISOString()
  return {
    body: toJsonPieces(now, tables),
    contentType: 'application/json; charset=utf-8',
    fileName: `ballast-account-${now.slice(0, 10)}.json`,
  }
}

/** A row at a time: a hundred thousand of them in one go would keep every other request waiting. */
function* toJsonPieces(
  exportedAt: string,
  tables: readonly [string, readonly Record<string, unknown>[]][],
): Generator<string> {
  yield `{"product":${JSON.stringify(PRODUCT_NAME)},"exportedAt":${JSON.stringify(exportedAt)},"tables":{`
  for (const [index, [table, rows]] of tables.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(table)}:[`
    for (const [place, row] of rows.entries()) yield `${place === 0 ? '' : ','}\n${JSON.stringify(row)}`
    yield ']'
  }
  yield '}}\n'
}

/**
 * Ends the user's subscription, then deletes them and all that is theirs; every session ends with it.
 *
 * @param confirmEmail the user's own address, typed again
 * @throws AppError 400 when it is another one
 */
export async function deleteEverything(
  { db, billing }: { db: Database; billing: Pick<BillingService, 'closeAccount'> },
  user: SignedInUser,
  confirmEmail: string,
): Promise<void> {
  if (confirmEmail.trim().toLowerCase() !== (user.email ?? '').toLowerCase()) {
    throw errors.badRequest('This is not the e-mail address of your account. Type it exactly to delete the account.')
  }
  // First: once the user is gone, nobody could say whose payments are to end.
  await billing.closeAccount(user.id)
  await db.asUser(user.id, deleteUser)
}
