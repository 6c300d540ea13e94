import { ADMIN_EMAIL } from './support/browser-server.ts'
import { choosePortfolio, expect, havePortfolio, signIn, test } from './support/browser-test.ts'
import { type ClockedServer, startClockedServer } from './support/clocked-server-process.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { HEDGEABLE_CSV } from './support/sample-files.ts'
import { makeDataFolder } from './support/server-process.ts'

const BOUGHT_AT = '2026-11-20T22:00:00Z'
const GROWN_AT = '2026-11-23T22:00:00Z'
/** Less than three weeks before the end. */
const ENDING_AT = '2027-02-01T22:00:00Z'

const clockedTest = test.extend<{ clocked: ClockedServer }>({
  clocked: async ({ browserName: _browserName }, use) => {
    const server = await startClockedServer(BOUGHT_AT, { DATA_DIR: await makeDataFolder(), ADMIN_EMAILS: ADMIN_EMAIL })
    await use(server)
    await server.kill()
  },
  baseURL: ({ clocked }, use) => use(clocked.url),
})

clockedTest('a hedge is placed, outgrown, repaired, and renewed before it ends', async ({ page, clocked }) => {
  const goTo = async (now: string) => {
    await page.clock.setFixedTime(now)
    await clocked.order({ now, runsJobs: true })
    // A session does not last for months.
    await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  }
  const openFromInbox = async (title: string) => {
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByRole('link', { name: title }).first().click()
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  }
  const placeRepair = async () => {
    await page.getByRole('button', { name: 'I placed this' }).click()
    const dialog = page.getByRole('dialog', { name: 'I placed this repair' })
    await dialog.getByRole('button', { name: 'Save policy' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await goTo(BOUGHT_AT)
  const id = await havePortfolio(page, 'A life', HEDGEABLE_CSV)
  await choosePortfolio(page, id)
  await page.goto('/hedges')
  await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
  await page.getByRole('button', { name: 'I placed this' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByRole('region', { name: /^Protected to .* until Feb 19, 2027/ })).toBeVisible()

  const bought = await page.request.post(`/api/portfolios/${id}/positions`, {
    data: { ticker: 'NVDA', shares: 300 },
    headers: { origin: clocked.url },
  })
  expect(bought.ok()).toBe(true)
  await goTo(GROWN_AT)
  await openFromInbox('Your hedge is too small now')
  await expect(page.getByRole('region', { name: /^A fall of 20% costs up to/ })).toBeVisible()
  await expect(page.getByText('Cheapest repair')).toBeVisible()
  await placeRepair()
  await expect(page.getByRole('region', { name: /^Protected to .* until Feb 19, 2027/ })).toBeVisible()

  await goTo(ENDING_AT)
  // The market has risen past the hedge again, and so shortly before the end that is not repaired but renewed.
  await openFromInbox('Your hedge is too small now')
  await expect(page.getByText('Cheapest repair')).toBeVisible()
  await expectAccessible(page)
  await placeRepair()
  await expect(page.getByRole('region', { name: /^Protected to .* until (Mar|Apr|May|Jun|Jul) / })).toBeVisible()
})
