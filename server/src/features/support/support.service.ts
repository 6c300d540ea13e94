// Tests: ../admin/admin.test.ts, ../account/account.test.ts

import { can, roleOf } from '@ballast/contract'
import { countOpenRequests, insertSupportRequest } from '../../accounts/support-requests.repository.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'

const OPEN_REQUESTS = 5

/**
 * Keeps what somebody wrote to support.
 *
 * @returns whether it was marked, because support for PRO comes first
 * @throws AppError 404 when the operator named no support address: nobody would read it; 409 when enough of the user's
 *   requests wait already: those of others must be seen, too
 */
export async function fileSupportRequest(
  { db, clock, supportEmail }: { db: Database; clock: Clock; supportEmail: string | undefined },
  user: SignedInUser,
  { subject, message }: { subject: string; message: string },
): Promise<{ priority: boolean }> {
  if (supportEmail === undefined) throw errors.notFound('contact form on this server')
  const priority = can(roleOf(user), 'prioritySupport')
  const createdAt = clock.now()
  await db.asSystem(async (tx) => {
    if ((await countOpenRequests(tx, user.id)) >= OPEN_REQUESTS) {
      throw errors.conflict(
        `You have ${OPEN_REQUESTS} requests that wait for an answer. Please wait until one is answered.`,
      )
    }
    await insertSupportRequest(tx, { userId: user.id, subject, message, priority, createdAt })
  })
  return { priority }
}
