import { z } from 'zod'
import { defineCall } from './call.ts'

/** By itself, because every screen makes this call and needs nothing else of the inbox. */
export const countUnread = defineCall('Inbox', {
  method: 'GET',
  path: '/api/inbox/unread',
  summary: 'How many messages are unread.',
  response: z.object({ unread: z.number().int() }),
})
