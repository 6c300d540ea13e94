// Tests: sharing.test.ts

import { randomUUID } from 'node:crypto'
import { type PortfolioShare, SHARING_LIMITS } from '@ballast/contract'
import { addMessage } from '../../accounts/add-message.ts'
import { getInvitationCodes } from '../../accounts/invitation-code.ts'
import { hashToken, isTokenLike } from '../../accounts/opaque-token.ts'
import { findVerifiedAddress } from '../../accounts/outbox.repository.ts'
import { tellOfEndedShares } from '../../accounts/tell-of-ended-shares.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import { createRateCounter } from '../../http/rate-counter.repository.ts'
import * as stored from '../../portfolios/share.repository.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000

export interface SharingDependencies {
  db: Database
  clock: Clock
  config: Pick<Config, 'mail' | 'publicUrl'>
}

/** Portfolios that others may read: invitations, and the shares that come of them. */
export function createSharingService({ db, clock, config }: SharingDependencies) {
  const rateCounter = createRateCounter(db, clock)
  const canMail = async (tx: Transaction) => config.mail.kind !== 'none' && (await findVerifiedAddress(tx)) !== null

  return {
    async list(userId: string) {
      const { given, ...own } = await db.asUser(userId, async (tx) => ({
        given: await stored.listGivenShares(tx),
        invitations: (await stored.listInvitations(tx, clock.now())).map(toBody),
        canMail: await canMail(tx),
      }))
      const received = await stored.listSharedPortfolios(db, userId)
      return {
        ...own,
        given: given.map((share) => ({ ...share, createdAt: share.createdAt.toISOString() })),
        received: received.map(({ shareId, id, name, sharedBy, sharedAt }) => ({
          id: shareId,
          portfolioId: id,
          portfolioName: name,
          name: sharedBy,
          createdAt: sharedAt.toISOString(),
        })),
      }
    },

    /**
     * Makes an invitation and, with an address, what mails it.
     *
     * @returns the invitation with its code, which is told this once; the same for every address
     * @throws AppError 400 when no mail can be sent, 429 after too many in a day, and as `createInvitation` of the repository
     */
    async invite({ id: userId, firstName }: SignedInUser, portfolioId: string, email: string | null) {
      if (email !== null) {
        if (!(await db.asUser(userId, canMail))) {
          throw errors.badRequest(
            'No mail can be sent for you. Create an invitation without an address, and send its link.',
          )
        }
        const budget = SHARING_LIMITS.mailsPerUserAndDay
        const { current } = await rateCounter.hit(`invitations of:${userId}`, budget, DAY_MILLISECONDS)
        if (current > budget) throw errors.tooManyMails(budget)
      }
      const id = randomUUID()
      const code = (await getInvitationCodes(db)).toCode(id)
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + SHARING_LIMITS.invitationDays * DAY_MILLISECONDS)
      const ownerName = firstName ?? 'another user'
      const mailNextAt = email === null ? null : createdAt
      const parts = { id, userId, portfolioId, ownerName, email, mailNextAt, createdAt, expiresAt }
      const invitation = { ...parts, idHash: hashToken(code) }
      return { ...toBody(await db.asUser(userId, (tx) => stored.createInvitation(tx, invitation))), code }
    },

    /** @throws AppError 404 when the user has no such invitation */
    withdraw: (userId: string, invitationId: string) =>
      db.asUser(userId, (tx) => stored.deleteInvitation(tx, invitationId)),

    /**
     * Accepts an invitation, once, and tells its owner.
     *
     * @throws AppError 404 for whatever is no open invitation: the same answer when it is unknown, used, withdrawn or too old;
     *         409 for one's own portfolio, one that is read already, or when there is no room
     */
    async accept(guest: SignedInUser, code: string): Promise<PortfolioShare> {
      const idHash = hashToken(code)
      const now = clock.now()
      const accepted = isTokenLike(code)
        ? await db.asSystem(async (tx) => {
            const invitation = await stored.findInvitation(tx, idHash, now)
            if (!invitation) return undefined
            const { userId, portfolioId, ownerName } = invitation
            if (userId === guest.id) {
              throw errors.conflict('This invites others to your own portfolio. Send the link to whom it is meant for.')
            }
            const guestName = nameGuest(guest)
            const share = { ...invitation, guestUserId: guest.id, guestName, createdAt: now }
            const made = await stored.storeShare(tx, idHash, share)
            await addMessage(tx, {
              userId,
              kind: 'service',
              eventKey: `share ${made.id}`,
              title: `“${made.portfolioName}” is shared`,
              text: `${guestName} accepted your invitation and can read this portfolio now. You can end that at any time.`,
              link: `/portfolios/${portfolioId}`,
              now,
            })
            return { ...made, name: ownerName, createdAt: now.toISOString() }
          })
        : undefined
      if (!accepted) throw errors.notFound('invitation')
      return accepted
    },

    /**
     * Ends a share, and tells the other side.
     *
     * @throws AppError 404 when the user neither gives nor receives such a share
     */
    async end(userId: string, shareId: string): Promise<void> {
      const ended = await db.asSystem(async (tx) => {
        const shares = await stored.endShares(tx, userId, { shareId })
        await tellOfEndedShares(tx, userId, shares, clock.now())
        return shares
      })
      if (ended.length === 0) throw errors.notFound('share')
    },
  }
}

/** By what the owner knows who it is: a name that anybody can choose says less than an address. */
function nameGuest({ firstName, lastName, email }: SignedInUser): string {
  const name = [firstName, lastName].filter((part) => part !== null).join(' ')
  if (name === '') return email ?? 'Another user'
  return email === null ? name : `${name} (${email})`
}

const toBody = ({ createdAt, expiresAt, ...invitation }: stored.StoredInvitation) => ({
  ...invitation,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
