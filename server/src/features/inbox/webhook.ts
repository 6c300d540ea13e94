import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { DELIVERY, type MessageKind } from '@ballast/contract'
import type { OutboundGate } from '../../http/outbound.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const TIMEOUT_MILLISECONDS = 10_000

/** A new secret in the form of the Standard Webhooks specification. */
export const createWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/**
 * True if messages may go to an address: https, a name and no bare IP address, no user and password. What the name resolves
 * to is checked when the connection is made.
 */
export function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  const isName = hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[')
  return protocol === 'https:' && isName && username === '' && password === ''
}

export interface WebhookCall {
  /** Id of the delivery: the same for every attempt. */
  id: string
  message: { kind: MessageKind; title: string; text: string; link: string; createdAt: Date }
  secrets: readonly string[]
  now: Date
  publicUrl: URL
}

/**
 * Body and headers of a call, signed with HMAC SHA-256 over id, timestamp and body, once for each secret.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function composeWebhook({ id, message, secrets, now, publicUrl }: WebhookCall) {
  const { kind, title, text, link, createdAt } = message
  const timestamp = Math.floor(now.getTime() / 1000)
  const body = JSON.stringify({
    type: `message.${kind}`,
    timestamp: createdAt.toISOString(),
    data: { id, title, text, url: new URL(link, publicUrl).href },
  })
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64')).update(`${id}.${timestamp}.${body}`)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Ballast',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => `v1,${sign(secret).digest('base64')}`).join(' '),
    },
  }
}

/** The secrets that sign now: the newest, and for a day after a rotation the one before. */
export function listSigningSecrets(
  { secret, previousSecret, rotatedAt }: { secret: string; previousSecret: string | null; rotatedAt: Date | null },
  now: Date,
): string[] {
  const isFresh = rotatedAt !== null && now.getTime() - rotatedAt.getTime() < DELIVERY.previousSecretHours * 3_600_000
  return previousSecret !== null && isFresh ? [secret, previousSecret] : [secret]
}

/** @throws Error with words for its owner unless the receiver answers 2xx within ten seconds */
export async function postSigned(
  gate: OutboundGate,
  address: string,
  { body, headers }: { body: string | Uint8Array; headers: Record<string, string> },
): Promise<number> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
  const call = { url: new URL(address), method: 'POST', headers, body, signal }
  const { status } = await gate.send(call, () => undefined)
  return status
}
