import type { FastifyRequest } from 'fastify'

/** Who makes a request, as the session says at this moment. */
export interface SignedInUser {
  id: string
  issuer: string
  subject: string
  email: string | null
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  subscriptionTier: 'free' | 'pro'
  isAdmin: boolean
  createdAt: Date
  /** Hash of the session that the request came with. */
  sessionIdHash: string
}

/** Tells from a request who makes it; `undefined` when nobody is signed in. */
export type Authenticate = (request: FastifyRequest) => Promise<SignedInUser | undefined>
