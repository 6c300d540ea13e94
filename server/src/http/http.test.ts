import { connect } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../test-app.ts'

let app: TestApp
let ann: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.signIn('ann@example.com')
})
afterAll(() => app.close())

/** Sends bytes as they are and reads until the server ends the connection or is silent. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.config.port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let text = ''
    // The first of an answer comes when the machine has time for it, and the rest at once.
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      socket.setTimeout(500)
      text += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

const patch = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  ann.fetch('/api/preferences', {
    method: 'PATCH',
    body: typeof body === 'string' ? body : new Blob([body as Uint8Array<ArrayBuffer>]),
    headers: { 'content-type': 'application/json', ...headers },
  })

/** As most programs do it. Fails when the connection breaks before everything is sent. */
function sendAllThenListen(head: string, body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.config.port, '127.0.0.1')
    let text = ''
    socket.on('error', reject).on('close', () => resolve(text))
    socket.write(head)
    socket.write(body, () => {
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
    })
  })
}

describe('every answer', () => {
  test.each([
    ['/api/health', 200],
    ['/api/nope', 404],
    ['/api/auth/user', 401],
    ['/assets/nope.js', 404],
    ['/dev-idp/nope', 404],
  ])('%s (%i) bears the headers that protect a browser', async (path, status) => {
    const response = await app.client().fetch(path)
    expect(response.status).toBe(status)
    const header = (name: string) => response.headers.get(name)
    expect(header('content-security-policy')).toContain("script-src 'self';")
    expect(header('content-security-policy')).toContain(
      "object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self'",
    )
    expect(header('content-security-policy')).toContain("require-trusted-types-for 'script'")
    expect(header('content-security-policy')).not.toMatch(/unsafe-eval|script-src[^;]*(?:unsafe-inline|\*)/)
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('referrer-policy')).toBe('no-referrer')
    expect(header('cross-origin-opener-policy')).toBe('same-origin')
    expect(header('cross-origin-resource-policy')).toBe('same-origin')
    expect(header('cache-control')).toBe('no-store')
    expect(header('strict-transport-security')).toBeNull()
    expect(header('x-powered-by')).toBeNull()
    expect(header('server')).toBeNull()
  })

  test('also to whoever expects what nobody knows, bears headers', async () => {
    const head = `GET /api/health HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nExpect: a-miracle\r\n`
    const answer = await sendRaw(`${head}Connection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nx-content-type-options: nosniff\r\n/i)
  })

  test('even to an address that cannot be read, bears headers', async () => {
    const response = await app.client().fetch('/api/portfolios/%')
    expect(response.status).toBe(400)
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.json()).toEqual({
      error: 'The request could not be understood.',
      requestId: expect.any(String),
    })
  })

  test.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])(
    'gives no grant to the origin %s',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS']) {
        const response = await fetch(`${app.url}/api/health`, {
          method,
          headers: { origin, 'access-control-request-method': 'POST' },
        })
        expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    },
  )

  test('that is a failure says what is wrong and bears an id, and nothing else', async () => {
    const response = await app.client().fetch('/api/nope?secret=1')
    expect(await response.json()).toEqual({
      error: 'There is nothing at this address.',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })
})

describe('a change', () => {
  const attempt = (headers: Record<string, string>, body: string | undefined = '{}') =>
    fetch(`${app.url}/api/preferences`, {
      method: 'PATCH',
      headers: { cookie: ann.cookie(), ...headers },
      ...(body !== undefined && { body }),
    })
  const json = { 'content-type': 'application/json' }

  test.each<[string, Record<string, string>]>([
    ['no sign of where it comes from', json],
    ['a foreign origin', { ...json, origin: 'https://evil.example' }],
    ['the origin null', { ...json, origin: 'null' }],
    ['an origin that begins like ours', { ...json, origin: 'http://127.0.0.1.evil.example' }],
    ['a sister site', { ...json, 'sec-fetch-site': 'same-site' }],
    ['another site', { ...json, 'sec-fetch-site': 'cross-site' }],
    ['a link or bookmark', { ...json, 'sec-fetch-site': 'none' }],
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a bearer token beside the cookie', { ...json, authorization: 'Bearer x' }],
  ])('with %s is refused', async (_name, headers) => {
    expect((await attempt(headers)).status).toBe(403)
  })

  test('from another site is refused even when it claims our origin', async () => {
    expect((await attempt({ ...json, origin: app.url, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test.each([
    '/%61pi/preferences',
    '/%61%70%69/preferences',
    '/ap%69/preferences',
    'http://evil.example/api/preferences',
  ])('from another site is refused however its address is written: %s', async (address) => {
    const head = [`PATCH ${address} HTTP/1.1`, `Host: ${new URL(app.url).host}`, `Cookie: ${ann.cookie()}`]
    const rest = ['Origin: https://evil.example', 'Content-Type: application/json', 'Content-Length: 2']
    expect(await sendRaw([...head, ...rest, 'Connection: close', '', '{}'].join('\r\n'))).toMatch(/^HTTP\/1.1 403 /)
  })

  test.each<[string, () => Record<string, string>]>([
    ['our origin', () => ({ ...json, origin: app.url })],
    ['the browser’s word that it is ours', () => ({ ...json, 'sec-fetch-site': 'same-origin' })],
  ])('with %s is served', async (_name, headers) => {
    expect((await attempt(headers())).status).toBe(200)
  })
})

describe('a body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json\tx',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; x=y',
    'application/jsonx',
    'application/json-patch+json',
    'text/json',
    'multipart/form-data; boundary=x',
  ])('of type %j is refused', async (type) => {
    expect((await patch('{}', { 'content-type': type })).status).toBe(415)
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
  ])('of type %j is read', async (type) => {
    expect((await patch('{}', { 'content-type': type })).status).toBe(200)
  })

  test('that is compressed is refused, however large it would become', async () => {
    const bomb = Buffer.alloc(5_000_000, '[')
    expect((await patch(gzipSync(bomb), { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await patch(brotliCompressSync(bomb), { 'content-encoding': 'br' })).status).toBe(415)
  })

  test('over the limit is refused, told or not told beforehand', async () => {
    const large = JSON.stringify({ hedgePrompt: 'x'.repeat(1_100_000) })
    const response = await patch(large)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: 'The request is too large. At most 1 MiB are accepted here.' })
    const streamed = await fetch(`${app.url}/api/preferences`, {
      method: 'PATCH',
      duplex: 'half',
      headers: { cookie: ann.cookie(), origin: app.url, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })

  test.each<[string, number, () => string]>([
    ['/api/portfolios/upload', 413, () => ann.cookie()],
    ['/api/market-data/retry', 403, () => ann.cookie()],
    ['/api/portfolios/upload', 401, () => ''],
    ['/api/portfolios/extract-image', 415, () => ann.cookie()],
  ])(
    'much too large is refused in words that reach who listens only once all is sent: %s %i',
    async (path, status, cookie) => {
      // More than the buffers of a connection hold, so that the client is still sending when the answer is there.
      const body = Buffer.alloc(20 * 1024 * 1024, 'x')
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(app.url).host}`,
        `Origin: ${app.url}`,
        `Cookie: ${cookie()}`,
      ]
      const rest = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`, '', '']
      const answer = await sendAllThenListen([...head, ...rest].join('\r\n'), body)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*"requestId":"[0-9a-f-]+"}$`))
    },
  )

  test.each([
    ['/dev-idp/interaction/any', '10 KiB'],
    ['/dev-stripe/checkout/any/pay', '1 KiB'],
  ])('of a form is refused with the limit of its own: %s %s', async (path, limit) => {
    const body = new URLSearchParams({ name: 'x'.repeat(20_000) })
    const response = await app.client().fetch(path, { method: 'POST', body })
    const error = `The request is too large. At most ${limit} are accepted here.`
    expect([response.status, await response.json()]).toMatchObject([413, { error }])
  })

  test('announced and never sent is refused at once', async () => {
    const head = [`POST /api/portfolios/upload HTTP/1.1`, `Host: ${new URL(app.url).host}`, `Cookie: ${ann.cookie()}`]
    const rest = [`Origin: ${app.url}`, 'Content-Type: application/json', 'Content-Length: 9999999', '', '{"name"']
    expect(await sendRaw([...head, ...rest].join('\r\n'))).toMatch(/^HTTP\/1.1 413 [\s\S]*"error":"The request/)
  })

  test.each<[string, string]>([
    ['100,000 levels deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['21 levels deep', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
    ['of 60,000 keys', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join()}}`],
    ['with a number of 500,000 digits', `{"hedgePrompt":${'9'.repeat(500_000)}}`],
    ['with __proto__', '{"__proto__":{"isAdmin":1}}'],
    ['with a constructor’s prototype', '{"constructor":{"prototype":{"isAdmin":1}}}'],
    ['with a NUL', '{"hedgePrompt":"a\\u0000b"}'],
    ['with half a surrogate pair', '{"hedgePrompt":"\\ud800"}'],
    ['cut off', '{"hedgePrompt":"a'],
    ['that is empty', ''],
    ['with an unknown key', '{"isAdmin":1}'],
    ['that is no object', '[]'],
  ])('%s is refused quickly and harms nobody', async (_name, body) => {
    const begin = performance.now()
    const [response, other] = await Promise.all([patch(body), app.client().fetch('/api/health')])
    expect(performance.now() - begin).toBeLessThan(5_000)
    expect(response.status).toBe(400)
    expect(other.status).toBe(200)
    expect(({} as { isAdmin?: number }).isAdmin).toBeUndefined()
  })

  test('with a literal backslash before u0000 is just text', async () => {
    expect((await patch('{"hedgePrompt":"C:\\\\u0000"}')).status).toBe(200)
  })

  test('with a wrong field names it', async () => {
    const response = await patch('{"hedgePrompt":7}')
    expect(await response.json()).toMatchObject({
      error: '"hedgePrompt" must be a text; found a number.',
      details: [{ column: 'hedgePrompt', message: expect.any(String) }],
    })
  })
})

describe('bytes that are not one honest request', () => {
  const host = () => `Host: 127.0.0.1:${app.config.port}\r\n`
  test.each<[string, (host: string) => string, RegExp]>([
    [
      'both lengths',
      (h) =>
        `POST /api/health HTTP/1.1\r\n${h}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\n${h}\r\n`,
      /^HTTP\/1.1 400/,
    ],
    [
      'two lengths',
      (h) =>
        `POST /api/health HTTP/1.1\r\n${h}Content-Length: 0\r\nContent-Length: 30\r\n\r\nGET /api/health HTTP/1.1\r\n${h}\r\n`,
      /^HTTP\/1.1 400/,
    ],
    [
      'a bad chunk',
      (h) =>
        `PATCH /api/preferences HTTP/1.1\r\n${h}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\nGET /api/health HTTP/1.1\r\n${h}\r\n`,
      /^HTTP\/1.1 4\d\d/,
    ],
    ['a NUL in a header', (h) => `GET /api/health HTTP/1.1\r\n${h}X: a\0b\r\n\r\n`, /^HTTP\/1.1 400/],
    ['a bare CR', (h) => `GET /api/health HTTP/1.1\r\n${h}X: a\rb\r\n\r\n`, /^HTTP\/1.1 400/],
    ['no host', () => 'GET /api/health HTTP/1.1\r\n\r\n', /^HTTP\/1.1 400/],
    [
      'headers over 16 KiB',
      (h) => `GET /api/health HTTP/1.1\r\n${h}X: ${'a'.repeat(17_000)}\r\n\r\n`,
      /^HTTP\/1.1 431/,
    ],
    ['TRACE', (h) => `TRACE /api/health HTTP/1.1\r\n${h}\r\n`, /^HTTP\/1.1 40[45]/],
    ['garbage', () => '\x16\x03\x01\x02\x00\x01\x00\x01', /^HTTP\/1.1 400/],
  ])('%s: refused, and nothing after it is served', async (_name, bytes, expected) => {
    const answer = await sendRaw(bytes(host()))
    expect(answer).toMatch(expected)
    expect(answer).not.toContain('"status":"ok"')
  })

  test('CONNECT is refused', async () => {
    expect(await sendRaw(`CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).not.toMatch(/^HTTP\/1.1 2/)
  })

  test.each([
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%5c..%5cpackage.json',
    '/.env',
    '/.git/config',
    '/assets/.env',
    '//etc/passwd',
    '/assets/index.js.map',
    '/%00',
    '/api/portfolios/%ff',
  ])('the path %s leads to no file', async (path) => {
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`)
    expect(answer).not.toMatch(/root:|"dependencies"|\[core\]/)
    expect(answer).toMatch(/^HTTP\/1.1 (?:200|40[0134])/)
    if (answer.startsWith('HTTP/1.1 200')) expect(answer).toContain('<div id="root">')
  })
})

describe('a method that an address of the API does not serve', () => {
  test.each([
    ['PUT', '/api/preferences', 'GET, PATCH'],
    ['DELETE', '/api/health', 'GET, HEAD'],
    ['GET', '/api/backtest/scenario?x=1', 'POST'],
    ['POST', '/api/portfolios/some-id/positions/another', 'DELETE, PATCH'],
  ])('%s %s is refused with those that it does', async (method, path, served) => {
    const response = await ann.fetch(path, { method, ...(method !== 'GET' && { json: {} }) })
    expect([response.status, response.headers.get('allow')]).toEqual([405, served])
    expect(await response.json()).toMatchObject({ error: 'This method is not served.' })
  })

  test.each(['GET', 'POST', 'PUT'])('is told from an address that serves none: %s', async (method) => {
    const response = await ann.fetch('/api/portfolios/some-id/nothing', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([404, null])
  })
})

describe('the documentation', () => {
  test('is OpenAPI 3.1 of every call', async () => {
    const openapi = await app.client().json<{ openapi: string; paths: Record<string, object> }>('/api/openapi.json')
    expect(openapi.openapi).toMatch(/^3\.1/)
    expect(Object.keys(openapi.paths['/api/portfolios/{portfolioId}/positions'] ?? {}).toSorted()).toEqual([
      'get',
      'post',
    ])
    expect(openapi.paths['/api/backtest/scenario']).toMatchObject({
      post: { responses: { 422: { description: expect.stringContaining('did not trade then and has no proxy') } } },
    })
    expect(Object.keys(openapi.paths)).not.toContain('/api/docs')
    expect(Object.keys(openapi.paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
  })

  test('can be browsed without any other site, under a policy of its own', async () => {
    const response = await app.client().fetch('/api/docs')
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).not.toMatch(/(?:src|href)="https?:/)
    expect(response.headers.get('content-security-policy')).not.toContain('trusted-types')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
  })
})
