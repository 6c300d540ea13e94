import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, havePortfolio, selectedPortfolio, signIn, signedInTest as test } from './support/browser-test.ts'

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'))
const stored = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/preferences') && answer.request().method() === 'PATCH')

test('what one chooses in a browser is there in another, and the last choice wins', async ({
  page,
  newcomer,
  browser,
}) => {
  await havePortfolio(page, 'First', 'ticker,shares,avgCost\nAAPL,10,100\n')
  await havePortfolio(page, 'Second', 'ticker,shares,avgCost\nMSFT,10,100\n')
  const writes: string[] = []
  page.on('request', (request) => void (request.method() === 'PATCH' && writes.push(request.postData() ?? '')))
  const written = stored(page)
  await page.getByRole('combobox', { name: 'Portfolio' }).selectOption({ label: 'First' })
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  expect((await written).ok()).toBe(true)
  expect(writes).toHaveLength(1)

  const elsewhere = await (await browser.newContext()).newPage()
  const asked: string[] = []
  elsewhere.on('request', (request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await signIn(elsewhere, newcomer)
  await expect(selectedPortfolio(elsewhere)).toHaveText('First')
  expect(await isDark(elsewhere)).toBe(false)
  expect(asked.filter((call) => call.endsWith('/api/preferences'))).toEqual([])

  const overruled = stored(elsewhere)
  await elsewhere.getByRole('combobox', { name: 'Portfolio' }).selectOption({ label: 'Second' })
  await elsewhere.getByRole('button', { name: 'Switch to dark theme' }).click()
  await overruled
  // The copy of this browser is still light: it is drawn so until the account answers.
  await page.reload()
  await expect(selectedPortfolio(page)).toHaveText('Second')
  expect(await isDark(page)).toBe(true)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.goto('/account').then(() => page.getByRole('link', { name: 'Export all my data' }).click()),
  ])
  expect(readFileSync((await download.path())!, 'utf8')).toMatch(/"theme":\s*"dark"/)
  await elsewhere.context().close()
})
