import { randomUUID } from 'node:crypto'
import { SAMPLE_PORTFOLIOS } from '@ballast/contract'
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
import { expectRoomForText } from './support/expect-room-for-text.ts'
import { openFolds } from './support/open-folds.ts'
import { HEDGEABLE_CSV } from './support/sample-files.ts'
import { measureSlider } from './support/slider-times.ts'

/** Two themes of a page with hundreds of figures. */
const AXE_MS = 180_000
/** A first analysis of a process on a machine whose cores are taken. */
const RUN_MS = 90_000
/** Height of the drawing that the screen was made after, in px at a width of 1440. */
const DRAWN_HEIGHT = 1_555
/** A slider moves within a frame. */
const FRAME_MS = 16

async function openAsAdmin(page: Page): Promise<string> {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  const id = await havePortfolio(page, `Hedged ${randomUUID().slice(0, 8)}`, HEDGEABLE_CSV)
  await choosePortfolio(page, id)
  await page.goto('/hedges')
  return id
}

async function analyze(page: Page): Promise<{ summary: string; hedgeStrategies: { legs: { symbol: string }[] }[] }> {
  await page.getByRole('button', { name: /^Analyze Portfolio/ }).click()
  await expect(page.getByRole('region', { name: 'Risk Assessment' })).toBeVisible({ timeout: RUN_MS })
  const id = await page.evaluate(() => localStorage.getItem('lastSelectedPortfolioId'))
  const list = await page.request.get(`/api/portfolios/${id}/hedge-analyses`)
  const [{ analysisId }] = (await list.json()) as [{ analysisId: string }]
  const answer = await page.request.get(`/api/portfolios/${id}/hedge-analyses/${analysisId}`)
  return (await answer.json()) as Awaited<ReturnType<typeof analyze>>
}

test('an analysis answers with its sentence, survives a reload and fills the ticket', JOURNEY, async ({ page }) => {
  await openAsAdmin(page)
  await expect(page.getByRole('link', { name: 'Hedges' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Enhance Prompt' }).click()
  await page.getByLabel('Custom instructions (optional)').fill('max loss 15%, budget $9k, bring me luck')
  const chips = page.getByRole('list', { name: 'Understood' })
  await expect(chips.getByRole('listitem')).toHaveText(['At most 15% may be lost', 'The hedge may cost $9,000'])
  await expect(page.getByText('Not understood: “bring me luck”.')).toBeVisible()
  await chips.getByRole('button', { name: 'Remove: The hedge may cost $9,000' }).click()
  await expect(page.getByLabel('Budget, $')).toHaveValue('')
  const { summary, hedgeStrategies } = await analyze(page)
  await page.reload()
  await expect(page.getByText(summary.slice(0, 20)).first()).toBeVisible()
  await expect(
    page.getByText(/Not used: “bring me luck”, “budget \$9k \(the form says something else\)”/),
  ).toBeVisible()
  await expect(page.getByText('“max loss 15%, budget $9k, bring me luck”')).toBeVisible()
  const ticket = page.getByRole('region', { name: 'Ticket' })
  for (const { symbol } of hedgeStrategies[0]!.legs) await expect(ticket.getByText(symbol)).toBeVisible()
  await expect(ticket.getByText(/This is not an order\./)).toBeVisible()

  const another = page.getByRole('article').nth(1)
  await another.getByRole('button', { name: 'Show ticket' }).click()
  await expect(another.getByRole('button', { name: 'Shown in ticket' })).toBeVisible()
  await expect(ticket.getByText('Strategy 2')).toBeVisible()
  // Where the click has scrolled to, the bar at the top may cover half of a figure.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectRoomForText(page)
  await expectAccessible(page)
})

test('two sliders at the top tell what a limit costs, and the search takes them', async ({ page }) => {
  await openAsAdmin(page)
  await analyze(page)
  const [limit, fall] = ['Most I want to lose', 'If the market falls'].map((name) => page.getByRole('slider', { name }))
  const cost = page.locator('dt', { hasText: 'Costs now' }).locator('+ dd')
  const before = await cost.textContent()
  for (let step = 0; step < 3; step++) await limit!.press('ArrowLeft')
  await expect(limit!).toHaveAttribute('aria-valuetext', /^12\.0% · \$/)
  await expect(cost).not.toHaveText(before!)
  expect(await measureSlider(fall!, 30)).toBeLessThan(FRAME_MS)
  await page.getByRole('button', { name: 'Find this hedge' }).click()
  await expect(page.getByText(/^At most 12% if the market falls /).first()).toBeVisible({ timeout: RUN_MS })
  await expect(page.getByRole('button', { name: 'Find this hedge' })).toHaveCount(0)
})

signedInTest('the screen is at most 1.3 times as high as its drawing', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const [core] = SAMPLE_PORTFOLIOS
  await becomePro(page)
  await choosePortfolio(page, await havePortfolio(page, core!.name, core!.csv))
  await page.goto('/hedges')
  await analyze(page)
  // What is still loading has room kept for it.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeLessThanOrEqual(1.3 * DRAWN_HEIGHT)
})

test('on paper it is light, without bars, and everything folded is open', async ({ page }) => {
  await openAsAdmin(page)
  await analyze(page)
  const hidden = page.getByText('Worst point shown')
  await expect(hidden).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(hidden).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const darkestOfPaper = await page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
    for (const colour of ['white', getComputedStyle(document.body).backgroundColor]) {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
    }
    return Math.min(...canvas.getImageData(0, 0, 1, 1).data)
  })
  expect(darkestOfPaper).toBeGreaterThan(230)
})

test('a slider reprices the package within a frame', async ({ page }) => {
  await openAsAdmin(page)
  await analyze(page)
  await openFolds(page)
  const card = page.getByRole('region', { name: 'What if' })
  const slider = card.getByRole('slider', { name: 'Market move' })
  const before = await card.locator('dl').first().textContent()
  await slider.press('ArrowLeft')
  await expect(card.locator('dl').first()).not.toHaveText(before!)
  expect(await measureSlider(slider, -10)).toBeLessThan(FRAME_MS)
})

test('another portfolio does not show this one’s result', async ({ page }) => {
  await openAsAdmin(page)
  await analyze(page)
  const other = `Other ${randomUUID().slice(0, 8)}`
  await havePortfolio(page, other, 'ticker,shares,avgCost,sector\nKO,10,55,Consumer Staples\n')
  await page.goto('/hedges')
  await expect(page.getByRole('region', { name: 'Risk Assessment' })).toBeVisible({ timeout: RUN_MS })
  await page.getByRole('combobox', { name: 'Portfolio' }).selectOption({ label: other })
  await expect(page.getByText('Find the cheapest protection that holds')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Risk Assessment' })).toHaveCount(0)
})

test('the result meets WCAG 2.2 AA in both themes, with a fact open as well', async ({ page }) => {
  test.setTimeout(AXE_MS)
  await openAsAdmin(page)
  await analyze(page)
  await expect(page.locator('figure svg path').first()).toBeAttached()
  await openFolds(page)
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Summary' }).locator('p').getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: /^Where / })).toBeVisible()
  await expectAccessible(page)
})

signedInTest('the largest risk on the overview leads to its hedges', async ({ page }) => {
  await havePortfolio(page, 'Risky', HEDGEABLE_CSV)
  await page.getByRole('link', { name: 'See hedges' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'AI Hedge Discovery' })).toBeFocused()
})

signedInTest('a Free user is offered PRO, pays, and gets what was asked for', async ({ page }) => {
  const id = await havePortfolio(page, 'Free', HEDGEABLE_CSV)
  await page.goto('/hedges')
  expectAnswer(403, `/api/portfolios/${id}/analyze-hedges`)
  await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
  await expect(page.getByText('PRO Feature', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Upgrade to PRO' }).click()
  await page.getByRole('button', { name: 'Start PRO Trial' }).click()
  await page.getByRole('button', { name: 'Start trial' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'AI Hedge Discovery' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account menu of/ })).toBeVisible()
})

signedInTest('a Free user sees the hedge of a sample portfolio', async ({ page }) => {
  const id = await havePortfolio(page, 'Free', HEDGEABLE_CSV)
  await page.goto('/hedges')
  expectAnswer(403, `/api/portfolios/${id}/analyze-hedges`)
  await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
  await page.getByRole('button', { name: 'Try It on a Sample, Free' }).click()
  await expect(page.getByRole('region', { name: 'Ticket' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Portfolio' })).toContainText('Core Growth')
})

test('a hedge that was found is tried on every screen before it is bought', async ({ page }) => {
  await openAsAdmin(page)
  const { hedgeStrategies } = await analyze(page)
  await page.getByRole('region', { name: 'Ticket' }).getByRole('button', { name: 'What if I Had It' }).click()
  const bar = page.getByRole('region', { name: 'What if' })
  for (const { symbol } of hedgeStrategies[0]!.legs) await expect(bar).toContainText(`${symbol} `)
  await expect(bar).toContainText(/Cash .* → /)
  await page.getByRole('link', { name: 'Options', exact: true }).first().click()
  await expect(page.getByRole('table', { name: /option positions/i })).toContainText(/\$[\d,.]+ put/)
})
