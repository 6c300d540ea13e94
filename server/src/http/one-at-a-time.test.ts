import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createOneAtATime } from './one-at-a-time.ts'

test('an answer is under way once at a time for a user, and the next begins when it has left', async () => {
  const order: string[] = []
  const turns = createOneAtATime()
  const begin = async (user: string, name: string) => {
    const raw = new EventEmitter()
    await turns(user, { raw })
    order.push(name)
    return raw
  }
  const first = await begin('ann', 'first')
  const second = begin('ann', 'second')
  const third = begin('ann', 'third')
  await begin('bob', 'other')
  expect(order).toEqual(['first', 'other'])
  first.emit('close')
  ;(await second).emit('finish')
  await third
  expect(order).toEqual(['first', 'other', 'second', 'third'])
})
