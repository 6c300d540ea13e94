import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../clock.ts'

/** Claims that the stub puts into its next ID token; the keys are those of JWT. */
export interface Forgery {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** Sign with another key than the published one, with the public key as a shared secret, or not at all. */
  signWith?: 'own-key' | 'foreign-key' | 'public-key-as-secret' | 'nothing'
}

export interface StubIdentityProvider {
  issuer: string
  /** Requests that came to the authorization endpoint, by their parameters. */
  asked: URLSearchParams[]
  /** Decides the next ID tokens. */
  forge(forgery: Forgery): void
  /** Makes the next answers fail. */
  setDown(down: boolean): void
  close(): Promise<void>
}

const KEY_ID = 'stub-key'

/**
 * An OpenID Connect provider that signs whatever the test wants. `/authorize` does not ask: it sends the browser back
 * with a code at once.
 */
export async function startStubIdentityProvider(): Promise<StubIdentityProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const asked: URLSearchParams[] = []
  const nonceByCode = new Map<string, string>()
  let forgery: Forgery = {}
  let isDown = false
  let issuer = ''

  const send = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', issuer)
    if (isDown) return send(response, 500, {})
    if (url.pathname === '/.well-known/openid-configuration') return send(response, 200, describe(issuer))
    if (url.pathname === '/jwks')
      return send(response, 200, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
      })
    if (url.pathname === '/evil-jwks')
      return send(response, 200, {
        keys: [{ ...foreign.publicKey.export({ format: 'jwk' }), kid: 'evil', use: 'sig', alg: 'RS256' }],
      })
    if (url.pathname === '/authorize') {
      asked.push(url.searchParams)
      const code = randomUUID()
      nonceByCode.set(code, url.searchParams.get('nonce') ?? '')
      const back = new URL(url.searchParams.get('redirect_uri') ?? issuer)
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '', iss: issuer }).toString()
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/token') {
      const form = new URLSearchParams(await readText(request))
      const nonce = nonceByCode.get(form.get('code') ?? '')
      return send(response, 200, {
        access_token: 'stub',
        token_type: 'Bearer',
        id_token: sign(issuer, nonce, forgery, own, foreign),
      })
    }
    return send(response, 404, {})
  }

  const server = createServer((request, response) => void answer(request, response))
  // A busy test may use a kept connection again just when the server closes it: its client closes it.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    asked,
    forge: (next) => {
      forgery = next
    },
    setDown: (down) => {
      isDown = down
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const describe = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  end_session_endpoint: `${issuer}/end`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
})

interface KeyPair {
  publicKey: KeyObject
  privateKey: KeyObject
}

function sign(
  issuer: string,
  nonce: string | undefined,
  { header, claims, signWith }: Forgery,
  own: KeyPair,
  foreign: KeyPair,
): string {
  const now = Math.floor(systemClock.now().getTime() / 1000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = [
    encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT', ...header }),
    encode({
      iss: issuer,
      sub: 'subject-1',
      aud: 'ballast',
      iat: now,
      exp: now + 300,
      nonce,
      email: 'ann@example.com',
      email_verified: true,
      ...claims,
    }),
  ].join('.')
  return `${content}.${signatureOf(content, signWith, own, foreign)}`
}

function signatureOf(content: string, signWith: Forgery['signWith'], own: KeyPair, foreign: KeyPair): string {
  if (signWith === 'nothing') return ''
  if (signWith === 'public-key-as-secret') {
    return createHmac('sha256', own.publicKey.export({ format: 'pem', type: 'spki' }))
      .update(content)
      .digest('base64url')
  }
  const { privateKey } = signWith === 'foreign-key' ? foreign : own
  return createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
