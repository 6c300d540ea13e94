/**
 * Loaded into a server by `NODE_OPTIONS`: how long its event loop was held, and how long some of its clients were. What the main
 * thread itself computed is counted beside the delay of timers, and only that is the server's own doing. Written to the file
 * `LOOP_FILE` when asked by SIGUSR2, which also starts a new count.
 */
import { channel } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import { watchTurns } from '../../server/src/ai/testing/turn-watch.ts'

export interface LoopReport {
  /** Longest time that the main thread computed without letting anybody else in, ms of its own CPU. */
  longestOwnMs: number
  /** The longest but one. */
  secondOwnMs: number
  /** Turns of the loop in which it computed for more than 50 ms. */
  turnsOver50Ms: number
  /** Computing of the main thread from each request of a watched client until it was answered, ms of its own CPU. */
  watchedMs: number[]
  /** Longest delay of a timer, waiting for a core included, ms. */
  longestDelayMs: number
  p99DelayMs: number
  /** CPU since the last report, s: of the main thread, and of the whole process. */
  mainCpuSeconds: number
  cpuSeconds: number
  residentMiB: number
  peakMiB: number
}

/** Requests with this header are watched. */
export const WATCHED = 'x-watched'

const file = process.env.LOOP_FILE
if (isMainThread && file !== undefined) watch(file)

function watch(target: string): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let cpuBefore = process.cpuUsage()
  let mainBefore = process.threadCpuUsage()
  let [longest, second, over, peak] = [0, 0, 0, 0]
  let watched: number[] = []
  watchTurns((spent) => {
    second = Math.max(second, Math.min(longest, spent))
    longest = Math.max(longest, spent)
    if (spent > 50) over++
    peak = Math.max(peak, process.memoryUsage.rss())
  })
  watchRequests((spent) => watched.push(spent))
  process.on('SIGUSR2', () => {
    const cpu = process.cpuUsage(cpuBefore)
    const main = process.threadCpuUsage(mainBefore)
    const report: LoopReport = {
      longestOwnMs: longest,
      secondOwnMs: second,
      turnsOver50Ms: over,
      watchedMs: watched,
      longestDelayMs: delay.max / 1e6,
      p99DelayMs: delay.percentile(99) / 1e6,
      mainCpuSeconds: (main.user + main.system) / 1e6,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      residentMiB: process.memoryUsage.rss() / 1024 ** 2,
      peakMiB: peak / 1024 ** 2,
    }
    delay.reset()
    cpuBefore = process.cpuUsage()
    mainBefore = process.threadCpuUsage()
    ;[longest, second, over, peak] = [0, 0, 0, 0]
    watched = []
    writeFileSync(target, JSON.stringify(report))
  })
}

function watchRequests(onAnswer: (ownMilliseconds: number) => void): void {
  const begun = new WeakMap<IncomingMessage, NodeJS.CpuUsage>()
  channel('http.server.request.start').subscribe((message) => {
    const { request } = message as { request: IncomingMessage }
    if (request.headers[WATCHED]) begun.set(request, process.threadCpuUsage())
  })
  channel('http.server.response.finish').subscribe((message) => {
    const before = begun.get((message as { request: IncomingMessage }).request)
    if (!before) return
    const { user, system } = process.threadCpuUsage(before)
    onAnswer((user + system) / 1_000)
  })
}
