import { z } from 'zod'
import { defineCall } from './call.ts'
import { portfolioParams } from './portfolios.ts'

/*
 * A portfolio that another user may read. Nothing is shared until its owner has made an invitation and the other has accepted it;
 * either of them ends it at once.
 */

export const SHARING_LIMITS = {
  /** People who read one portfolio, with invitations that are open. */
  guestsPerPortfolio: 10,
  /** Portfolios of others that one user reads. */
  receivedPerUser: 50,
  /** Days after which an invitation ends by itself. */
  invitationDays: 7,
  /** Invitations that one user has mailed in a day, and that go to one address, whoever sends them. */
  mailsPerUserAndDay: 20,
  mailsPerAddressAndDay: 3,
} as const

export const portfolioShareSchema = z
  .object({
    id: z.uuid(),
    /** For the owner the portfolio itself, for the reader the id that they read it by. */
    portfolioId: z.uuid(),
    portfolioName: z.string(),
    /** The other one: who reads it or, for the reader, whose it is. */
    name: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'PortfolioShare' })
export type PortfolioShare = z.infer<typeof portfolioShareSchema>

export const portfolioInvitationSchema = z
  .object({
    id: z.uuid(),
    portfolioId: z.uuid(),
    /** Address that it is mailed to; null when its owner hands the link on. */
    email: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'PortfolioInvitation' })
export type PortfolioInvitation = z.infer<typeof portfolioInvitationSchema>

const tag = 'Sharing'

export const listShares = defineCall(tag, {
  method: 'GET',
  path: '/api/shares',
  summary:
    'Who reads your portfolios, which invitations are open, and what others share with you. The oldest come first.',
  response: z.object({
    given: z.array(portfolioShareSchema),
    invitations: z.array(portfolioInvitationSchema),
    received: z.array(portfolioShareSchema),
    /** True if invitations can be mailed: the server sends mail, and the user’s own address is verified. */
    canMail: z.boolean(),
  }),
})

export const inviteToPortfolio = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/invitations',
  closedInDemo: true,
  summary:
    'Make an invitation to read a portfolio. Its link is shown in this answer and never again; it works once, for seven days. With an address it is mailed there, too.',
  params: portfolioParams,
  body: z.object({ email: z.email().max(254).optional() }).strict(),
  response: portfolioInvitationSchema.extend({ url: z.url() }),
  failures: {
    400: 'The address is none, or no mail can be sent for this user.',
    409: 'As many people read it as can, or it is all portfolios as one or a group.',
    429: 'As many invitations were mailed today as can be.',
  },
})

export const withdrawInvitation = defineCall(tag, {
  method: 'DELETE',
  path: '/api/invitations/:invitationId',
  summary: 'Withdraw an invitation that nobody has accepted.',
  params: z.object({ invitationId: z.string() }),
  response: z.object({ withdrawn: z.literal(true) }),
})

export const acceptInvitation = defineCall(tag, {
  method: 'POST',
  path: '/api/shares',
  closedInDemo: true,
  rateLimit: 'search',
  summary: 'Accept an invitation by the code at the end of its link. The owner gets a message.',
  body: z.object({ code: z.string().max(100) }).strict(),
  response: portfolioShareSchema,
  failures: {
    404: 'There is no such open invitation.',
    409: 'It is the user’s own portfolio, they read it already, or there is no room.',
  },
})

export const endShare = defineCall(tag, {
  method: 'DELETE',
  path: '/api/shares/:shareId',
  summary:
    'End a share, as the owner or as the reader. From the next request on the reader sees nothing of it, and what they made of it is gone.',
  params: z.object({ shareId: z.string() }),
  response: z.object({ ended: z.literal(true) }),
})
