import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { countTokens, TOKEN_COSTS } from './plans.ts'

/*
 * Keys for programs of the user's own, such as their assistant. A key opens `/mcp` and nothing else, for what its scopes
 * allow, until it expires or is revoked.
 */

/** Path of the server that assistants talk to, by the Model Context Protocol. */
export const MCP_PATH = '/mcp'

export const accessScopeSchema = z.enum(['read:portfolios', 'run:analysis', 'write:policies', 'spend:tokens'])
export type AccessScope = z.infer<typeof accessScopeSchema>

/** Permissions of each scope, in plain words for the person who grants it. */
export const ACCESS_SCOPES = {
  'read:portfolios': {
    label: 'See my portfolios',
    description: 'Names, positions, prices, policies, past results with their facts, and the track record.',
  },
  'run:analysis': {
    label: 'Run analyses',
    description: 'Risk, backtests, option chains and AI Analysis. It costs no tokens.',
  },
  'write:policies': {
    label: 'Create policies',
    description: 'Record a hedge that I placed, with its options as positions. Needs PRO, costs no tokens.',
  },
  'spend:tokens': {
    label: 'Spend my tokens',
    description: `Search hedges (${countTokens(TOKEN_COSTS.hedge_analysis)} each) and run discoveries (${countTokens(TOKEN_COSTS.agentic_discovery)} each).`,
  },
} as const satisfies Record<AccessScope, { label: string; description: string }>

export const ACCESS_TOKEN_LIMITS = {
  perUser: 20,
  nameCharacters: 60,
  /** Days after which a token ends by itself. There is none that lasts for ever. */
  lifetimeDays: [7, 30, 90, 365],
} as const

export const accessTokenSchema = defineObject('AccessToken', {
  id: z.uuid(),
  name: z.string(),
  /** How the token begins, by which its owner tells it from others. */
  prefix: z.string(),
  scopes: z.array(accessScopeSchema),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** UTC day; null while it was never used. */
  lastUsedOn: z.iso.date().nullable(),
  expired: z.boolean(),
})
export type AccessToken = z.infer<typeof accessTokenSchema>

const tag = 'Account'

export const listAccessTokens = defineCall(tag, {
  method: 'GET',
  path: '/api/access-tokens',
  summary: 'The user’s access tokens, newest first, and the address that they open.',
  response: z.object({
    tokens: z.array(accessTokenSchema),
    /** Address of the MCP server, as a client needs it. */
    mcpUrl: z.url(),
  }),
})

export const createAccessToken = defineCall(tag, {
  method: 'POST',
  path: '/api/access-tokens',
  closedInDemo: true,
  summary: 'Make an access token for a program of the user’s own. It is shown in this answer and never again.',
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'Give the token a name, such as the program that will use it.')
      .max(ACCESS_TOKEN_LIMITS.nameCharacters, `A name has at most ${ACCESS_TOKEN_LIMITS.nameCharacters} characters.`),
    scopes: z
      .array(accessScopeSchema)
      .min(1, 'Choose at least one thing that the token may do.')
      .max(accessScopeSchema.options.length),
    lifetimeDays: z.literal(ACCESS_TOKEN_LIMITS.lifetimeDays),
  }),
  response: accessTokenSchema.extend({ token: z.string() }),
  failures: { 409: 'There are as many tokens as an account can have.' },
})

export const revokeAccessToken = defineCall(tag, {
  method: 'DELETE',
  path: '/api/access-tokens/:tokenId',
  summary: 'Revoke an access token. It opens nothing from the next request on.',
  params: z.object({ tokenId: z.string() }),
  response: z.object({ revoked: z.literal(true) }),
})
