// Tests: notifications.test.ts

import { randomUUID } from 'node:crypto'
import {
  CHANNEL_LIMITS,
  type ChannelType,
  can,
  type MessageKind,
  type NotificationChannel,
  type NotificationSettings,
  roleOf,
} from '@ballast/contract'
import { addTestMessage } from '../../accounts/add-message.ts'
import { getInvitationCodes } from '../../accounts/invitation-code.ts'
import { refuseInvitations } from '../../accounts/invitation-mail.repository.ts'
import { createToken, hashToken } from '../../accounts/opaque-token.ts'
import { findVerifiedAddress, listLatestDeliveries } from '../../accounts/outbox.repository.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import {
  ALL_KINDS,
  countChannels,
  deleteChannel,
  findChannel,
  findChannelBySecret,
  findSettings,
  insertChannel,
  listChannels,
  type StoredChannel,
  type StoredSettings,
  saveSettings,
  updateStoredChannel,
} from './channels.repository.ts'
import { findNextDigest, isTimeZone } from './local-time.ts'
import { isPushSecret, type PushKeys } from './push.ts'
import { createWebhookSecret, isWebhookAddress } from './webhook.ts'

const UPGRADE_MESSAGE = 'Messages by e-mail, webhook, browser and calendar are part of PRO. The inbox is free.'
const DEFAULTS: NotificationSettings = { timeZone: 'America/New_York', quietHours: null, weeklyDigest: false }

export interface NotificationDependencies {
  db: Database
  clock: Clock
  config: Pick<Config, 'mail' | 'publicUrl'>
  pushKeys: () => Promise<PushKeys>
}

export type NewChannel =
  | { type: 'email' }
  | { type: 'calendar' }
  | { type: 'webhook'; url: string }
  | { type: 'push'; endpoint: string; keys: { p256dh: string; auth: string }; label: string }

/** How a user is told of messages beside the inbox. */
export function createNotificationService({ db, clock, config, pushKeys }: NotificationDependencies) {
  const assertPro = (user: SignedInUser) => {
    if (!can(roleOf(user), 'policies')) throw errors.upgradeRequired(UPGRADE_MESSAGE)
  }

  return {
    async get(user: SignedInUser) {
      const { publicKey } = await pushKeys()
      return db.asUser(user.id, async (tx) => {
        const latest = await listLatestDeliveries(tx)
        const channels = await listChannels(tx)
        return {
          settings: toSettings(await findSettings(tx)),
          channels: channels.map((channel) => toChannelBody(channel, latest.get(channel.id))),
          isPro: can(roleOf(user), 'policies'),
          email: config.mail.kind,
          emailAddress: await findVerifiedAddress(tx),
          pushKey: publicKey,
        }
      })
    },

    /** @throws AppError 400 for a time zone that nobody knows */
    async saveSettings(user: SignedInUser, settings: NotificationSettings): Promise<NotificationSettings> {
      const { timeZone, quietHours, weeklyDigest } = settings
      if (!isTimeZone(timeZone))
        throw errors.badRequest('This time zone is not known. Choose one such as Europe/Berlin.')
      await db.asUser(user.id, (tx) =>
        saveSettings(tx, {
          userId: user.id,
          timeZone,
          quietFrom: quietHours?.from ?? null,
          quietTo: quietHours?.to ?? null,
          weeklyDigest,
          nextDigestAt: weeklyDigest ? findNextDigest(clock.now(), timeZone) : null,
        }),
      )
      return settings
    },

    /** @throws AppError 403 without PRO, 400 for an address that cannot be sent to, 409 when there are enough */
    async add(user: SignedInUser, wanted: NewChannel) {
      assertPro(user)
      return db.asUser(user.id, async (tx) => {
        const { shown, ...parts } = toNewChannel(wanted, await findVerifiedAddress(tx), config.mail.kind)
        if ((await countChannels(tx, wanted.type)) >= CHANNEL_LIMITS[wanted.type])
          throw errors.conflict(FULL[wanted.type])
        const channel = await insertChannel(tx, {
          id: randomUUID(),
          userId: user.id,
          type: wanted.type,
          ...parts,
          previousSecret: null,
          rotatedAt: null,
          kinds: ALL_KINDS,
          createdAt: clock.now(),
          restingSince: null,
        })
        if (!channel) throw errors.conflict('You have this channel already.')
        return {
          channel: toChannelBody(channel, undefined),
          secret: shown && toShownSecret(wanted.type, shown, config),
        }
      })
    },

    /** @throws AppError 404 when the user has no such channel; so do the functions below */
    async update(user: SignedInUser, channelId: string, kinds: readonly MessageKind[]): Promise<void> {
      const changes = { kinds: [...new Set(kinds)] }
      const isThere = await db.asUser(user.id, (tx) => updateStoredChannel(tx, channelId, changes))
      if (!isThere) throw errors.notFound('channel')
    },

    async remove(user: SignedInUser, channelId: string): Promise<void> {
      const isThere = await db.asUser(user.id, (tx) => deleteChannel(tx, channelId))
      if (!isThere) throw errors.notFound('channel')
    },

    /** @throws AppError 400 for a channel whose secret nobody knows but the machines */
    async rotate(user: SignedInUser, channelId: string): Promise<string> {
      return db.asUser(user.id, async (tx) => {
        const { type, secret } = await getChannel(tx, channelId)
        assertPro(user)
        if (type === 'calendar') {
          const token = createToken()
          await updateStoredChannel(tx, channelId, { secret: hashToken(token) })
          return toShownSecret(type, token, config)
        }
        if (type !== 'webhook')
          throw errors.badRequest('Only webhooks and calendars have a secret that you can change.')
        const fresh = createWebhookSecret()
        await updateStoredChannel(tx, channelId, { secret: fresh, previousSecret: secret, rotatedAt: clock.now() })
        return fresh
      })
    },

    async test(user: SignedInUser, channelId: string): Promise<void> {
      await db.asUser(user.id, async (tx) => {
        const { type } = await getChannel(tx, channelId)
        assertPro(user)
        if (type === 'calendar') throw errors.badRequest('A calendar gets no messages.')
        await addTestMessage(tx, user.id, channelId, clock.now())
      })
    },

    /** Removes the e-mail channel that an unsubscribe link belongs to; a link that belongs to none any more does nothing. */
    async unsubscribe(token: string): Promise<void> {
      const channel = await db.asSystem((tx) => findChannelBySecret(tx, 'email', token))
      if (channel) await db.asUser(channel.userId, (tx) => deleteChannel(tx, channel.id))
    },

    /** Notes that an address wants no more invitations; a link that this server did not make does nothing. */
    async refuseInvitations(token: string): Promise<void> {
      const addressHash = (await getInvitationCodes(db)).readRefusalToken(token)
      if (addressHash) await db.asSystem((tx) => refuseInvitations(tx, addressHash, clock.now()))
    },
  }
}

const FULL = {
  email: 'Your account has e-mail already.',
  webhook: `An account has at most ${CHANNEL_LIMITS.webhook} webhooks. Remove one first.`,
  push: `An account has at most ${CHANNEL_LIMITS.push} browsers. Remove one first.`,
  calendar: 'Your account has a calendar address already. Make a new one in its place.',
} as const satisfies Record<ChannelType, string>

/** @returns what is stored, and in `shown` what its owner sees once */
function toNewChannel(wanted: NewChannel, email: string | null, mail: Config['mail']['kind']) {
  if (wanted.type === 'email') {
    if (mail === 'none') throw errors.badRequest('This server sends no e-mail: its operator has set up no mail server.')
    if (email === null) throw errors.badRequest('Your account has no verified e-mail address.')
    return { label: email, address: '', secret: createToken(), shown: null }
  }
  if (wanted.type === 'calendar') {
    const token = createToken()
    return { label: 'Calendar', address: '', secret: hashToken(token), shown: token }
  }
  if (wanted.type === 'push') {
    const { endpoint, keys, label } = wanted
    if (!isWebhookAddress(endpoint) || !isPushSecret(keys))
      throw errors.badRequest('This is not a subscription of a browser.')
    return { label: label.trim() || 'Browser', address: endpoint, secret: JSON.stringify(keys), shown: null }
  }
  if (!isWebhookAddress(wanted.url)) {
    throw errors.badRequest('A webhook has an https address with a public host name, such as https://example.com/hook.')
  }
  const { href } = new URL(wanted.url)
  const secret = createWebhookSecret()
  return { label: href, address: href, secret, shown: secret }
}

const toShownSecret = (type: ChannelType, secret: string, { publicUrl }: Pick<Config, 'publicUrl'>) =>
  type === 'calendar' ? new URL(`/api/calendar/${secret}.ics`, publicUrl).href : secret

async function getChannel(tx: Transaction, channelId: string): Promise<StoredChannel> {
  const channel = await findChannel(tx, channelId)
  if (!channel) throw errors.notFound('channel')
  return channel
}

function toSettings(stored: StoredSettings | undefined): NotificationSettings {
  if (!stored) return DEFAULTS
  const { timeZone, quietFrom: from, quietTo: to, weeklyDigest } = stored
  return { timeZone, quietHours: from === null || to === null ? null : { from, to }, weeklyDigest }
}

type Latest = Awaited<ReturnType<typeof listLatestDeliveries>> extends Map<string, infer Row> ? Row : never

function toChannelBody(channel: StoredChannel, latest: Latest | undefined): NotificationChannel {
  const { id, type, label, kinds, createdAt, restingSince } = channel
  return {
    id,
    type,
    label,
    kinds,
    createdAt: createdAt.toISOString(),
    isResting: restingSince !== null,
    lastDelivery: latest ? toLastDelivery(latest) : null,
  }
}

function toLastDelivery({ createdAt, deliveredAt, gaveUpAt, lastError }: Latest) {
  const at = (deliveredAt ?? gaveUpAt ?? createdAt).toISOString()
  const state = deliveredAt ? 'delivered' : gaveUpAt ? 'given-up' : 'waiting'
  return { at, state, error: lastError } as const
}
