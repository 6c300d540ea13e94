import { expect, havePortfolio, JOURNEY, signedInTest as test } from './support/browser-test.ts'

test('the overview fits a phone: the risk comes first, and nothing scrolls sideways', JOURNEY, async ({ page }) => {
  await havePortfolio(page, 'In hand', 'ticker,shares,avgCost,sector\nAAPL,10,150,Technology\nMSFT,5,200,Technology\n')
  await expect(page.getByRole('row', { name: /AAPL/ })).toBeVisible()
  const topOf = (text: string) =>
    page
      .getByText(text)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top)
  // Read again until both stand: the figures take the place of their skeletons in the meantime.
  await expect(async () => {
    expect(await topOf('Performance and risk')).toBeLessThan(await topOf('Total Cost Basis'))
  }).toPass({ timeout: 30_000 })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // Charts follow the width a frame later.
  await expect.poll(overflow).toBeLessThanOrEqual(0)
})

test('targets are large enough for a thumb', async ({ page }) => {
  const buttons = page.getByRole('main').locator('button, a[href]')
  await expect(buttons.first()).toBeVisible()
  for (const box of await Promise.all((await buttons.all()).map((button) => button.boundingBox()))) {
    if (box) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
  }
})
