// Tests: mail.test.ts, delivery.test.ts

import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import { escapeHtml } from '../../http/page.ts'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 }

export interface MailParts {
  /** Id of the delivery: the same for every attempt. */
  id: string
  title: string
  text: string
  /** Path of the screen that it is about. */
  link: string
  /** Why its reader gets it. */
  reason: string
  /** True for a user, who can choose what is mailed. */
  hasSettings: boolean
  /** Path that ends such mail with one click. */
  unsubscribePath: string
  publicUrl: URL
}

export interface Mail {
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

/** Path that ends e-mail to a user with one click; GET shows a button, POST does it. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** A message to a user who switched e-mail on. */
export const composeMessageMail = (
  {
    id,
    message,
    channel,
  }: { id: string; message: Pick<MailParts, 'title' | 'text' | 'link'>; channel: { secret: string } },
  publicUrl: URL,
): Mail =>
  composeMail({
    id,
    title: message.title,
    text: message.text,
    link: message.link,
    reason: 'You get this e-mail because you switched it on in Ballast.',
    hasSettings: true,
    unsubscribePath: `${UNSUBSCRIBE_PATH}/${channel.secret}`,
    publicUrl,
  })

/**
 * A message as an e-mail with a plain and an HTML part that say the same. `List-Unsubscribe` and `List-Unsubscribe-Post` end
 * it with one click (RFC 8058); the `Message-ID` is that of the delivery, so that a second attempt is recognised.
 */
export function composeMail(parts: MailParts): Mail {
  const { id, title, text, link, reason, hasSettings, unsubscribePath, publicUrl } = parts
  const address = new URL(link, publicUrl).href
  const unsubscribe = new URL(unsubscribePath, publicUrl).href
  const links: [words: string, href: string][] = [['Unsubscribe', unsubscribe]]
  if (hasSettings) links.unshift(['Settings', new URL('/inbox', publicUrl).href])
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
  return {
    // A line break would begin another header.
    subject: title.replaceAll(/\s+/g, ' '),
    text: [
      title,
      ...paragraphs,
      `Open in Ballast:\n${address}`,
      `--\n${reason}\n${links.map(([words, href]) => `${words}: ${href}\n`).join('')}`,
    ].join('\n\n'),
    html: toHtml({ title, paragraphs, address, reason, links }),
    messageId: `<${id}@${publicUrl.hostname}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

interface HtmlParts {
  title: string
  paragraphs: readonly string[]
  address: string
  reason: string
  links: readonly (readonly [words: string, href: string])[]
}

/** Styles stand in the elements, where every mail program reads them; colours are left to its own light or dark. */
function toHtml({ title, paragraphs, address, reason, links }: HtmlParts): string {
  const listed = links.map(([words, href]) => `<a href="${escapeHtml(href)}">${words}</a>`).join(' · ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 20px;font-weight:600">Ballast</p>
<h1 style="margin:0 0 12px;font-size:22px;line-height:28px">${escapeHtml(title)}</h1>
${paragraphs.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`).join('\n')}
<p style="margin:20px 0"><a href="${escapeHtml(address)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#2563eb;color:#ffffff;text-decoration:none;font-weight:600">Open in Ballast</a></p>
<hr style="border:0;border-top:1px solid #8884;margin:24px 0 12px">
<p style="margin:0;font-size:13px;line-height:20px">${escapeHtml(reason)} ${listed}</p>
</div>
</body>
</html>
`
}

export interface Mailer {
  /** @throws Error when the mail server did not take it */
  send(to: string, mail: Mail): Promise<void>
  close(): void
}

/**
 * Sends through the operator's mail server. Where none is configured on one's own machine, nothing is sent: a page there
 * shows the delivered mails. `null` when e-mail is not possible at all.
 */
export function createMailer(config: Config['mail'], publicUrl: URL): Mailer | null {
  if (config.kind === 'none') return null
  if (!('url' in config)) return { send: async () => undefined, close: () => undefined }
  const transport = createTransport({
    ...TIMEOUTS,
    url: config.url,
    name: publicUrl.hostname,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(to, mail) {
      await transport.sendMail({ from: config.from, to: { name: '', address: to }, ...mail })
    },
    close: () => transport.close(),
  }
}
