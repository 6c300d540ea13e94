/**
 * A process that writes messages and invitations and delivers what waits, until it is killed. Started by
 * `../process-postgres/delivery-kills.test.ts`; it has the parts of the server that tell, and nothing else, so that it starts fast.
 */
import { randomUUID } from 'node:crypto'
import { addMessage } from '../../server/src/accounts/add-message.ts'
import { createDatabase } from '../../server/src/database/client.ts'
import { portfolioInvitations } from '../../server/src/database/schema/index.ts'
import { createDesk } from '../../server/src/features/inbox/testing/delivery-desk.ts'
import { createLog } from '../../server/src/log.ts'
import { systemRandom } from '../../server/src/random.ts'

const { CLOCK, EVENTS, DATABASE_URL: databaseUrl, USER_ID: userId = '', PORTFOLIO_ID: portfolioId = '' } = process.env
const { SMTP_URL: smtpUrl = '' } = process.env
const now = new Date(CLOCK ?? '')
const db = await createDatabase({ databaseUrl, dataDir: '' }, createLog('silent'), systemRandom)
const pushKeys = () => Promise.reject(new Error('No browser is told here'))
const desk = createDesk({ dependencies: { db, clock: { now: () => now }, pushKeys } }, { smtpUrl })

process.send?.('ready')
for (const event of JSON.parse(EVENTS ?? '[]') as number[]) {
  const eventKey = `event ${event}`
  await db.asUser(userId, async (tx) => {
    await addMessage(tx, { userId, eventKey, title: eventKey, text: 'x', link: '/policies', now })
    const email = `guest-${event}@example.com`
    const expiresAt = new Date(now.getTime() + 7 * 86_400_000)
    const invitation = { userId, portfolioId, ownerName: 'Ann', email, mailNextAt: now, createdAt: now, expiresAt }
    await tx.insert(portfolioInvitations).values({ ...invitation, idHash: randomUUID() })
  })
  await desk.deliver()
}
process.send?.('done')
await desk.close()
await db.close()
process.disconnect?.()
