import { SAMPLE_PORTFOLIOS } from '@ballast/contract'
import type { Page } from '@playwright/test'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import { choosePortfolio, expect, expectAnswer, havePortfolio, signIn, test } from './support/browser-test.ts'

/** More positions than the scroll area of the overview has room for. */
const MANY = 40
const SCREENS = [
  ...['/', '/analysis', '/options?ticker=SPY', '/backtest', '/hedges', '/ai-analysis', '/track-record', '/policies'],
  ...['/inbox', '/account', '/pricing', '/analytics', '/portfolios/groups', '/backtest-transparency'],
  ...['/terms', '/privacy', '/risk-disclosure', '/contact', '/no-such-page'],
]
/** Width of an A4 sheet without its margins, in px. */
const SHEET_WIDTH = 718

test('every screen is light on paper, without bars or buttons, and no wider than the sheet', async ({ page }) => {
  test.setTimeout(240_000)
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  const id = await havePortfolio(page, 'On paper', SAMPLE_PORTFOLIOS[0]!.csv)
  await choosePortfolio(page, id)
  // The record of advice has a row then.
  const { origin } = new URL(page.url())
  await page.request.post(`/api/portfolios/${id}/analyze-hedges`, { data: {}, headers: { origin }, timeout: 90_000 })
  for (const path of SCREENS) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ media: 'screen' })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: SHEET_WIDTH, height: 1_000 })
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.locator('main button.select-none:visible')).toHaveCount(0)
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
      await expect.soft
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
          message: path,
          timeout: 5_000,
        })
        .toBeLessThanOrEqual(0)
      await expect.soft.poll(() => listScrolling(page), { message: path, timeout: 5_000 }).toEqual([])
    })
  }
})

test('a list that scrolls on the screen is whole on paper', async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  const rows = Array.from({ length: MANY }, (_, place) => `T${place}X,1,${place + 1},`)
  // No ticker of these has a price to replay.
  expectAnswer(422, '/api/backtest/scenario')
  const id = await havePortfolio(page, 'Many', `ticker,shares,avgCost,sector\n${rows.join('\n')}\n`)
  await choosePortfolio(page, id)
  await page.reload()
  const table = page.getByRole('table', { name: 'Portfolio Positions' })
  await expect(table.getByRole('row').nth(5)).toBeVisible()
  expect(await table.getByRole('row').count()).toBeLessThan(MANY)
  // The browser tells of the paper before it lays the sheets out, and what is read then is what they hold.
  const printed = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'))
    const count = document.querySelectorAll('[aria-label="Portfolio Positions"][role=table] [role=row]').length
    window.dispatchEvent(new Event('afterprint'))
    return count
  })
  expect(printed).toBe(MANY + 1)
})

/** Names of what would be cut off on paper, because it scrolls. */
function listScrolling(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        return (
          (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
        )
      })
      .map((element) => element.getAttribute('aria-label') ?? element.className),
  )
}
