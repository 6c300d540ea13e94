import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import { expect, JOURNEY, type Newcomer, signedInTest, signIn, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

signedInTest('somebody who is no admin sees neither the page nor the way to it', async ({ page }) => {
  await page.goto('/analytics')
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText('This page is only accessible to administrators.')).toBeVisible()
  await page.getByRole('button', { name: /Account menu of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Pricing & Billing' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Analytics' })).toBeHidden()
})

/** Another person at another browser. */
async function signInElsewhere(browser: Browser, baseURL: string | undefined, person: Newcomer): Promise<Page> {
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await elsewhere.newPage()
  await signIn(page, person)
  return page
}

const openAnalytics = async (page: Page) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  await page.getByRole('button', { name: /Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Usage Analytics' })).toBeFocused()
}

test('an admin sees a purchase, and takes the records home', JOURNEY, async ({ page, browser, baseURL }) => {
  const buyer = { email: `buyer-${randomUUID()}@example.com`, name: 'Bea Buyer' }
  const shop = await signInElsewhere(browser, baseURL, buyer)
  await shop.goto('/pricing')
  await shop.getByRole('button', { name: 'Start PRO Trial' }).click()
  await shop.getByRole('button', { name: 'Start trial' }).click()
  await shop.getByRole('button', { name: 'Buy 10 tokens' }).click()
  await shop.getByRole('button', { name: 'Pay $29.00' }).click()
  await expect(shop.getByText('17 tokens left')).toBeVisible()
  await shop.context().close()

  await openAnalytics(page)
  const purchases = page.getByRole('table', { name: 'Recent token purchases' })
  await expect(purchases.getByRole('row', { name: new RegExp(buyer.email) })).toContainText('$29.00')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Token purchases' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(buyer.email)
  await expectAccessible(page)
})

test('an admin finds a user and gives them tokens; the look and the gift are written down', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = { email: `unlucky-${randomUUID()}@example.com`, name: 'Una Unlucky' }
  const home = await signInElsewhere(browser, baseURL, person)
  await openAnalytics(page)
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(person.email)
  // Until then the list is another, and a click would meet whoever takes the place of the one aimed at.
  await expect(page.getByRole('status').filter({ hasText: /^1 user found$/ })).toHaveCount(1)
  await page
    .getByRole('table', { name: 'Users' })
    .getByRole('row', { name: new RegExp(person.email) })
    .click()
  const sheet = page.getByRole('dialog', { name: person.email })
  await expect(sheet.getByText('No tokens have moved yet.')).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Tokens' }).fill('3')
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('A run that went wrong')
  await sheet.getByRole('button', { name: 'Give tokens' }).click()
  const ledger = sheet.getByRole('table', { name: 'Ledger of this user' })
  await expect(ledger.getByRole('row', { name: /A run that went wrong/ })).toContainText('+3')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.getByRole('tab', { name: 'Audit log' }).click()
  const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').filter({ hasText: person.email })
  await expect(log.filter({ hasText: '3 tokens given: A run that went wrong' })).toContainText(ADMIN_EMAIL)
  await expect(log.filter({ hasText: 'Ledger looked at' }).first()).toContainText(ADMIN_EMAIL)

  await home.goto('/pricing')
  await expect(home.getByText('3 tokens of yours that never expire wait until you are on PRO.')).toBeVisible()
  await home.context().close()
})
