import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Rounds } from './rounds.ts'

const toRounds = (items: readonly (readonly [owner: string, item: number])[]) => {
  const rounds = new Rounds<string, number>()
  for (const [owner, item] of items) rounds.add(owner, item)
  return rounds
}

test('owners take turns, each with their own in the order in which it came', () => {
  const rounds = toRounds([
    ['eve', 1],
    ['eve', 2],
    ['eve', 3],
    ['bob', 4],
    ['bob', 5],
  ])
  expect(Array.from({ length: 6 }, () => rounds.takeNext())).toEqual([1, 4, 2, 5, 3, undefined])
})

test('who may not go is passed over and keeps their place; what was taken out is not met again', () => {
  const rounds = toRounds([
    ['eve', 1],
    ['bob', 2],
    ['eve', 3],
    ['ann', 4],
  ])
  expect(rounds.takeNext((owner) => owner !== 'eve')).toBe(2)
  rounds.remove('eve', 1)
  expect(rounds.takeNext()).toBe(3)
  rounds.remove('ann', 4)
  expect([rounds.takeNext(), rounds.queues.size]).toEqual([undefined, 0])
})

test('however many of others come first, an owner waits for one thing of each of them', () => {
  const items = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer()), { maxLength: 60 })
  fc.assert(
    fc.property(items, (others) => {
      const rounds = toRounds(others)
      rounds.add('me', 0.5)
      let before = 0
      while (rounds.takeNext() !== 0.5) before += 1
      expect(before).toBeLessThanOrEqual(new Set(others.map(([owner]) => owner)).size)
    }),
  )
})
