import type { Page } from '@playwright/test'
import { expect, havePortfolio, JOURNEY, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { haveLateFrames } from './support/late-frames.ts'
import { makeLongDatedPut } from './support/sample-files.ts'

const CSV = [
  'ticker,shares,avgCost,sector',
  'NVDA,120,100,Technology',
  'AAPL,10,150,Technology',
  `${makeLongDatedPut()},-1,6,`,
].join('\n')

/** Two themes of a page with hundreds of figures. */
const AXE_MS = 180_000

const ladder = (page: Page) => page.getByRole('table', { name: /^NVDA options of/ })
const focusedRow = (page: Page) => ladder(page).locator('[role=row]:focus')

async function openChain(page: Page): Promise<void> {
  await havePortfolio(page, 'Optioned', CSV)
  await page.goto('/options')
  await page.getByRole('button', { name: 'NVDA', exact: true }).click()
  await expect(ladder(page)).toBeVisible()
}

test('a holding opens its chain, whose figures are those of the API', JOURNEY, async ({ page }) => {
  await havePortfolio(page, 'Optioned', CSV)
  await page.goto('/options')
  await expect(page.getByText('Choose a position or search for a ticker')).toBeVisible()
  const answer = page.waitForResponse((response) => response.url().includes('/api/options/near-term/NVDA'))
  await page.getByRole('button', { name: 'NVDA', exact: true }).click()
  const { summary, underlyingPrice } = (await (await answer).json()) as {
    summary: { averageIV: number; putCallRatio: number; volumePattern: string }
    underlyingPrice: number
  }
  await expect(page).toHaveURL(/\/options\?ticker=NVDA$/)
  await expect(page.getByText(`${(summary.averageIV * 100).toFixed(1)}%`).first()).toBeVisible()
  await expect(page.getByText(summary.putCallRatio.toFixed(2)).first()).toBeVisible()
  await expect(page.getByText(summary.volumePattern)).toBeVisible()
  await expect(ladder(page).getByText(`NVDA $${underlyingPrice.toFixed(2)}`)).toBeVisible()
  await expect(page.getByText(/^Simulated market data · /).first()).toBeVisible()
  await expectAccessible(page)
})

test('the ladder opens centred on the price', async ({ page }) => {
  // A phone shows fewer strikes than every expiry has; a desktop shows all of those that expire within days.
  await page.setViewportSize({ width: 390, height: 844 })
  await openChain(page)
  const scroller = page.getByRole('region', { name: 'NVDA options chain, scrollable' })
  expect(await scroller.evaluate((area) => area.scrollHeight > area.clientHeight)).toBe(true)
  const line = ladder(page).getByText(/^\$\d+\.\d\d$/)
  const distance = async () => {
    const [price, area, head] = [
      (await line.boundingBox())!,
      (await scroller.boundingBox())!,
      (await ladder(page).getByRole('rowgroup').first().boundingBox())!,
    ]
    return Math.abs(price.y + price.height / 2 - (area.y + head.height + (area.height - head.height) / 2))
  }
  await expect.poll(distance).toBeLessThan(40)
})

test('the keyboard walks strikes and expiries', async ({ page }) => {
  await openChain(page)
  await ladder(page).locator('[role=row][tabindex="0"]').focus()
  const before = Number(await focusedRow(page).getAttribute('aria-rowindex'))
  await page.keyboard.press('ArrowDown')
  await expect(focusedRow(page)).toHaveAttribute('aria-rowindex', String(before + 1))
  const first = await ladder(page).getAttribute('aria-label')
  await page.keyboard.press('ArrowRight')
  await expect(ladder(page)).not.toHaveAttribute('aria-label', first!)
  // The focus came along to the other expiry.
  await expect(focusedRow(page)).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await expect(ladder(page)).toHaveAttribute('aria-label', first!)
})

test('Enter opens the contract, Escape gives the focus back to its strike', async ({ page }) => {
  await haveLateFrames(page)
  await openChain(page)
  await ladder(page).locator('[role=row][tabindex="0"]').focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /^NVDA \$/ })
  await expect(sheet.getByRole('heading', { name: 'Payoff at expiry' })).toBeVisible()
  await expect(sheet.getByRole('table', { name: /^Value of the contract/ })).toBeVisible()
  const delta = sheet.getByRole('button', { name: 'Delta' })
  await delta.click()
  await expect(page.getByText('Change of the price when the underlying rises by $1.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(delta).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(focusedRow(page)).toHaveCount(1)
})

test('two clicks make a spread, whose ticket is no order', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openChain(page)
  const asks = ladder(page).getByRole('button', { name: /^Buy the .* call at/ })
  const bids = ladder(page).getByRole('button', { name: /^Sell the .* call at/ })
  await asks.nth(12).click()
  await bids.nth(14).click()
  const card = page.getByRole('region', { name: 'Strategy' })
  await expect(card.getByText(/^Costs \$[\d,.]+\. It breaks even at/)).toBeVisible()
  await card.getByRole('switch', { name: /^Include my 120.00 shares of NVDA/ }).click()
  await expect(card.getByText('Unlimited', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Copy ticket' }).click()
  await expect(page.getByText('Ticket copied')).toBeVisible()
  const ticket = await page.evaluate(() => navigator.clipboard.readText())
  expect(ticket).toMatch(/^NVDA options, 2 legs\nBuy 1 × NVDA .*\nSell 1 × NVDA .*\nWith 120\.00 shares/)
  expect(ticket).toContain('This is not an order.')
})

test('columns are chosen and remembered, and so is that the hint was dismissed', async ({ page }) => {
  await openChain(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('checkbox', { name: 'Gamma' }).click()
  await stored
  await page.keyboard.press('Escape')
  const dismissed = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await dismissed
  await page.reload()
  await expect(ladder(page).getByRole('columnheader', { name: 'Gamma' })).toHaveCount(2)
  await expect(page.getByText('Reading a chain.')).toHaveCount(0)
})

test('a later expiry is fetched when it is asked for', async ({ page }) => {
  await openChain(page)
  const later = page.getByLabel('Later expiry')
  const value = await later.locator('option').last().getAttribute('value')
  await later.selectOption(value)
  await expect(page).toHaveURL(new RegExp(`expiry=${value}`))
  await expect(ladder(page)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Expiry' }).getByRole('radio', { checked: true })).toHaveValue(value!)
})

test('the search suggests, and a ticker without options says so', async ({ page }) => {
  await page.goto('/options')
  const field = page.getByRole('combobox', { name: 'Search ticker' })
  await field.fill('micros')
  await expect(page.getByRole('option', { name: /MSFT/ })).toBeVisible()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page.getByRole('table', { name: /^MSFT options of/ })).toBeVisible()
  await field.fill('zzzz')
  await field.press('Enter')
  await expect(page.getByText('No options data available for ZZZZ')).toBeVisible()
  await expect(page.getByText('Try searching for a different ticker')).toBeVisible()
})

test('options held say what they risk', async ({ page }) => {
  await havePortfolio(page, 'Optioned', CSV)
  await page.goto('/options')
  const held = page.getByRole('region', { name: 'Option positions' })
  await expect(held.getByRole('row', { name: /SPY \$780 put.*Naked/ })).toBeVisible()
  await expect(held.getByText('Beta-weighted delta')).toBeVisible()
  await expect(held.getByText(/If every short put is exercised: pay \$78,000\./)).toBeVisible()
})

test('Enter on a position of the overview leads to its chain', async ({ page }) => {
  await havePortfolio(page, 'Optioned', CSV)
  const row = page.getByRole('table', { name: 'Portfolio Positions' }).getByRole('row', { name: /^SPY \$780 put/ })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/options\?ticker=SPY$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('somebody without a portfolio can search, and sees the ways to the first portfolio', async ({ page }) => {
  await page.goto('/options')
  await expect(page.getByText('Upload a portfolio to get started')).toBeVisible()
  await page.getByRole('combobox', { name: 'Search ticker' }).fill('SPY')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: /^SPY options of/ })).toBeVisible()
})

test('the chain meets WCAG 2.2 AA in both themes', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await openChain(page)
  await ladder(page)
    .getByRole('button', { name: /^Buy the .* call at/ })
    .nth(10)
    .click()
  await expect(page.getByRole('region', { name: 'Strategy' })).toBeVisible()
  await expectAccessible(page)
})

test('a contract meets WCAG 2.2 AA in both themes', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await openChain(page)
  await ladder(page).locator('[role=row][tabindex="0"]').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
  await expectAccessible(page)
})
