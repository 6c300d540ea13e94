import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { listStartWarnings } from './start-warnings.ts'

const OIDC = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'ballast' }
const PUBLIC = { ...OIDC, PUBLIC_URL: 'https://ballast.example.com' }

test.each<[string, Record<string, string>, RegExp]>([
  ['admins by an address that nobody proves', { ADMIN_EMAILS: 'ann@example.com' }, /^ADMIN_EMAILS/],
  ['traffic that anybody can read', { ...OIDC, PUBLIC_URL: 'http://ballast.example.com' }, /^PUBLIC_URL/],
])('the start warns of %s', (_name, environment, words) => {
  expect(listStartWarnings(parseConfig(environment))).toEqual([expect.stringMatching(words)])
})

test.each<[string, Record<string, string>]>([
  ['nothing set', {}],
  ['a public server with everything it needs', { ...PUBLIC, ADMIN_EMAILS: 'ann@example.com' }],
])('the start warns of nothing with %s', (_name, environment) => {
  expect(listStartWarnings(parseConfig(environment))).toEqual([])
})
