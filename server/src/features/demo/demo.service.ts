// Tests: demo.test.ts

import { SAMPLE_PORTFOLIOS } from '@ballast/contract'
import { createDemoVisitor, listFormerVisitors } from '../../accounts/demo-visitors.repository.ts'
import type { Database } from '../../database/database.ts'
import { errors } from '../../http/errors.ts'
import type { Parts } from '../../parts.ts'
import { createImport } from '../../portfolios/import.repository.ts'
import { createPortfolio } from '../../portfolios/portfolio.repository.ts'
import { changeWithinLimits } from '../../portfolios/portfolio-limits.repository.ts'
import { insertLots } from '../../portfolios/position.repository.ts'
import { readSample } from '../../portfolios/sample-lots.ts'

export type DemoDependencies = Pick<Parts, 'db' | 'clock' | 'sessions'>

export interface Visit {
  userId: string
  demoUntil: Date
  sessionToken: string
}

/**
 * Makes an anonymous user with a sample portfolio of their own, and signs the browser in as them.
 *
 * @param visitor where the request comes from, and what it says of its browser
 * @throws AppError 429 when the address has as many visitors as it can, 503 when the demo has
 */
export async function beginVisit(
  { db, clock, sessions }: DemoDependencies,
  visitor: { address: string; userAgent: string | undefined },
): Promise<Visit> {
  const made = await createDemoVisitor(db, clock, visitor.address)
  if ('full' in made) throw made.full === 'demo' ? errors.demoFull() : errors.demoFullForAddress()
  const { userId, demoUntil } = made
  await saveSample({ db, clock }, userId)
  const sessionToken = await sessions.start({ userId, idToken: undefined, userAgent: visitor.userAgent })
  return { userId, demoUntil, sessionToken }
}

async function saveSample({ db, clock }: Pick<DemoDependencies, 'db' | 'clock'>, userId: string): Promise<void> {
  const [sample] = SAMPLE_PORTFOLIOS
  if (!sample) throw new Error('There is no sample portfolio for the demo')
  const read = readSample(sample)
  await changeWithinLimits(db, userId, async (tx) => {
    const now = clock.now()
    const { id: portfolioId } = await createPortfolio(tx, { userId, name: sample.name, now })
    const place = { userId, portfolioId, now }
    const importId = await createImport(tx, {
      ...place,
      source: read.source,
      positionCount: read.positions.length,
      contentHash: null,
      positionsHash: null,
      asOf: null,
    })
    await insertLots(tx, read.positions, { ...place, importId })
  })
}

interface VisitorSweeperDependencies extends DemoDependencies {
  isDemo: boolean
  /** Deletes the transaction's user with all that is theirs, as people delete their accounts. */
  deleteUser: Parameters<Database['asUser']>[1]
}

/** Deletes visitors whose time is over; on a server that is no demo any more, all of them. */
export function createVisitorSweeper({ db, clock, sessions, isDemo, deleteUser }: VisitorSweeperDependencies) {
  return {
    async sweep(): Promise<number> {
      const former = await listFormerVisitors(db, clock.now(), isDemo)
      for (const userId of former) {
        await db.asUser(userId, deleteUser)
        sessions.forget(userId)
      }
      return former.length
    },
  }
}
