import { expect, test } from 'vitest'
import { waitAtMost } from './patience.ts'

test('work that ends in time is waited for, with its failure', async () => {
  let done = false
  const work = Promise.resolve().then(() => {
    done = true
  })
  await waitAtMost(work, 10_000)
  expect(done).toBe(true)
  await expect(waitAtMost(Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no')
})

test('work that takes longer is left to itself, and its late failure troubles nobody', async () => {
  let fail = (_error: Error) => {}
  const work = new Promise((_resolve, reject) => {
    fail = reject
  })
  await waitAtMost(work, 5)
  fail(new Error('too late'))
  await expect(work).rejects.toThrow('too late')
})
