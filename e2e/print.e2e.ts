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
/** Width and height of an A4 sheet without its margins, in px. */
const SHEET_WIDTH = 718
const SHEET_HEIGHT = 1_046

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

test('the first sheet of the overview holds what it is worth and how it is at risk', async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  await choosePortfolio(page, await havePortfolio(page, 'First sheet', SAMPLE_PORTFOLIOS[0]!.csv))
  await page.reload()
  const card = page.getByRole('region', { name: 'Performance and risk' })
  await expect(card.getByText('Top risk')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: SHEET_WIDTH, height: SHEET_HEIGHT })
  const findEnd = async () => {
    const box = await card.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  await expect.poll(findEnd).toBeLessThan(SHEET_HEIGHT)
  expect(await findEnd()).toBeGreaterThan(0.7 * SHEET_HEIGHT)
})

test('the heat map is light on paper and dark again on the screen', async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  await choosePortfolio(page, await havePortfolio(page, 'Heat', SAMPLE_PORTFOLIOS[0]!.csv))
  await page.goto('/analysis')
  await expect(page.getByRole('application', { name: /^Correlation/ }).locator('canvas')).toBeVisible()
  // Nothing is drawn between the event and the sheets, not even a frame.
  const measure = (event?: 'beforeprint' | 'afterprint') =>
    page.evaluate((name) => {
      if (name) window.dispatchEvent(new Event(name))
      const canvas = document.querySelector<HTMLCanvasElement>('main canvas')!
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      let [sum, count] = [0, 0]
      for (let place = 0; place < data.length; place += 4) {
        if (data[place + 3] === 0) continue
        sum += data[place]! + data[place + 1]! + data[place + 2]!
        count += 3
      }
      return count === 0 ? Number.NaN : sum / count
    }, event)
  await expect.poll(() => measure()).toBeLessThan(110)
  expect(await measure('beforeprint')).toBeGreaterThan(160)
  await measure('afterprint')
  await expect.poll(() => measure()).toBeLessThan(110)
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
