import type { Page } from '@playwright/test'
import { expect, havePortfolio, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

test.use({ serviceWorkers: 'allow' })

const positions = (page: Page) => page.getByRole('table', { name: 'Portfolio Positions' })
const notice = (page: Page) => page.getByRole('complementary', { name: 'Connection' })
/** Addresses of the answers that are kept for when there is no connection. */
const listKept = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('figures')).keys()).map(({ url }) => url))

test('without a connection the last figures open with their age, and signing out deletes them', async ({
  page,
  context,
}) => {
  await havePortfolio(page, 'Kept', 'ticker,shares,avgCost\nAAPL,1,2\nMSFT,3,4')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // What is loaded while the worker is in charge is what it keeps.
  await page.reload()
  await expect(positions(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(notice(page)).toHaveCount(0)
  for (const what of [/\/visitor$/, /\/status$/, /\/overview$/])
    await expect.poll(() => listKept(page)).toContainEqual(expect.stringMatching(what))

  await context.setOffline(true)
  await page.reload()
  await expect(positions(page)).toContainText('MSFT')
  await expect(notice(page)).toContainText(/^No connection\. Figures are from \w+ \d+, \d{4}, /)
  await expectAccessible(page)

  const again = page.waitForResponse((answer) => answer.url().endsWith('/overview') && answer.ok())
  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0)
  await again

  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect((await listKept(page)).filter((url) => /portfolios|auth/.test(url))).toEqual([])

  // The page that visitors are drawn takes the place of nothing that is kept.
  const countScripts = () => page.evaluate(async () => (await (await caches.open('assets')).keys()).length)
  const scripts = await countScripts()
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-app]')).toHaveCount(1)
  const kept = await page.evaluate(async () => (await caches.match('/', { cacheName: 'shell' }))?.text())
  expect(kept).not.toContain('data-app')
  expect(await countScripts()).toBeGreaterThanOrEqual(scripts)
})

test('Ballast can be installed', async ({ page }) => {
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(link ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Ballast', start_url: '/', display: 'standalone' })
  for (const { src, type, sizes } of manifest.icons as { src: string; type: string; sizes: string }[]) {
    const icon = await page.request.get(src)
    expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type])
    if (type !== 'image/png') continue
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
})
