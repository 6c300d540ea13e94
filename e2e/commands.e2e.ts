import { expect, havePortfolio, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { haveLateFrames } from './support/late-frames.ts'

const palette = { name: 'Search or jump to' }

test('the palette finds screens, portfolios and tickers, and is walked by the keyboard', async ({ page }) => {
  await havePortfolio(page, 'Core Growth', 'ticker,shares,avgCost\nAAPL,10,100\n')
  await page.goto('/analysis')
  await page.getByRole('button', palette).click()
  const dialog = page.getByRole('dialog', palette)
  await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('option', { name: 'Edit positions of Core Growth' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('home depot')
  await expect(dialog.getByRole('group', { name: 'Tickers' }).getByRole('option').first()).toContainText(
    'HD options chain',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/options\?ticker=HD/)

  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('bill')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/pricing/)
})

test('keys go to screens, refresh, search and change the theme, but never while one types', async ({ page }) => {
  await havePortfolio(page, 'Core Growth', 'ticker,shares,avgCost\nAAPL,10,100\n')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Portfolio Positions', exact: true })).toBeVisible()
  await expect(page.locator('[aria-keyshortcuts=R]')).toBeEnabled()
  const refreshed = page.waitForRequest((request) => request.url().includes('refresh=true'))
  await page.keyboard.press('r')
  await refreshed
  const pressed = Promise.withResolvers<void>()
  // The screen arrives after the next key: that key is still meant for it.
  await page.route(/\/assets\/options-[^/]+\.js$/, async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/options$/)
  await page.keyboard.press('/')
  pressed.resolve()
  const search = page.getByRole('combobox', { name: /ticker/i })
  await expect(search).toBeFocused()
  await page.keyboard.type('t')
  await expect(search).toHaveValue(/t/i)
  await expect(page.locator('html')).toHaveClass(/dark/)
  await search.blur()
  await page.keyboard.press('t')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('single keys are listed, and can be turned off', async ({ page }) => {
  await haveLateFrames(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Portfolio Overview' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Go to Hedges')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', palette)).toBeVisible()
  await expect(sheet).toBeHidden()
})
