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
export const httpUrl = z
  .string()
  .transform((text) => (URL.canParse(text) ? new URL(text) : undefined))
  .refine((url) => url?.protocol === 'http:' || url?.protocol === 'https:')
  .transform((url) => url as URL)
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
