import type { Page } from '@playwright/test'
import { expect, havePortfolio, JOURNEY, signedInTest as test } from './support/browser-test.ts'
import { dollars, twoDecimals, workOutByHand } from './support/by-hand.ts'

const CSV = `ticker,shares,avgCost,sector
AAPL,40,120.5,Technology
MSFT,15,210,Technology
JNJ,30,150.25,Health Care
XOM,60,61.1,Energy
SPY,12.5,400,Index funds
`

const table = (page: Page) => page.getByRole('table', { name: 'Portfolio Positions' })
const positionRows = (page: Page) => table(page).getByRole('row').filter({ hasNotText: 'Avg Cost' })

let portfolioId: string

test.beforeEach(async ({ page }) => {
  portfolioId = await havePortfolio(page, 'By hand', CSV)
  await expect(table(page)).toBeVisible()
})

test('the three cards show the sums', JOURNEY, async ({ page }) => {
  const expected = await workOutByHand(page, portfolioId)
  // 40 × 120.5 + 15 × 210 + 30 × 150.25 + 60 × 61.1 + 12.5 × 400 = 21,143.50; 40 + 15 + 30 + 60 + 12.5 = 157.50
  expect(expected.totalCost).toBeCloseTo(21_143.5, 6)
  await expect(page.getByText('$21,143.50').first()).toBeVisible()
  await expect(page.getByText('157.50').first()).toBeVisible()
  for (const label of ['Total Cost Basis', 'Positions', 'Total Shares']) {
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
  }
})

test('every row shows shares × price and shares × cost', async ({ page }) => {
  const { rows } = await workOutByHand(page, portfolioId)
  for (const { ticker, sector, shares, avgCost, price, value, cost } of rows) {
    const row = table(page).getByRole('row', { name: new RegExp(`^${ticker}`) })
    for (const text of [
      sector,
      twoDecimals(shares),
      dollars(avgCost ?? Number.NaN, 2),
      dollars(price, 2),
      dollars(value, 0),
      dollars(cost, 0),
    ]) {
      await expect(row).toContainText(text)
    }
  }
})

test('the columns are the specified seven', async ({ page }) => {
  const headers = table(page).getByRole('columnheader')
  await expect(headers).toHaveText([
    'Ticker',
    'Sector',
    'Shares',
    'Avg Cost',
    'Current Price',
    'Market Value',
    'Cost Basis',
  ])
})

test('market value and allocation add up', async ({ page }) => {
  const { marketValue, rows, totalCost } = await workOutByHand(page, portfolioId)
  await expect(
    page
      .getByText(dollars(marketValue, 0))
      .or(page.getByText(dollars(marketValue, 2)))
      .first(),
  ).toBeVisible()
  const allocation = page.getByRole('region', { name: 'Asset Allocation' })
  for (const { ticker, cost } of rows) {
    await expect(allocation).toContainText(ticker)
    await expect(allocation).toContainText(`${((100 * cost) / totalCost).toFixed(1)}%`)
  }
})

test('sectors show their share of the cost, and of the market value when asked', async ({ page }) => {
  const { sectorPercent, rows, marketValue } = await workOutByHand(page, portfolioId)
  const sectors = page.getByRole('region', { name: 'Sector Analysis' })
  for (const [name, percent] of sectorPercent) {
    await expect(sectors).toContainText(name)
    await expect(sectors).toContainText(`${percent.toFixed(1)}%`)
  }
  await sectors.getByRole('radio', { name: /market value/i }).click()
  const energy = rows.filter(({ sector }) => sector === 'Energy').reduce((sum, { value }) => sum + value, 0)
  await expect(sectors).toContainText(`${((100 * energy) / marketValue).toFixed(1)}%`)
})

test('columns sort by a click and by the keyboard, and say so', async ({ page }) => {
  const shares = table(page).getByRole('columnheader', { name: /Shares/ })
  await shares.getByRole('button').click()
  await expect(shares).toHaveAttribute('aria-sort', /ascending|descending/)
  const first = await shares.getAttribute('aria-sort')
  const rising = ['SPY', 'MSFT', 'JNJ', 'AAPL', 'XOM'].map((ticker) => new RegExp(`^${ticker}`))
  await expect(positionRows(page)).toHaveText(first === 'ascending' ? rising : rising.toReversed())
  await shares.getByRole('button').press('Enter')
  await expect(shares).toHaveAttribute('aria-sort', first === 'ascending' ? 'descending' : 'ascending')
  await expect(positionRows(page)).toHaveText(first === 'ascending' ? rising.toReversed() : rising)
})

test('rows are walked with the arrow keys', async ({ page }) => {
  await page.getByRole('region', { name: /Portfolio Positions, scrollable/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(table(page).locator('[role=row]:focus')).toHaveCount(1)
  await page.keyboard.press('End')
  await expect(table(page).locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', '6')
})

test('refresh asks for fresh prices and the age is shown', async ({ page }) => {
  const request = page.waitForRequest((sent) => sent.url().includes('/prices?refresh=true'))
  await page.getByRole('button', { name: /refresh/i }).click()
  await request
  await expect(page.getByText(/Updated \d+[sm] ago|At close/).first()).toBeVisible()
})

test('the theme is remembered, and dark is the first', async ({ page }) => {
  const root = page.locator('html')
  await expect(root).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(root).not.toHaveClass(/dark/)
  await page.reload()
  await expect(root).not.toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(root).toHaveClass(/dark/)
})

test('a ticker without a price is marked and left out of the value', async ({ page }) => {
  await havePortfolio(page, 'Unknown one', 'ticker,shares,avgCost\nAAPL,1,100\nZZZZQQ,10,7\n')
  await page.getByRole('combobox', { name: 'Portfolio' }).selectOption({ label: 'Unknown one' })
  const row = table(page).getByRole('row', { name: /^ZZZZQQ/ })
  await expect(row).toContainText(/no price/i)
  await expect(row).toContainText('$7.00')
})

test('the browser keeps nothing but the theme and the chosen portfolio', async ({ page }) => {
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => !['theme', 'lastSelectedPortfolioId'].includes(key))).toEqual([])
})
