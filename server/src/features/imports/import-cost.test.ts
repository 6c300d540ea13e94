/** @module-tag full */

/**
 * The work of an import grows with its length and no faster: twice the rows take twice the work, and a little more. It is
 * measured over three doublings at once. Linear work grows 8 times and quadratic work 64 times, so that a busy machine, which
 * can make one of two equal measurements 1.3 times the other, is not mistaken for either.
 */
import { readSource } from '@ballast/importers'
import { GENERATED_TABLES, listEnlargedFiles, VARIATIONS } from '@ballast/importers/testing'
import { describe, expect, test } from 'vitest'
import { assembleReview } from './assemble-review.ts'

const DOUBLINGS = 3
/** Twice the work for each doubling, and what sorting and a colder memory may add. */
const MOST_GROWTH = 2.6 ** DOUBLINGS
/** The processor's time of a thread is counted in ticks of some milliseconds. */
const LEAST_MEASURED_MS = 60
/** The least of several rounds counts, since other programs only ever add to it. */
const MOST_ROUNDS = 8
const FEW_ROWS = 500
const MANY_ROWS = FEW_ROWS * 2 ** DOUBLINGS
const PATIENCE_MS = 240_000

async function importOnce(content: string | Uint8Array): Promise<void> {
  const source = typeof content === 'string' ? { name: 'x', text: content } : { name: 'x', bytes: content }
  const imported = await readSource(source)
  const unknown = imported.positions.map(({ ticker }) => ticker)
  assembleReview({
    importId: '00000000-0000-4000-8000-000000000000',
    expiresAt: '2026-11-21T15:00:00.000Z',
    origin: 'text',
    sources: JSON.stringify([{ name: 'x', imported }]),
    knowledge: { known: [], unknown, unchecked: [], notSimulated: [], held: [] },
    notes: [],
  })
}

/** Milliseconds of this thread that an import takes, repeated until they can be told. */
async function measure(content: string | Uint8Array): Promise<number> {
  const before = process.threadCpuUsage()
  for (let times = 1; ; times++) {
    await importOnce(content)
    const { user, system } = process.threadCpuUsage(before)
    const milliseconds = (user + system) / 1000
    if (milliseconds >= LEAST_MEASURED_MS) return milliseconds / times
  }
}

/** How many times the work of one content the other takes, by the least work that was seen of each. */
async function measureGrowth(small: string | Uint8Array, large: string | Uint8Array): Promise<number> {
  let [ofSmall, ofLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    ofSmall = Math.min(ofSmall, await measure(small))
    ofLarge = Math.min(ofLarge, await measure(large))
    if (ofLarge / ofSmall <= MOST_GROWTH) break
  }
  return ofLarge / ofSmall
}

/** One in four of the brokers' files; the long run tries all. Every kind of generated table is tried in both. */
const EACH = process.env.BALLAST_LONG ? 1 : 4
const files = (await listEnlargedFiles()).filter((_, place) => place % EACH === 0)

describe('twice as much takes at most 2.6 times the work', { timeout: PATIENCE_MS }, () => {
  test.each(GENERATED_TABLES.map(({ name, make }) => [name, make] as const))('%s', async (_name, make) => {
    expect(await measureGrowth(make(FEW_ROWS), make(MANY_ROWS))).toBeLessThanOrEqual(MOST_GROWTH)
  })

  test.each(files)('$name', async ({ toText }) => {
    for (const variation of VARIATIONS) {
      const growth = await measureGrowth(toText(FEW_ROWS, variation), toText(MANY_ROWS, variation))
      expect({ variation, growth }).toEqual({
        variation,
        growth: expect.toSatisfy((one: number) => one <= MOST_GROWTH),
      })
    }
  })
})

test('more than two hundred accounts are refused in words, and no number of theirs is shown', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `AAPL,1,2,${10_000_000 + index}`)
  const read = (count: number) =>
    readSource({ name: 'x', text: `Symbol,Quantity,Price,Account Number\n${rows(count).join('\n')}` })
  expect((await read(200)).positions).toHaveLength(200)
  const refused = await read(201)
  expect(refused.problems[0]?.message).toContain('more than 200 accounts')
  expect({ positions: refused.positions, lines: refused.lines }).toEqual({ positions: [], lines: [] })
})
