// Tests: groups.test.ts

import type { Portfolio } from '@ballast/contract'
import type { Transaction } from '../../database/database.ts'
import { errors } from '../../http/errors.ts'
import type { Parts } from '../../parts.ts'
import {
  changeGroup,
  createGroup,
  deleteGroup,
  type GroupChange,
  type GroupTerms,
  listGroups,
} from '../../portfolios/group.repository.ts'
import { listPortfolios } from '../../portfolios/portfolio.repository.ts'
import { changeWithinLimits } from '../../portfolios/portfolio-limits.repository.ts'
import { toPortfolio } from './to-position.ts'

/** Named groups: each is a book of some of the user's portfolios. */
export function createGroupService(deps: Pick<Parts, 'db' | 'clock' | 'portfolioReader'>) {
  const { db, clock, portfolioReader } = deps

  async function show(tx: Transaction, groupId: string): Promise<Portfolio> {
    const group = (await listGroups(tx, await listPortfolios(tx))).find(({ id }) => id === groupId)
    if (!group) throw errors.notFound('group')
    return toPortfolio(group)
  }

  return {
    /** @throws AppError as `createGroup` of the repository */
    create: (userId: string, terms: GroupTerms) =>
      changeWithinLimits(db, userId, async (tx) =>
        show(tx, await createGroup(tx, { ...terms, userId, now: clock.now() })),
      ),

    /** @throws AppError as `changeGroup` of the repository */
    async change(userId: string, groupId: string, change: GroupChange) {
      try {
        return await changeWithinLimits(db, userId, async (tx) => {
          await changeGroup(tx, groupId, { ...change, now: clock.now() })
          return show(tx, groupId)
        })
      } finally {
        portfolioReader.forget(userId, groupId)
      }
    },

    /** @throws AppError 404 when the user has no such group */
    async delete(userId: string, groupId: string) {
      await changeWithinLimits(db, userId, (tx) => deleteGroup(tx, groupId))
      portfolioReader.forget(userId, groupId)
    },
  }
}
