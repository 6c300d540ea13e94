import { z } from 'zod'
import { defineCall } from './call.ts'
import { LIMITS } from './limits.ts'
import { portfolioNameSchema } from './portfolio-changes.ts'
import { portfolioSchema } from './portfolios.ts'

const tag = 'Portfolios'
const groupParams = z.object({ groupId: z.string() })
const membersSchema = z
  .array(z.string())
  .min(1, 'A group needs at least one portfolio. Choose one, or delete the group.')
  .max(LIMITS.portfoliosPerUser, `A group holds at most ${LIMITS.portfoliosPerUser} portfolios`)
const failures = {
  404: 'There is no such group or portfolio.',
  409: 'The name is taken, or there are as many groups as an account can hold.',
}

export const createGroup = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolio-groups',
  summary:
    'Name a group of some of the user’s portfolios. Its id can be used wherever a portfolio is read, and it is listed with `book=true`.',
  body: z.object({ name: portfolioNameSchema, portfolioIds: membersSchema }).strict(),
  response: portfolioSchema,
  failures,
})

export const changeGroup = defineCall(tag, {
  method: 'PATCH',
  path: '/api/portfolio-groups/:groupId',
  summary: 'Give a group another name or other portfolios; what is not sent stays.',
  params: groupParams,
  body: z.object({ name: portfolioNameSchema, portfolioIds: membersSchema }).partial().strict(),
  response: portfolioSchema,
  failures,
})

export const deleteGroup = defineCall(tag, {
  method: 'DELETE',
  path: '/api/portfolio-groups/:groupId',
  summary: 'Delete a group with the analyses that were made of it. Its portfolios stay.',
  params: groupParams,
  response: z.object({ deleted: z.literal(true) }),
})
