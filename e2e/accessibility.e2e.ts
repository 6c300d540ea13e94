import type { Page } from '@playwright/test'
import { expect, havePortfolio, JOURNEY, signedInTest, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const CSV = 'ticker,shares,avgCost,sector\nAAPL,10,150,Technology\nMSFT,5,200,\nJNJ,-3,160,Health Care\n'

test('every public page meets WCAG 2.2 AA in both themes', async ({ page }) => {
  for (const path of ['/', '/backtest-transparency', '/terms', '/privacy', '/risk-disclosure', '/contact']) {
    await expectAccessibleAt(page, path)
  }
})

signedInTest('the first run meets WCAG 2.2 AA in both themes', async ({ page }) => {
  await expect(page.getByRole('button', { name: 'Load sample portfolio' })).toBeVisible()
  await expectAccessible(page)
})

signedInTest(
  'the filled overview meets WCAG 2.2 AA in both themes and tells all without colours',
  JOURNEY,
  async ({ page }) => {
    await havePortfolio(page, 'Accessible', CSV)
    await expect(page.getByRole('row', { name: /AAPL/ })).toBeVisible()
    await expect(page.getByText('Performance and risk')).toBeVisible()
    await expectAccessible(page)

    // Where the system forces its own, what is chosen still stands out and a bar is still drawn.
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    const [chosen, paper] = await page.evaluate(() =>
      ['Highlight', 'Canvas'].map((name) => {
        document.body.style.setProperty('outline-color', name)
        return getComputedStyle(document.body).outlineColor
      }),
    )
    await expect(page.locator('label', { hasText: 'Market value' }).first()).not.toHaveCSS(
      'background-color',
      chosen ?? '',
    )
    await expect(page.locator('label:has(:checked)', { hasText: 'Cost' }).first()).toHaveCSS(
      'background-color',
      chosen ?? '',
    )
    await expect(page.getByRole('progressbar').first().locator('div')).not.toHaveCSS('background-color', paper ?? '')
  },
)

signedInTest('managing a portfolio meets WCAG 2.2 AA in both themes', JOURNEY, async ({ page }) => {
  // The longest name there is, without a place to break it.
  await page.goto(`/portfolios/${await havePortfolio(page, 'W'.repeat(100), CSV)}`)
  await expect(page.getByRole('row', { name: /AAPL/ })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit AAPL' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

signedInTest('the review of what was read meets WCAG 2.2 AA in both themes', async ({ page }) => {
  await page.getByRole('tab', { name: 'CSV Text' }).click()
  await page.getByRole('textbox', { name: 'CSV Text' }).fill('Papier;Menge;Konto\nAAPL;10;1\nQQQZZ;5;2\n')
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await expect(page.getByText('Review Extracted Positions')).toBeFocused()
  await page.getByRole('button', { name: 'Show lines' }).click()
  await expect(page.getByRole('table', { name: 'Lines that were read' })).toBeVisible()
  await expectAccessible(page)
})

signedInTest('every screen of a user without a portfolio meets WCAG 2.2 AA in both themes', async ({ page }) => {
  const withoutPortfolio = ['/options', '/hedges', '/ai-analysis', '/track-record', '/analytics', '/no-such-page']
  for (const path of ['/account', '/pricing', '/contact', ...withoutPortfolio]) await expectAccessibleAt(page, path)
})

signedInTest('the first stop of the keyboard skips to the content', async ({ page }) => {
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

const expectAccessibleAt = (page: Page, path: string) =>
  test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  })
