// Tests: billing.test.ts

import { describeStart, PLAN_COPY, PRODUCT_NAME } from '@ballast/contract'
import { escapeHtml, renderFailure, renderPage } from '../../http/page.ts'
import type { SandboxCharge, SandboxSession, SandboxSubscription } from '../../payments/sandbox/sandbox-objects.ts'

/*
 * What the payment provider's own pages are in the sandbox. Plain HTML without scripts; each button is a form.
 */

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`
const day = (seconds: number) =>
  new Date(seconds * 1_000).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
const notice = `<p class="note">${escapeHtml(PLAN_COPY.sandbox)}</p>`
const button = (action: string, label: string, style = '') =>
  `<form method="post" action="${escapeHtml(action)}"><button type="submit" class="${style}">${escapeHtml(label)}</button></form>`
const link = (href: string, label: string) =>
  `<p class="note"><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`

/** @param path address of this page */
export function renderCheckout(session: SandboxSession, path: string): string {
  const { name, trialDays } = session.sandbox
  const isSubscription = session.mode === 'subscription'
  const terms = isSubscription ? describeStart(trialDays) : `${money(session.amount_total)}, once`
  const label = trialDays > 0 ? 'Start trial' : `Pay ${money(session.amount_total)}`
  return renderPage(
    'Checkout',
    `<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(terms)}.</p>
${button(`${path}/pay`, label)}
${link(session.cancel_url, `Back to ${PRODUCT_NAME} without paying`)}
${notice}`,
  )
}

export interface PortalView {
  subscription: SandboxSubscription | undefined
  charges: readonly SandboxCharge[]
  returnUrl: string
}

/** @param path address of this page */
export function renderPortal({ subscription, charges, returnUrl }: PortalView, path: string): string {
  return renderPage(
    'Billing portal',
    `<h1>Billing portal</h1>
${subscription ? renderSubscription(subscription, path) : '<p>There is no subscription.</p>'}
<h2>Receipts</h2>
${renderReceipts(charges)}
${link(returnUrl, `Back to ${PRODUCT_NAME}`)}
${notice}`,
  )
}

function renderSubscription(subscription: SandboxSubscription, path: string): string {
  const { status, cancel_at_period_end: isCancelling, sandbox, items } = subscription
  const end = day(items.data[0].current_period_end)
  // Nobody knows when one renews that is not paid for.
  const next = status === 'past_due' ? '' : `, ${isCancelling ? 'ends' : 'renews'} on ${end}`
  const forms =
    status === 'past_due'
      ? [button(`${path}/pay-overdue`, `Pay ${money(sandbox.amount)} that are overdue`)]
      : [
          isCancelling
            ? button(`${path}/resume`, 'Renew after all')
            : button(`${path}/cancel`, 'Cancel at the end of the period'),
          button(`${path}/renew`, 'Simulate the end of the period', 'quiet'),
          button(`${path}/fail`, 'Simulate a payment that fails', 'quiet'),
        ]
  return `<p>${escapeHtml(sandbox.name)}, ${money(sandbox.amount)} a month: ${escapeHtml(status.replace('_', ' '))}${next}.</p>
${forms.join('\n')}`
}

function renderReceipts(charges: readonly SandboxCharge[]): string {
  if (charges.length === 0) return '<p>Nothing has been paid yet.</p>'
  const rows = charges.map(({ created, description, amount, amount_refunded: refunded }) => {
    const note = refunded > 0 ? ` (${money(refunded)} refunded)` : ''
    return `<li>${day(created)}: ${escapeHtml(description)}, ${money(amount)}${note}</li>`
  })
  return `<ul>${rows.join('\n')}</ul>`
}

export const renderGone = (): string =>
  renderFailure('This page is over', 'The checkout was paid, cancelled, or never was.', {
    href: '/pricing',
    label: 'Back to Pricing',
  })
