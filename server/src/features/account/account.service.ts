// Tests: account.test.ts

import { PRODUCT_NAME } from '@ballast/contract'
import { tellOfEndedShares } from '../../accounts/tell-of-ended-shares.ts'
import { toUserBody } from '../../accounts/users.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { FileAnswer } from '../../http/answers.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import { unpackText } from '../../packed-json.ts'
import { readLimits } from '../../portfolios/portfolio-limits.repository.ts'
import { endShares } from '../../portfolios/share.repository.ts'
import {
  type AdminAction,
  deleteUser,
  listAdminActions,
  listSessions,
  OWNED_TABLES,
  type OwnedTable,
  readPage,
  readUsage,
  type TablePage,
} from './account.repository.ts'

/** Calls to the payments that closing an account needs. */
export interface AccountBilling {
  closeAccount(userId: string): Promise<unknown>
}

/** Profile, usage against the limits, and where the user is signed in. */
export async function getAccountBody({ db }: { db: Database }, user: SignedInUser) {
  const { usage, limits, sessions } = await db.asUser(user.id, async (tx) => ({
    usage: await readUsage(tx),
    limits: await readLimits(tx),
    sessions: await listSessions(tx),
  }))
  return {
    user: toUserBody(user),
    memberSince: user.createdAt.toISOString(),
    usage: { ...usage, portfolioLimit: limits.portfolios, positionLimit: limits.positions },
    sessions: sessions.map(({ idHash, createdAt, lastSeenAt, userAgent }) => ({
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      userAgent,
      current: idHash === user.sessionIdHash,
    })),
  }
}

/**
 * Everything stored about the user as one JSON file: an object with a list of rows for each table, and what admins did about
 * them. It is read while it is sent, a page at a time, so that neither its size nor a client that reads slowly costs anybody
 * else anything; what
 * changes meanwhile may be in it or not.
 */
export function exportEverything({ db, clock }: { db: Database; clock: Clock }, user: SignedInUser): FileAnswer {
  const now = clock.now().toISOString()
  return {
    body: toJsonPieces(now, {
      readRows: (table, after) => db.asUser(user.id, (tx) => readPage(tx, table, after)),
      readActions: (after) => db.asSystem((tx) => listAdminActions(tx, user.id, after)),
    }),
    contentType: 'application/json; charset=utf-8',
    fileName: `ballast-account-${now.slice(0, 10)}.json`,
  }
}

interface ExportSource {
  readRows: (table: OwnedTable, after: unknown[] | undefined) => Promise<TablePage>
  readActions: (after: number) => Promise<AdminAction[]>
}

async function* toJsonPieces(exportedAt: string, { readRows, readActions }: ExportSource): AsyncGenerator<string> {
  // With the first page, so that a database that is away is told in words and not by half a file.
  let text = `{"product":${JSON.stringify(PRODUCT_NAME)},"exportedAt":${JSON.stringify(exportedAt)},"tables":{`
  for (const [index, table] of OWNED_TABLES.entries()) {
    text += `${index === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`
    let page: TablePage | undefined
    let separator = ''
    do {
      page = await readRows(table, page?.next)
      for (const row of page.rows) {
        text += `${separator}\n${await writeRow(row)}`
        separator = ','
      }
      yield text
      text = ''
    } while (page.next)
    text = ']'
  }
  text += '},\n"adminActions":['
  let separator = ''
  for (let after = 0; ; ) {
    const actions = await readActions(after)
    for (const { sequence, ...action } of actions) {
      text += `${separator}\n${JSON.stringify(action)}`
      separator = ','
      after = sequence
    }
    yield text
    text = ''
    if (actions.length === 0) break
  }
  yield ']}\n'
}

/**
 * JSON of a row. What was compressed in it is JSON already, some megabytes of it, and goes out as it is: to read and write it again
 * would keep everybody else waiting. Null where it cannot be opened.
 */
async function writeRow(row: Record<string, unknown>): Promise<string> {
  const plain = { ...row }
  let packed = ''
  for (const [name, value] of Object.entries(row)) {
    if (!Buffer.isBuffer(value)) continue
    delete plain[name]
    packed += `,${JSON.stringify(name)}:${await unpackText(value).catch(() => 'null')}`
  }
  return `${JSON.stringify(plain).slice(0, -1)}${packed}}`
}

/**
 * Ends the user's subscription and shares, then deletes them and all that is theirs; every session ends with it.
 *
 * @param confirmEmail the user's own address, typed again
 * @throws AppError 400 when it is another one
 */
export async function deleteEverything(
  { db, clock, billing }: { db: Database; clock: Clock; billing: AccountBilling },
  user: SignedInUser,
  confirmEmail: string,
): Promise<void> {
  if (confirmEmail.trim().toLowerCase() !== (user.email ?? '').toLowerCase()) {
    throw errors.badRequest('This is not the e-mail address of your account. Type it exactly to delete the account.')
  }
  // First: once the user is gone, nobody could say whose payments are to end.
  await billing.closeAccount(user.id)
  await db.asUserWithSystem(user.id, async (tx, asSystem) => {
    await asSystem(async () => tellOfEndedShares(tx, user.id, await endShares(tx, user.id), clock.now()))
    await deleteUser(tx)
  })
}
