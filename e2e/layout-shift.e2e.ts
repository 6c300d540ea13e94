import type { BrowserContext, Locator, Page } from '@playwright/test'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import { becomePro, choosePortfolio, expect, havePortfolio, signIn, test } from './support/browser-test.ts'

/** A score from 0.1 on is what Google calls in need of improvement; here nothing that one looks at may move. */
const MOST = 0.02
/** Time after which what comes late must have come: no request tells that a page has painted the last thing it will. */
const STILL_MS = 500
const RUN_MS = 60_000
/** Beyond the 150 ms after which a skeleton is shown, and the 300 ms for which it then stays. */
const SLOWEST_MS = 500
const SCREENS = [
  ...['/', '/analysis', '/options', '/options?ticker=SPY', '/backtest', '/track-record', '/policies', '/inbox'],
  ...['/account', '/pricing', '/analytics'],
]
const CSV = 'ticker,shares,avgCost,sector\nAAPL,100,150,Technology\nNVDA,300,100,Technology\nKO,100,55,\nVTI,40,200,'

test.describe('at the width of a desk', () => {
  test('nothing on a screen moves while it fills', ({ page, context }) => expectCalm(page, context))
  test('nothing moves while an analysis or a search comes in', ({ page, context }) => expectCalmRuns(page, context))
})

test.describe('at the width of a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  test('nothing on a screen moves while it fills', ({ page, context }) => expectCalm(page, context))
  test('nothing moves while an analysis or a search comes in', ({ page, context }) => expectCalmRuns(page, context))
  test('the plan of somebody who has paid moves nothing', async ({ page, context }) => {
    await signIn(page, { email: 'payer@example.com', name: 'Pia Payer' })
    await becomePro(page)
    await measureShifts(context)
    const later = await context.newPage()
    await expectStill(later, '/pricing')
    await expect(later.getByRole('button', { name: 'Manage billing' })).toBeVisible()
  })
})

for (const [width, height] of [
  [1280, 1400],
  [390, 844],
] as const) {
  test(`at ${width} pixels nothing moves while late answers overtake one another`, async ({ page, context }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height })
    await measureShifts(context)
    await begin(page)
    await runBoth(page)
    await delayAnswers(context)
    for (const path of ['/ai-analysis', '/hedges', ...SCREENS]) await expectStill(page, path)
  })
}

test('an answer shorter than the screen leaves no gap, and nothing moves in sight', async ({ page, context }) => {
  await page.setViewportSize({ width: 1280, height: 2_400 })
  await measureShifts(context)
  await begin(page)
  await page.goto('/ai-analysis')
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByText('Reasoning', { exact: true })).toBeVisible({ timeout: RUN_MS })
  const discovery = page.getByRole('region', { name: 'Agentic Option Discovery' })
  await expect(discovery).toBeVisible()
  const edgeOf = async (part: Locator, edge: 'top' | 'bottom') =>
    part.evaluate((element, side) => element.getBoundingClientRect()[side], edge)
  const analysis = page.getByRole('region', { name: 'Comprehensive analysis' })
  await expect
    .poll(async () => Math.round((await edgeOf(discovery, 'top')) - (await edgeOf(analysis, 'bottom'))))
    .toBe(16)
  await expectNoShift(page, 'a short answer')
})

async function expectCalm(page: Page, context: BrowserContext): Promise<void> {
  test.setTimeout(180_000)
  await measureShifts(context)
  await begin(page)
  for (const path of SCREENS) await expectStill(page, path)
}

async function expectStill(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expectNoShift(page, path)
}

async function expectCalmRuns(page: Page, context: BrowserContext): Promise<void> {
  test.setTimeout(240_000)
  await measureShifts(context)
  await begin(page)
  await page.goto('/backtest')
  await page.getByRole('radio', { name: /Global financial crisis/ }).click()
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  await expect(page.getByRole('table', { name: /^Metrics of the portfolio/ })).toBeVisible({ timeout: RUN_MS })
  await expectNoShift(page, 'a backtest')
  await page.goto('/hedges')
  await page.getByRole('button', { name: /Analyze Portfolio/ }).click()
  await expect(page.getByRole('heading', { name: 'Risk Assessment' })).toBeVisible({ timeout: RUN_MS })
  await expectNoShift(page, 'hedges')
  await runBoth(page)
  await expectStill(page, '/ai-analysis')
}

async function runBoth(page: Page): Promise<void> {
  await page.goto('/ai-analysis')
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByText('Reasoning', { exact: true })).toBeVisible({ timeout: RUN_MS })
  await expectNoShift(page, 'an analysis')
  await page.getByRole('button', { name: /^Discover Opportunities/ }).click()
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: RUN_MS })
  await expectNoShift(page, 'a discovery')
}

async function begin(page: Page): Promise<void> {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  await choosePortfolio(page, await havePortfolio(page, 'Calm', CSV))
}

/** Has each call wait for a time that its path without ids draws: answers overtake one another and meet skeletons. */
function delayAnswers(context: BrowserContext): Promise<unknown> {
  return context.addInitScript((slowest) => {
    const send = globalThis.fetch
    globalThis.fetch = async (...call) => {
      const address = new URL(call[0] instanceof Request ? call[0].url : call[0], location.href)
      const path = address.pathname.replaceAll(/[\da-f]{8}-[\da-f-]+/g, '')
      const hash = [...path].reduce((before, letter) => Math.imul(before ^ letter.charCodeAt(0), 16777619), 1)
      await new Promise((resolve) => setTimeout(resolve, Math.abs(hash) % slowest))
      return send(...call)
    }
  }, SLOWEST_MS)
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Adds up what moves in sight without having been asked to, as the browser itself scores it. */
function measureShifts(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const shifts: { value: number; moved: string }[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function expectNoShift(page: Page, where: string): Promise<void> {
  await page.waitForTimeout(STILL_MS)
  const shifts = await page.evaluate(() =>
    (globalThis as unknown as { shifts: { value: number; moved: string }[] }).shifts.splice(0),
  )
  const sum = shifts.reduce((before, { value }) => before + value, 0)
  expect(sum, `${where}: ${shifts.map(({ moved }) => moved).join('; ')}`).toBeLessThanOrEqual(MOST)
}
