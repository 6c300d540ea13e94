import { expect, test } from 'vitest'
import { joinReads } from './join-reads.ts'

function createStore(entries: Record<string, number>) {
  const reads: string[] = []
  const read = joinReads(async (keys) => {
    reads.push(keys.join(','))
    return new Map(Object.entries(entries).filter(([key]) => keys.includes(key)))
  })
  return { reads, read }
}

test('reads asked for within one tick are one, and each caller gets its own keys', async () => {
  const { reads, read } = createStore({ A: 1, B: 2 })
  const [first, second, third] = await Promise.all([read(['A']), read(['A', 'B']), read(['C'])])
  expect(reads).toEqual(['A,B,C'])
  expect([first, second, third]).toEqual([new Map([['A', 1]]), new Map(Object.entries({ A: 1, B: 2 })), new Map()])
  first?.set('A', 9)
  expect(second?.get('A')).toBe(1)
})

test('a read asked for later is another one', async () => {
  const { reads, read } = createStore({ A: 1 })
  await read(['A'])
  await read(['A'])
  expect(reads).toEqual(['A', 'A'])
})

test('a read that fails fails for all who joined it, and for nobody after', async () => {
  let isBroken = true
  const read = joinReads(async (keys) => {
    if (isBroken) throw new Error('the database is away')
    return new Map(keys.map((key) => [key, key]))
  })
  const answers = await Promise.allSettled([read(['A']), read(['B'])])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await read(['A'])).toEqual(new Map([['A', 'A']]))
})
