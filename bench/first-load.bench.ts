/** JavaScript that the dashboard of a signed-in user loads before it shows its figures, compressed as it travels. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CHART_CHUNKS } from '../e2e/support/chart-chunks.ts'
import { toCsv } from '../e2e/support/sample-files.ts'
import { ROOT } from '../scripts/launch/repository.mjs'
import { reportLine } from './measure.ts'
import { withDashboard } from './with-dashboard.ts'

const MOST_KB = 160

await withDashboard(toCsv(3), async (page, url) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const first = await sizeKb(scripts.filter((file) => !CHART_CHUNKS.test(file)))
  reportLine({
    workload: 'first-load JavaScript of the dashboard, gzip, charts apart',
    kB: first,
    chartsKb: await sizeKb(scripts.filter((file) => CHART_CHUNKS.test(file))),
    files: scripts.length,
    promise: `at most ${MOST_KB} kB`,
    holds: first <= MOST_KB,
  })
})

async function sizeKb(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => compressedSize(file)))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** Bytes of a file as served to a browser that accepts gzip; small files are served as they are. */
async function compressedSize(file: string): Promise<number> {
  const built = path.join(ROOT, 'web', 'dist', file)
  const { size } = await stat(`${built}.gz`).catch(() => stat(built))
  return size
}
