import { expect, JOURNEY, test } from './support/browser-test.ts'

const SPECIFIED = [
  'Total return',
  'Annualized return',
  'Volatility',
  'Max drawdown',
  'Sharpe ratio',
  'Sortino ratio',
  'Calmar ratio',
  'Win rate',
  'Benchmark comparison',
]

test('every specified formula is set, read out as words, and worked through', JOURNEY, async ({ page }) => {
  await page.goto('/backtest-transparency')
  for (const name of SPECIFIED) {
    const section = page.getByRole('region', { name, exact: true })
    await expect(section.getByRole('img')).toHaveAttribute('aria-label', /equals/)
    await expect(section).toContainText('Example.')
  }
  await expect(page.getByText('3% annual risk-free rate')).toBeVisible()
  const limits = page.getByRole('region', { name: 'Assumptions and limits' })
  for (const limit of [/No transaction costs/, /survivorship bias/, /Past performance does not guarantee/]) {
    await expect(limits).toContainText(limit)
  }
})

test('the contents stay in sight and lead to their sections', async ({ page }) => {
  await page.goto('/backtest-transparency')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const link = contents.getByRole('link', { name: 'Calmar ratio' })
  await link.click()
  await expect(page.getByRole('heading', { name: 'Calmar ratio' })).toBeInViewport()
  await expect(link).toBeInViewport()
  await expect(link).toHaveAttribute('aria-current', 'location')
})

test('a screen that is not loaded yet says without a connection that it cannot be shown, and shows with one', async ({
  browser,
}) => {
  // Its own page: what cannot be loaded is logged by the browser.
  const page = await browser.newPage()
  await page.goto('/backtest-transparency')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const goOffline = async (isOffline: boolean) => {
    await page.context().setOffline(isOffline)
    // The page hears of it a moment later.
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(!isOffline)
  }
  await goOffline(true)
  await page.getByRole('link', { name: 'Risk disclosure' }).click()
  await expect(page.getByRole('alert')).toContainText('You are offline')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toContainText('You are offline')
  await goOffline(false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Risk Disclosure' })).toBeVisible()
  await page.context().close()
})
