import { expect, expectAnswer, signedInTest, test } from './support/browser-test.ts'

signedInTest('an unknown address says so to someone signed in', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle(/Page Not Found/)
  await page.getByRole('link', { name: 'Go to Portfolio' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Portfolio Overview' })).toBeVisible()
})

test('a visitor at an unknown address gets the landing page and can sign in there', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})

test('a missing asset is a 404, not a page', async ({ page }) => {
  expectAnswer(404, '/assets/no-such-file.js')
  const answer = await page.goto('/assets/no-such-file.js')
  expect(answer?.status()).toBe(404)
})

signedInTest('the address of a portfolio without its id leads to the overview', async ({ page }) => {
  await page.goto('/portfolios')
  await expect(page.getByRole('heading', { level: 1, name: 'Portfolio Overview' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})
