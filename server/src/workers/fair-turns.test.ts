import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

const options = { atOnce: 1, mostWaiting: 20, refusal: 'Too much at once. Try again.' }

/** Turns whose holders are listed in the order in which they came on, each ended by hand. */
function watch(overrides: Partial<typeof options & { atOnceOfOne: number }> = {}) {
  const turns = createFairTurns({ ...options, ...overrides })
  const started: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const take = (owner: string | null, name = owner ?? '', signal?: AbortSignal) =>
    turns.take(owner, signal).then(
      (end) => {
        started.push(name)
        ends.push(end)
      },
      () => refused.push(name),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const endNext = () => {
    ends.shift()?.()
    return settle()
  }
  return { take, started, refused, settle, endNext }
}

describe('whose turn it is', () => {
  test('the only piece of one does not wait behind all of another', async () => {
    const { take, started, endNext, settle } = watch()
    for (let index = 0; index < 10; index++) void take('spam', `spam ${index}`)
    void take('ann')
    void take('bob')
    await settle()
    for (let end = 0; end < 4; end++) await endNext()
    expect(started).toEqual(['spam 0', 'spam 1', 'ann', 'bob', 'spam 2'])
  })

  test('nobody has all places while others may come', async () => {
    const { take, started, settle } = watch({ atOnce: 2, atOnceOfOne: 1 })
    void take('spam', 'spam 1')
    void take('spam', 'spam 2')
    await settle()
    expect(started).toEqual(['spam 1'])
    void take('ann')
    await settle()
    expect(started).toEqual(['spam 1', 'ann'])
  })

  test('work of nobody goes in the order in which it comes', async () => {
    const { take, started, endNext, settle } = watch()
    for (const name of ['1', '2', '3', '4']) void take(null, name)
    await settle()
    for (let end = 0; end < 3; end++) await endNext()
    expect(started).toEqual(['1', '2', '3', '4'])
  })
})

describe('a full queue', () => {
  test('who has most waiting gives way, and the newest of it', async () => {
    const { take, refused, started, endNext, settle } = watch({ mostWaiting: 3 })
    for (const name of ['1', '2', '3', '4']) void take('spam', name)
    await settle()
    void take('ann')
    await settle()
    expect(refused).toEqual(['4'])
    for (let end = 0; end < 4; end++) await endNext()
    expect(started).toEqual(['1', '2', 'ann', '3'])
  })

  test('work of nobody gives way as that of one person does', async () => {
    const { take, refused, started, endNext, settle } = watch({ atOnce: 2, atOnceOfOne: 1 })
    for (let index = 0; index < 22; index++) void take(null, `shared ${index}`)
    await settle()
    void take('ann')
    await settle()
    expect(started).toEqual(['shared 0', 'ann'])
    expect(refused).toEqual(['shared 21'])
    await endNext()
    expect(started).toEqual(['shared 0', 'ann', 'shared 1'])
  })

  test('the one who has most waiting is refused at once', async () => {
    const { take, refused, settle } = watch({ mostWaiting: 2 })
    for (const name of ['1', '2', '3', '4', '5']) void take('spam', name)
    await settle()
    expect(refused).toEqual(['4', '5'])
  })

  test('says with which status and when to come again', async () => {
    const turns = createFairTurns({ ...options, mostWaiting: 0 })
    await turns.take('ann', undefined)
    const refusal = { fields: { status: 503, error: options.refusal, retryAfterSeconds: expect.any(Number) } }
    await expect(turns.take('bob', undefined)).rejects.toMatchObject(refusal)
  })
})

test('who goes away while waiting makes room and is never let go', async () => {
  const { take, started, refused, endNext, settle } = watch({ mostWaiting: 1 })
  const leaving = new AbortController()
  void take('ann')
  void take('bob', 'bob', leaving.signal)
  await settle()
  leaving.abort()
  void take('cy')
  await settle()
  await endNext()
  expect({ started, refused }).toEqual({ started: ['ann', 'cy'], refused: ['bob'] })
})

test('whatever comes and ends in whatever order, limits hold and everything is started or refused', async () => {
  const step = fc.oneof(fc.record({ take: fc.constantFrom('a', 'b', 'c', null) }), fc.constant('end' as const))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const turns = createFairTurns({ ...options, atOnce: 3, atOnceOfOne: 2, mostWaiting: 4 })
      const running: { owner: string | null; end: () => void }[] = []
      let [taken, started, refused] = [0, 0, 0]
      const settle = () => new Promise((resolve) => setImmediate(resolve))
      const check = () => {
        expect(running.length).toBeLessThanOrEqual(3)
        for (const owner of ['a', 'b', 'c', null])
          expect(running.filter((one) => one.owner === owner).length).toBeLessThan(3)
        expect(taken - started - refused).toBeLessThanOrEqual(4)
      }
      for (const one of steps) {
        if (one === 'end') running.shift()?.end()
        else {
          taken++
          void turns.take(one.take, undefined).then(
            (end) => {
              started++
              running.push({ owner: one.take, end })
            },
            () => refused++,
          )
        }
        await settle()
        check()
      }
      while (running.length > 0) {
        running.shift()?.end()
        await settle()
      }
      expect(started + refused).toBe(taken)
    }),
    { numRuns: process.env.BALLAST_LONG ? 2_000 : 100 },
  )
})
