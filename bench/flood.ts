/** Sends hostile files all at once from a thread of its own, so that whoever measures beside it is not held up by it. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type HostileFile, makeHostileFiles } from './hostile-files.ts'

interface Flood {
  /** Url of the server. */
  url: string
  cookie: string
  uploads: number
}

export interface FloodReport {
  /** How often each status was the answer. */
  statuses: Record<string, number>
  /** Refusals for now that do not say when to come again. */
  withoutWayOn: number
  seconds: number
}

/** A flood that is ready: its files are made, and it begins when it is told to. */
export async function prepareFlood(flood: Flood): Promise<() => Promise<FloodReport>> {
  const thread = new Worker(new URL(import.meta.url), { workerData: flood })
  await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))
  return () =>
    new Promise<FloodReport>((resolve, reject) => {
      thread.once('message', resolve).once('error', reject)
      thread.postMessage('go')
    }).finally(() => thread.terminate())
}

if (!isMainThread) serve(workerData as Flood)

function serve({ url, cookie, uploads }: Flood): void {
  const kinds = [1, 2, 3].map(makeHostileFiles)
  const files = Array.from({ length: uploads }, (_, index) => {
    const ofSeed = kinds[index % kinds.length] ?? []
    return ofSeed[index % ofSeed.length]
  }).filter((file) => file !== undefined)
  parentPort?.once('message', async () => {
    const report: FloodReport = { statuses: {}, withoutWayOn: 0, seconds: 0 }
    const start = performance.now()
    await Promise.all(files.map((file) => send(file, report)))
    report.seconds = (performance.now() - start) / 1_000
    parentPort?.postMessage(report)
  })
  parentPort?.postMessage('ready')

  async function send({ name, bytes, isImage }: HostileFile, report: FloodReport): Promise<void> {
    const form = new FormData()
    form.append(isImage ? 'images' : 'files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
    const call = isImage ? '/api/portfolios/extract-image' : '/api/imports'
    const headers = { cookie, origin: url, connection: 'close' }
    const response = await fetch(url + call, { method: 'POST', body: form, headers }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    const status = response?.status ?? 'broken'
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    if ((status === 429 || status === 503) && !response?.headers.has('retry-after')) report.withoutWayOn++
  }
}
