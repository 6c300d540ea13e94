// Tests: ../features/sharing/sharing.test.ts, ../features/sharing/failed-deletion.test.ts

import type { Transaction } from '../database/database.ts'
import { addMessage } from './add-message.ts'

interface Share {
  id: string
  ownerId: string
  guestId: string
  portfolioId: string
  portfolioName: string
  ownerName: string
  guestName: string
}

/** Tells the other side that shares have ended, in the transaction that ends them. For the system. */
export async function tellOfEndedShares(
  tx: Transaction,
  endedBy: string,
  shares: readonly Share[],
  now: Date,
): Promise<void> {
  for (const { id, ownerId, guestId, portfolioId, portfolioName, ownerName, guestName } of shares) {
    const told =
      endedBy === ownerId
        ? {
            userId: guestId,
            title: `“${portfolioName}” is no longer shared with you`,
            text: `It was shared by ${ownerName}. The share has ended, and what you computed and asked about it is deleted.`,
            link: '/',
          }
        : {
            userId: ownerId,
            title: `“${portfolioName}” has one reader less`,
            text: `${guestName} stopped reading this portfolio.`,
            link: `/portfolios/${portfolioId}`,
          }
    await addMessage(tx, { ...told, kind: 'service', eventKey: `share ended ${id}`, now })
  }
}
