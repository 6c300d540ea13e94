import { afterAll, expect, test } from 'vitest'
import { runReporting } from './run-reporting.ts'
import { countUp } from './testing/counting-task.ts'
import { createWorkerPool, defineWorkerTask } from './worker-pool.ts'

const COUNT = defineWorkerTask(new URL('./testing/counting-task.ts', import.meta.url).href, countUp)
const pool = createWorkerPool({ maxThreads: 1 })
afterAll(() => pool.close())

test('whatever a task tells is heard before its answer, in order', async () => {
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  for (let run = 0; run < 20; run++) {
    const heard: number[] = []
    const answer = await runReporting(
      pool,
      COUNT,
      { most: 200 },
      { owner: null, onMessage: (number: number) => heard.push(number) },
    )
    expect(answer).toBe('counted')
    expect(heard).toEqual(numbers)
  }
})

test('nothing is heard of a task that nobody waits for', async () => {
  const signal = AbortSignal.abort()
  const options = { owner: null, onMessage: () => expect.unreachable(), signal }
  await expect(runReporting(pool, COUNT, { most: 1 }, options)).rejects.toThrow('aborted')
})
