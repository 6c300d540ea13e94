import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of processor time; the clock on the wall also counts what other programs did meanwhile. */
  tdur?: number
  args: { name?: string }
}

/** Processor milliseconds of the longest task that the page's main thread had while something was done. */
export async function measureLongestTask(page: Page, work: () => Promise<void>): Promise<number> {
  return (await measureTasks(page, work)).longest
}

/** Processor milliseconds that the page's main thread worked while something was done: in all, and at most at a stretch. */
export async function measureTasks(page: Page, work: () => Promise<void>): Promise<{ longest: number; total: number }> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own to trace.')
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mains.some((main) => main.pid === pid && main.tid === tid),
  )
  if (tasks.length === 0) throw new Error('The trace holds no task of the page; nothing was measured.')
  const times = tasks.map(({ tdur = 0 }) => tdur / 1000)
  return { longest: Math.max(...times), total: times.reduce((sum, time) => sum + time, 0) }
}
