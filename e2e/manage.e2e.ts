import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, havePortfolio, JOURNEY, selectedPortfolio, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const CSV = 'ticker,shares,avgCost,sector\nAAPL,10,150,Technology\nMSFT,5,200,Technology\n'

const openManage = (page: Page, portfolioId: string) => page.goto(`/portfolios/${portfolioId}`)
const toast = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

let portfolioId: string

test.beforeEach(async ({ page }) => {
  portfolioId = await havePortfolio(page, 'To manage', CSV)
})

test('the overview leads to the portfolio’s settings', async ({ page }) => {
  await page.getByRole('link', { name: /manage/i }).click()
  await expect(page.getByRole('button', { name: 'Delete portfolio' })).toBeVisible()
})

test('a portfolio is renamed', async ({ page }) => {
  await openManage(page, portfolioId)
  await page.getByLabel('Portfolio Name').fill('Renamed')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(toast(page, 'Portfolio renamed')).toBeVisible()
  await page.goto('/')
  await expect(selectedPortfolio(page)).toHaveText(/Renamed/)
})

test('a position is added, changed and deleted, and the overview follows', JOURNEY, async ({ page }) => {
  await openManage(page, portfolioId)
  await page.getByRole('button', { name: 'Add position' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ticker').fill('brk/b')
  await dialog.getByLabel('Shares').fill('3')
  await dialog.getByLabel('Avg Cost').fill('400')
  await dialog.getByRole('button', { name: 'Add position' }).click()
  await expect(toast(page, 'Position added')).toBeVisible()
  await expect(page.getByRole('row', { name: /BRK\.B/ })).toBeVisible()

  await page.getByRole('button', { name: 'Edit AAPL' }).click()
  await dialog.getByLabel('Shares').fill('20')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Position saved')).toBeVisible()

  await page.getByRole('button', { name: 'Delete MSFT' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'MSFT deleted')).toBeVisible()

  await page.goto('/')
  // 20 × 150 + 3 × 400 = 4,200
  await expect(page.getByText('$4,200.00').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /MSFT/ })).toHaveCount(0)
})

test('a wrong figure is told at its field', async ({ page }) => {
  await openManage(page, portfolioId)
  await page.getByRole('button', { name: 'Edit AAPL' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Shares').fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Shares cannot be 0')).toBeVisible()
})

test('an import is undone', async ({ page }) => {
  await openManage(page, portfolioId)
  await page.getByRole('button', { name: /^Undo import of/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(toast(page, 'Import undone')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
})

test('a portfolio is deleted after asking', async ({ page }) => {
  await openManage(page, portfolioId)
  await page.getByRole('button', { name: 'Delete portfolio' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete portfolio' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete portfolio' }).click()
  await expect(toast(page, 'Portfolio deleted')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
})

for (const format of ['CSV', 'JSON'] as const) {
  test(`what is exported as ${format} can be imported again`, async ({ page }) => {
    await openManage(page, portfolioId)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: format, exact: true }).click()
    const file = await (await downloading).path()
    await havePortfolio(page, 'Imported again', await readFile(file, 'utf8'))
    const list = async (name: string) => {
      const portfolios = (await (await page.request.get('/api/portfolios')).json()) as { id: string; name: string }[]
      const id = portfolios.find((portfolio) => portfolio.name === name)?.id
      const positions = (await (await page.request.get(`/api/portfolios/${id}/positions`)).json()) as Record<
        string,
        unknown
      >[]
      return positions.map(({ ticker, shares, avgCost, sector, currency }) => ({
        ticker,
        shares,
        avgCost,
        sector,
        currency,
      }))
    }
    expect(await list('Imported again')).toEqual(await list('To manage'))
  })
}

test('all portfolios are chosen as one, and cannot be changed', async ({ page }) => {
  await havePortfolio(page, 'Taxable', 'ticker,shares,avgCost\nAAPL,10,100\n')
  await havePortfolio(page, 'Retirement', 'ticker,shares,avgCost\nTLT,20,90\nAAPL,5,120\n')
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Portfolio' }).selectOption({ label: 'All portfolios' })
  await expect(page.getByRole('link', { name: 'Manage portfolio' })).toHaveCount(0)
  await expect(page.getByText('TLT', { exact: true }).first()).toBeVisible()
  for (const address of ['/analysis', '/options', '/hedges', '/ai-analysis']) {
    await page.goto(address)
    await expect(page.getByRole('combobox', { name: 'Portfolio' }).locator('option:checked')).toHaveText(
      'All portfolios',
    )
  }
  await expectAccessible(page)
})
