import type { Browser, Page } from '@playwright/test'
import {
  expect,
  expectAnswer,
  havePortfolio,
  JOURNEY,
  selectedPortfolio,
  signedInTest as test,
} from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

/** Invites somebody to a new portfolio of this user, and shows the invitation on the guest's phone. */
async function invite(page: Page, browser: Browser) {
  const id = await havePortfolio(page, 'Retirement', 'ticker,shares,avgCost\nAAPL,10,100\nTLT,20,90\n')
  await page.goto(`/portfolios/${id}`)
  const sharing = page.getByRole('region', { name: 'Sharing' })
  await sharing.getByLabel('E-mail address (optional)').fill(`guest-of-${id}@example.com`)
  await sharing.getByRole('button', { name: 'Create invitation' }).click()
  await expect(sharing.getByText(`A mail to guest-of-${id}@example.com is on its way`)).toBeVisible()
  const link = await sharing.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  const { origin, pathname } = new URL(link)

  const phone = await browser.newContext({ baseURL: origin, viewport: { width: 360, height: 740 } })
  const guest = await phone.newPage()
  await guest.goto(`/api/login?returnTo=${encodeURIComponent(pathname)}`)
  await guest.getByLabel(/e-?mail/i).fill(`guest-of-${id}@example.com`)
  await guest.getByLabel(/name/i).fill('Gil Guest')
  await guest.getByRole('button', { name: /sign in|continue/i }).click()
  await expect(guest.getByText('You are invited to read a portfolio')).toBeVisible()
  return { id, sharing, link, guest }
}

/** Accepts the invitation that the guest sees, by keyboard. */
async function accept(guest: Page): Promise<void> {
  await guest.getByRole('button', { name: 'Accept invitation' }).focus()
  await guest.keyboard.press('Enter')
  await expect(selectedPortfolio(guest)).toHaveText('Retirement (shared by Nora)')
  await expect(guest.getByText('TLT', { exact: true }).filter({ visible: true }).first()).toBeVisible()
}

test('a portfolio is shared by a link, and read by another on a phone', JOURNEY, async ({ page, browser }) => {
  const { id, sharing, guest } = await invite(page, browser)
  await expect(sharing.getByText(`Open invitation for guest-of-${id}@example.com, until`)).toBeVisible()
  await accept(guest)
  await expect(guest.getByText('Compared with').filter({ visible: true }).first()).toBeVisible()
  await expect(guest.getByRole('button', { name: /Compared with/ })).toHaveCount(0)
  await guest.getByRole('link', { name: 'About this shared portfolio' }).click()
  await expect(guest.getByRole('region', { name: 'Shared by Nora' })).toBeVisible()
  await expect(guest.getByRole('button', { name: /Delete|Rename|Create invitation/ })).toHaveCount(0)
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(guest)
  await guest.context().close()
})

test('what is shared is changed by its owner alone, on every screen', async ({ page, browser }) => {
  const { guest } = await invite(page, browser)
  await expectAccessible(page)
  await expectAccessible(guest)
  await accept(guest)
  await expectAccessible(guest)
  for (const address of ['/analysis', '/options', '/hedges', '/ai-analysis', '/backtest']) {
    await guest.goto(address)
    await expect(selectedPortfolio(guest)).toHaveText('Retirement (shared by Nora)')
    await expect(guest.getByRole('button', { name: /^(Add position|Save|Apply|Keep)/ })).toHaveCount(0)
  }
  // A what-if is looked at and not saved.
  await guest.goto('/')
  await guest.getByRole('link', { name: 'About this shared portfolio' }).click()
  await expect(guest.getByRole('region', { name: 'Shared by Nora' })).toBeVisible()
  const sharedId = new URL(guest.url()).pathname.replace('/portfolios/', '')
  await guest.goto(`/?whatIf=${encodeURIComponent(`${sharedId}~AAPL:0`)}`)
  const whatIf = guest.getByRole('region', { name: 'What if' })
  await expect(whatIf.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expect(whatIf.getByRole('button', { name: /Save|Apply/ })).toHaveCount(0)
  await guest.context().close()
})

test('sharing ends at once, whichever side ends it', async ({ page, browser }) => {
  const { id, sharing, link, guest } = await invite(page, browser)
  await accept(guest)
  // The guest has it open when it ends.
  await page.goto('/inbox')
  await expect(page.getByText(/^Gil Guest \(guest-of-.*\) accepted your invitation/)).toBeVisible()
  await page.goto(`/portfolios/${id}`)
  await sharing.getByRole('button', { name: /^End sharing with Gil Guest/ }).click()
  await expect(sharing.getByRole('list')).toHaveCount(0)
  await guest.getByRole('link', { name: 'Analysis', exact: true }).filter({ visible: true }).click()
  await expect(guest.getByText('“Retirement” is no longer shared with you').filter({ visible: true })).toBeVisible()
  await expect(guest.getByText('Upload a portfolio to get started')).toBeVisible()
  await guest.goto('/')
  await expect(guest.getByText('Retirement')).toHaveCount(0)
  expectAnswer(404, '/api/shares')
  await guest.goto(new URL(link).pathname)
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(guest.getByText(/^This invitation was used or withdrawn/)).toBeVisible()

  await sharing.getByRole('button', { name: 'Create invitation' }).click()
  const next = sharing.getByRole('textbox', { name: 'Link', exact: true })
  await expect(next).not.toHaveValue(link)
  await guest.goto(new URL(await next.inputValue()).pathname)
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await guest.getByRole('link', { name: 'About this shared portfolio' }).click()
  await guest.getByRole('button', { name: 'Stop reading it' }).click()
  await guest.getByRole('alertdialog').getByRole('button', { name: 'Stop reading' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Portfolio Overview' })).toBeVisible()
  await expect(guest.getByText('Retirement')).toHaveCount(0)
  await guest.context().close()
})
