// Tests: delivery.test.ts, kills.test.ts

import { DELIVERY } from '@ballast/contract'
import { addMessage } from '../../accounts/add-message.ts'
import {
  claimDelivery,
  type Delivery,
  deferDelivery,
  giveUpDelivery,
  markDelivered,
  markFailed,
} from '../../accounts/outbox.repository.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { OutboundGate } from '../../http/outbound.ts'
import { createRateCounter } from '../../http/rate-counter.repository.ts'
import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import type { Random } from '../../random.ts'
import { deleteChannel, listUsersOfChannels, restChannels } from './channels.repository.ts'
import { sendNextInvitation } from './invitation-mails.ts'
import { findEndOfQuiet } from './local-time.ts'
import { composeMessageMail, type Mailer } from './mail.ts'
import { composePush, type PushKeys } from './push.ts'
import { composeWebhook, listSigningSecrets, postSigned } from './webhook.ts'

const EVERY_MILLISECONDS = 10_000
/** Time of one run; the next one sends what is left. */
const RUN_MILLISECONDS = 200_000
/** Deliveries under way at a time in a process, so that a receiver that hangs does not keep the others waiting. */
const LANES_AT_ONCE = 4
/** Enough for four processes. Each lane sends until nothing waits. */
const LANES = Array.from({ length: 4 * LANES_AT_ONCE }, (_, lane) => String(lane))
const FIRST_RETRY_MILLISECONDS = 60_000
const LONGEST_RETRY_MILLISECONDS = 6 * 3_600_000
const DAY_MILLISECONDS = 86_400_000

export interface DeliveryDependencies {
  db: Database
  clock: Clock
  random: Random
  log: Log
  publicUrl: URL
  mailer: Mailer | null
  gate: OutboundGate
  pushKeys: () => Promise<PushKeys>
  pushContact: string
}

/** The receiver said no, in words for the channel's owner. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** When a delivery that failed `attempts` times is tried again: doubling from a minute to six hours, a quarter more or less. */
export function toRetryMilliseconds(attempts: number, random: Random): number {
  const wait = Math.min(FIRST_RETRY_MILLISECONDS * 2 ** (attempts - 1), LONGEST_RETRY_MILLISECONDS)
  return wait * (0.75 + 0.5 * random())
}

/**
 * Sends what waits in the outbox. Each attempt is booked before it is made, so that a process that dies in the middle leaves
 * the delivery to be tried again: a receiver may get the same id twice, and never misses it. After three days a delivery is
 * given up, and its owner is told in the inbox.
 */
export function createDeliveryJob(deps: DeliveryDependencies): Job {
  const { db, clock, random, log } = deps

  const rateCounter = createRateCounter(db, clock)
  const retryAfter = (now: Date) => (attempts: number) =>
    new Date(now.getTime() + toRetryMilliseconds(attempts, random))
  const inviteNext = () => sendNextInvitation({ ...deps, rateCounter }, retryAfter)

  async function deliverNext(): Promise<boolean> {
    const now = clock.now()
    const delivery = await db.asSystem((tx) => claimDelivery(tx, now, retryAfter(now)))
    if (!delivery) return false
    const quietUntil = findQuietEnd(delivery, now)
    if (now.getTime() - delivery.createdAt.getTime() > DELIVERY.giveUpAfterDays * DAY_MILLISECONDS) {
      await giveUp(db, delivery, now)
    } else if (quietUntil) {
      await db.asSystem((tx) => deferDelivery(tx, delivery.id, quietUntil))
    } else {
      await attempt(delivery)
    }
    return true
  }

  async function attempt(delivery: Delivery): Promise<void> {
    try {
      const isGone = await send(deps, delivery)
      if (isGone) await db.asSystem((tx) => deleteChannel(tx, delivery.channel.id))
      else await db.asSystem((tx) => markDelivered(tx, delivery.id, clock.now()))
    } catch (err) {
      log.warn({ err, deliveryId: delivery.id, channel: delivery.channel.type }, 'a message was not delivered')
      const words = err instanceof RefusedError ? err.message : 'The receiver could not be reached.'
      await db.asSystem((tx) => markFailed(tx, delivery.id, words))
    }
  }

  const next = async () => (await deliverNext()) || (await inviteNext())

  return {
    name: 'delivery',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run() {
      await followPlans(db, clock.now())
      return (await next()) ? LANES : []
    },
    pieces: {
      queue: 'delivery-lanes',
      atOnce: LANES_AT_ONCE,
      async work(lanes, signal) {
        const until = performance.now() + RUN_MILLISECONDS
        const deliver = async () => {
          while (!signal.aborted && performance.now() < until && (await next()));
        }
        await Promise.all(lanes.map(deliver))
      },
    },
  }
}

/** Programs do not sleep; people do. */
function findQuietEnd({ channel, settings }: Delivery, now: Date): Date | null {
  if (channel.type === 'webhook' || !settings || settings.quietFrom === null || settings.quietTo === null) return null
  const quietHours = { from: settings.quietFrom, to: settings.quietTo }
  return findEndOfQuiet(now, { timeZone: settings.timeZone, quietHours })
}

/** @returns true when the receiver is gone for good, and its channel with it */
async function send(deps: DeliveryDependencies, delivery: Delivery): Promise<boolean> {
  const { clock, publicUrl, mailer, gate } = deps
  const { id, message, channel } = delivery
  if (channel.type === 'email') {
    const { email, emailVerified } = delivery
    if (mailer === null) throw new RefusedError('This server sends no e-mail.')
    if (email === null || !emailVerified) throw new RefusedError('Your account has no verified e-mail address.')
    await mailer.send(email, composeMessageMail(delivery, publicUrl))
    return false
  }
  if (channel.type === 'push') {
    const { title, text, link } = message
    const push = composePush({
      address: channel.address,
      secret: channel.secret,
      payload: { id, title, text, link },
      keys: await deps.pushKeys(),
      contact: deps.pushContact,
      now: clock.now(),
    })
    return judgeStatus(await postSigned(gate, channel.address, push), [404, 410])
  }
  const now = clock.now()
  const secrets = listSigningSecrets(channel, now)
  const call = composeWebhook({ id, message, secrets, now, publicUrl })
  return judgeStatus(await postSigned(gate, channel.address, call), [])
}

function judgeStatus(status: number, gone: readonly number[]): boolean {
  if (gone.includes(status)) return true
  if (status < 200 || status > 299) throw new RefusedError(`The receiver answered ${status}.`)
  return false
}

const CHANNEL_WORDS = { email: 'e-mail', webhook: 'webhook', push: 'browser', calendar: 'calendar' } as const

/** Ends a delivery and says so in the inbox, in one transaction. What was never tried ends silently: its channel rested. */
async function giveUp(db: Database, { id, userId, attempts, channel, message }: Delivery, now: Date): Promise<void> {
  await db.asUser(userId, async (tx) => {
    if (!(await giveUpDelivery(tx, id, now)) || attempts <= 1) return
    await addMessage(tx, {
      userId,
      kind: 'service',
      isInboxOnly: true,
      eventKey: `undelivered ${id}`,
      title: `Your ${CHANNEL_WORDS[channel.type]} did not take a message`,
      text: `“${message.title}” was not delivered to ${channel.label} in ${DELIVERY.giveUpAfterDays} days. Check the channel under Inbox, then send a test message.`,
      link: '/inbox',
      now,
    })
  })
}

/** Channels of users who left PRO rest, with a message; those of users who are back go on. */
async function followPlans(db: Database, now: Date): Promise<void> {
  const { rest, resume } = await db.asSystem((tx) => listUsersOfChannels(tx, now))
  for (const userId of resume) await db.asUser(userId, (tx) => restChannels(tx, null))
  for (const userId of rest) {
    await db.asUser(userId, async (tx) => {
      if (!(await restChannels(tx, now))) return
      await addMessage(tx, {
        userId,
        kind: 'service',
        eventKey: `channels rest ${now.toISOString()}`,
        title: 'Messages now come to the inbox only',
        text: 'E-mail, webhooks, browser notifications and the calendar are part of PRO. Your settings are kept, and everything goes on when you are on PRO again.',
        link: '/inbox',
        now,
      })
    })
  }
}
