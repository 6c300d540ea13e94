import { randomUUID } from 'node:crypto'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import { choosePortfolio, expect, havePortfolio, signIn, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const AXE_MS = 180_000

test('on a phone the cards are swiped and the ticket comes from below', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  const csv = 'ticker,shares,avgCost,sector\nAAPL,100,150,Technology\nNVDA,300,100,Technology\nKO,100,55,\n'
  const id = await havePortfolio(page, `Phone ${randomUUID().slice(0, 8)}`, csv)
  await choosePortfolio(page, id)
  await page.goto('/hedges')
  await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()

  // The edge of the next card is in sight, and the page itself does not move sideways.
  const { width } = page.viewportSize()!
  const leftOfNext = () => cards.nth(1).evaluate((element) => element.getBoundingClientRect().left)
  await expect.poll(leftOfNext).toBeLessThan(width - 8)
  // Charts follow the width a frame later.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  await page.getByRole('button', { name: /^Strategy 2 of/ }).click()
  await expect(page.getByRole('button', { name: /^Strategy 2 of/ })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)

  await cards.nth(1).getByRole('button', { name: 'Show ticket' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ticket' })
  await expect(sheet.getByText(/This is not an order\./)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(cards.nth(1).getByRole('button', { name: 'Show ticket' })).toBeFocused()
})
