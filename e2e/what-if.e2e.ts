import type { Page } from '@playwright/test'
import { expect, havePortfolio, selectedPortfolio, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const CSV = 'ticker,shares,avgCost,sector,kind\nAAPL,10,150,Technology,\nMSFT,5,200,Technology,\nCASH,1000,,,cash\n'
const bar = (page: Page) => page.getByRole('region', { name: 'What if' })
const toast = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

let portfolioId: string

test.beforeEach(async ({ page }) => {
  portfolioId = await havePortfolio(page, 'Core', CSV)
})

async function trySomething(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What If' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('AAPL: shares then').fill('4')
  await dialog.getByRole('button', { name: 'Sell all MSFT' }).click()
  await dialog.getByRole('button', { name: 'Add a Ticker' }).click()
  await dialog.getByRole('textbox', { name: 'Ticker' }).fill('ko')
  await dialog.getByRole('textbox', { name: 'Shares', exact: true }).fill('3')
  await dialog.getByRole('button', { name: 'Show It' }).click()
  await expect(bar(page)).toContainText(/AAPL 10\.00 → 4\.00 · MSFT sold · KO 3\.00, new · Cash \$1,000\.00 → \$/)
}

test('what one would hold is looked at on every screen, and discarded', async ({ page }) => {
  await trySomething(page)
  await expect(selectedPortfolio(page)).toHaveText('Core (what if)')
  const table = page.getByRole('table', { name: 'Portfolio Positions' })
  await expect(table.getByRole('row', { name: /^KO/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /MSFT/ })).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Compare With What You Hold' }).click()
  const comparison = bar(page).getByRole('table')
  await expect(comparison.getByRole('row', { name: /^Beta/ })).toContainText(/\d\.\d\d.*\d\.\d\d/)
  await expect(comparison.getByRole('rowheader').getByRole('button')).toHaveCount(8)
  await comparison.getByRole('button', { name: 'Beta', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'How Portfolio beta is computed' })).toContainText('β = cov(r, b)')
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  for (const screen of ['Analysis', 'Backtest', 'Hedges', 'Options']) {
    await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).first().click()
    await expect(bar(page)).toContainText('MSFT sold')
    await expect(page.getByLabel('Portfolio', { exact: true }).locator('option:checked')).toHaveText('Core (what if)')
  }
  await page.goBack()
  await expect(bar(page)).toContainText('MSFT sold')
  await page.getByLabel('Portfolio', { exact: true }).selectOption('Core')
  await expect(bar(page)).toHaveCount(0)
  await page.goto('/')
  await expect(table.getByRole('row', { name: /^MSFT/ })).toBeVisible()
})

test('what was tried is changed, applied, and undone', async ({ page }) => {
  await trySomething(page)
  await bar(page).getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('AAPL: shares then')).toHaveValue('4')
  await dialog.getByLabel('AAPL: shares then').fill('ten')
  await dialog.getByRole('button', { name: 'Show It' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Enter a number, such as 10 or 1250.5.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: '2020' }).click()
  await bar(page).getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('AAPL: shares then').fill('6')
  await dialog.getByRole('button', { name: 'Show It' }).click()
  await expect(bar(page)).toContainText('AAPL 10.00 → 6.00')
  // The screen goes on where it was, with other figures.
  await expect(page.getByRole('radio', { name: '2020' })).toBeChecked()
  await bar(page).getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click()
  await expect(toast(page, 'Changes applied')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/portfolios/${portfolioId}$`))
  const positions = page.getByRole('table', { name: 'Positions to edit' })
  await expect(positions.getByRole('row', { name: /KO/ })).toBeVisible()
  await expect(positions.getByRole('row', { name: /MSFT/ })).toHaveCount(0)
  await expect(page.getByText('What if, applied')).toBeVisible()
  await page.getByRole('button', { name: /Undo/ }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: /Undo/ }).click()
  await expect(positions.getByRole('row', { name: /MSFT/ })).toBeVisible()
})

test('what was tried becomes a portfolio of its own', async ({ page }) => {
  await trySomething(page)
  await bar(page).getByRole('button', { name: 'Save as New Portfolio' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please provide a portfolio name')
  await dialog.getByLabel('Portfolio Name').fill('Leaner')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Portfolio saved')).toBeVisible()
  await expect(selectedPortfolio(page)).toHaveText('Leaner')
  await expect(bar(page)).toHaveCount(0)
})
