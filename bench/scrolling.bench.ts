/** The longest task while a portfolio of 2,000 positions scrolls from top to end, in processor time of the page. */
import { toCsv } from '../e2e/support/sample-files.ts'
import { scrollThrough } from '../e2e/support/scroll-through.ts'
import { measureLongestTask } from '../e2e/support/task-times.ts'
import { medianOf, RUNS, reportLine } from './measure.ts'
import { withDashboard } from './with-dashboard.ts'

const ROWS = 2_000
const LONGEST_TASK_MS = 50

await withDashboard(toCsv(ROWS), async (page, url) => {
  await page.goto(url, { waitUntil: 'networkidle' })
  const scroller = page.getByRole('region', { name: /Portfolio Positions, scrollable/ })
  await scroller.scrollIntoViewIfNeeded()
  const longest: number[] = []
  for (let run = 0; run < RUNS; run += 1) longest.push(await measureLongestTask(page, () => scrollThrough(scroller)))
  reportLine({
    workload: `longest task while ${ROWS} positions scroll`,
    longestTaskMs: medianOf(longest),
    promise: `at most ${LONGEST_TASK_MS} ms`,
    holds: medianOf(longest) <= LONGEST_TASK_MS,
  })
})
