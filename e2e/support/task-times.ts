import type { BrowserContext, Page } from '@playwright/test'

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

/** Processor milliseconds that `workALittle` takes where the promises of this product about time were made. */
const LITTLE_WORK_MS = 45

/** How many times slower than there the machine is just now, whatever keeps it busy: 1 or more. Needs no page but its own. */
export async function measureSlowness(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  const { total } = await measureTasks(page, () => page.evaluate(workALittle))
  await page.close()
  return Math.max(1, total / LITTLE_WORK_MS)
}

/** Does the work of drawing a long list: objects, text, elements, their style and their places. Runs in the page. */
function workALittle(): void {
  for (let round = 0; round < 10; round += 1) {
    const list = document.createElement('div')
    for (let row = 0; row < 500; row += 1) {
      const line = document.createElement('p')
      line.textContent = JSON.parse(JSON.stringify({ row, text: `${row * round}`.padStart(9, '0') })).text
      list.append(line)
    }
    document.body.append(list)
    list.getBoundingClientRect()
    list.remove()
  }
}
