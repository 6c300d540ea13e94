import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'

export const MESSAGE_KINDS = ['policy', 'watch', 'digest', 'service'] as const
export const messageKindSchema = z.enum(MESSAGE_KINDS)
export type MessageKind = z.infer<typeof messageKindSchema>

/** Names of the kinds where their owner switches them. */
export const MESSAGE_KIND_LABELS = {
  policy: 'Policies',
  watch: 'Watch rules',
  digest: 'Weekly digest',
  service: 'Service',
} as const satisfies Record<MessageKind, string>

export const CHANNEL_TYPES = ['email', 'webhook', 'push', 'calendar'] as const
export const channelTypeSchema = z.enum(CHANNEL_TYPES)
export type ChannelType = z.infer<typeof channelTypeSchema>

/** Most channels of each type that a user can have. */
export const CHANNEL_LIMITS = { email: 1, webhook: 3, push: 5, calendar: 1 } as const satisfies Record<
  ChannelType,
  number
>

export const DELIVERY = {
  /** A delivery that still fails after so long is given up, and its owner is told in the inbox. */
  giveUpAfterDays: 3,
  /** The previous secret of a webhook signs, too, for so long after a rotation. */
  previousSecretHours: 24,
} as const

const hourSchema = z.number().int().min(0).max(23)

export const notificationSettingsSchema = z
  .strictObject({
    /** Name in the IANA time zone database, such as Europe/Berlin. */
    timeZone: z.string().max(64),
    /** Quiet hours in that zone, from one hour to another; null when there are none. Webhooks do not rest. */
    quietHours: z
      .object({ from: hourSchema, to: hourSchema })
      .refine(({ from, to }) => from !== to, 'Quiet hours begin and end at different hours.')
      .nullable(),
    weeklyDigest: z.boolean(),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

export const channelSchema = defineObject('NotificationChannel', {
  id: z.uuid(),
  type: channelTypeSchema,
  /** The e-mail address, the webhook’s address, or the name of a browser. */
  label: z.string(),
  kinds: z.array(messageKindSchema),
  createdAt: z.iso.datetime(),
  /** True while nothing is sent, because the user is not on PRO any more. */
  isResting: z.boolean(),
  lastDelivery: z
    .object({
      at: z.iso.datetime(),
      state: z.enum(['delivered', 'waiting', 'given-up']),
      error: z.string().nullable(),
    })
    .nullable(),
})
export type NotificationChannel = z.infer<typeof channelSchema>

const tag = 'Inbox'

export const getNotifications = defineCall(tag, {
  method: 'GET',
  path: '/api/notifications',
  summary: 'How the user gets messages: settings, channels, and what this server can send.',
  response: z.object({
    settings: notificationSettingsSchema,
    channels: z.array(channelSchema),
    isPro: z.boolean(),
    /** `smtp` sends, `local` shows mails on a page of this machine, `none` has no e-mail. */
    email: z.enum(['smtp', 'local', 'none']),
    /** The address that e-mail goes to; null when the account has none that is verified. */
    emailAddress: z.string().nullable(),
    /** The server’s public key, which a browser needs to subscribe to pushes. */
    pushKey: z.string(),
  }),
})

export const updateNotificationSettings = defineCall(tag, {
  method: 'PUT',
  path: '/api/notifications/settings',
  summary: 'Change time zone, quiet hours and the weekly digest.',
  body: notificationSettingsSchema,
  response: notificationSettingsSchema,
})

export const addChannel = defineCall(tag, {
  method: 'POST',
  path: '/api/notifications/channels',
  closedInDemo: true,
  summary:
    'Add a channel. The secret of a webhook and the address of a calendar are shown in this answer and never again.',
  body: z.discriminatedUnion('type', [
    z.object({ type: z.literal('email') }).strict(),
    z.object({ type: z.literal('webhook'), url: z.string().max(500) }).strict(),
    z.strictObject({
      type: z.literal('push'),
      endpoint: z.string().max(1000),
      keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }).strict(),
      label: z.string().max(80),
    }),
    z.object({ type: z.literal('calendar') }).strict(),
  ]),
  response: z.object({ channel: channelSchema, secret: z.string().nullable() }),
  failures: { 403: 'The user is not on PRO.', 409: 'There are as many channels of this type as an account can have.' },
})

const channelParams = z.object({ channelId: z.string() })

export const updateChannel = defineCall(tag, {
  method: 'PATCH',
  path: '/api/notifications/channels/:channelId',
  closedInDemo: true,
  summary: 'Choose the kinds of messages that a channel gets.',
  params: channelParams,
  body: z.object({ kinds: z.array(messageKindSchema).max(MESSAGE_KINDS.length) }).strict(),
  response: z.object({ updated: z.literal(true) }),
})

export const removeChannel = defineCall(tag, {
  method: 'DELETE',
  path: '/api/notifications/channels/:channelId',
  summary: 'Removes a channel. Messages that wait for it are not sent.',
  params: channelParams,
  response: z.object({ removed: z.literal(true) }),
})

export const rotateChannelSecret = defineCall(tag, {
  method: 'POST',
  path: '/api/notifications/channels/:channelId/secret',
  closedInDemo: true,
  summary: 'Make a new secret for a webhook, or a new address for a calendar, shown in this answer and never again.',
  params: channelParams,
  response: z.object({ secret: z.string() }),
})

export const testChannel = defineCall(tag, {
  method: 'POST',
  path: '/api/notifications/channels/:channelId/test',
  closedInDemo: true,
  rateLimit: 'upload',
  summary: 'Send a test message through a channel.',
  params: channelParams,
  response: z.object({ queued: z.literal(true) }),
})

export const getCalendar = defineCall(tag, {
  method: 'GET',
  path: '/api/calendar/:token',
  access: 'public',
  kind: 'file',
  summary: 'Expiries and checks as an iCalendar feed. The address is the secret.',
  params: z.object({ token: z.string().max(100) }),
})
