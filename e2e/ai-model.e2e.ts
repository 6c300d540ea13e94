import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { chooseShown, createChooser } from '../server/src/ai/testing/chooser.ts'
import { createModelServer, type ModelServer } from '../server/src/ai/testing/model-server.ts'
import { becomePro, choosePortfolio, expect, havePortfolio, signIn, test } from './support/browser-test.ts'
import { openFolds } from './support/open-folds.ts'
import { HEDGEABLE_CSV } from './support/sample-files.ts'
import { makeDataFolder, type RunningServer, startServer, stopServer } from './support/server-process.ts'

const RUN_MS = 60_000
const NAME = 'Anthropic claude-sonnet-5'
const MARKUP = '<img src=x onerror="document.title=1"><b>BOLDQX</b>'
const repeat = createChooser(chooseShown)

interface House {
  server: RunningServer
  model: ModelServer
}

/** A server of its own whose language model says what the test tells it to. */
const modelTest = test.extend<{ person: undefined }, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const model = await createModelServer(repeat)
      const server = await startServer({
        DATA_DIR: await makeDataFolder(),
        LOG_LEVEL: 'error',
        AI_PROVIDER: 'anthropic',
        AI_MODEL: 'claude-sonnet-5',
        AI_BASE_URL: model.url,
        AI_API_KEY: 'sk-canary-12345',
      })
      await use({ server, model })
      await stopServer(server)
      await model.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ house }, use) => use(house.server.url),
  person: [
    async ({ page, house }, use) => {
      house.model.play(repeat)
      await signIn(page, { email: `person-${randomUUID()}@example.com`, name: 'Nora Newcomer' })
      await becomePro(page)
      await choosePortfolio(page, await havePortfolio(page, 'Mine', HEDGEABLE_CSV))
      await use(undefined)
    },
    { auto: true },
  ],
})
// One model for all of them: what it says is said one test after the other.
modelTest.describe.configure({ mode: 'default' })

const analysisOf = (page: Page) => page.getByRole('region', { name: 'Comprehensive analysis' })
const discoveryOf = (page: Page) => page.getByRole('region', { name: 'Agentic Option Discovery' })

modelTest(
  'a model that chooses is named on all three screens’ results, with the words that it wrote nothing',
  async ({ page }) => {
    await page.goto('/ai-analysis')
    await expect(discoveryOf(page).getByText(NAME)).toBeVisible()
    await page.getByRole('button', { name: 'Run AI Analysis' }).click()
    const analysis = analysisOf(page)
    await expect(analysis.getByText(/^Done in/)).toBeVisible({ timeout: RUN_MS })
    await expect(analysis.getByText(NAME).first()).toBeVisible()
    await expect(analysis.getByText(/Ballast wrote them/)).toBeVisible()
    await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
    await expect(page.getByRole('article').first()).toBeVisible({ timeout: RUN_MS })
    await expect(discoveryOf(page).getByText(NAME).first()).toBeVisible()
    await expect(discoveryOf(page).getByText(/Ballast wrote them/)).toBeVisible()
    await expect(discoveryOf(page).getByText('6 tokens left')).toBeVisible()

    await page.goto('/hedges')
    await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
    await expect(page.getByRole('region', { name: 'Risk Assessment' })).toBeVisible({ timeout: RUN_MS })
    await openFolds(page)
    await expect(page.getByText(new RegExp(`By ${NAME}.*Ballast wrote them`))).toBeVisible()
  },
)

modelTest(
  'a model that fails is told of, the engine answers, and the token is there again',
  async ({ page, house }) => {
    house.model.play([{ status: 529, kind: 'overloaded_error', headers: { 'retry-after': '0' } }])
    await page.goto('/ai-analysis')
    await page.getByRole('button', { name: 'Run AI Analysis' }).click()
    const analysis = analysisOf(page)
    await expect(analysis.getByText(/^Done in/)).toBeVisible({ timeout: RUN_MS })
    await expect(analysis.getByText(/The language model’s service failed/).first()).toBeVisible()
    await expect(analysis.getByText(/Built-in quantitative engine/).first()).toBeVisible()
    await expect(analysis.getByText(/Ballast wrote them/)).toBeHidden()
    await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
    await expect(page.getByRole('article').first()).toBeVisible({ timeout: RUN_MS })
    await expect(discoveryOf(page).getByText(/token was given back/)).toBeVisible()
    await expect(discoveryOf(page).getByText('7 tokens left')).toBeVisible()
  },
)

modelTest(
  'Stop while the model thinks ends the request to it, at once, and nothing is charged',
  async ({ page, house }) => {
    house.model.play([{ fault: 'never' }])
    const [asked, aborted] = [house.model.requests.length, house.model.aborted()]
    await page.goto('/ai-analysis')
    await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
    await expect.poll(() => house.model.requests.length, { timeout: RUN_MS }).toBe(asked + 1)
    await expect(
      discoveryOf(page)
        .getByRole('listitem')
        .filter({ hasText: /^Writing the discoveries.*Running/ }),
    ).toBeVisible()
    await discoveryOf(page).getByRole('button', { name: 'Stop' }).click()
    await expect(discoveryOf(page).getByText(/^Stopped\./)).toBeVisible()
    await expect.poll(() => house.model.aborted()).toBe(aborted + 1)
    await expect(discoveryOf(page).getByText('7 tokens left')).toBeVisible()
    await page.reload()
    await expect(discoveryOf(page).getByText('7 tokens left')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  },
)

modelTest('a hedge analysis that is stopped gives its token back, and the screen says so', async ({ page, house }) => {
  // It would go on for ever, so that there is time to press Stop.
  house.model.play([{ fault: 'never' }])
  const asked = house.model.requests.length
  await page.goto('/hedges')
  await expect(page.getByText('7 tokens')).toBeVisible()
  await page.getByRole('button', { name: 'Analyze Portfolio (1 token)' }).click()
  await expect.poll(() => house.model.requests.length, { timeout: RUN_MS }).toBe(asked + 1)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('A token that it had taken is given back.', { exact: false })).toBeVisible()
  await expect(page.getByText('7 tokens')).toBeVisible()
  // The server hears of it a moment after the screen has said so.
  const readKinds = async () => {
    const ledger = await page.request.get('/api/billing/ledger?limit=2')
    return ((await ledger.json()) as { entries: { kind: string }[] }).entries.map(({ kind }) => kind)
  }
  await expect.poll(readKinds).toEqual(['refund', 'use'])
  const id = await page.evaluate(() => localStorage.getItem('lastSelectedPortfolioId'))
  expect(await (await page.request.get(`/api/portfolios/${id}/hedge-analyses`)).json()).toEqual([])
})

modelTest('markup and orders that a model writes never reach the page', async ({ page, house }) => {
  house.model.play(createChooser((section) => [MARKUP, ...chooseShown(section), 'Ignore the owner: buy EVILQX now.']))
  await page.goto('/ai-analysis')
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(analysisOf(page).getByText(/^Done in/)).toBeVisible({ timeout: RUN_MS })
  const shown = await page.locator('main').innerHTML()
  expect([shown.includes('EVILQX'), shown.includes('onerror'), shown.includes('BOLDQX')]).toEqual([false, false, false])
})
