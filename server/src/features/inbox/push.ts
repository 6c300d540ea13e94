import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import { getOrCreateSecret } from '../../accounts/server-secrets.repository.ts'
import type { Database } from '../../database/database.ts'

const SECONDS_A_DAY = 86_400
const CURVE = 'prime256v1'
const POINT_BYTES = 65
const AUTH_BYTES = 16
/** Larger than any message, which therefore is one record. */
const RECORD_BYTES = 4096
/** Ends the last record (RFC 8188, section 2). */
const LAST_RECORD = Buffer.of(2)

/** Both base64url: an uncompressed point of P-256, and the scalar to it. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The key pair that browsers know this server by (VAPID, RFC 8292), made once and kept. */
export async function getPushKeys(db: Database): Promise<PushKeys> {
  return JSON.parse(await getOrCreateSecret(db, 'vapid', () => JSON.stringify(createPushKeys()))) as PushKeys
}

export function createPushKeys(): PushKeys {
  const { d = '', ...point } = generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ format: 'jwk' })
  return { publicKey: toPoint(point).toString('base64url'), privateKey: d }
}

const toPoint = ({ x = '', y = '' }: { x?: string; y?: string }) =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])

/** True if a browser's keys can be used to encrypt for it. */
export function isPushSecret({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    const own = createECDH(CURVE)
    own.generateKeys()
    // Throws for a point that is not on the curve.
    return own.computeSecret(point).length > 0
  } catch {
    return false
  }
}

/** Keys of a browser's subscription, both base64url: its public key, and a secret that it shares with us. */
interface BrowserKeys {
  p256dh: string
  auth: string
}

interface Push {
  /** Where the browser's push service takes it. */
  address: string
  /** The browser's keys as JSON. */
  secret: string
  payload: { id: string; title: string; text: string; link: string }
  keys: PushKeys
  /** For whoever runs the push service, such as mailto:help@example.com. */
  contact: string
  now: Date
}

/** A message encrypted for one browser, with the headers that prove who sends it. */
export function composePush({ address, secret, payload, keys, contact, now }: Push) {
  const own = createECDH(CURVE)
  own.generateKeys()
  return {
    body: encryptFor(JSON.parse(secret) as BrowserKeys, JSON.stringify(payload), own, randomBytes(16)),
    headers: {
      authorization: `vapid t=${createPushToken(new URL(address).origin, keys, contact, now)}, k=${keys.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(SECONDS_A_DAY),
    },
  }
}

/**
 * One `aes128gcm` record that only the browser can open.
 *
 * @param own a key pair for this message alone
 * @param salt 16 random bytes
 * @see RFC 8291, section 3.4; RFC 8188, section 2
 */
export function encryptFor({ p256dh, auth }: BrowserKeys, text: string, own: ECDH, salt: Buffer): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url')
  const ownKey = own.getPublicKey()
  const derive = (key: Buffer, by: Buffer, info: string | Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const shared = derive(own.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(text, 'utf8'), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(ownKey.length, 4)
  return Buffer.concat([salt, head, ownKey, ...sealed])
}

/** A signed token (JWT, ES256) that says who sends to a push service, good for half a day (RFC 8292, section 2). */
function createPushToken(audience: string, { publicKey, privateKey }: PushKeys, contact: string, now: Date): string {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', d: privateKey, x: x ?? '', y: y ?? '' }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const exp = Math.floor(now.getTime() / 1000) + SECONDS_A_DAY / 2
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud: audience, exp, sub: contact })}`
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
