import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareReading, readExpectedImages } from '@ballast/importers/testing'
import { afterAll, describe, expect, test } from 'vitest'
import members from '../market-data/sp500-members.json' with { type: 'json' }
import { createImageReader } from './image-reader.ts'

const SHARED = resolve(import.meta.dirname, '../../..', process.env.BALLAST_SHARED ?? '../shared')
const FOLDER = join(SHARED, 'data/screenshots')
const INSTRUMENTS = members.members.map(([ticker = '', name = '']) => ({ ticker, name }))

if (!existsSync(FOLDER)) {
  console.warn(`Screenshots of positions are absent (looked in ${FOLDER}): they were NOT tested.`)
  test('screenshots of positions are absent and were not tested', () => expect(existsSync(FOLDER)).toBe(false))
} else {
  describe('screenshots of others', () => {
    // Threads give way to every other program: on a busy machine an image may take very much longer than it computes.
    const reader = createImageReader({ taskTimeoutMilliseconds: 120_000 })
    afterAll(() => reader.close())

    test('98 % of their cells are read exactly, and none that is wrong looks sure', { timeout: 300_000 }, async () => {
      const images = readExpectedImages(FOLDER)
      const sources = await reader.readImages(images, { instruments: INSTRUMENTS, owner: null })
      const compared = images.flatMap((image, index) => {
        const source = sources[index]
        return source ? [compareReading(image, source)] : []
      })
      const exact = compared.reduce((sum, one) => sum + one.exact, 0)
      const cells = compared.reduce((sum, one) => sum + one.cells, 0)
      expect(compared.flatMap((one) => one.sureThoughWrong)).toEqual([])
      expect(exact / cells, compared.flatMap((one) => one.wrong).join('\n')).toBeGreaterThanOrEqual(0.98)
    })
  })
}
