import type { PlanId } from '@ballast/contract'

/** Who makes a request, as the session says at this moment. */
export interface SignedInUser {
  id: string
  email: string | null
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  subscriptionTier: PlanId
  /** Tokens that the user holds; an admin needs none. */
  discoveryTokens: number
  isAdmin: boolean
  createdAt: Date
  /** When a visitor of a public demo is deleted; absent for everybody with an account. */
  demoUntil?: Date | undefined
  /** Hash of the session that the request came with. */
  sessionIdHash: string
}

/** Tells whose session a cookie's value opens; `undefined` when none. */
export type Authenticate = (sessionToken: string) => Promise<SignedInUser | undefined>
