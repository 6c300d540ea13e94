import { expect, havePortfolio, signedInTest as test } from './support/browser-test.ts'
import { toCsv } from './support/sample-files.ts'
import { scrollThrough } from './support/scroll-through.ts'
import { measureLongestTask, measureSlowness } from './support/task-times.ts'

const LONGEST_TASK_MS = 50

test('2,000 positions scroll without a long task, with only the rows in sight in the page', async ({
  page,
  context,
}) => {
  await havePortfolio(page, 'Many', toCsv(2_000))
  const scroller = page.getByRole('region', { name: /Portfolio Positions, scrollable/ })
  await expect(scroller).toBeVisible()
  await page.waitForLoadState('networkidle')
  await scroller.scrollIntoViewIfNeeded()

  const longest = await measureLongestTask(page, () => scrollThrough(scroller))
  test.info().annotations.push({ type: 'longest task', description: `${longest.toFixed(1)} ms of processor time` })
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThan(LONGEST_TASK_MS * (await measureSlowness(context)))
  // 600 px / 52 px rows are 12, and 5 more on either side.
  expect(await page.getByRole('table', { name: 'Portfolio Positions' }).getByRole('row').count()).toBeLessThan(40)
})
