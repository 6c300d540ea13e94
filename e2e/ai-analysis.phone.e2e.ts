import { randomUUID } from 'node:crypto'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import { choosePortfolio, expect, havePortfolio, signIn, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const AXE_MS = 180_000
/** The first run of a process computes everything anew. */
const RUN_MS = 60_000

test('on a phone everything is one column, and the sheet comes from below', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  const csv = 'ticker,shares,avgCost,sector\nAAPL,100,150,Technology\nNVDA,300,100,Technology\nKO,100,55,\n'
  const id = await havePortfolio(page, `Phone ${randomUUID().slice(0, 8)}`, csv)
  await choosePortfolio(page, id)
  await page.goto('/ai-analysis')
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByText('Reasoning')).toBeVisible({ timeout: RUN_MS })
  await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
  const first = page.getByRole('article').first()
  await expect(first).toBeVisible({ timeout: RUN_MS })
  // Charts follow the width a frame later.
  const isNoWiderThanTheScreen = () =>
    expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width)
  await page.getByText(/^What is related/).click()
  await expect(page.getByRole('table', { name: 'Assets related to the portfolio beyond chance' })).toBeVisible()
  await isNoWiderThanTheScreen()
  await first.getByRole('button', { name: /^Options chain of/ }).click()
  await expect(page.getByRole('table', { name: /options of/ })).toBeVisible({ timeout: RUN_MS })
  await isNoWiderThanTheScreen()
  await expectAccessible(page)

  await first.getByRole('button', { name: /^Analyze / }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('region', { name: 'Payoff at expiry' })).toBeVisible()
  // It slides in over a moment.
  const bottom = () => sheet.evaluate((element) => element.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBeCloseTo(page.viewportSize()!.height, 0)
  await expect.poll(() => sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Track record' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Track Record' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'All recommendations' })).toBeVisible()
  await isNoWiderThanTheScreen()
  await expectAccessible(page)
})
