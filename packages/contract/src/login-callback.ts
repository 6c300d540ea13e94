import { defineCall } from './call.ts'

// Apart from the other calls of signing in: no script calls it, and the first screen loads those.

export const loginCallback = defineCall('Account', {
  method: 'GET',
  path: '/api/auth/callback',
  access: 'public',
  kind: 'redirect',
  rateLimit: 'login',
  summary: 'Where the identity provider sends the browser back to.',
})
