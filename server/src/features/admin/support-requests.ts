// Tests: admin.test.ts

import { closeRequest, listRequests, type SupportRequest } from '../../accounts/support-requests.repository.ts'
import type { Transaction } from '../../database/database.ts'
import { errors } from '../../http/errors.ts'

/** For admins: what waits for an answer first. */
export async function listSupport(tx: Transaction) {
  return (await listRequests(tx)).map(toBody)
}

/** @throws AppError 404 when there is no such request */
export async function closeSupport(tx: Transaction, id: string, now: Date) {
  const request = await closeRequest(tx, id, now)
  if (!request) throw errors.notFound('support request')
  return { body: toBody(request), userId: request.userId }
}

const toBody = ({ id, createdAt, email, subject, message, priority, closedAt }: SupportRequest) => ({
  id,
  createdAt: createdAt.toISOString(),
  email,
  subject,
  message,
  priority,
  closedAt: closedAt?.toISOString() ?? null,
})
