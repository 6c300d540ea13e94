import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { ADMIN_EMAILS: 'Admin@example.com' } })
})
afterAll(() => app.close())

const PASSED_ON = [
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-proto', 'https'],
  ['forwarded', 'for=203.0.113.9'],
  ['x-real-ip', '203.0.113.9'],
  ['via', '1.1 proxy'],
] as const

/** As far as the form, which asks who one is. */
async function openForm(client: TestClient, path = '/api/login'): Promise<string> {
  const toProvider = (await client.fetch(path)).headers.get('location')!
  return new URL((await client.fetch(toProvider)).headers.get('location')!, app.url).href
}
const submit = (client: TestClient, form: string, fields: Record<string, string>) =>
  client.fetch(form, { method: 'POST', body: new URLSearchParams(fields) })

test('a person signs in by the form and is known by name', async () => {
  const ann = await app.signIn('Ann@Example.com', 'Ann Lee')
  expect(await ann.json('/api/auth/user')).toEqual({
    id: expect.any(String),
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Lee',
    profileImageUrl: null,
    subscriptionTier: 'free',
    discoveryTokens: 0,
    isAdmin: 0,
    preferences: expect.objectContaining({ hedgePrompt: '' }),
  })
})

test('a page learns who visits it, which nobody is before they sign in', async () => {
  expect(await app.client().json('/api/auth/visitor')).toEqual({ user: null })
  const eve = await app.signIn('eve@example.com', 'Eve')
  expect(await eve.json('/api/auth/visitor')).toEqual({ user: await eve.json('/api/auth/user') })
})

test('the same address is the same person, however it is written', async () => {
  const idOf = async (client: TestClient) => (await client.json<{ id: string }>('/api/auth/user')).id
  expect(await idOf(await app.signIn('same@example.com'))).toBe(await idOf(await app.signIn('SAME@Example.COM')))
})

test('the embedded provider vouches for the address, so that ADMIN_EMAILS counts', async () => {
  expect(await (await app.signIn('admin@example.com')).json('/api/auth/user')).toMatchObject({ isAdmin: 1 })
})

describe('the form', () => {
  test('is a page that works without a script, labelled for everybody', async () => {
    const client = app.client()
    const page = await (await client.fetch(await openForm(client))).text()
    expect(page).not.toContain('<script')
    expect(page).toMatch(
      /<html lang="en">[\s\S]*<label for="email">E-mail<\/label>[\s\S]*<label for="name">Name<\/label>/,
    )
  })

  test.each([
    ['', 'Enter an e-mail address.'],
    ['ann', 'This is not an e-mail address. Write it like ann@example.com.'],
    ['"><img src=x onerror=alert(1)>', 'This is not an e-mail address.'],
  ])('says what is wrong with %j, keeps the rest, and shows hostile text as text', async (email, words) => {
    const client = app.client()
    const response = await submit(client, await openForm(client), { email, name: '<b>Ann</b>' })
    const page = await response.text()
    expect(response.status).toBe(400)
    expect(page).toContain(words)
    expect(page).toContain('value="&lt;b&gt;Ann&lt;/b&gt;"')
    expect(page).not.toMatch(/<img|<b>/)
  })

  test('leads back to where the person wanted to be', async () => {
    const client = app.client()
    let response = await submit(client, await openForm(client, '/api/login?returnTo=/backtest'), {
      email: 'back@example.com',
    })
    while (new URL(response.headers.get('location')!, app.url).pathname !== '/backtest') {
      response = await client.fetch(response.headers.get('location')!)
    }
    expect(response.headers.get('location')).toBe('/backtest')
  })

  test('of another browser, or one that ran out, says so and offers to begin again', async () => {
    const form = await openForm(app.client())
    const response = await app.client().fetch(form)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('href="/api/login"')
  })

  test('asks again after signing out, rather than letting the next person in as the last', async () => {
    const client = await app.signIn('first@example.com')
    await client.fetch('/api/logout')
    expect((await client.fetch(await openForm(client))).status).toBe(200)
  })
})

test('signing out ends the provider’s session, too, with one click where scripts are off', async () => {
  const client = await app.signIn('leaver@example.com')
  const end = (await client.fetch('/api/logout')).headers.get('location')!
  expect(end.startsWith(`${app.url}/dev-idp/session/end?`)).toBe(true)
  const page = await (await client.fetch(end)).text()
  expect(page).toContain('src="/dev-idp/sign-out.js"')
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page)![1]!
  const confirmed = await client.fetch('/dev-idp/session/end/confirm', {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  })
  expect(confirmed.headers.get('location')).toMatch(new RegExp(`^${app.url}/(\\?|$)`))
})

describe('the embedded provider', () => {
  test.each(['evil.example', '127.0.0.1', 'localhost:1'])(
    'is not there for a page that calls this machine %s',
    async (host) => {
      const response = await app.app.inject({ url: '/dev-idp/.well-known/openid-configuration', headers: { host } })
      expect(response.statusCode).toBe(404)
    },
  )

  test.each(PASSED_ON)(
    'is not there for who comes through a proxy, whatever name it calls: %s',
    async (name, value) => {
      const headers = { [name]: value }
      const { status } = await app.client().fetch('/dev-idp/.well-known/openid-configuration', { headers })
      expect(status).toBe(404)
      const client = app.client()
      const form = await openForm(client)
      const body = new URLSearchParams({ email: 'admin@example.com', name: '' })
      expect((await client.fetch(form, { method: 'POST', body, headers })).status).toBe(404)
    },
  )

  test('is not there for another machine', async () => {
    const { host } = new URL(app.url)
    const ask = (remoteAddress: string) =>
      app.app.inject({ url: '/dev-idp/.well-known/openid-configuration', headers: { host }, remoteAddress })
    expect((await ask('203.0.113.9')).statusCode).toBe(404)
    expect((await ask('::ffff:127.0.0.1')).statusCode).toBe(200)
  })

  test('bears the headers that protect a browser', async () => {
    const response = await app.client().fetch('/dev-idp/.well-known/openid-configuration')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('is not there when another provider is configured', async () => {
    const other = await createTestApp({
      db: app.db,
      environment: { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'ballast' },
    })
    const response = await other.client().fetch('/dev-idp/.well-known/openid-configuration')
    expect(response.status).toBe(404)
    await other.close()
  })

  test('keeps its keys over a restart, so that nobody is left with a token that no longer counts', async () => {
    const keysOf = async (testApp: TestApp) => (await testApp.client().fetch('/dev-idp/jwks')).text()
    const restarted = await createTestApp({ db: app.db })
    expect(await keysOf(restarted)).toBe(await keysOf(app))
    await restarted.close()
  })
})
