import type { Page } from '@playwright/test'
import { expect, JOURNEY, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { pressEscapeIn } from './support/press-escape.ts'

const openPricing = async (page: Page) => {
  await page.getByRole('button', { name: /Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Pricing & Billing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing Plans' })).toBeFocused()
}

/** Opens the menu, reads it and closes it again. */
async function expectMenu(page: Page, check: (menu: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name: /Account menu of/ }).click()
  await check(page.getByRole('menu'))
  await pressEscapeIn(page.getByRole('menu'))
  await expect(page.getByRole('menu')).toBeHidden()
}

test('from Free to a trial of PRO, and on to tokens', JOURNEY, async ({ page }) => {
  await openPricing(page)
  await expect(page.getByText('You are on Free.')).toBeVisible()
  await expect(page.getByText('no money moves')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Discovery tokens' })).toBeHidden()
  await expectMenu(page, (menu) => expect(menu.getByText('PRO', { exact: true })).toBeHidden())

  await page.getByRole('button', { name: 'Start PRO Trial' }).click()
  await page.getByRole('button', { name: 'Start trial' }).click()
  await expect(page.getByText(/^You are on a PRO trial until .+ Then \$49 a month\.$/)).toBeVisible()
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(page.getByText('7 tokens left')).toBeVisible()
  await expectMenu(page, (menu) => expect(menu.getByText('7 tokens', { exact: true })).toBeVisible())

  await page.getByRole('button', { name: 'Buy 25 tokens' }).click()
  await page.getByRole('button', { name: 'Pay $59.00' }).click()
  await expect(page.getByText('You have 32 tokens ready to use.')).toBeVisible()
  await expect(page.getByText('32 tokens left')).toBeVisible()
  await expectMenu(page, (menu) => expect(menu.getByText('32 tokens', { exact: true })).toBeVisible())
  const statement = page.getByRole('table', { name: 'Token statement' })
  await expect(statement.getByRole('row', { name: /25 tokens bought for \$59 .* \$59\.00 \+25 32$/ })).toBeVisible()
  await expect(statement.getByRole('row', { name: /^Tokens of the month .* \+7 7$/ })).toBeVisible()
})

test('PRO is cancelled in the portal, goes on to the end of its period, and is kept after all', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Start PRO Trial' }).click()
  await page.getByRole('button', { name: 'Start trial' }).click()
  await expect(page.getByText('7 tokens left')).toBeVisible()
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await page.getByRole('link', { name: 'Back to Ballast' }).click()
  await expect(page.getByText(/^You are on PRO until .+ It will not renew\.$/)).toBeVisible()
  await expect(page.getByText(/purchased tokens wait until you are on PRO again/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Keep PRO' }).click()
  await page.getByRole('button', { name: 'Renew after all' }).click()
  await page.getByRole('link', { name: 'Back to Ballast' }).click()
  await expect(page.getByText(/^You are on a PRO trial until/)).toBeVisible()
})

test('a checkout that is left changes nothing and says so', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Start PRO Trial' }).click()
  await page.getByRole('link', { name: 'Back to Ballast without paying' }).click()
  await expect(page.getByText('Checkout cancelled. Nothing was charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(page.getByText('You are on Free.')).toBeVisible()
  await expectAccessible(page)
})

test('the browser’s back button brings a page on which paying can be begun again', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Start PRO Trial' }).click()
  await expect(page.getByRole('button', { name: 'Start trial' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Start PRO Trial' })).toBeEnabled()
})

test('support hears from a user, and everybody finds it in the footer', async ({ page, newcomer }) => {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await page.getByLabel('Subject').fill('Receipts')
  await page.getByLabel('Message').fill('Where are they?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message arrived')).toBeVisible()
  await expect(page.getByText(newcomer.email)).toBeVisible()
})
