import { expect, JOURNEY, test } from './support/browser-test.ts'

test('a visitor sees what Ballast is, what it costs, and how to begin', JOURNEY, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const feature of [
    'Agentic Option Discovery',
    'AI Portfolio Analysis',
    'Correlation and risk analysis',
    'Smart hedging',
    'Historical backtesting',
    'Options chain analysis',
  ]) {
    await expect(page.getByRole('heading', { name: new RegExp(feature, 'i') }).first()).toBeVisible()
  }
  await expect(page.getByText(/no credit card needed/i).first()).toBeVisible()
  await expect(page.getByText('$49', { exact: true })).toBeVisible()
  await expect(page.getByText('Most Popular')).toBeVisible()
  // The browser is in New York: on New Year's Eve this machine may be a year ahead of it.
  const year = await page.evaluate(() => new Date().getFullYear())
  await expect(page.getByText(`© 2024–${year}`)).toBeVisible()
})

test('every sign-in button leads to the login endpoint', async ({ page }) => {
  await page.goto('/')
  const links = page.getByRole('link', { name: /^(Sign In|Get Started Free|Start PRO Trial)$/ })
  await expect(links.first()).toBeVisible()
  const targets = await links.evaluateAll((found) =>
    found.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  )
  expect(targets.length).toBeGreaterThanOrEqual(4)
  expect(new Set(targets)).toEqual(new Set(['/api/login']))
})

test('the formulas are explained to everyone', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('link', { name: /calculat|formula|transparen/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/backtest-transparency/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('simulated data is called simulated on every public page', async ({ page }) => {
  for (const path of ['/', '/backtest-transparency', '/terms', '/privacy', '/risk-disclosure', '/no-such-page']) {
    await page.goto(path)
    await expect(page.getByRole('note').filter({ hasText: 'Simulated data.' })).toBeVisible()
  }
})

test('the page is no wider than the screen', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
})

test(
  'the page can be read without a script, and starts the app with the first sign of use',
  JOURNEY,
  async ({ page }) => {
    const isRunning = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/')))
    await page.goto('/')
    await expect(page.getByRole('radio', { name: '2008' })).toBeChecked()
    await page.waitForLoadState('networkidle')
    expect(await isRunning()).toBe(false)

    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-drawn-by', 'server'))
    // The click is there before the app.
    await page.getByRole('radio', { name: '2020' }).click()
    await expect(page.getByRole('radio', { name: '2020' })).toBeChecked()
    await expect(page.getByRole('figure')).toContainText('Dec 2, 2019')
    await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('data-drawn-by', 'server')
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()

    await page.reload()
    await page.evaluate(() => window.scrollTo(0, 120))
    expect(await isRunning()).toBe(false)
    await page.mouse.move(10, 10)
    await expect.poll(isRunning).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.scrollY)).toBe(120)
  },
)
