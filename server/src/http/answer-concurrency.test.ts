import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAnswerConcurrency } from './answer-concurrency.ts'

function createUsers(most: number) {
  const order: string[] = []
  const begins = createAnswerConcurrency(most)
  const begin = async (user: string, name: string, raw = new EventEmitter()) => {
    await begins(user, { raw })
    order.push(name)
    return raw
  }
  return { order, begin }
}

test('one answer at a time: the next begins when the one before has left, and others do not wait', async () => {
  const { order, begin } = createUsers(1)
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

test('three at a time are three, and who goes away while waiting leaves no place taken', async () => {
  const { order, begin } = createUsers(3)
  const [first] = await Promise.all(['a', 'b', 'c'].map((name) => begin('ann', name)))
  const gone = new EventEmitter()
  const waiting = [begin('ann', 'gone', gone), begin('ann', 'd')]
  gone.emit('close')
  await nextTurn()
  expect(order).toEqual(['a', 'b', 'c'])
  first!.emit('finish')
  await Promise.all(waiting)
  expect(order).toEqual(['a', 'b', 'c', 'gone', 'd'])
})
