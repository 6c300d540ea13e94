// Tests: notifications.test.ts

import {
  addChannel,
  getCalendar,
  getNotifications,
  removeChannel,
  rotateChannelSecret,
  testChannel,
  updateChannel,
  updateNotificationSettings,
} from '@ballast/contract'
import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { getInvitationCodes } from '../../accounts/invitation-code.ts'
import { listSentInvitations } from '../../accounts/invitation-mail.repository.ts'
import { listDeliveredMails } from '../../accounts/outbox.repository.ts'
import { assertLocalRequest } from '../../http/local-request.ts'
import { mount } from '../../http/mount.ts'
import { escapeHtml, renderPage } from '../../http/page.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { getCalendarFile } from './calendar.service.ts'
import { composeInvitationMail, REFUSAL_PATH } from './invitation-mails.ts'
import { composeMessageMail, UNSUBSCRIBE_PATH } from './mail.ts'
import { createNotificationService, type NotificationDependencies } from './notifications.service.ts'

const LOCAL_MAIL_PATH = '/local-mail'
const SHOWN_MAILS = 50
const FORM_BYTES = 1024
const tokenParams = z.object({ token: z.string().max(100) })

export function registerNotificationRoutes(app: FastifyInstance, dependencies: NotificationDependencies): void {
  const service = createNotificationService(dependencies)
  mount(app, getNotifications, ({ user }) => service.get(user))
  mount(app, updateNotificationSettings, ({ user, body }) => service.saveSettings(user, body))
  mount(app, addChannel, ({ user, body }) => service.add(user, body))
  mount(app, updateChannel, async ({ user, params, body }) => {
    await service.update(user, params.channelId, body.kinds)
    return { updated: true as const }
  })
  mount(app, removeChannel, async ({ user, params }) => {
    await service.remove(user, params.channelId)
    return { removed: true as const }
  })
  mount(app, rotateChannelSecret, async ({ user, params }) => ({
    secret: await service.rotate(user, params.channelId),
  }))
  mount(app, testChannel, async ({ user, params }) => {
    await service.test(user, params.channelId)
    return { queued: true as const }
  })
  mount(app, getCalendar, ({ params }) => getCalendarFile(dependencies, params.token))
  serveOneClick(app, UNSUBSCRIBE_PATH, {
    before: 'Ballast stops sending you e-mail. Messages still come to your inbox.',
    after: 'Ballast sends you no more e-mail. You can switch it on again under Inbox.',
    act: (token) => service.unsubscribe(token),
  })
  serveOneClick(app, REFUSAL_PATH, {
    before: 'Ballast stops sending you invitations, from all of its users.',
    after: 'Ballast sends you no more invitations. A link that somebody sends you still works.',
    act: (token) => service.refuseInvitations(token),
  })
  if (dependencies.config.mail.kind === 'local') serveLocalMail(app, dependencies)
}

const html = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page)

/**
 * One click ends e-mail (RFC 8058). Mail programs send the POST themselves, from anywhere and without a session: the token in
 * the address is the proof. GET changes nothing, because link scanners follow it.
 */
function serveOneClick(
  app: FastifyInstance,
  path: string,
  { before, after, act }: { before: string; after: string; act: (token: string) => Promise<void> },
) {
  app.register(async (scope) => {
    await scope.register(formBody)
    const { rateLimits } = app.httpContext
    const url = `${path}/:token`
    const options = {
      bodyLimit: FORM_BYTES,
      schema: { hide: true, params: tokenParams },
      onRequest: rateLimits === 'off' ? [] : [limitRate(app, 'login', rateLimits, 'unsubscribe')],
    }
    scope.get(url, options, (request, reply) => {
      const { token } = request.params as z.infer<typeof tokenParams>
      const action = `${path}/${encodeURIComponent(token)}`
      return html(
        reply,
        renderPage(
          'Unsubscribe',
          `<h1>Unsubscribe</h1><p>${before}</p>
<form method="post" action="${escapeHtml(action)}"><button>Unsubscribe</button></form>`,
        ),
      )
    })
    scope.post(url, options, async (request, reply) => {
      await act((request.params as z.infer<typeof tokenParams>).token)
      return html(reply, renderPage('Unsubscribed', `<h1>You are unsubscribed</h1><p>${after}</p>`))
    })
  })
}

/** The mails that would have been sent, for who sits at this machine. */
function serveLocalMail(app: FastifyInstance, { db, config: { publicUrl } }: NotificationDependencies) {
  app.get(
    LOCAL_MAIL_PATH,
    { schema: { hide: true }, onRequest: async (request) => assertLocalRequest(request, publicUrl) },
    async (_request, reply) => {
      const mails = await db.asSystem((tx) => listDeliveredMails(tx, SHOWN_MAILS))
      const invitations = await db.asSystem((tx) => listSentInvitations(tx, SHOWN_MAILS))
      const codes = await getInvitationCodes(db)
      const sent = [
        ...mails.map(({ delivery: { id, deliveredAt }, message, channel, email }) => {
          return { to: email, at: deliveredAt, mail: composeMessageMail({ id, message, channel }, publicUrl) }
        }),
        ...invitations.map((invitation) => {
          return { to: invitation.to, at: invitation.sentAt, mail: composeInvitationMail(invitation, codes, publicUrl) }
        }),
      ].toSorted((a, b) => Number(b.at) - Number(a.at))
      const parts = sent.map(({ to, at, mail }) => {
        return `<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(to ?? '')}, ${escapeHtml(at?.toISOString() ?? '')}</p>
<iframe sandbox title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(mail.html)}" style="width:100%;height:420px;border:1px solid var(--border);border-radius:8px;background:#fff;color-scheme:light"></iframe>
<details><summary>Plain text</summary><pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(mail.text)}</pre></details>`
      })
      const intro =
        '<h1>Local mail</h1><p>Ballast sends no e-mail from this machine, because SMTP_URL is not set. These are the mails that it would have sent.</p>'
      return html(reply, renderPage('Local mail', intro + (parts.join('\n') || '<p>There is no mail yet.</p>')))
    },
  )
}
