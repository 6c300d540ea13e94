import { z } from 'zod'
import { defineCall } from './call.ts'
import { PLAN_IDS } from './plans.ts'

export const userSchema = z
  .object({
    id: z.uuid(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    subscriptionTier: z.enum(PLAN_IDS),
    discoveryTokens: z.number().int(),
    /** 1 means admin. */
    isAdmin: z.union([z.literal(0), z.literal(1)]),
    /** When a visitor of a public demo is deleted; absent for everybody with an account. */
    demoUntil: z.iso.datetime().optional(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof userSchema>

export const login = defineCall('Account', {
  method: 'GET',
  path: '/api/login',
  access: 'public',
  kind: 'redirect',
  rateLimit: 'login',
  summary: 'Begin sign-in at the identity provider. `returnTo` is a path of this site to come back to.',
  query: z.object({
    returnTo: z.string().max(2_000).optional(),
    /** Set by the server itself when it sends the browser to its right name, which it does once. */
    again: z.string().max(10).optional(),
  }),
})

export const logout = defineCall('Account', {
  method: 'GET',
  path: '/api/logout',
  access: 'public',
  kind: 'redirect',
  summary: 'End the session here and at the identity provider.',
})

const choices = z.object({
  dismissedHints: z.array(z.string().max(100)).max(100),
  /** Visible columns by table, in order. */
  columns: z.record(z.string().max(100), z.array(z.string().max(100)).max(50)),
  /** How files of an unknown layout were mapped, by fingerprint of their header. */
  columnMappings: z.record(z.string().max(200), z.record(z.string().max(100), z.string().max(100))),
  hedgePrompt: z.string().max(1_000),
  sectorBasis: z.enum(['cost', 'market-value']),
  /** True if the sector exposure spreads broad funds over the sectors that they hold. */
  sectorLookThrough: z.boolean(),
  theme: z.enum(['dark', 'light']),
  /** Shortcuts of a single key. */
  shortcuts: z.enum(['on', 'off']),
})

const { shape } = choices
export const preferencesSchema = z
  .object({
    dismissedHints: shape.dismissedHints.default([]),
    columns: shape.columns.default({}),
    columnMappings: shape.columnMappings.default({}),
    hedgePrompt: shape.hedgePrompt.default(''),
    sectorBasis: shape.sectorBasis.default('cost'),
    sectorLookThrough: shape.sectorLookThrough.default(false),
    // Absent until one chooses: what the browser shows by itself holds until then.
    theme: shape.theme.optional(),
    shortcuts: shape.shortcuts.optional(),
  })
  .meta({ id: 'Preferences' })
export type Preferences = z.infer<typeof preferencesSchema>

/** The user as every screen needs them from the start: with their choices, but for those that only imports use. */
export const currentUserSchema = userSchema
  .extend({ preferences: preferencesSchema.omit({ columnMappings: true }) })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof currentUserSchema>

export const getCurrentUser = defineCall('Account', {
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in user with their preferences; 401 when nobody is.',
  response: currentUserSchema,
})

export const getVisitor = defineCall('Account', {
  method: 'GET',
  path: '/api/auth/visitor',
  access: 'visitor',
  summary: 'The signed-in user, or null when nobody is: what a page asks that is open to both.',
  response: z.object({ user: currentUserSchema.nullable() }),
})

export const getPreferences = defineCall('Account', {
  method: 'GET',
  path: '/api/preferences',
  summary: 'Choices of the user: dismissed hints, columns, mappings, saved prompt.',
  response: preferencesSchema,
})

export const updatePreferences = defineCall('Account', {
  method: 'PATCH',
  path: '/api/preferences',
  summary: 'Change some preferences; keys that are not sent stay.',
  body: choices.partial().strict(),
  response: preferencesSchema,
  failures: { 409: 'There is no room for more.' },
})
