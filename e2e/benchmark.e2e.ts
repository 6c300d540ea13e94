import { expect, expectAnswer, havePortfolio, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const CSV = 'ticker,shares,avgCost,sector\nAAPL,10,150,Technology\nKO,20,50,Consumer\n'

test('every screen follows what the portfolio is compared with', async ({ page }) => {
  const portfolioId = await havePortfolio(page, 'Core', CSV)
  expectAnswer(422, `/api/portfolios/${portfolioId}/benchmark`)
  await expect(page.getByText('vs SPY')).toBeVisible()
  await page.getByRole('button', { name: 'Compared with S&P 500' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare with' })
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Add a Ticker' }).click()
  await dialog.getByLabel('Ticker 2', { exact: true }).fill('zzzzq')
  await dialog.getByLabel('Percent 1').fill('60')
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Each part needs a whole percent from 1 to 100.')
  await dialog.getByLabel('Percent 2').fill('40')
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('There is no price history of ZZZZQ')
  await dialog.getByLabel('Ticker 2', { exact: true }).fill('tlt')
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const mix = '60% SPY / 40% TLT'
  await expect(page.getByText(`vs ${mix}`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Compared with ${mix}` })).toBeFocused()
  await expectAccessible(page)

  await page.goto('/analysis')
  await expect(page.getByRole('region', { name: 'Correlation With the Benchmark' })).toContainText(`against ${mix}`)

  await page.goto('/backtest')
  await page.getByRole('radio', { name: /Dot-com/ }).click()
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  await expect(page.getByRole('table', { name: `Metrics of the portfolio and of ${mix}` })).toBeVisible()
  await expect(page.getByText(/TLT has no closes before Jul 30, 2002\./).first()).toBeVisible()
  await page.getByRole('button', { name: `Compared with ${mix}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Nasdaq 100' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Metrics of the portfolio and of QQQ' })).toBeVisible()
  await expectAccessible(page)
})
