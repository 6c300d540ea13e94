/** @module-tag postgres */

import { beforeEach, expect, test } from 'vitest'
import type { ChangeFeed } from './database.ts'
import { UserMemory } from './user-memory.ts'

const start = new Date('2026-11-20T15:00:00Z').getTime()
let now: number
let isLive: boolean
let tell: (userId: string | undefined) => void
let memory: UserMemory<string>

beforeEach(() => {
  now = start
  isLive = true
  const feed: ChangeFeed = {
    watch(whenChanged) {
      tell = whenChanged
    },
    isLive: () => isLive,
  }
  memory = new UserMemory(feed, { now: () => new Date(now) }, 2_000)
  memory.beginReading()('key', 'ann', 'value')
})

test('a value is good for a minute after it was read, and not a moment longer', () => {
  now = start + 59_999
  expect(memory.get('key')).toBe('value')
  now = start + 60_000
  expect(memory.get('key')).toBeUndefined()
})

test('a clock that is put back does not make it good for longer', () => {
  now = start - 1
  expect(memory.get('key')).toBeUndefined()
})

test('a change makes it forgotten, one of somebody else does not', () => {
  tell('bob')
  expect(memory.get('key')).toBe('value')
  tell('ann')
  expect(memory.get('key')).toBeUndefined()
})

test('many changes at once make each of their users forgotten, and nobody else', () => {
  const users = Array.from({ length: 1_500 }, (_, index) => `user ${index}`)
  const remember = memory.beginReading()
  for (const user of users) remember(user, user, 'value')
  for (const user of users) tell(user)
  expect(users.filter((user) => memory.get(user) !== undefined)).toEqual([])
  expect(memory.get('key')).toBe('value')
})

test('what is read after a change is kept', () => {
  tell('ann')
  memory.beginReading()('key', 'ann', 'new')
  expect(memory.get('key')).toBe('new')
})

test('when notifications may have been missed, everybody is forgotten', () => {
  tell(undefined)
  expect(memory.get('key')).toBeUndefined()
})

test('while changes are not told nothing is used', () => {
  isLive = false
  expect(memory.get('key')).toBeUndefined()
})

test('what was read before a change is not kept after it, whatever is asked for meanwhile', () => {
  const remember = memory.beginReading()
  tell('ann')
  memory.get('key')
  remember('key', 'ann', 'old')
  expect(memory.get('key')).toBeUndefined()
})

test('what was read while changes were not told is not kept, though they are told by now', () => {
  isLive = false
  const remember = memory.beginReading()
  isLive = true
  remember('other', 'ann', 'perhaps old')
  expect(memory.get('other')).toBeUndefined()
})
