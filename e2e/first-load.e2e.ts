import { gzipSync } from 'node:zlib'
import {
  getAccount,
  getBillingStatus,
  getCorrelationAnalysis,
  getFact,
  getNearTermOptions,
  getOverview,
  getTrackRecord,
  getUsageSummary,
  runAgenticDiscovery,
  runComprehensiveAnalysis,
  saveFromReview,
} from '@ballast/contract'
import { expect, havePortfolio, signedInTest as test } from './support/browser-test.ts'
import { CHART_CHUNKS } from './support/chart-chunks.ts'

const MOST_BYTES = 125_000
const MOST_BYTES_OF_CHARTS = 20_000

test('the overview loads little script and no schema of another screen', async ({ page, context }) => {
  await havePortfolio(page, 'Small', 'ticker,shares,avgCost\nAAPL,1,2\nMSFT,3,4')
  // A page of its own: on the other the scripts of the first run may still be on their way.
  const dashboard = await context.newPage()
  const paths = new Set<string>()
  dashboard.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) paths.add(pathname)
  })
  await dashboard.goto('/')
  await expect(dashboard.getByRole('table', { name: 'Portfolio Positions' })).toBeVisible()
  await dashboard.waitForLoadState('networkidle')

  const load = (which: readonly string[]) =>
    Promise.all(which.map(async (path) => (await page.request.get(path)).text()))
  const charts = await load([...paths].filter((path) => CHART_CHUNKS.test(path)))
  const scripts = await load([...paths].filter((path) => !CHART_CHUNKS.test(path)))
  expect(sizeOf(scripts)).toBeGreaterThan(50_000)
  expect(sizeOf(scripts)).toBeLessThan(MOST_BYTES)
  expect(sizeOf(charts)).toBeGreaterThan(1_000)
  expect(sizeOf(charts)).toBeLessThan(MOST_BYTES_OF_CHARTS)
  const knows = ({ path }: { path: string }) => scripts.some((script) => script.includes(`\`${path}\``))
  expect(knows(getOverview)).toBe(true)
  const others = [
    ...[getAccount, saveFromReview, getCorrelationAnalysis, getNearTermOptions],
    ...[getBillingStatus, getUsageSummary, getFact, getTrackRecord, runAgenticDiscovery, runComprehensiveAnalysis],
  ]
  expect(others.filter(knows)).toEqual([])
})

/** Bytes of scripts as they travel, each compressed by itself. */
function sizeOf(scripts: readonly string[]): number {
  return scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).byteLength, 0)
}
