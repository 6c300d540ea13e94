import type { Page } from '@playwright/test'
import { expect, JOURNEY, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { makeDataFolder, type RunningServer, startServer, stopServer } from './support/server-process.ts'

/** A server of its own that is a public demo. */
const demoTest = test.extend<object, { demo: RunningServer }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const demo = await startServer({ DATA_DIR: await makeDataFolder(), LOG_LEVEL: 'error', DEMO: 'on' })
      await use(demo)
      await stopServer(demo)
    },
    { scope: 'worker' },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
})
demoTest.describe.configure({ mode: 'default' })

async function openDemo(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the demo' }).first().click()
  await expect(page.getByText(/You would lose about \$/)).toBeVisible()
}

demoTest('a visitor has figures after one click', JOURNEY, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Open the demo' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /sign in|get started/i })).toHaveCount(0)
  await openDemo(page)
  await expect(page.getByRole('table', { name: /positions/i })).toBeVisible()
  const banner = page.getByRole('note').filter({ hasText: /Only you see this portfolio. It is deleted on / })
  await expect(banner).toBeVisible()
})

demoTest('a visitor has a hedge analysed for nothing, and leaves', async ({ page }) => {
  await openDemo(page)
  await expectAccessible(page)
  await page.goto('/hedges')
  await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
  await expect(page.getByRole('region', { name: 'Risk Assessment' })).toBeVisible({ timeout: 110_000 })
  await page.getByRole('button', { name: 'Account menu of Demo' }).click()
  await page.getByRole('menuitem', { name: 'Leave the demo' }).click()
  await expect(page.getByRole('button', { name: 'Open the demo' }).first()).toBeVisible()
})

demoTest('what a demo does not do is not offered', async ({ page }) => {
  await openDemo(page)
  await page.goto('/account')
  await expect(page.getByText('Made up for this demo')).toBeVisible()
  await expect(page.getByText('Access tokens')).toHaveCount(0)
  await page.goto('/inbox')
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect(page.getByText('Get the same messages outside of Ballast')).toHaveCount(0)
})

demoTest('the demo’s front page fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Open the demo' }).first()).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
})
