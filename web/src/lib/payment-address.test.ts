import { expect, test } from 'vitest'
import { toPaymentAddress } from './payment-address.ts'

const origins = { own: 'http://127.0.0.1:3000', test: null }

test.each([
  ['https://checkout.stripe.com/c/pay/cs_1#a', 'https://checkout.stripe.com/c/pay/cs_1#a'],
  ['https://billing.stripe.com/p/session/1', 'https://billing.stripe.com/p/session/1'],
  ['https://stripe.com/', 'https://stripe.com/'],
  ['http://127.0.0.1:3000/dev-stripe/checkout/cs_1', 'http://127.0.0.1:3000/dev-stripe/checkout/cs_1'],
  ['/dev-stripe/portal/1', 'http://127.0.0.1:3000/dev-stripe/portal/1'],
])('%s is followed', (url, address) => expect(toPaymentAddress(url, origins)).toBe(address))

test.each([
  'http://checkout.stripe.com/c/pay/cs_1',
  'https://checkout.stripe.com.evil.example/c',
  'https://evilstripe.com/',
  'https://checkout.stripe.com:8443/',
  'https://stripe.com@evil.example/',
  'https://user:secret@checkout.stripe.com/',
  'http://127.0.0.1:3001/dev-stripe/checkout/cs_1',
  '//evil.example/',
  '/\\evil.example/',
  'javascript:alert(1)',
  'data:text/html,hi',
  'blob:http://127.0.0.1:3000/1-2',
  'http://[',
])('%s is not', (url) => {
  expect(toPaymentAddress(url, origins)).toBeNull()
})

test('a test server counts where the operator named one, and only that one', () => {
  const named = { ...origins, test: 'http://127.0.0.1:12111' }
  expect(toPaymentAddress('http://127.0.0.1:12111/pay', named)).toBe('http://127.0.0.1:12111/pay')
  expect(toPaymentAddress('http://127.0.0.1:12112/pay', named)).toBeNull()
})
