import { expect, JOURNEY, selectedPortfolio, signedInTest as test } from './support/browser-test.ts'

test('a newcomer has a filled overview after one click', JOURNEY, async ({ page }) => {
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
  await expect(page.getByText('Upload Portfolio').first()).toBeVisible()
  await page.getByRole('button', { name: 'Load sample portfolio' }).click()
  await expect(page.getByRole('table', { name: /positions/i })).toBeVisible()
  await expect(page.getByText('Performance and risk')).toBeVisible()
  await expect(page.getByText(/this is a sample/i)).toBeVisible()
  await expect(selectedPortfolio(page)).toHaveText(/Core Growth/)
})

test('another sample can be chosen', async ({ page }) => {
  await page.getByRole('radio', { name: /Dividend Income/ }).check()
  await page.getByRole('button', { name: 'Load sample portfolio' }).click()
  await expect(selectedPortfolio(page)).toHaveText(/Dividend Income/)
})

test('the hint about the sample stays away once dismissed', async ({ page }) => {
  await page.getByRole('button', { name: 'Load sample portfolio' }).click()
  const hint = page.getByText(/this is a sample/i)
  await expect(hint).toBeVisible()
  await page.getByRole('button', { name: /dismiss/i }).click()
  await expect(hint).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Performance and risk')).toBeVisible()
  await expect(hint).toHaveCount(0)
})
