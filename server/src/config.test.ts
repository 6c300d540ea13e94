import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, isLoopback, parseConfig, VARIABLE_NAMES } from './config.ts'

const refusalOf = (environment: Record<string, string>) => {
  try {
    parseConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return undefined
}
const external = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'ballast' }

test('an empty environment runs on this machine with everything embedded', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: new URL('http://127.0.0.1:3000'),
    identity: { kind: 'embedded' },
    marketData: { requested: 'auto' },
    rateLimits: 1,
    trustedProxies: [],
  })
})

test('an empty variable counts as absent', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

describe.each([
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '4190'],
  ['HOST', 'a b'],
  ['PUBLIC_URL', 'ballast.example.com'],
  ['PUBLIC_URL', 'https://ballast.example.com/app'],
  ['PUBLIC_URL', 'https://ballast.example.com:6000'],
  ['OIDC_ISSUER', 'http://id.example.com'],
  ['OIDC_CLIENT_ID', '<client id>'],
  ['ADMIN_EMAILS', 'ann@example.com,bob'],
  ['MARKET_DATA', 'bloomberg'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'true'],
  ['RATE_LIMITS', '0'],
  ['RATE_LIMITS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['PRO_TRIAL_DAYS', '7.5'],
  ['AI_BASE_URL', 'localhost:11434'],
  ['AI_DAILY_TOKENS', 'many'],
  ['AI_DAILY_TOKENS_PER_USER', '-1'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['MAIL_FROM', 'Ballast <nobody>'],
  ['MAIL_FROM', 'Ballast'],
])('%s=%s', (name, value) => {
  test('stops the start, naming variable, value and what is expected', () => {
    const message = refusalOf({ [name]: value })
    expect(message).toContain(`${name}: found ${JSON.stringify(value)}, expected `)
  })
})

test('the ports that stop the start are those that fetch refuses to open', { tags: ['full'] }, async () => {
  // No connection is made.
  const options = { dispatcher: { dispatch: () => expect.fail('opened') } } as unknown as RequestInit
  const ports = Array.from({ length: 11_000 }, (_, index) => index + 1)
  const messages = await Promise.all(
    ports.map((port) => fetch(`http://127.0.0.1:${port}`, options).catch(({ cause }: Error) => String(cause))),
  )
  const refused = ports.filter((_, index) => messages[index] === 'Error: bad port')
  expect(refused).not.toEqual([])
  expect(ports.filter((port) => refusalOf({ PORT: String(port) }))).toEqual(refused)
})

test.each([
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'OIDC_CLIENT_SECRET',
  'POLYGON_API_KEY',
  'STRIPE_SECRET_KEY',
  'AI_API_KEY',
  'SMTP_URL',
])('a wrong %s is named and not shown', (name) => {
  const message = refusalOf({ [name]: 'hunter2' })
  expect(message).toContain(`${name}: found a value that is not shown`)
  expect(message).not.toContain('hunter2')
})

test.each([
  'changeme',
  'CHANGE-ME',
  '<your secret here>',
  'your-client-secret',
  'undefined',
  'placeholder',
  'xxxxxxxxxx',
  '........',
])('the placeholder %s is not a secret', (value) => {
  expect(refusalOf({ ...external, OIDC_CLIENT_SECRET: value })).toContain('OIDC_CLIENT_SECRET')
})

test.each<[string, Record<string, string>]>([
  ['OIDC_CLIENT_ID', { ...external, OIDC_CLIENT_ID: 'x' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'nope', HOST: '0.0.0.0' }],
  ['POLYGON_API_KEY', { MARKET_DATA: 'polygon', POLYGON_API_KEY: 'changeme' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db', MIGRATION_DATABASE_URL: 'postgres://owner@db/ballast' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_1234567890', STRIPE_WEBHOOK_SECRET: 'undefined' }],
  ['AI_BASE_URL', { AI_MODEL: 'llama', AI_BASE_URL: 'localhost:11434' }],
  ['SMTP_URL', { SMTP_URL: 'http://mail.example.com', MAIL_FROM: 'ballast@example.com' }],
])('a wrong %s is told once, and not as missing', (name, environment) => {
  const lines = refusalOf(environment)!.split('\n').slice(1)
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^  ${name}: found (?!nothing)`))])
})

test.each([
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_live_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_1234567890' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'whsec_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_1234567890' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_1234567890', STRIPE_WEBHOOK_SECRET: 'sk_live_1234567890' }],
])('a key of Stripe in the place of another is told of %s', (name, environment) => {
  expect(refusalOf(environment)).toContain(`${name}: found a value that is not shown`)
})

test('every problem is told at once', () => {
  const message = refusalOf({ PORT: 'x', MARKET_DATA: 'y' })
  expect(message).toContain('PORT')
  expect(message).toContain('MARKET_DATA')
})

describe('what is wrong only together', () => {
  const database = { DATABASE_URL: 'postgres://ballast@db:5432/ballast' }
  test.each([
    [database, 'MARKET_DATA'],
    [{ ...database, MARKET_DATA: 'auto' }, 'MARKET_DATA'],
    [{ MARKET_DATA: 'polygon' }, 'POLYGON_API_KEY'],
    [{ MIGRATION_DATABASE_URL: 'postgres://owner@db/ballast' }, 'DATABASE_URL'],
    [{ PUBLIC_URL: 'https://ballast.example.com' }, 'OIDC_ISSUER'],
    [{ HOST: '0.0.0.0' }, 'OIDC_ISSUER'],
    [{ PUBLIC_URL: 'https://127.0.0.1:3000' }, 'PUBLIC_URL'],
    [{ HOST: '::' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_ID: 'ballast' }, 'OIDC_ISSUER'],
    [{ ...external, HOST: '0.0.0.0', RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1234567890' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_API_BASE: 'http://127.0.0.1:12111' }, 'STRIPE_SECRET_KEY'],
    [{ AI_MODEL: 'llama' }, 'AI_BASE_URL'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'ballast@example.com' }, 'SMTP_URL'],
    [{ AI_BASE_URL: 'http://127.0.0.1:11434/v1' }, 'AI_MODEL'],
    [{ AI_PROVIDER: 'anthropic', AI_MODEL: 'a-model' }, 'AI_API_KEY'],
  ])('%o names %s', (environment, name) => {
    expect(refusalOf(environment as Record<string, string>)).toContain(name)
  })

  test.each([
    { ...database, MARKET_DATA: 'sample' },
    { ...external, PUBLIC_URL: 'https://ballast.example.com', HOST: '0.0.0.0' },
    { PUBLIC_URL: 'http://localhost:3000', RATE_LIMITS: 'off' },
    { OIDC_ISSUER: 'http://127.0.0.1:9000', OIDC_CLIENT_ID: 'ballast' },
    { AI_PROVIDER: 'openai', AI_MODEL: 'a-model', AI_API_KEY: 'sk-1234567890' },
    { AI_MODEL: 'llama', AI_BASE_URL: 'http://127.0.0.1:11434/v1' },
  ])('%o is right', (environment) => {
    expect(refusalOf(environment as Record<string, string>)).toBeUndefined()
  })
})

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['localhost', true],
  ['[::1]', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['localhost.example.com', false],
  ['127.0.0.1.nip.io', false],
  ['10.0.0.1', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test('.env.example documents every variable and no other', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const documented = [...text.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(documented.toSorted()).toEqual([...VARIABLE_NAMES].toSorted())
})

describe('a public demo', () => {
  const demo = { DEMO: 'on', MARKET_DATA: 'sample', HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example.com' }

  test('serves strangers without a sign-in, payments, mails or a model, at this machine too', () => {
    const off = { identity: { kind: 'demo' }, billing: { kind: 'none' }, mail: { kind: 'none' }, ai: undefined }
    expect(parseConfig(demo)).toMatchObject(off)
    expect(parseConfig({ DEMO: 'on', MARKET_DATA: 'sample' })).toMatchObject(off)
    expect(parseConfig({ DEMO: 'off' })).toMatchObject({ identity: { kind: 'embedded' } })
  })

  test.each([undefined, 'auto', 'yahoo', 'polygon'])('does not start with MARKET_DATA=%s', (MARKET_DATA) => {
    expect(refusalOf({ ...demo, MARKET_DATA: MARKET_DATA ?? '' })).toContain('MARKET_DATA: found ')
  })

  test.each([
    ['OIDC_ISSUER', { ...external }],
    ['ADMIN_EMAILS', { ADMIN_EMAILS: 'ann@example.com' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_live_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_1234567890' }],
    ['AI_MODEL', { AI_MODEL: 'x', AI_BASE_URL: 'http://127.0.0.1:1' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' }],
    ['SUPPORT_EMAIL', { SUPPORT_EMAIL: 'help@example.com' }],
  ])('does not start with %s', (name, more: Record<string, string>) => {
    expect(refusalOf({ ...demo, ...more })).toContain(`${name}: found a value, expected nothing, because DEMO is on`)
  })
})
