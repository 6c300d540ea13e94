import path from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, signedInTest as test } from './support/browser-test.ts'

// A phone's screenshot with tabs, an advertisement and two-line rows; nobody has these holdings.
const SCREENSHOT = path.join(
  import.meta.dirname,
  '../packages/importers/fixtures/images/tabs-and-advertisement-phone.png',
)

const edgesOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return { top: box.y, bottom: box.y + box.height }
}

test('a screenshot taken on the phone becomes a portfolio on the phone', async ({ page }) => {
  await page.locator('input[type=file]').setInputFiles(SCREENSHOT)
  const extract = page.getByRole('button', { name: 'Extract from 1 Image(s)' })
  const bar = await edgesOf(page.getByRole('navigation').filter({ visible: true }).last())
  await expect.poll(async () => (await edgesOf(extract)).bottom).toBeLessThanOrEqual(bar.top)
  await extract.click()
  const review = page.getByRole('region', { name: 'Review Extracted Positions' })
  const heading = page.getByText('Review Extracted Positions')
  await expect(heading).toBeFocused({ timeout: 60_000 })
  const told = page.getByRole('status').filter({ hasText: 'Positions extracted' })
  await expect
    .poll(async () => (await edgesOf(heading)).top - (await edgesOf(told)).bottom, { message: 'room between them' })
    .toBeGreaterThanOrEqual(0)
  await expect(review.getByRole('textbox', { name: 'Shares of MDB' })).toHaveValue('4501.00')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)

  const confirm = page.getByRole('button', { name: 'Confirm & Save' })
  const name = review.getByRole('textbox', { name: 'Portfolio Name' })
  await expect(name).toHaveValue('Portfolio from images')
  await name.fill('')
  await confirm.click()
  await expect(name).toBeFocused()
  await expect
    .poll(async () => (await edgesOf(confirm)).top - (await edgesOf(name)).bottom, { message: 'room between them' })
    .toBeGreaterThanOrEqual(0)
  await review.getByRole('button', { name: 'Portfolio from images' }).click()
  await expect(name).toHaveValue('Portfolio from images')
  await confirm.click()
  await expect(page.getByText('6 positions saved to Portfolio from images')).toBeInViewport()
  await expect(page.getByText('MDB', { exact: true }).first()).toBeVisible()
})
