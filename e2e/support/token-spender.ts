/**
 * A process of its own that spends tokens as a server does: the same database, the same till, work of the test's making.
 * It is told what to do by messages, and killed in the middle of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { toSignedInPro } from '../../server/src/accounts/testing/pro-user.ts'
import { createDatabase } from '../../server/src/database/client.ts'
import { createLog } from '../../server/src/log.ts'
import { systemRandom } from '../../server/src/random.ts'
import { createTokenMeter } from '../../server/src/tokens/token-meter.ts'

export interface SpendOrder {
  userId: string
  /** One use for each key, all at once. */
  keys: string[]
  /** `hang` says that it has begun and never ends, `fail` throws after a moment. */
  work: 'deliver' | 'fail' | 'hang'
}
/** How each use ended: `delivered`, or the flag that it was refused with. */
export type SpendReport = string[]

const FAILURE = new Error('as ordered')

const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '', CLOCK_OFFSET_SECONDS = '0' } = process.env
const log = createLog('silent')
const db = await createDatabase({ databaseUrl, dataDir }, log, systemRandom)
const offset = Number(CLOCK_OFFSET_SECONDS) * 1_000
const clock = { now: () => new Date(Date.now() + offset) }
const meter = createTokenMeter({ db, clock, log, forget: () => undefined })

process.on('message', async (order: SpendOrder) => {
  process.send?.(await Promise.all(order.keys.map((key) => spend(order, key))))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

function hang(): Promise<never> {
  process.send?.('hanging')
  return new Promise(() => undefined)
}

async function failSoon() {
  await sleep(5)
  throw FAILURE
}

async function spend({ userId, work }: SpendOrder, idempotencyKey: string): Promise<string> {
  const user = toSignedInPro(userId, clock.now())
  const { signal } = new AbortController()
  try {
    await meter.charge({ user, feature: 'hedge_analysis', portfolioId: null, idempotencyKey, signal }, async () => {
      if (work === 'hang') await hang()
      if (work === 'fail') await failSoon()
      return { answer: idempotencyKey, delivered: true }
    })
    return 'delivered'
  } catch (error) {
    const { fields } = error as { fields?: { requiresPurchase?: true } }
    if (error === FAILURE) return 'failed'
    return fields?.requiresPurchase ? 'requiresPurchase' : `failed: ${error}`
  }
}
