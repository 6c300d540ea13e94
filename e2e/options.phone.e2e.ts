import { expect, havePortfolio, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { makeLongDatedPut } from './support/sample-files.ts'

/** Two themes of a page with hundreds of figures. */
const AXE_MS = 180_000

test('the chain fits a phone: one set of figures at a time, rows for a thumb, nothing sideways', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await havePortfolio(page, 'In hand', `ticker,shares,avgCost,sector\nNVDA,10,100,\n${makeLongDatedPut()},-1,6,\n`)
  await page.goto('/options?ticker=NVDA')
  const ladder = page.getByRole('table', { name: /^NVDA options of/ })
  await expect(ladder).toBeVisible()
  const row = await ladder.locator('[role=row][tabindex="0"]').boundingBox()
  expect(row!.height).toBe(44)
  await page.getByText('Bid, ask', { exact: true }).click()
  await expect(ladder.getByRole('button', { name: /^Buy the .* call at/ }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Expiry' }).selectOption({ index: 0 })
  await expect(ladder).toBeVisible()
  await expect(page.getByRole('table', { name: 'Option positions' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    // Charts follow the width a frame later.
    await expect.poll(overflow, { message: `${width} px` }).toBeLessThanOrEqual(0)
  }
})

test('a contract opens from below and fits', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await havePortfolio(page, 'In hand', 'ticker,shares,avgCost,sector\nNVDA,10,100,\n')
  await page.goto('/options?ticker=NVDA')
  await page
    .getByRole('table', { name: /^NVDA options of/ })
    .locator('[role=row][tabindex="0"] [data-symbol]')
    .first()
    .tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: 'Payoff at expiry' })).toBeVisible()
  const sideways = () => sheet.evaluate((element) => element.scrollWidth - element.clientWidth)
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})
