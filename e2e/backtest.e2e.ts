import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAnswer, havePortfolio, JOURNEY, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const CSV = 'ticker,shares,avgCost,sector\nAAPL,40,120.5,Technology\nJNJ,30,150.25,Health Care\nPLTR,50,20,Technology\n'

const runButton = (page: Page) => page.getByRole('button', { name: /Run Backtest|Running Simulation/ })
const metrics = (page: Page) => page.getByRole('table', { name: /^Metrics of the portfolio/ })

async function openBacktest(page: Page, csv = CSV): Promise<string> {
  const id = await havePortfolio(page, 'Replayed', csv)
  await page.goto('/backtest')
  await expect(page.getByRole('radio', { name: /Last 6 months/ })).toBeChecked()
  return id
}

async function run(page: Page, scenario?: RegExp) {
  if (scenario) await page.getByRole('radio', { name: scenario }).click()
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/backtest/scenario'))
  await runButton(page).click()
  const body = (await (await answer).json()) as {
    analysis: string
    metrics: { totalReturn: number; sharpeRatio: number }
    coverage: { sentence: string | null }
    results: { portfolioValue: number; benchmarkValue: number }[]
  }
  await expect(metrics(page)).toBeVisible()
  return body
}

test('the default scenario runs and the screen shows what the API answered', JOURNEY, async ({ page }) => {
  await openBacktest(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Backtesting Simulations')
  await expect(page.getByText('Choose a scenario and run the backtest')).toBeVisible()
  await runButton(page).focus()
  const { analysis, metrics: figures } = await run(page)
  await expect(runButton(page)).toBeFocused()
  await expect(page.getByText(analysis).first()).toBeVisible()
  await expect(metrics(page).getByRole('row', { name: /^Sharpe ratio/ })).toContainText(
    figures.sharpeRatio.toFixed(2).replace('-', '−'),
  )
  await expectAccessible(page)
})

test('SPY alone gives two identical curves', async ({ page }) => {
  await openBacktest(page, 'ticker,shares,avgCost\nSPY,10,400\n')
  const { results } = await run(page, /COVID crash/)
  for (const { portfolioValue, benchmarkValue } of results) expect(portfolioValue).toBeCloseTo(benchmarkValue, 6)
  const total = metrics(page).getByRole('row', { name: /^Total return/ })
  await expect(total).toContainText('same')
})

test('a holding that did not exist is disclosed with what stood in for it', async ({ page }) => {
  await openBacktest(page)
  const { coverage } = await run(page, /Global financial crisis/)
  expect(coverage.sentence).toContain('did not trade then')
  const card = page.getByRole('region', { name: 'Coverage', exact: true })
  await expect(card).toContainText(coverage.sentence!)
  await expect(card.getByRole('row', { name: /^PLTR/ })).toContainText('XLK, scaled by beta')
})

test('a crisis leads to the form that protects against it', async ({ page }) => {
  await openBacktest(page)
  await run(page, /Global financial crisis/)
  await page.getByRole('link', { name: 'Hedge Against This' }).click()
  await expect(page.getByLabel('Or a past crisis')).toHaveValue('gfc-2007')
  await expect(page.getByLabel('If the market falls, %')).toBeDisabled()
})

test('own data only leaves it out instead', async ({ page }) => {
  await openBacktest(page)
  await page.getByRole('switch', { name: /Own data only/ }).click()
  await run(page, /Global financial crisis/)
  await expect(page.getByRole('row', { name: /^PLTR/ })).toContainText('Left out')
})

test('value and drawdown share one cursor that the keyboard moves', async ({ page }) => {
  await openBacktest(page)
  await run(page, /COVID crash/)
  const chart = page.getByRole('application', { name: /^Value of/ })
  await chart.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('status').filter({ hasText: 'Mar 23, 2020' })).toHaveText(
    /Replayed \$[\d,]+, SPY \$[\d,]+, Drawdown −\d+\.\d%/,
  )
  // A vertical line in the one panel and in the other.
  await expect(chart.locator('line[y1="8"].stroke-muted-foreground')).toHaveCount(1)
  await expect(
    page.locator('[aria-hidden=true][aria-label^=Drawdown] line[y1="8"].stroke-muted-foreground'),
  ).toHaveCount(1)
})

test('a custom range runs, and one that is too short is refused in words', async ({ page }) => {
  await openBacktest(page)
  await page.getByRole('radio', { name: /Custom range/ }).click()
  await expect(runButton(page)).toBeDisabled()
  await page.getByLabel('First day').fill('2019-01-02')
  await page.getByLabel('Last day').fill('2019-01-04')
  expectAnswer(400, '/api/backtest/scenario')
  expectAnswer(422, '/api/backtest/scenario')
  await runButton(page).click()
  await expect(page.getByText('The backtest did not run')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page.getByLabel('Last day').fill('2019-06-28')
  await run(page)
  await expect(page.getByText(/2019-01-02 to 2019-06-28/).first()).toBeVisible()
})

test('every day is saved as CSV, from which the total return follows', async ({ page }) => {
  await openBacktest(page)
  const { metrics: figures } = await run(page, /COVID crash/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Every day (CSV)' }).click()
  const csv = (await readFile(await (await download).path())).toString()
  const values = csv
    .split(/\r?\n/)
    .filter((line) => line.startsWith('day,'))
    .map((line) => Number(line.split(',')[2]))
  expect((values.at(-1)! / values[0]! - 1) * 100).toBeCloseTo(figures.totalReturn, 6)
})

test('the chart is saved as a picture', async ({ page }) => {
  await openBacktest(page)
  await run(page, /COVID crash/)
  await page.getByRole('button', { name: /^Download Value over time/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'PNG' }).click()
  const picture = await readFile(await (await download).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
})

test('four scenarios stand side by side and no fifth', async ({ page }) => {
  await openBacktest(page)
  await run(page)
  const add = page.getByLabel('Add a scenario to compare')
  for (const label of ['COVID crash', 'Bear market of 2022', 'Dot-com crash']) {
    await add.selectOption({ label })
    await expect(page.getByRole('button', { name: `Remove ${label}` })).toBeVisible()
  }
  await expect(add).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Compare scenarios' }).getByText('Own prices')).toHaveCount(4)
})

test('the portfolio chosen is remembered; choosing none forgets it', async ({ page }) => {
  const id = await openBacktest(page)
  const stored = () => page.evaluate(() => localStorage.getItem('lastSelectedPortfolioId'))
  expect(await stored()).toBe(id)
  await page.getByRole('combobox', { name: 'Portfolio' }).selectOption({ label: 'No portfolio' })
  await expect(page.getByText('Please select a portfolio to run backtests').first()).toBeVisible()
  await expect(runButton(page)).toBeDisabled()
  expect(await stored()).toBeNull()
})

test('the link to the formulas leads there', async ({ page }) => {
  await openBacktest(page)
  await page.getByRole('link', { name: 'How Calculations Work', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How Calculations Work' })).toBeVisible()
})

test('the choices meet WCAG 2.2 AA in both themes', async ({ page }) => {
  await openBacktest(page)
  await expectAccessible(page)
})

test('the answer meets WCAG 2.2 AA in both themes', async ({ page }) => {
  await openBacktest(page)
  await run(page, /Global financial crisis/)
  await expectAccessible(page)
})

test('at 390 px nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openBacktest(page)
  await run(page, /COVID crash/)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // Charts follow the width a frame later.
  await expect.poll(overflow).toBeLessThanOrEqual(0)
})
