import type { Page } from '@playwright/test'
import { choosePortfolio, expect, JOURNEY, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const DAY = 86_400_000

/** A positions file of a broker that states its day. */
function toFile(daysAgo: number, shares: Record<string, number>): string {
  const day = new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10).replaceAll('-', '/')
  const head = `"Positions for account Individual ...123 as of 12:33 PM ET, ${day}"\n\n`
  const columns =
    '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Security Type"\n'
  const rows = Object.entries(shares).map(
    ([ticker, count]) => `"${ticker}","${ticker}","${count}","","","N/A","Equity"`,
  )
  return `${head}${columns}${rows.join('\n')}\n`
}

async function importFile(page: Page, file: string, into?: string): Promise<string> {
  const headers = { origin: new URL(page.url()).origin }
  const multipart = { files: { name: 'positions.csv', mimeType: 'text/csv', buffer: Buffer.from(file) } }
  const read = await page.request.post('/api/imports', { headers, multipart })
  expect(read.status(), await read.text()).toBe(200)
  const review = (await read.json()) as { importId: string; positions: { ticker: string; shares: string | number }[] }
  const positions = review.positions.map(({ ticker, shares }) => ({ ticker, shares: Number(shares) }))
  const data = {
    name: 'Held',
    positions,
    importId: review.importId,
    ...(into !== undefined && { portfolioId: into, mode: 'replace' }),
  }
  const saved = await page.request.post('/api/portfolios/save-from-review', { headers, data })
  expect(saved.status(), await saved.text()).toBe(200)
  return ((await saved.json()) as { id: string }).id
}

test('two files, one question, and how it went as it was held', JOURNEY, async ({ page }) => {
  const id = await importFile(page, toFile(40, { AAPL: 10, KO: 20 }))
  await importFile(page, toFile(20, { AAPL: 30, KO: 20 }), id)
  await choosePortfolio(page, id)
  await page.goto('/backtest')
  const card = page.getByRole('region', { name: 'How this portfolio has done' })
  await expect(card.getByText(/^Since .* what you held (gained|lost)/).first()).toBeVisible()
  await expect(card.getByText('As it was held', { exact: true })).toBeVisible()
  await expect(card.getByText('Today’s positions over the past').first()).toBeVisible()

  const question = card.getByRole('region', { name: 'What happened?' })
  await expect(question).toContainText('+20 AAPL')
  await expect(question.getByRole('radio', { name: /Bought or sold.*does not list/ })).toBeChecked()
  await expectAccessible(page)
  // By keyboard alone: the second of the three answers, then save. A finger stays on the key for a while.
  await question.getByRole('radio', { name: /Bought or sold/ }).focus()
  await page.keyboard.press('ArrowDown', { delay: 300 })
  await expect(question.getByRole('radio', { name: /Money came in/ })).toBeChecked()
  await question.getByLabel('Amount in dollars').fill('1.500,00')
  await question.getByRole('button', { name: 'Save Answer' }).press('Enter')
  await expect(question).toHaveCount(0)
  await card.getByText('Earlier changes (1)').click()
  await expect(card.getByText('$1,500 came in')).toBeVisible()

  await card.getByRole('button', { name: 'Money-weighted return' }).click()
  await expect(page.getByText(/as XIRR of a spreadsheet/)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
