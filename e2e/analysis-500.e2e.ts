import type { Page } from '@playwright/test'
import { expect, havePortfolio, signedInTest as test } from './support/browser-test.ts'
import { measureLongestTask, measureSlowness } from './support/task-times.ts'

const TICKERS = 500
const LONGEST_TASK_MS = 50

interface Analysis {
  tickers: { ticker: string; name: null; value: number; weightPercent: number }[]
  marketCorrelations: { ticker: string }[]
  correlationMatrix: { ticker1: string; ticker2: string; correlation: number }[]
}

/** The server's own answer, stretched: the simulated market has too few securities for the largest matrix. */
function stretch(answer: Analysis): Analysis {
  const names = Array.from({ length: TICKERS }, (_, index) => `T${index}`)
  const [entry] = answer.marketCorrelations
  return {
    ...answer,
    tickers: names.map((ticker) => ({ ticker, name: null, value: 1_000, weightPercent: 100 / TICKERS })),
    marketCorrelations: names.map((ticker) => ({ ...entry!, ticker })),
    correlationMatrix: names.flatMap((ticker1, row) =>
      names.slice(row + 1).map((ticker2, column) => ({
        ticker1,
        ticker2,
        correlation: Math.cos(row * 0.37 + column * 0.11),
      })),
    ),
  }
}

const rest = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))

for (const view of ['Whole', 'Values']) {
  test(`${view}: a matrix of 500 tickers is pointed at, walked and scrolled without a long task`, async ({
    page,
    context,
  }) => {
    await havePortfolio(page, 'Wide', 'ticker,shares\nAAPL,20\nMSFT,10\nTLT,5\n')
    await page.route('**/correlation-analysis', async (route) => {
      const answer = (await (await route.fetch()).json()) as Analysis
      await route.fulfill({ json: stretch(answer) })
    })
    await page.goto('/analysis')
    const matrix = page.getByRole('application', { name: /Correlation of each ticker/ })
    await page
      .getByRole('radio', { name: view })
      .or(page.getByRole('button', { name: view }))
      .click()
    await matrix.evaluate((element) => {
      element.scrollIntoView({ block: 'start' })
      window.scrollBy(0, -120)
    })
    await page.waitForLoadState('networkidle')
    const box = (await matrix.boundingBox())!
    const reach = Math.min(box.width, box.height, 600)

    const hover = await measureLongestTask(page, async () => {
      for (let step = 1; step < 80; step += 1) {
        await page.mouse.move(box.x + (reach * step) / 80, box.y + (reach * step * step) / 6400)
      }
    })
    await expect(page.getByText(/^T\d+ · T\d+$/)).toBeVisible()
    const keys = await measureLongestTask(page, async () => {
      await matrix.focus()
      for (let step = 0; step < 40; step += 1) await page.keyboard.press(step % 2 ? 'ArrowDown' : 'ArrowRight')
    })
    await expect(page.getByRole('status').filter({ hasText: 'of value.' })).toHaveText(/^T\d+ · T\d+: /)
    const scroll = await measureLongestTask(page, async () => {
      for (let step = 0; step < 60; step += 1) {
        await page.mouse.wheel(20, 60)
        await rest(page)
      }
    })

    const longest = { hover, keys, scroll }
    for (const [what, ms] of Object.entries(longest)) {
      test
        .info()
        .annotations.push({ type: `longest task, ${what}`, description: `${ms.toFixed(1)} ms of processor time` })
    }
    const most = LONGEST_TASK_MS * (await measureSlowness(context))
    expect(Math.max(...Object.values(longest)), JSON.stringify(longest)).toBeLessThan(most)
  })
}
