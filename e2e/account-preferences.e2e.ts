import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, havePortfolio, signIn, signedInTest as test } from './support/browser-test.ts'

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'))

test('what one chooses in a browser is there in another, and the last choice wins', async ({
  page,
  newcomer,
  browser,
}) => {
  await havePortfolio(page, 'Mine', 'ticker,shares,avgCost\nAAPL,10,100\n')
  const written: object[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/preferences')) written.push(answer.request().postDataJSON() as object)
  })
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await page.getByRole('region', { name: 'Sector Analysis' }).getByText('Market value', { exact: true }).click()
  await expect
    .poll(() => Object.assign({}, ...written) as object)
    .toEqual({ theme: 'light', sectorBasis: 'market-value' })

  const elsewhere = await (await browser.newContext()).newPage()
  const asked: string[] = []
  elsewhere.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await signIn(elsewhere, newcomer)
  await expect(
    elsewhere.getByRole('region', { name: 'Sector Analysis' }).getByRole('radio', { name: 'Market value' }),
  ).toBeChecked()
  expect(await isDark(elsewhere)).toBe(false)
  expect(asked).not.toContain('/api/preferences')

  const overruled = elsewhere.waitForResponse((answer) => answer.url().endsWith('/api/preferences'))
  await elsewhere.getByRole('button', { name: 'Switch to dark theme' }).click()
  await overruled
  // The copy of this browser is still light: it is drawn so until the account answers.
  await page.reload()
  await expect.poll(() => isDark(page)).toBe(true)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.goto('/account').then(() => page.getByRole('link', { name: 'Export all my data' }).click()),
  ])
  expect(readFileSync((await download.path())!, 'utf8')).toMatch(/"theme":\s*"dark"/)
  await elsewhere.context().close()
})
