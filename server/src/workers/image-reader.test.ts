import { join } from 'node:path'
import type { ImageStep } from '@ballast/importers/images'
import { compareReading, readExpectedImages } from '@ballast/importers/testing'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { listKnownInstruments } from '../market-data/known-instruments.ts'
import { createImageReader } from './image-reader.ts'

const FIXTURES = readExpectedImages(join(import.meta.dirname, '../../../packages/importers/fixtures/images'))
const options = { instruments: listKnownInstruments(), owner: 'ann' }

/** Threads give way to every other program: on a busy machine an image may take very much longer than it computes. */
const PATIENCE_MS = 120_000
vi.setConfig({ testTimeout: 2 * PATIENCE_MS })

const patience = { taskTimeoutMilliseconds: PATIENCE_MS }
const reader = createImageReader(patience)
afterAll(() => reader.close())

const fixture = (name: string) => {
  const found = FIXTURES.find(({ file }) => file.startsWith(name))
  if (!found) throw new Error(`There is no image ${name}.`)
  return found
}
const SMALL = fixture('short-values-dark-desktop')

test('reads an image in a thread as a person reads it', { tags: 'full' }, async () => {
  const [source] = await reader.readImages([SMALL], options)
  expect(source && compareReading(SMALL, source)).toMatchObject({ sureThoughWrong: [], wrong: [] })
})

describe('many images', { tags: 'full' }, () => {
  test('are answered in their order, each telling how far it is; one that is no image does not spoil the others', async () => {
    const steps: [number, ImageStep][] = []
    const images = [fixture('plain-lines'), { bytes: Buffer.from('%PDF-1.7') }, SMALL]
    const sources = await reader.readImages(images, { ...options, onProgress: (...step) => steps.push(step) })
    expect(sources.map(({ positions }) => positions.length)).toEqual([8, 0, SMALL.positions.length])
    expect(sources[1]?.problems[0]?.message).toContain('PDF')
    expect(new Set(steps.map(([index]) => index))).toEqual(new Set([0, 2]))
    for (const index of [0, 2]) {
      const done = steps.filter(([of]) => of === index).map(([, step]) => step.done)
      expect(done).toEqual([...done].sort((a, b) => a - b))
    }
  })

  test('beyond what may wait are refused with words, and the next are read again', async () => {
    const narrow = createImageReader({ ...patience, maxThreads: 1, maxQueue: 1 })
    const results = await Promise.allSettled(Array.from({ length: 3 }, () => narrow.readImages([SMALL], options)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(results[2]).toMatchObject({
      reason: { fields: { status: 503, error: expect.stringContaining('Try again') } },
    })
    expect(await narrow.readImages([SMALL], options)).toHaveLength(1)
    await narrow.close()
  })

  test('are given up when nobody waits for them, in the queue too, and the next one is read', async () => {
    const narrow = createImageReader({ ...patience, maxThreads: 1 })
    const controller = new AbortController()
    const reading = narrow.readImages([SMALL, SMALL], {
      ...options,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    await expect(reading).rejects.toThrow('aborted')
    const [source] = await narrow.readImages([SMALL], options)
    expect(source?.positions).toHaveLength(SMALL.positions.length)
    await narrow.close()
  })

  test('are stopped when one takes too long', async () => {
    const impatient = createImageReader({ taskTimeoutMilliseconds: 1 })
    await expect(impatient.readImages([SMALL], options)).rejects.toMatchObject({ fields: { status: 503 } })
    await impatient.close()
  })
})
