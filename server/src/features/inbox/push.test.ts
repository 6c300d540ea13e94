import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { composePush, createPushKeys, encryptFor, isPushSecret } from './push.ts'

// RFC 8291, section 5 and appendix A.
const BROWSER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const SENDER_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'
const SALT = 'DGv6ra1nlYgDCS1FRnbzlw'
const ENCRYPTED =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

test('a push is encrypted as in the example of RFC 8291', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(Buffer.from(SENDER_KEY, 'base64url'))
  const body = encryptFor(BROWSER, 'When I grow up, I want to be a watermelon', sender, Buffer.from(SALT, 'base64url'))
  expect(body.toString('base64url')).toBe(ENCRYPTED)
})

test('a push service can tell who sends, to whom and until when', () => {
  const keys = createPushKeys()
  const { headers } = composePush({
    address: 'https://push.example.com/send/1',
    secret: JSON.stringify(BROWSER),
    payload: { id: '1', title: 'T', text: 'X', link: '/policies' },
    keys,
    contact: 'mailto:a@example.com',
    now: new Date('2026-11-20T22:00:00Z'),
  })
  const [, token = '', sender] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization) ?? []
  expect(sender).toBe(keys.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example.com',
    exp: Date.parse('2026-11-21T10:00:00Z') / 1000,
    sub: 'mailto:a@example.com',
  })
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const given = { key, dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), given, Buffer.from(signature, 'base64url'))
  expect(isSigned).toBe(true)
})

test('keys of a browser are a point on the curve and 16 bytes', () => {
  expect(isPushSecret(BROWSER)).toBe(true)
  expect(isPushSecret({ ...BROWSER, auth: 'short' })).toBe(false)
  expect(isPushSecret({ ...BROWSER, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false)
})
