import type { Page } from '@playwright/test'
import { expect, JOURNEY, selectedPortfolio, signedInTest, signIn, test } from './support/browser-test.ts'

/** No page may be left that asks for something as nobody, and is refused it. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

signedInTest('a newcomer signs in and is greeted by name', async ({ page, newcomer }) => {
  await page.getByRole('button', { name: /account menu/i }).click()
  await expect(page.getByText(newcomer.name)).toBeVisible()
  await expect(page.getByText(newcomer.email)).toBeVisible()
})

test('sign-in comes back to the page that was asked for', JOURNEY, async ({ page }) => {
  await page.goto('/account')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel(/e-?mail/i).fill('returning@example.com')
  await page.getByLabel(/name/i).fill('Rita Returning')
  await page.getByRole('button', { name: /sign in|continue/i }).click()
  await expect(page).toHaveURL(/\/account$/)
})

test('sign-in leads nowhere outside the site', async ({ page }) => {
  for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
    await page.getByLabel(/e-?mail/i).fill('careful@example.com')
    await page.getByLabel(/name/i).fill('Carl Careful')
    await page.getByRole('button', { name: /sign in|continue/i }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Portfolio Overview' })).toBeVisible()
    await forgetSession(page)
  }
})

signedInTest('after logging out, going back shows nothing that was private', JOURNEY, async ({ page, newcomer }) => {
  await page.goto('/account')
  await expect(page.getByText(newcomer.email).first()).toBeVisible()
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await expect(page.getByText(newcomer.email)).toHaveCount(0)
})

signedInTest('the same person comes back to the same account', async ({ page, newcomer }) => {
  const origin = new URL(page.url()).origin
  await page.request.post('/api/portfolios/upload', {
    data: { name: 'Kept', data: 'ticker,shares\nAAPL,1' },
    headers: { origin },
  })
  await forgetSession(page)
  await signIn(page, newcomer)
  await expect(selectedPortfolio(page)).toHaveText(/Kept/)
})
