import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BodyPacer } from './paced-body.ts'

/** A body of so many pieces, all of which are there at once. */
const bodyOf = (pieces: number) => Readable.from(Array.from({ length: pieces }, (_, index) => Buffer.from([index])))

test('of many bodies a few pieces are taken in at a time, and each has its turn', async () => {
  const pacer = new BodyPacer(2)
  const order: number[] = []
  const bodies = Array.from({ length: 6 }, (_, index) => {
    const body = bodyOf(3)
    body.on('data', () => order.push(index))
    pacer.pace(body)
    return body
  })
  let most = 0
  let before = 0
  // The first piece of each comes before anything can be paced.
  while (order.length < 6) await turn()
  before = order.length
  while (bodies.some((body) => !body.readableEnded)) {
    await turn()
    most = Math.max(most, order.length - before)
    before = order.length
  }
  expect(order.toSorted()).toEqual([0, 1, 2, 3, 4, 5].flatMap((index) => [index, index, index]))
  expect(most).toBeLessThanOrEqual(2)
  expect(order.slice(6, 12).toSorted()).toEqual([0, 1, 2, 3, 4, 5])
})

test('a body alone arrives whole and in order, and one that breaks off holds nobody up', async () => {
  const pacer = new BodyPacer(1)
  const broken = bodyOf(50)
  pacer.pace(broken)
  broken.destroy()
  const body = bodyOf(100)
  const received: number[] = []
  body.on('data', (piece: Buffer) => received.push(...piece))
  pacer.pace(body)
  await new Promise((resolve) => body.once('end', resolve))
  expect(received).toEqual(Array.from({ length: 100 }, (_, index) => index))
})
