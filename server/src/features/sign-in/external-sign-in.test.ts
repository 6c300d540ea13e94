import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Forgery,
  type StubIdentityProvider,
  startStubIdentityProvider,
} from '../../accounts/testing/stub-identity-provider.ts'
import { systemClock } from '../../clock.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let provider: StubIdentityProvider
let app: TestApp

beforeAll(async () => {
  provider = await startStubIdentityProvider()
  app = await createTestApp({
    environment: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'ballast', ADMIN_EMAILS: 'boss@example.com' },
  })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
afterEach(() => provider.forge({}))

/** Goes to the provider and comes back with its answer, without handing it in. */
async function begin(client: TestClient, path = '/api/login'): Promise<URL> {
  const atProvider = (await client.fetch(path)).headers.get('location')!
  const back = await fetch(atProvider, { redirect: 'manual' })
  return new URL(back.headers.get('location')!)
}

async function signIn(client: TestClient, forgery: Forgery = {}, path = '/api/login'): Promise<Response> {
  provider.forge(forgery)
  const back = await begin(client, path)
  return client.fetch(back.href)
}

const statusOf = async (client: TestClient) => (await client.fetch('/api/auth/user')).status

describe('the question', () => {
  test('asks for a code with S256, and with a state, nonce and challenge of its own each time', async () => {
    const [first, second] = [app.client(), app.client()]
    await begin(first)
    await begin(second)
    const [one, two] = provider.asked.slice(-2)
    for (const asked of [one!, two!]) {
      expect(asked.get('response_type')).toBe('code')
      expect(asked.get('code_challenge_method')).toBe('S256')
      // 128 bits are 22 characters of base64url.
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(asked.get(name)!.length).toBeGreaterThanOrEqual(22)
    }
    for (const name of ['state', 'nonce', 'code_challenge']) expect(one!.get(name)).not.toBe(two!.get(name))
  })

  test('is bound to the browser by a cookie that no script reads and that lasts minutes', async () => {
    const response = await app.client().fetch('/api/login')
    expect(response.headers.getSetCookie().join()).toMatch(
      /^ballast_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('begun at another name of this machine is begun anew at the right one', async () => {
    const response = await fetch(`${app.url.replace('127.0.0.1', 'localhost')}/api/login?returnTo=/options`, {
      redirect: 'manual',
    })
    expect(response.headers.get('location')).toBe(`${app.url}/api/login?again=1&returnTo=%2Foptions`)
  })

  test('comes about behind a proxy that calls this server by a name of its own, too', async () => {
    const secure = await createTestApp({
      db: app.db,
      environment: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'ballast',
        RATE_LIMITS: '100',
        PUBLIC_URL: 'https://ballast.example.com',
      },
    })
    const first = new URL((await secure.client().fetch('/api/login?returnTo=/options')).headers.get('location')!)
    expect(first.origin).toBe('https://ballast.example.com')
    const second = await secure.client().fetch(`${first.pathname}${first.search}`)
    expect(second.headers.get('location')).toMatch(new RegExp(`^${provider.issuer}/`))
    await secure.close()
  })
})

describe('the answer', () => {
  test('signs in and leads back to where the person wanted to be', async () => {
    const client = app.client()
    const response = await signIn(client, {}, '/api/login?returnTo=/options%3Fticker%3DAAPL')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/options?ticker=AAPL')
    expect(response.headers.getSetCookie().join('\n')).toMatch(
      /^ballast_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/m,
    )
    expect(await statusOf(client)).toBe(200)
  })

  test('is refused without a state, with a wrong one, and with that of another browser', async () => {
    const [ann, eve] = [app.client(), app.client()]
    const back = await begin(ann)
    await begin(eve)
    expect((await eve.fetch(back.href)).status).toBe(400)
    for (const state of [null, 'x'.repeat(43)]) {
      const client = app.client()
      const answer = await begin(client)
      if (state === null) answer.searchParams.delete('state')
      else answer.searchParams.set('state', state)
      expect((await client.fetch(answer.href)).status).toBe(400)
      expect(await statusOf(client)).toBe(401)
    }
    expect(await statusOf(eve)).toBe(401)
  })

  test('is refused in a browser that asked nothing', async () => {
    const back = await begin(app.client())
    const stranger = app.client()
    expect((await stranger.fetch(back.href)).status).toBe(400)
    expect(await statusOf(stranger)).toBe(401)
  })

  test('is good once', async () => {
    const client = app.client()
    const back = await begin(client)
    const cookie = client.cookie()
    expect((await client.fetch(back.href)).status).toBe(302)
    const again = await fetch(back.href, { redirect: 'manual', headers: { cookie } })
    expect(again.status).toBe(400)
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('of a provider that says no is told in words, as a page to a person', async () => {
    const client = app.client()
    const { searchParams } = await begin(client)
    const response = await client.fetch(`/api/auth/callback?error=access_denied&state=${searchParams.get('state')}`, {
      headers: { accept: 'text/html' },
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain('Sign-in did not succeed')
  })
})

const now = () => Math.floor(systemClock.now().getTime() / 1000)
describe.each<[string, () => Forgery]>([
  ['a wrong nonce', () => ({ claims: { nonce: 'n'.repeat(43) } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
  ['another audience', () => ({ claims: { aud: 'another-app' } })],
  ['a time that has passed', () => ({ claims: { exp: now() - 60, iat: now() - 600 } })],
  ['a time to come', () => ({ claims: { nbf: now() + 600 } })],
  ['no expiry', () => ({ claims: { exp: undefined } })],
  ['no subject', () => ({ claims: { sub: undefined } })],
  ['an empty subject', () => ({ claims: { sub: '' } })],
  ['a subject of 256 characters', () => ({ claims: { sub: 's'.repeat(256) } })],
  ['a NUL in the subject', () => ({ claims: { sub: 'a\u0000b' } })],
  ['no signature (alg none)', () => ({ header: { alg: 'none' }, signWith: 'nothing' as const })],
  [
    'the public key used as a shared secret (HS256)',
    () => ({ header: { alg: 'HS256' }, signWith: 'public-key-as-secret' as const }),
  ],
  ['the signature of another key', () => ({ signWith: 'foreign-key' as const })],
  ['an unknown key id', () => ({ header: { kid: 'evil' }, signWith: 'foreign-key' as const })],
  [
    'a key address of its own (jku)',
    () => ({ header: { kid: 'evil', jku: `${provider.issuer}/evil-jwks` }, signWith: 'foreign-key' as const }),
  ],
])('an ID token with %s', (_name, forgery) => {
  test('signs nobody in', async () => {
    const client = app.client()
    const response = await signIn(client, forgery())
    expect(response.status).toBe(400)
    expect(response.headers.getSetCookie().join()).not.toContain('ballast_session=')
    expect(await statusOf(client)).toBe(401)
  })
})

describe('who somebody is', () => {
  const userOf = (client: TestClient) => client.json<{ id: string; email: string; isAdmin: number }>('/api/auth/user')

  test('is the subject, not the e-mail address', async () => {
    const [one, two] = [app.client(), app.client()]
    await signIn(one, { claims: { sub: 'same-mail-1', email: 'shared@example.com' } })
    await signIn(two, { claims: { sub: 'same-mail-2', email: 'shared@example.com' } })
    expect((await userOf(one)).id).not.toBe((await userOf(two)).id)
  })

  test('stays the same when the address changes', async () => {
    const client = app.client()
    await signIn(client, { claims: { sub: 'mover', email: 'old@example.com' } })
    const before = await userOf(client)
    await signIn(client, { claims: { sub: 'mover', email: 'new@example.com' } })
    expect(await userOf(client)).toMatchObject({ id: before.id, email: 'new@example.com' })
  })

  test.each([
    ['boss@example.com', true, 1],
    ['BOSS@Example.com', true, 1],
    ['boss@example.com', false, 0],
    ['boss@example.com', 'true', 0],
    ['boss@example.com', undefined, 0],
    ['boss@example.com.evil.example', true, 0],
    ['bo\u0000ss@example.com', true, 0],
    [' boss@example.com', true, 0],
  ])('an admin only by a verified address of the list: %s verified %s', async (email, verified, isAdmin) => {
    const client = app.client()
    await signIn(client, {
      claims: { sub: `admin-${encodeURIComponent(email)}-${verified}`, email, email_verified: verified },
    })
    expect(await userOf(client)).toMatchObject({ isAdmin })
  })

  test('hostile names are text and odd pictures are dropped', async () => {
    const client = app.client()
    await signIn(client, {
      claims: {
        sub: 'hostile',
        given_name: '<img onerror=alert(1)>\u0000',
        family_name: { a: 1 },
        picture: 'javascript:alert(1)',
        email: 7,
      },
    })
    expect(await client.json('/api/auth/user')).toMatchObject({
      firstName: '<img onerror=alert(1)>',
      lastName: null,
      profileImageUrl: null,
      email: null,
    })
  })
})

describe('an admin', () => {
  test('stops being one at the next request when taken out in the database or off the list', async () => {
    const client = app.client()
    await signIn(client, { claims: { sub: 'fired', email: 'boss@example.com' } })
    const retry = () => client.fetch('/api/market-data/retry', { method: 'POST' })
    expect((await retry()).status).toBe(200)
    const shorterList = await createTestApp({
      db: app.db,
      environment: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'ballast' },
    })
    const elsewhere = await fetch(`${shorterList.url}/api/auth/user`, { headers: { cookie: client.cookie() } })
    expect(await elsewhere.json()).toMatchObject({ isAdmin: 0 })
    await shorterList.close()
    await app.db.asOwner("update users set is_admin = false where subject = 'fired'")
    expect((await retry()).status).toBe(403)
  })
})

describe('signing out', () => {
  test('ends the session here and goes on to end it at the provider', async () => {
    const client = app.client()
    await signIn(client)
    const cookie = client.cookie()
    const response = await client.fetch('/api/logout')
    const end = new URL(response.headers.get('location')!)
    expect(end.origin + end.pathname).toBe(`${provider.issuer}/end`)
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/`)
    expect(end.searchParams.get('id_token_hint')).toMatch(/^ey/)
    const replayed = await fetch(`${app.url}/api/auth/user`, { headers: { cookie } })
    expect(replayed.status).toBe(401)
  })

  test.each(['cross-site', 'same-site'])('does not happen at the request of another site (%s)', async (site) => {
    const client = app.client()
    await signIn(client)
    await client.fetch('/api/logout', { headers: { 'sec-fetch-site': site } })
    expect(await statusOf(client)).toBe(200)
  })
})

describe('a session', () => {
  test('is a new one at each sign-in, and the one before is over', async () => {
    const client = app.client()
    await signIn(client)
    const before = client.cookie()
    await signIn(client)
    expect(client.cookie()).not.toBe(before)
    expect((await fetch(`${app.url}/api/auth/user`, { headers: { cookie: before } })).status).toBe(401)
  })

  test('cannot be planted: an id that the server did not give is not taken on', async () => {
    const planted = 'p'.repeat(43)
    const client = app.client()
    const back = await begin(client)
    const response = await client.fetch(back.href, {
      headers: { cookie: `${client.cookie()}; ballast_session=${planted}` },
    })
    expect(response.headers.getSetCookie().join()).not.toContain(planted)
  })

  test('is stored as a hash only', async () => {
    const client = app.client()
    await signIn(client)
    const token = /ballast_session=([\w-]+)/.exec(client.cookie())![1]!
    const rows = await app.db.asOwner('select * from sessions')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a provider that is away', () => {
  test('is told in words, and asked again the next time', async () => {
    const fresh = await startStubIdentityProvider()
    const other = await createTestApp({
      db: app.db,
      environment: { OIDC_ISSUER: fresh.issuer, OIDC_CLIENT_ID: 'ballast' },
    })
    fresh.setDown(true)
    const response = await other.client().fetch('/api/login')
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('does not answer') })
    fresh.setDown(false)
    expect((await other.client().fetch('/api/login')).status).toBe(302)
    await other.close()
    await fresh.close()
  })
})

test('behind TLS both cookies are Secure and bound to this very host', async () => {
  const secure = await createTestApp({
    db: app.db,
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'ballast',
      PUBLIC_URL: 'https://ballast.example.com',
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMITS: '100',
    },
  })
  const client = secure.client()
  const headers = { 'x-forwarded-host': 'ballast.example.com', 'x-forwarded-proto': 'https' }
  const asked = await client.fetch('/api/login', { headers })
  expect(asked.headers.getSetCookie().join()).toMatch(
    /^__Host-ballast_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(asked.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  const back = new URL((await fetch(asked.headers.get('location')!, { redirect: 'manual' })).headers.get('location')!)
  expect(back.origin).toBe('https://ballast.example.com')
  const answered = await client.fetch(`${back.pathname}${back.search}`, { headers })
  expect(answered.headers.getSetCookie().join('\n')).toMatch(
    /^__Host-ballast_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/m,
  )
  await secure.close()
})
