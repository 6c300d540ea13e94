import { expect, test } from 'vitest'
import { composeWebhook, isWebhookAddress } from './webhook.ts'

test('signs once for each secret, with the time in whole seconds', () => {
  const { body, headers } = composeWebhook({
    id: 'msg_1',
    message: { kind: 'policy', title: 'T', text: 'X', link: '/policies', createdAt: new Date(0) },
    secrets: [`whsec_${Buffer.alloc(24, 1).toString('base64')}`, `whsec_${Buffer.alloc(24).toString('base64')}`],
    now: new Date(1_614_265_330_999),
    publicUrl: new URL('https://ballast.example'),
  })
  expect(headers['webhook-timestamp']).toBe('1614265330')
  expect(headers['webhook-id']).toBe('msg_1')
  expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
  expect(JSON.parse(body)).toEqual({
    type: 'message.policy',
    timestamp: '1970-01-01T00:00:00.000Z',
    data: { id: 'msg_1', title: 'T', text: 'X', url: 'https://ballast.example/policies' },
  })
})

test.each([
  'http://hooks.example.com/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://localhost/x',
  'https://metadata/x',
  'https://user:password@hooks.example.com/x',
  'ftp://hooks.example.com',
  'file:///etc/passwd',
  'nothing',
  '',
])('%s is no address for a webhook', (address) => {
  expect(isWebhookAddress(address)).toBe(false)
})

test('an https address with a name is one', () => {
  expect(isWebhookAddress('https://hooks.example.com:8443/x?y=1')).toBe(true)
})
