/** JavaScript that the dashboard of a signed-in user loads before it shows its figures, compressed as it travels. */
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { ApiClient } from '../e2e/support/api-client.ts'
import { CHROMIUM_ARGUMENTS } from '../e2e/support/chromium-arguments.ts'
import { makeDataFolder, startServer, stopServer } from '../e2e/support/server-process.ts'
import { ROOT } from '../scripts/launch/repository.mjs'
import { findOrInstallChromium } from '../scripts/test/chromium.ts'
import { reportLine } from './measure.ts'

const MOST_KB = 160
/** Chunks that draw; they are loaded after the figures. */
const CHARTS = /chart|series-path/i

const DATA_DIR = await makeDataFolder()
const server = await startServer({ DATA_DIR })
const client = new ApiClient(server.url)
await client.signIn('bench@example.com')
await client.send('POST', '/api/portfolios/upload', {
  name: 'Bench',
  data: 'ticker,shares,avgCost\nAAPL,1,2\nMSFT,3,4',
})

const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: CHROMIUM_ARGUMENTS })
const context = await browser.newContext({ extraHTTPHeaders: { cookie: client.cookieHeader() } })
const page = await context.newPage()
const scripts: string[] = []
page.on('response', (response) => {
  const { pathname } = new URL(response.url())
  if (pathname.endsWith('.js')) scripts.push(pathname)
})
await page.goto(server.url, { waitUntil: 'networkidle' })
await browser.close()
await stopServer(server)
await rm(DATA_DIR, { recursive: true })

const sizeKb = async (files: readonly string[]) => {
  const sizes = await Promise.all(files.map((file) => compressedSize(file)))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
const first = await sizeKb(scripts.filter((file) => !CHARTS.test(file)))
reportLine({
  workload: 'first-load JavaScript of the dashboard, gzip, charts apart',
  kB: first,
  chartsKb: await sizeKb(scripts.filter((file) => CHARTS.test(file))),
  files: scripts.length,
  promise: `at most ${MOST_KB} kB`,
  holds: first <= MOST_KB,
})

/** Bytes of a file as served to a browser that accepts gzip; small files are served as they are. */
async function compressedSize(file: string): Promise<number> {
  const built = path.join(ROOT, 'web', 'dist', file)
  const { size } = await stat(`${built}.gz`).catch(() => stat(built))
  return size
}
