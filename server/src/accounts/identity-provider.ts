// Tests: ../features/sign-in/external-sign-in.test.ts

import * as oidc from 'openid-client'
import { errors } from '../http/errors.ts'
import type { Claims } from './users.ts'

const TIMEOUT_SECONDS = 10
/** Who somebody is: not nobody, and of at most 255 characters that can be stored. OpenID Connect Core 1.0, section 2. */
const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u
const SCOPE = 'openid email profile'

export interface IdentityProviderConfig {
  issuer: URL
  clientId: string
  clientSecret: string | undefined
  /** Where the provider sends the browser back to. */
  redirectUri: string
  /** Where it goes after signing out there. */
  postLogoutRedirectUri: string
  /** Under which name users of this provider are kept; the issuer unless the address of the issuer may change. */
  userIssuer: string
  /** Ask for sign-in even when the provider still knows the browser. */
  alwaysAsk: boolean
}

export interface AuthorizationRequest {
  url: URL
  state: string
  nonce: string
  codeVerifier: string
}

export interface IdentityProvider {
  /** The address to send the browser to, with fresh state, nonce and PKCE verifier. @throws AppError 502 when the provider is away */
  begin(): Promise<AuthorizationRequest>
  /**
   * Exchanges the provider's answer for claims. State, nonce, issuer, audience, times and signature are checked.
   *
   * @throws AppError 400 when the answer is not a right answer to this request, 502 when the provider is away
   */
  finish(
    answer: URL,
    request: Omit<AuthorizationRequest, 'url'>,
  ): Promise<{ claims: Claims; idToken: string | undefined }>
  /** Where to end the session at the provider; `undefined` when it has no such place or is away. */
  findEndSessionUrl(idToken: string | undefined): Promise<URL | undefined>
}

/** Nobody signs in to a public demo. */
export const NO_SIGN_IN: IdentityProvider = {
  async begin() {
    throw errors.demoHasNoSignIn()
  },
  async finish() {
    throw errors.demoHasNoSignIn()
  },
  async findEndSessionUrl() {
    return undefined
  },
}

/** An OpenID Connect provider, asked about itself at the first use and again after a failure. */
export function createIdentityProvider(config: IdentityProviderConfig): IdentityProvider {
  let discovered: Promise<oidc.Configuration> | undefined

  function discover(): Promise<oidc.Configuration> {
    discovered ??= oidc
      .discovery(
        config.issuer,
        config.clientId,
        undefined,
        config.clientSecret === undefined ? oidc.None() : oidc.ClientSecretPost(config.clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          execute: [
            // By default the signature of an ID token that came straight from the provider is not looked at.
            oidc.enableNonRepudiationChecks,
            // Plain http is for an issuer on this machine; the configuration admits no other.
            ...(config.issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((error: unknown) => {
        discovered = undefined
        throw errors.badGateway('The sign-in service does not answer. Please try again in a moment.', error)
      })
    return discovered
  }

  return {
    async begin() {
      const server = await discover()
      const codeVerifier = oidc.randomPKCECodeVerifier()
      const state = oidc.randomState()
      const nonce = oidc.randomNonce()
      const url = oidc.buildAuthorizationUrl(server, {
        redirect_uri: config.redirectUri,
        scope: SCOPE,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(config.alwaysAsk && { prompt: 'login' }),
      })
      return { url, state, nonce, codeVerifier }
    },

    async finish(answer, { state, nonce, codeVerifier }) {
      const server = await discover()
      try {
        const tokens = await oidc.authorizationCodeGrant(server, answer, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const idClaims = tokens.claims()
        if (!idClaims) throw new Error('The provider sent no ID token')
        if (!SUBJECT.test(idClaims.sub)) throw new Error('The provider’s ID token names nobody')
        const profile = await completeProfile(server, tokens.access_token, idClaims)
        return { claims: toClaims(config.userIssuer, profile), idToken: tokens.id_token }
      } catch (error) {
        throw errors.badRequest('Sign-in did not succeed. Please try again.', undefined, error)
      }
    },

    async findEndSessionUrl(idToken) {
      try {
        const server = await discover()
        if (!server.serverMetadata().end_session_endpoint) return undefined
        return oidc.buildEndSessionUrl(server, {
          post_logout_redirect_uri: config.postLogoutRedirectUri,
          ...(idToken !== undefined && { id_token_hint: idToken }),
        })
      } catch {
        // Signed out here in any case; a provider that is away must not keep anybody in.
        return undefined
      }
    },
  }
}

/** Some providers put only the subject into the ID token and tell the rest at their user-info endpoint. */
async function completeProfile(
  server: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
): Promise<oidc.IDToken> {
  if (claims.email !== undefined || !server.serverMetadata().userinfo_endpoint) return claims
  return { ...(await oidc.fetchUserInfo(server, accessToken, claims.sub)), ...claims } as oidc.IDToken
}

const toClaims = (issuer: string, claims: oidc.IDToken): Claims => ({
  issuer,
  subject: claims.sub,
  email: claims.email,
  emailVerified: claims.email_verified,
  firstName: claims.given_name,
  lastName: claims.family_name,
  name: claims.name,
  picture: claims.picture,
})
