/**
 * Cost of one person's hostile uploads to others: 200 of them at once, while somebody else opens a page ten times a
 * second, drops a file and drops a screenshot.
 */
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient } from '../e2e/support/api-client.ts'
import { startWatchedServer, takeLoopReport } from '../e2e/support/cost-of-one-user.ts'
import { toCsv } from '../e2e/support/sample-files.ts'
import { makeDataFolder, stopServer } from '../e2e/support/server-process.ts'
import { ROOT } from '../scripts/launch/repository.mjs'
import { prepareFlood } from './flood.ts'
import { reportLine } from './measure.ts'

const UPLOADS = 200
const QUIET_MS = 6_000
const PAGE_EVERY_MS = 100
const MOST = { ownMs: 50, riseMs: 100 }

const DATA_DIR = await makeDataFolder()
const server = await startWatchedServer({ DATA_DIR })
const [ann, spam] = [new ApiClient(server.url), new ApiClient(server.url)]
await ann.signIn('ann@example.com')
await spam.signIn('spam@example.com')
const saved = await ann.send('POST', '/api/portfolios/upload', { name: 'Bench', data: toCsv(50) })
const { id } = (await saved.json()) as { id: string }
const screenshot = await readFile(
  path.join(ROOT, 'packages/importers/fixtures/images/shares-times-price-dark-phone.png'),
)
// What is loaded at first use is loaded before it is measured.
await dropFile()
await dropScreenshot()

const flood = await prepareFlood({ url: server.url, cookie: spam.cookieHeader(), uploads: UPLOADS })
await takeLoopReport(server)
const quiet = await openPagesWhile(sleep(QUIET_MS))
const quietFileMs = await dropFile()
const quietScreenshotMs = await dropScreenshot()
const before = await takeLoopReport(server)

const others: Promise<{ fileMs: number; screenshotMs: number }> = sleep(500).then(async () => {
  const [fileMs, screenshotMs] = await Promise.all([dropFile(), dropScreenshot()])
  return { fileMs, screenshotMs }
})
const flooding = flood()
const flooded = await openPagesWhile(Promise.all([flooding, others]))
const { statuses, withoutWayOn, seconds } = await flooding
const { fileMs, screenshotMs } = await others
const during = await takeLoopReport(server)
await stopServer(server)
await rm(DATA_DIR, { recursive: true })

reportLine({
  workload: `a page of somebody else while ${UPLOADS} hostile files are uploaded at once`,
  quietP50Ms: percentile(quiet, 0.5),
  quietP99Ms: percentile(quiet, 0.99),
  p50Ms: percentile(flooded, 0.5),
  p99Ms: percentile(flooded, 0.99),
  pages: flooded.length,
  promise: `p99 rises by less than ${MOST.riseMs} ms`,
  holds: percentile(flooded, 0.99) - percentile(quiet, 0.99) < MOST.riseMs,
})
reportLine({
  workload: 'the event loop of the server meanwhile',
  ...during,
  watchedMs: during.watchedMs.length,
  quietLongestOwnMs: before.longestOwnMs,
  quietLongestDelayMs: before.longestDelayMs,
  promise: `never computes for more than ${MOST.ownMs} ms at a time`,
  holds: during.longestOwnMs <= MOST.ownMs,
})
reportLine({
  workload: "somebody else's file and screenshot meanwhile",
  quietFileMs,
  fileMs,
  quietScreenshotMs,
  screenshotMs,
  promise: 'both are read',
  holds: Number.isFinite(fileMs) && Number.isFinite(screenshotMs),
})
reportLine({
  workload: 'what the hostile uploads were answered',
  ...statuses,
  withoutWayOn,
  seconds,
  promise: 'no 500, and every 429 and 503 says when to come again',
  holds: withoutWayOn === 0 && !('500' in statuses),
})

function dropFile(): Promise<number> {
  return drop('/api/imports', 'files', new TextEncoder().encode(toCsv(2_000)))
}

function dropScreenshot(): Promise<number> {
  return drop('/api/portfolios/extract-image', 'images', screenshot)
}

/** Milliseconds to the whole answer, or infinity when it was refused. */
async function drop(call: string, field: string, bytes: Uint8Array): Promise<number> {
  const form = new FormData()
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'mine')
  const start = performance.now()
  const response = await ann.request(call, { method: 'POST', body: form })
  const answer = await response.text()
  if (response.status === 200) return performance.now() - start
  console.error(`${call}: ${response.status} ${answer.slice(0, 200)}`)
  return Number.POSITIVE_INFINITY
}

/** Milliseconds of each opening of a page, at a steady rate however slow the answers are. */
async function openPagesWhile(work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const times: number[] = []
  const open: Promise<void>[] = []
  while (!isOver) {
    const start = performance.now()
    open.push(
      ann.request(`/api/portfolios/${id}/positions`).then(async (response) => {
        await response.arrayBuffer()
        times.push(performance.now() - start)
      }),
    )
    await sleep(PAGE_EVERY_MS)
  }
  await Promise.all([ended, ...open])
  return times
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
