// Tests: sign-in.test.ts, external-sign-in.test.ts

import { toLocalPath } from '../../accounts/return-to.ts'
import { saveSignedInUser } from '../../accounts/users.ts'
import { errors } from '../../http/errors.ts'
import type { Parts } from '../../parts.ts'

export interface SignInService {
  /** `/api/login` at the right name of this server, marked as being there. */
  toLoginAddress(returnTo: string | undefined): string
  /** @returns where the browser goes to sign in, and the token for the cookie that binds the answer to it */
  begin(returnTo: string | undefined): Promise<{ location: string; token: string }>
  /** @throws AppError 400 when the answer does not belong to a sign-in of this browser */
  finish(answer: {
    /** Path and query that the browser came back with. */
    address: string
    pendingToken: string | undefined
    previousSessionToken: string | undefined
    userAgent: string | undefined
  }): Promise<{ sessionToken: string; returnTo: string; userId: string }>
  /** Ends the session here. @returns where to end it at the provider, or the front page */
  end(sessionToken: string): Promise<string>
}

export interface SignInDependencies
  extends Pick<Parts, 'db' | 'clock' | 'identityProvider' | 'sessions' | 'signIns' | 'admins'> {
  publicUrl: URL
}

export function createSignInService(dependencies: SignInDependencies): SignInService {
  const { db, clock, identityProvider, sessions, signIns, publicUrl, admins } = dependencies
  return {
    toLoginAddress(returnTo) {
      const address = new URL('/api/login?again=1', publicUrl)
      const path = toLocalPath(returnTo, publicUrl)
      if (path !== '/') address.searchParams.set('returnTo', path)
      return address.href
    },

    async begin(returnTo) {
      const { url, state, nonce, codeVerifier } = await identityProvider.begin()
      const token = await signIns.save({ state, nonce, codeVerifier, returnTo: toLocalPath(returnTo, publicUrl) })
      return { location: url.href, token }
    },

    async finish({ address, pendingToken, previousSessionToken, userAgent }) {
      const signIn = pendingToken === undefined ? undefined : await signIns.take(pendingToken)
      if (!signIn)
        throw errors.badRequest('This sign-in has run out or was begun in another browser. Please sign in again.')
      // Built from our own address: what the request says of the host is not to be believed.
      const { claims, idToken } = await identityProvider.finish(new URL(address, publicUrl), signIn)
      const userId = await saveSignedInUser(db, clock, admins, claims)
      if (previousSessionToken !== undefined) await sessions.end(previousSessionToken)
      return { sessionToken: await sessions.start({ userId, idToken, userAgent }), returnTo: signIn.returnTo, userId }
    },

    async end(sessionToken) {
      const idToken = await sessions.end(sessionToken)
      return (await identityProvider.findEndSessionUrl(idToken))?.href ?? '/'
    },
  }
}
