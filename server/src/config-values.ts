// Tests: config.test.ts

import { isIP } from 'node:net'
import { z } from 'zod'

// What single variables of the environment may look like.

const PLACEHOLDER =
  /^(?:<.*>|\.+|x+|\*+|change[-_ ]?(?:me|it)|your[-_ ].*|placeholder|example|secret|password|todo|test|none|null|undefined)$/i

/** True for what stands in an example and was not filled in. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text)

export const secretText = z
  .string()
  .min(8)
  .refine((text) => !isPlaceholder(text))

const MAX_PORT = 65_535
/** Ports that browsers refuse to open, and Node's `fetch` too: https://fetch.spec.whatwg.org/#port-blocking. */
// biome-ignore format: a list, as the standard has it
const REFUSED_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])
export const EXPECTED_PORT = `a port from 1 to ${MAX_PORT} that browsers open, such as 3000`
export const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((number) => number >= 1 && number <= MAX_PORT && !REFUSED_PORTS.has(number))

export const httpUrl = z
  .string()
  .transform((text) => (URL.canParse(text) ? new URL(text) : undefined))
  .refine((url) => url?.protocol === 'http:' || url?.protocol === 'https:')
  .transform((url) => url as URL)
  .refine((url) => !REFUSED_PORTS.has(Number(url.port)))
export const origin = httpUrl.refine(
  (url) => url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '',
)
export const baseUrl = httpUrl.transform((url) => url.href.replace(/\/$/, ''))
export const postgresUrl = z.string().regex(/^postgres(?:ql)?:\/\/\S+$/)
export const smtpUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, hash } = new URL(text)
  return (protocol === 'smtp:' || protocol === 'smtps:') && hostname !== '' && hash === ''
})
/** `help@example.com` or `Ballast <help@example.com>`; a line break would begin another header. */
export const mailbox = z.string().refine((text) => {
  const [, name = '', address = text] = /^([^<>"\r\n]*)<([^<>\s]+)>$/.exec(text) ?? []
  return name.length <= 80 && z.email().safeParse(address).success
})
export const tokenCount = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
export const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
export const isAddressOrRange = (text: string) => {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
}
