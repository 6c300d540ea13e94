import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import { becomePro, expect, havePortfolio, JOURNEY, signedInTest, signIn, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { pressEscapeIn } from './support/press-escape.ts'

const CSV = 'ticker,shares,avgCost,sector\nAAPL,100,150,Technology\nNVDA,300,100,Technology\nKO,100,55,\n'
/** Two themes, three tabs and a sheet. */
const AXE_MS = 180_000

/** For whoever is signed in and may ask. */
async function recommend(page: Page): Promise<void> {
  const portfolioId = await havePortfolio(page, `Advised ${randomUUID().slice(0, 8)}`, CSV)
  const origin = new URL(page.url()).origin
  const answer = await page.request.post('/api/ai-analysis/comprehensive', {
    data: { portfolioId },
    headers: { origin },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('a recommendation is on record with its hash, and its evidence and the rows can be taken along', async ({
  page,
}) => {
  // Of one account the first of a day counts: here it is this one.
  await signIn(page, { email: `advised-${randomUUID()}@example.com`, name: 'Nora Newcomer' })
  await becomePro(page)
  await recommend(page)
  await page.goto('/ai-analysis')
  await page.getByRole('link', { name: 'Track record' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Track Record' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'AI Analysis' }).first()).toBeVisible()
  const table = page.getByRole('table', { name: 'All recommendations' })
  await page.getByLabel('Only mine').click()
  const row = table.getByRole('row', { name: /Reduce concentration in NVDA/ }).first()
  await expect(row.getByText('Open')).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('ballast-recommendations-simulated.csv')
  expect(await readFile((await download.path())!, 'utf8')).toContain('Reduce concentration in NVDA')

  await row.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /Reduce concentration in NVDA/ })
  await expect(sheet.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible()
  await pressEscapeIn(sheet)
  await expect(row).toBeFocused()
})

test('no percentage stands anywhere while too few have matured', async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  await recommend(page)
  await page.goto('/track-record')
  await expect(page.getByText(/percentages appear from 30/)).toBeVisible()
  await expect(page.getByText('Success rate')).toHaveCount(0)
  await page.goto('/ai-analysis')
  const card = page.getByRole('region', { name: 'Historical Performance' })
  await expect(card.getByText(/percentages appear from 30/)).toBeVisible()
  await expect(card.getByText('Simulated', { exact: true })).toBeVisible()
  expect(await card.textContent()).not.toMatch(/\d%/)
})

signedInTest('everybody sees the record without whose it is, live and replayed apart', async ({ page }) => {
  await page.goto('/track-record')
  await expect(page.getByRole('tab', { name: 'Simulated' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Live' }).click()
  await expect(page).toHaveURL(/tab=live/)
  await expect(page.getByText('No live recommendation has been made yet')).toBeVisible()
  await page.getByRole('tab', { name: 'Live' }).press('ArrowRight')
  await page.getByRole('tab', { name: 'Simulated' }).press('ArrowRight')
  await expect(page.getByText('No replay has been made')).toBeVisible()
})

test('a recommendation is on record, which meets WCAG 2.2 AA in both themes', JOURNEY, async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  await recommend(page)
  await page.goto('/track-record')
  await page.getByLabel('Only mine').click()
  await expect(page.getByRole('table', { name: 'All recommendations' }).getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
})

test('its sheets and its other tabs meet WCAG 2.2 AA in both themes', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  await recommend(page)
  await page.goto('/track-record')
  await page.getByLabel('Only mine').click()
  await page.getByRole('table', { name: 'All recommendations' }).getByRole('row').nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^[0-9a-f]{64}$/)
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Replayed' }).click()
  await expect(page.getByText('No replay has been made')).toBeVisible()
  await expectAccessible(page)
})
