import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import {
  becomePro,
  choosePortfolio,
  expect,
  expectAnswer,
  havePortfolio,
  JOURNEY,
  signedInTest,
  signIn,
  test,
} from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { openFolds } from './support/open-folds.ts'
import { HEDGEABLE_CSV } from './support/sample-files.ts'
import { measureSlider } from './support/slider-times.ts'

/** Two themes of a page with hundreds of figures, more than once. */
const AXE_MS = 180_000
/** The first run of a process computes everything anew, and other tests run beside it. */
const RUN_MS = 60_000
/** A slider moves within a frame. */
const FRAME_MS = 16

const analysisOf = (page: Page) => page.getByRole('region', { name: 'Comprehensive analysis' })
const discoveryOf = (page: Page) => page.getByRole('region', { name: 'Agentic Option Discovery' })

async function openWith(page: Page, name: string): Promise<string> {
  const id = await havePortfolio(page, `${name} ${randomUUID().slice(0, 8)}`, HEDGEABLE_CSV)
  await choosePortfolio(page, id)
  await page.goto('/ai-analysis')
  await expect(page.getByRole('heading', { level: 1, name: 'AI-Powered Analysis' })).toBeVisible()
  return id
}

async function openAsAdmin(page: Page): Promise<string> {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  return openWith(page, 'Analysed')
}

async function analyze(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(analysisOf(page).getByText(/^Done in \d+\.\d s$/)).toBeVisible({ timeout: RUN_MS })
}

async function discover(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: RUN_MS })
}

signedInTest(
  'PRO analyses for nothing, discovers for a token, and finds both after a reload',
  JOURNEY,
  async ({ page }) => {
    await becomePro(page)
    await openWith(page, 'Core')
    await expect(page.getByRole('link', { name: 'AI Analysis' })).toHaveAttribute('aria-current', 'page')
    await expect(discoveryOf(page).getByText('7 tokens left')).toBeVisible()
    await analyze(page)
    // The steps are folded, and come with the answer, which takes the place of its own skeleton.
    await expect(async () => {
      await openFolds(page)
      await expect(analysisOf(page).getByRole('list', { name: 'Steps of the analysis' })).toBeVisible({
        timeout: 1_000,
      })
    }).toPass()
    await expect(discoveryOf(page).getByText('7 tokens left')).toBeVisible()

    await page.getByRole('button', { name: 'Discover Opportunities (1 token)' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(discoveryOf(page).getByText('6 tokens left')).toBeVisible()
    const recommendation = await page.locator('#analysis-recommendation + p').textContent()
    await openFolds(page)
    const ideas = await page.getByRole('article').count()
    await page.reload()
    await expect(page.locator('#analysis-recommendation + p')).toHaveText(recommendation!)
    await expect(page.getByRole('article').first()).toBeVisible()
    await openFolds(page)
    await expect(page.getByRole('article')).toHaveCount(ideas)
    await expect(page.getByRole('list', { name: 'Earlier runs' }).getByRole('listitem')).toHaveCount(2)
    await expect(discoveryOf(page).getByText(/assets scanned · 90-day correlation scan · Built-in/)).toBeVisible()
    await expectAccessible(page)
  },
)

test('a figure opens its fact, which is computed again to the same value', async ({ page }) => {
  await openAsAdmin(page)
  await analyze(page)
  const figure = analysisOf(page).locator('ol button').first()
  await figure.click()
  const panel = page.getByRole('dialog', { name: /^Where .+ comes from$/ })
  await panel.getByRole('button', { name: 'Recompute' }).click()
  await expect(panel.getByText(/^Computed again from the stored inputs: .+, the same\.$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(figure).toBeFocused()
  // What an action changes, and what is to be traded for it, are figures like any other.
  await openFolds(page)
  const actions = analysisOf(page).getByRole('region', { name: 'Actions' })
  for (const effect of await actions.locator('dd').all()) await expect(effect.getByRole('button')).toHaveCount(1)
  for (const line of await actions.getByRole('list', { name: 'What to trade' }).getByRole('listitem').all()) {
    await expect(line.getByRole('button')).toHaveCount(2)
  }
})

test('a card toggles the chain of its ticker, and Analyze opens the whole sheet', async ({ page }) => {
  await openAsAdmin(page)
  await discover(page)
  const first = page.getByRole('article').first()
  const toggle = first.getByRole('button', { name: /^Options chain of/ })
  // Anywhere on the card that is no figure: within its edge there is none, however the words fall.
  await first.click({ position: { x: 8, y: 110 } })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('table', { name: /options of/ })).toBeVisible({ timeout: RUN_MS })
  await first.click({ position: { x: 8, y: 110 } })
  await expect(page.getByRole('table', { name: /options of/ })).toHaveCount(0)

  const analyzeButton = first.getByRole('button', { name: /^Analyze / })
  await analyzeButton.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('region', { name: 'Payoff at expiry' })).toBeVisible()
  const figures = sheet.getByRole('region', { name: 'What if' }).locator('dl')
  const before = await figures.textContent()
  await sheet.getByRole('slider', { name: /^Price of/ }).press('ArrowLeft')
  await expect(figures).not.toHaveText(before!)
  await page.keyboard.press('Escape')
  await expect(analyzeButton).toBeFocused()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
})

test('a slider of the sheet reprices within a frame', async ({ page }) => {
  await openAsAdmin(page)
  await discover(page)
  await page
    .getByRole('button', { name: /^Analyze / })
    .first()
    .click()
  const slider = page.getByRole('slider', { name: /^Price of/ })
  expect(await measureSlider(slider, -5)).toBeLessThan(FRAME_MS)
})

test('Stop ends a run and leaves nothing of it', async ({ page }) => {
  const id = await openAsAdmin(page)
  // Held back on its way, so that there is time to stop it.
  await page.route('**/api/agentic-discovery', () => new Promise(() => undefined))
  await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
  await discoveryOf(page).getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText(/^Stopped\. Nothing of the run was kept/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Discover Opportunities/ })).toBeEnabled()
  const runs = await page.request.get(`/api/portfolios/${id}/ai-runs`)
  expect(await runs.json()).toEqual([])
})

test('another portfolio shows nothing of this one, and none asks for one', async ({ page }) => {
  await openAsAdmin(page)
  await analyze(page)
  await discover(page)
  const other = `Other ${randomUUID().slice(0, 8)}`
  await havePortfolio(page, other, 'ticker,shares,avgCost,sector\nKO,10,55,Consumer Staples\n')
  await page.goto('/ai-analysis')
  await expect(page.getByRole('article').first()).toBeVisible()
  const selector = page.getByRole('combobox', { name: 'Portfolio' })
  await selector.selectOption({ label: other })
  await expect(page.getByText('One reading of the whole portfolio')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)

  await selector.selectOption({ label: 'No portfolio' })
  await expect(page.getByRole('button', { name: /^Discover Opportunities/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByText('Portfolio Required')).toBeVisible()
  await expect(page.getByText('Please select a portfolio to analyze')).toBeVisible()
})

test('a run of other positions is marked, and stands beside a new one', async ({ page }) => {
  const id = await openAsAdmin(page)
  await analyze(page)
  const origin = new URL(page.url()).origin
  const added = await page.request.post(`/api/portfolios/${id}/positions`, {
    data: { ticker: 'XOM', shares: 50, avgCost: 90 },
    headers: { origin },
  })
  expect(added.ok(), await added.text()).toBe(true)
  await page.reload()
  await expect(analysisOf(page).getByText('Other positions')).toBeVisible()
  await analyze(page)
  await expect(analysisOf(page).getByText('Other positions')).toHaveCount(0)
  await openFolds(page)
  const list = page.getByRole('list', { name: 'Earlier runs' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list
    .getByRole('button', { name: /^Compare/ })
    .last()
    .click()
  await expect(page.getByRole('table', { name: 'The shown run and the one it is compared with' })).toBeVisible()
})

test('the screen meets WCAG 2.2 AA in both themes, with a chain, a fact and the sheet open as well', async ({
  page,
}) => {
  test.setTimeout(AXE_MS)
  await openAsAdmin(page)
  await analyze(page)
  await discover(page)
  await openFolds(page)
  await page
    .getByRole('button', { name: /^Options chain of/ })
    .first()
    .click()
  await expect(page.getByRole('table', { name: /options of/ })).toBeVisible({ timeout: RUN_MS })
  await analysisOf(page).getByRole('button', { name: 'How it is counted' }).click()
  await expect(page.getByRole('dialog', { name: 'How the evidence is counted' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Analyze / })
    .first()
    .click()
  await expect(page.getByRole('dialog').locator('figure svg path').first()).toBeAttached()
  await expectAccessible(page)
})

signedInTest('a Free user is offered PRO for both, and nothing is charged', async ({ page }) => {
  await openWith(page, 'Free')
  expectAnswer(403, '/api/ai-analysis/comprehensive')
  expectAnswer(403, '/api/agentic-discovery')
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(analysisOf(page).getByText('PRO Feature', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
  await expect(discoveryOf(page).getByText('PRO Feature', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade to PRO' })).toHaveCount(2)
  await expectAccessible(page)
})
