import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { listStartWarnings } from './start-warnings.ts'

const OIDC = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'ballast' }
const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_1234567890' }
const PUBLIC = { ...OIDC, PUBLIC_URL: 'https://ballast.example.com' }

test.each<[string, Record<string, string>, RegExp]>([
  ['admins by an address that nobody proves', { ADMIN_EMAILS: 'ann@example.com' }, /^ADMIN_EMAILS/],
  ['traffic that anybody can read', { ...OIDC, PUBLIC_URL: 'http://ballast.example.com' }, /^PUBLIC_URL/],
  ['a test key where people pay', { ...PUBLIC, ...TEST_KEYS }, /^STRIPE_SECRET_KEY/],
  [
    'keys that leave the machine unprotected',
    { ...TEST_KEYS, STRIPE_API_BASE: 'http://stripe.example.com' },
    /^STRIPE_API_BASE/,
  ],
  [
    'a model’s key, too',
    { AI_BASE_URL: 'http://10.0.0.7:8000/v1', AI_MODEL: 'm', AI_API_KEY: 'a-key-of-ours' },
    /^AI_BASE_URL/,
  ],
])('the start warns of %s', (_name, environment, words) => {
  expect(listStartWarnings(parseConfig(environment))).toEqual([expect.stringMatching(words)])
})

test.each<[string, Record<string, string>]>([
  ['nothing set', {}],
  ['a model on this machine', { AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'm', AI_API_KEY: 'a-key-of-ours' }],
  ['a test key on this machine', TEST_KEYS],
  ['a public server with everything it needs', { ...PUBLIC, ADMIN_EMAILS: 'ann@example.com' }],
])('the start warns of nothing with %s', (_name, environment) => {
  expect(listStartWarnings(parseConfig(environment))).toEqual([])
})
