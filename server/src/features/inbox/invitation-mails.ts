// Tests: invitation-mails.test.ts

import { DELIVERY, SHARING_LIMITS } from '@ballast/contract'
import { addMessage } from '../../accounts/add-message.ts'
import { getInvitationCodes, type InvitationCodes } from '../../accounts/invitation-code.ts'
import {
  claimInvitationMail,
  endInvitationMail,
  type InvitationMail,
  isRefused,
} from '../../accounts/invitation-mail.repository.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { RateCounter } from '../../http/rate-counter.repository.ts'
import type { Log } from '../../log.ts'
import { composeMail, type Mail, type Mailer } from './mail.ts'

const DAY_MILLISECONDS = 86_400_000
/** Path that ends invitations to an address with one click. */
export const REFUSAL_PATH = '/refuse-invitations'

interface InvitationMailDependencies {
  db: Database
  clock: Clock
  log: Log
  publicUrl: URL
  mailer: Mailer | null
  rateCounter: RateCounter
}

/**
 * An invitation as an e-mail. It says only the address that its sender has proven to be theirs: names of people and portfolios
 * are free text, by which anybody could send what they like to strangers.
 */
export function composeInvitationMail(
  { id, from, to }: Pick<InvitationMail, 'id' | 'from' | 'to'>,
  codes: InvitationCodes,
  publicUrl: URL,
): Mail {
  return composeMail({
    id,
    title: `${from} invites you to read a portfolio`,
    text: `You would see it on every screen of Ballast, and could not change it. You need an account, which is free.\nThe invitation works once, for ${SHARING_LIMITS.invitationDays} days. If you do not know ${from}, ignore it.`,
    link: `/shared/${codes.toCode(id)}`,
    reason: `You get this e-mail because ${from} entered your address in Ballast.`,
    hasSettings: false,
    unsubscribePath: `${REFUSAL_PATH}/${codes.toRefusalToken(to ?? '')}`,
    publicUrl,
  })
}

/**
 * Mails the invitation that waited longest. The attempt is booked before it is made, as that of a message is. An address that
 * refuses invitations, or got as many today as it can, is left alone without a word to who invites: what others asked for and did
 * is not theirs to know. What cannot be delivered is told to its owner.
 *
 * @returns false when none is due
 */
export async function sendNextInvitation(
  { db, clock, log, publicUrl, mailer, rateCounter }: InvitationMailDependencies,
  retryAfter: (now: Date) => (attempts: number) => Date,
): Promise<boolean> {
  const now = clock.now()
  const invitation = await db.asSystem((tx) => claimInvitationMail(tx, now, retryAfter(now)))
  if (!invitation) return false
  const { id, to, attempts, createdAt } = invitation
  if (now.getTime() - createdAt.getTime() > DELIVERY.giveUpAfterDays * DAY_MILLISECONDS) {
    await giveUp(db, invitation, now)
    return true
  }
  const codes = await getInvitationCodes(db)
  const addressHash = codes.hashAddress(to ?? '')
  const budget = SHARING_LIMITS.mailsPerAddressAndDay
  const isUnwanted =
    (await db.asSystem((tx) => isRefused(tx, addressHash))) ||
    (attempts === 1 &&
      (await rateCounter.hit(`invitations to:${addressHash}`, budget, DAY_MILLISECONDS)).current > budget)
  if (isUnwanted) {
    await db.asSystem((tx) => endInvitationMail(tx, id, null))
    return true
  }
  try {
    if (mailer === null || to === null) throw new Error('This server sends no e-mail.')
    await mailer.send(to, composeInvitationMail(invitation, codes, publicUrl))
    await db.asSystem((tx) => endInvitationMail(tx, id, clock.now()))
  } catch (err) {
    log.warn({ err, invitationId: id }, 'an invitation was not mailed')
    // 5xx of a mail server: it will never take it, because there is no such mailbox.
    if (Number((err as { responseCode?: unknown }).responseCode) >= 500) await giveUp(db, invitation, now)
  }
  return true
}

/** Ends the attempts and says so in the inbox, in one transaction. */
async function giveUp(db: Database, { id, userId, portfolioId, to }: InvitationMail, now: Date): Promise<void> {
  await db.asSystem(async (tx) => {
    if (!(await endInvitationMail(tx, id, null))) return
    await addMessage(tx, {
      userId,
      kind: 'service',
      eventKey: `invitation ${id}`,
      title: 'An invitation was not delivered',
      text: `The mail server of ${to} did not take it. Check the address, or create an invitation without one and send its link.`,
      link: `/portfolios/${portfolioId}`,
      now,
    })
  })
}
