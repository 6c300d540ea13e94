import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAnswer, havePortfolio, JOURNEY, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { expectRoomForText } from './support/expect-room-for-text.ts'
import { pressEscapeIn } from './support/press-escape.ts'

const CSV = `ticker,shares,avgCost,sector
AAPL,40,120.5,Technology
MSFT,15,210,Technology
JNJ,30,150.25,Health Care
TLT,60,91.1,Bonds
`

interface Analysis {
  diversificationScore: number
  concentrationRisk: string
  averageCorrelation: number
  marketCorrelations: { ticker: string; marketBeta: number; marketCorrelation: number }[]
  correlationMatrix: { ticker1: string; ticker2: string; correlation: number }[]
}

const figure = (value: number) => value.toFixed(2).replace('-', '−').replace('−0.00', '0.00')
const signed = (value: number) => (value > 0 ? `+${figure(value)}` : figure(value))
const matrix = (page: Page) => page.getByRole('application', { name: /Correlation of each ticker/ })

async function openAnalysis(page: Page, csv = CSV): Promise<Analysis> {
  const id = await havePortfolio(page, 'Compared', csv)
  await page.goto('/analysis')
  await expect(page.getByRole('region', { name: 'Average Correlation' })).toBeVisible()
  return (await (await page.request.get(`/api/portfolios/${id}/correlation-analysis`)).json()) as Analysis
}

test('broad funds are looked through when one wants it, and it is remembered', async ({ page }) => {
  await openAnalysis(page, 'ticker,shares\nAAPL,20\nSPY,10\nSH,5\n')
  const card = page.getByRole('region', { name: 'Sector Exposure' })
  await expect(card.getByRole('listitem').filter({ hasText: 'Energy' })).toHaveCount(0)
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences') && answer.ok())
  await card.getByRole('switch', { name: 'Look through funds' }).click()
  await stored
  await expect(card.getByRole('listitem').filter({ hasText: 'Energy' })).toHaveCount(1)
  await expect(card).toContainText('SPY spread by simulated weights as of Sep 30, 2025.')
  await expect(card).toContainText('Simulated market data does not tell what SH holds.')
  await page.reload()
  await expect(card.getByRole('switch', { name: 'Look through funds' })).toBeChecked()
  await expectAccessible(page)
})

test('the same holdings with less risk: proposals, a limit, and the ticket', async ({ page }) => {
  const id = await havePortfolio(page, 'Compared', CSV)
  await page.goto('/analysis')
  const card = page.getByRole('region', { name: 'The same positions with less risk' })
  await card.scrollIntoViewIfNeeded()
  await expect(card.getByRole('table', { name: 'Today and the proposals' })).toBeVisible()
  const limited = page.waitForResponse((answer) => answer.url().endsWith(`${id}/lower-risk?maxHoldingPercent=40`))
  await card.getByLabel('Most in one position').selectOption('40')
  const { proposals } = (await (await limited).json()) as { proposals: { orders: { ticker: string }[] }[] }
  await card.getByRole('radio', { name: 'Least risk' }).check()
  const ticket = card.getByRole('table', { name: 'Orders in whole shares' })
  await expect(ticket.getByRole('row')).toHaveCount(1 + (proposals[2]?.orders.length ?? 0))
  await expectAccessible(page)
})

test('the screen shows what the API answers', JOURNEY, async ({ page }) => {
  const analysis = await openAnalysis(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Correlation & Risk Analysis')
  await expect(page.getByRole('region', { name: 'Diversification Score' })).toContainText(
    String(analysis.diversificationScore),
  )
  await expect(page.getByRole('region', { name: 'Concentration Risk' })).toContainText(analysis.concentrationRisk)
  await expect(page.getByRole('region', { name: 'Average Correlation' })).toContainText(
    figure(analysis.averageCorrelation),
  )
  const market = page.getByRole('list', { name: 'Market Correlation' })
  for (const { ticker, marketBeta, marketCorrelation } of analysis.marketCorrelations) {
    const line = market.getByRole('listitem').filter({ hasText: ticker })
    await expect(line).toContainText(`β ${figure(marketBeta)}`)
    await expect(line).toContainText(signed(marketCorrelation))
  }
  await expectAccessible(page)
})

test('the matrix is walked by the keyboard and is also a table', async ({ page }) => {
  const { correlationMatrix } = await openAnalysis(page)
  await matrix(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: 'of value.' })).toHaveText(
    / · .*: [+−]?\d\.\d\d\. .* of value\./,
  )
  await page.getByRole('button', { name: 'Table: Correlation Matrix' }).click()
  const table = page.getByRole('table', { name: 'Correlation of every pair' })
  for (const { ticker1, ticker2, correlation } of correlationMatrix) {
    await expect(table.getByRole('row').filter({ hasText: ticker1 }).filter({ hasText: ticker2 })).toContainText(
      signed(correlation),
    )
  }
})

test('the matrix is drawn, and saved as a picture and as numbers', async ({ page }) => {
  const { correlationMatrix } = await openAnalysis(page)
  await matrix(page).hover({ position: { x: 200, y: 100 } })
  const save = async (kind: string) => {
    await page.getByRole('button', { name: 'Download Correlation Matrix' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    return await readFile(await (await download).path())
  }
  const picture = await save('PNG')
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // An empty square would compress to next to nothing.
  expect(picture.length).toBeGreaterThan(10_000)
  const lines = (await save('CSV'))
    .toString()
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const [first] = correlationMatrix
  const column = lines[0]!.indexOf(first!.ticker2)
  expect(Number(lines.find(([ticker]) => ticker === first!.ticker1)?.[column])).toBe(first!.correlation)
})

test('a figure opens its formula, by mouse and by keyboard, and gives its inputs', async ({ page }) => {
  await openAnalysis(page)
  const name = page.getByRole('button', { name: 'Diversification Score' })
  await name.press('Enter')
  const panel = page.getByRole('dialog', { name: /Diversification score/ })
  await expect(panel).toContainText('at least 60 needed')
  await expect(panel).toContainText('Simulated market data')
  await pressEscapeIn(panel)
  await expect(name).toBeFocused()
  await name.click()
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download inputs (CSV)' }).click()
  const csv = (await readFile(await (await download).path())).toString()
  for (const ticker of ['AAPL', 'MSFT', 'JNJ', 'TLT', 'SPY']) expect(csv.split('\n')[0]).toContain(ticker)
})

test('one position asks for a second', async ({ page }) => {
  await openAnalysis(page, 'ticker,shares,avgCost\nAAPL,1,100\n')
  await expect(page.getByText('Add a second position to compare')).toBeVisible()
  await page.getByRole('link', { name: 'Add positions' }).click()
  await expect(page).toHaveURL(/\/portfolios\//)
})

test('without a portfolio the ways to the first one stand here, too', async ({ page }) => {
  await page.goto('/analysis')
  await page.getByRole('button', { name: 'Load sample portfolio' }).click()
  await expect(page.getByRole('region', { name: 'Correlation Matrix' })).toBeVisible()
})

test('a failure is told and can be tried again', async ({ page }) => {
  const id = await havePortfolio(page, 'Failing', CSV)
  const path = `/api/portfolios/${id}/correlation-analysis`
  expectAnswer(503, path)
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 503, json: { error: 'The market data service did not answer', requestId: 'r' } }),
  )
  await page.goto('/analysis')
  await expect(page.getByText('Failed to load correlation analysis')).toBeVisible()
  await expect(page.getByText('The market data service did not answer')).toBeVisible()
  await page.unroute(`**${path}`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('region', { name: 'Correlation Matrix' })).toBeVisible()
})

test('the analysis meets WCAG 2.2 AA in both themes, with an explanation open as well', async ({ page }) => {
  await openAnalysis(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Average Correlation' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('at 390 px the page does not scroll sideways, the matrix does in its card; in between every word has room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAnalysis(page)
  await expect(matrix(page)).toBeVisible()
  const pageOverflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // Charts follow the width a frame later.
  await expect.poll(pageOverflow).toBeLessThanOrEqual(0)
  expect(await matrix(page).evaluate((element) => element.scrollWidth >= element.clientWidth)).toBe(true)
  const pairs = page.getByRole('heading', { name: 'Move together most' })
  await expect(pairs).toBeVisible()
  expect((await pairs.boundingBox())!.y).toBeLessThan((await matrix(page).boundingBox())!.y)
  await expectRoomForText(page)
})
