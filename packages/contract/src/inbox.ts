import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { messageKindSchema } from './notifications.ts'

export const inboxMessageSchema = defineObject('InboxMessage', {
  id: z.uuid(),
  kind: messageKindSchema,
  title: z.string(),
  text: z.string(),
  /** Path of the screen that it is about. */
  link: z.string(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
})
export type InboxMessage = z.infer<typeof inboxMessageSchema>

const tag = 'Inbox'

export const listInbox = defineCall(tag, {
  method: 'GET',
  path: '/api/inbox',
  summary: 'The latest messages, newest first.',
  response: z.array(inboxMessageSchema),
})

export const markInboxRead = defineCall(tag, {
  method: 'POST',
  path: '/api/inbox/read',
  summary: 'Mark every message as read.',
  response: z.object({ read: z.number().int() }),
})
