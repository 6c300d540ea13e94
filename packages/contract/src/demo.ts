import { z } from 'zod'
import { defineCall } from './call.ts'

/** Limits of one visitor of a public demo, and the most visitors at once. */
export const DEMO_LIMITS = {
  /** Hours until a visitor is deleted with everything they made. Sweeping adds minutes, and a day is what is promised. */
  hours: 23,
  visitors: 500,
  /** Most visitors of one address: a household or an office may share one. */
  visitorsPerAddress: 10,
  portfolios: 5,
  positions: 1_000,
  /** Bytes of any request. */
  bodyBytes: 1024 * 1024,
  /** Tokens that a visitor begins with. */
  tokens: 20,
} as const

/** Words with which a demo refuses a call that is `closedInDemo`. */
export const CLOSED_IN_DEMO_MESSAGE =
  'The public demo does not do this: it sends no messages, sells nothing, shares nothing and lets no other program in.'

export const startDemo = defineCall('Account', {
  method: 'POST',
  path: '/api/demo',
  access: 'public',
  rateLimit: 'login',
  summary:
    'Begins a visit to a public demo. It makes a user with a sample portfolio and PRO, and deletes them within a day. A browser that is on a visit goes on with it. 404 where there is no demo.',
  response: z.object({ demoUntil: z.iso.datetime() }),
  failures: {
    404: 'This server is not a demo.',
    503: 'There are as many visitors as there can be.',
  },
})
