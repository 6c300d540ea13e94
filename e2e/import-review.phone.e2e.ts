import path from 'node:path'
import { expect, signedInTest as test } from './support/browser-test.ts'

// A phone's screenshot with tabs, an advertisement and two-line rows; nobody has these holdings.
const SCREENSHOT = path.join(
  import.meta.dirname,
  '../server/src/importers/images/fixtures/tabs-and-advertisement-phone.png',
)

test('a screenshot taken on the phone becomes a portfolio on the phone', async ({ page }) => {
  await page.locator('input[type=file]').setInputFiles(SCREENSHOT)
  await page.getByRole('button', { name: 'Extract from 1 Image(s)' }).click()
  const review = page.getByRole('region', { name: 'Review Extracted Positions' })
  await expect(review).toBeVisible({ timeout: 20_000 })
  await expect(review.getByRole('spinbutton', { name: 'Shares of MDB' })).toHaveValue('4501.00')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByRole('textbox', { name: 'Portfolio Name' }).first().fill('From my phone')
  await page.getByRole('button', { name: 'Confirm & Save' }).click()
  await expect(page.getByText('MDB').first()).toBeVisible()
})
