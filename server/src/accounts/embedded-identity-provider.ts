// Tests: ../features/sign-in/sign-in.test.ts

import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import type { Database } from '../database/database.ts'
import { createMemoryAdapter } from './embedded-identity-store.ts'
import { createToken } from './opaque-token.ts'
import { getOrCreateSecret } from './server-secrets.repository.ts'

export const EMBEDDED_PATH = '/dev-idp'
export const EMBEDDED_CLIENT_ID = 'ballast'
/** Under this name its users are kept, so that they stay the same when the port changes. */
export const EMBEDDED_USER_ISSUER = 'urn:ballast:embedded-identity-provider'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS
const MAX_REMEMBERED_NAMES = 1_000

export interface EmbeddedIdentityProviderConfig {
  issuer: string
  redirectUri: string
  postLogoutRedirectUri: string
}

/** Pages that the provider shows; each gives back HTML. */
export interface EmbeddedPages {
  /** @param form HTML of the provider's own form, without a button */
  signOut(form: string): string
  failure(words: string): string
}

export interface EmbeddedIdentityProvider {
  /** Serves one of the provider's own addresses, the path given without `EMBEDDED_PATH`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** True when the browser is in the middle of a sign-in. */
  hasInteraction(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Takes the person's word for who they are. @returns where the browser goes on */
  signIn(request: IncomingMessage, response: ServerResponse, person: { email: string; name: string }): Promise<string>
}

/**
 * An OpenID Connect provider inside this process, for one's own machine: it believes every e-mail address. The subject is
 * the lower-cased address. It is a real provider, so that signing in here goes the same way as anywhere else.
 * Loaded at the first use, because most servers never need it.
 */
export function createEmbeddedIdentityProvider(
  config: EmbeddedIdentityProviderConfig,
  pages: EmbeddedPages,
  db: Database,
): EmbeddedIdentityProvider {
  const names = new Map<string, string>()
  let loaded: ReturnType<typeof load> | undefined

  async function load() {
    const { Provider } = await import('oidc-provider')
    const provider = new Provider(config.issuer, await toConfiguration(config, pages, db, names))
    // The issuer says how it is reached; what a request claims does not.
    provider.proxy = false
    provider.use(async (ctx, next) => {
      await next()
      // The provider lets every site read what it publishes; only this process needs to.
      for (const name of Object.keys(ctx.response.headers)) if (name.startsWith('access-control-')) ctx.remove(name)
    })
    return { provider, callback: provider.callback() }
  }

  function get() {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }

  return {
    async handle(request, response) {
      await (await get()).callback(request, response)
    },
    async hasInteraction(request, response) {
      const { provider } = await get()
      return provider.interactionDetails(request, response).then(
        () => true,
        () => false,
      )
    },
    async signIn(request, response, { email, name }) {
      const { provider } = await get()
      const accountId = email.toLowerCase()
      if (names.size >= MAX_REMEMBERED_NAMES) names.clear()
      names.set(accountId, name)
      return provider.interactionResult(request, response, { login: { accountId, remember: false } })
    },
  }
}

async function toConfiguration(
  config: EmbeddedIdentityProviderConfig,
  pages: EmbeddedPages,
  db: Database,
  names: ReadonlyMap<string, string>,
): Promise<Configuration> {
  const key = JSON.parse(await getOrCreateSecret(db, 'embedded-identity-provider-key', createSigningKey)) as JWK
  const cookieKey = await getOrCreateSecret(db, 'embedded-identity-provider-cookie-key', createToken)
  return {
    adapter: createMemoryAdapter(),
    jwks: { keys: [key] },
    clients: [
      {
        client_id: EMBEDDED_CLIENT_ID,
        // The client is this same process; PKCE alone proves that it asked.
        token_endpoint_auth_method: 'none',
        redirect_uris: [config.redirectUri],
        post_logout_redirect_uris: [config.postLogoutRedirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: accountId,
        email_verified: true,
        name: names.get(accountId) || undefined,
      }),
    }),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `${EMBEDDED_PATH}/interaction/${uid}` },
    loadExistingGrant: grantAll,
    clientBasedCORS: () => false,
    cookies: {
      keys: [cookieKey],
      names: { session: 'ballast_idp_session', interaction: 'ballast_idp_interaction', resume: 'ballast_idp_resume' },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.type = 'html'
          ctx.body = pages.signOut(form)
        },
        postLogoutSuccessSource: (ctx) => ctx.redirect(config.postLogoutRedirectUri),
      },
    },
    renderError: (ctx, { error_description: description }) => {
      ctx.type = 'html'
      ctx.body = pages.failure(description ?? 'Sign-in did not succeed.')
    },
    ttl: {
      AccessToken: 5 * MINUTE_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      IdToken: 60 * MINUTE_SECONDS,
      Interaction: 60 * MINUTE_SECONDS,
      Session: DAY_SECONDS,
      Grant: DAY_SECONDS,
    },
  }
}

/** There is one client and it is ours: no consent to ask for. */
async function grantAll(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc
  if (!client || session?.accountId === undefined) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function createSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: createToken() })
}
