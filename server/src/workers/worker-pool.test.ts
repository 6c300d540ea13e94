import { readSource } from '@ballast/importers'
import { importText } from '@ballast/importers/own'
import { writeEndlessPdf } from '@ballast/importers/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { AppError } from '../http/errors.ts'
import { createWorkerPool, defineWorkerTask } from './worker-pool.ts'

const IMPORT = defineWorkerTask(import.meta.resolve('@ballast/importers/own'), importText)
const ANN = { owner: 'ann' }
const SMALL = 'ticker,shares\nAAPL,1\n'
const LARGE = `ticker,shares\n${Array.from({ length: 20_000 }, (_, i) => `T${i.toString(36)},1`).join('\n')}\n`

describe('the worker pool', () => {
  const pool = createWorkerPool({ maxThreads: 1, maxQueue: 2 })
  afterAll(() => pool.close())

  test('answers as the function itself does', async () => {
    expect(await pool.run(IMPORT, SMALL, ANN)).toEqual(importText(SMALL))
  })

  test('refuses with words what would wait behind too many others, and goes on', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => pool.run(IMPORT, LARGE, ANN)))
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled'],
      ...['rejected', 'rejected'],
    ])
    const refused = results.find((result) => result.status === 'rejected')
    expect(refused?.reason).toBeInstanceOf(AppError)
    expect(refused?.reason.fields).toMatchObject({
      status: 503,
      error: expect.stringContaining('Try again'),
    })
    expect(await pool.run(IMPORT, SMALL, ANN)).toMatchObject({ ok: true })
  })

  test('twenty-two tasks of one, or of nobody, do not refuse the only one of another', { tags: ['full'] }, async () => {
    const pair = createWorkerPool({ maxThreads: 2, maxQueue: 20 })
    for (const owner of ['spam', null]) {
      const many = Array.from({ length: 22 }, () => pair.run(IMPORT, SMALL, { owner }))
      const all = Promise.allSettled(many)
      expect(await pair.run(IMPORT, SMALL, ANN)).toMatchObject({ ok: true })
      expect((await all).filter(({ status }) => status === 'rejected')).toHaveLength(1)
    }
    await pair.close()
  })

  test('stops a task when nobody waits for it any more, and has room for the next', async () => {
    const controller = new AbortController()
    const running = pool.run(IMPORT, LARGE, { ...ANN, signal: controller.signal })
    controller.abort()
    await expect(running).rejects.toThrow('aborted')
    expect(await pool.run(IMPORT, SMALL, ANN)).toMatchObject({ ok: true })
  })

  test('stops a task that takes too long', async () => {
    const impatient = createWorkerPool({ taskTimeoutMilliseconds: 1 })
    await expect(impatient.run(IMPORT, LARGE, ANN)).rejects.toMatchObject({ fields: { status: 503 } })
    await impatient.close()
  })

  test('stops a PDF that would never end, with its thread', { tags: ['full'] }, async () => {
    const impatient = createWorkerPool({ taskTimeoutMilliseconds: 5_000 })
    const read = defineWorkerTask(import.meta.resolve('@ballast/importers'), readSource)
    const endless = { name: 'statement.pdf', bytes: writeEndlessPdf() }
    await expect(impatient.run(read, endless, ANN)).rejects.toThrow('took too long')
    await impatient.close()
  })

  test('closing ends what runs', async () => {
    const closing = createWorkerPool({ maxThreads: 1 })
    const running = closing.run(IMPORT, LARGE, ANN)
    const outcome = expect(running).rejects.toThrow('Terminating')
    await closing.close()
    await outcome
  })
})
