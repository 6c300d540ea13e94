import { z } from 'zod'
import { defineCall } from './call.ts'
import { userSchema } from './users.ts'

export const accountSchema = z.object({
  user: userSchema,
  memberSince: z.iso.datetime(),
  usage: z.object({
    portfolios: z.number().int(),
    portfolioLimit: z.number().int(),
    positions: z.number().int(),
    positionLimit: z.number().int(),
  }),
  sessions: z.array(
    z.object({
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      userAgent: z.string().nullable(),
      current: z.boolean(),
    }),
  ),
})

export const getAccount = defineCall('Account', {
  method: 'GET',
  path: '/api/account',
  summary: 'Profile, usage against the limits, and where the user is signed in.',
  response: accountSchema,
})

export const signOutEverywhere = defineCall('Account', {
  method: 'POST',
  path: '/api/account/sign-out-everywhere',
  summary: 'End every session of the user, this one too; with `accessTokens=yes` their access tokens as well.',
  query: z.object({ accessTokens: z.literal('yes').optional() }),
  response: z.object({ endedSessions: z.number().int(), endedAccessTokens: z.number().int() }),
})

export const exportAccount = defineCall('Account', {
  method: 'GET',
  path: '/api/account/export',
  kind: 'file',
  rateLimit: 'export',
  summary: 'Everything stored about the user, as one JSON file.',
})

export const deleteAccount = defineCall('Account', {
  method: 'DELETE',
  path: '/api/account',
  summary: 'Delete the user and all their data. The e-mail must be typed again.',
  body: z.object({ confirmEmail: z.string().max(320) }).strict(),
  response: z.object({ deleted: z.literal(true) }),
  failures: {
    502: 'The payment provider did not end the subscription, so nothing was deleted.',
    503: 'A subscription runs that this server has no keys to end; nothing was deleted.',
  },
})
