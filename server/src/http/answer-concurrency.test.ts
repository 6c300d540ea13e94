import { EventEmitter } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { defineCall } from '@ballast/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toSignedInPro } from '../accounts/testing/pro-user.ts'
import { createAnswerConcurrency } from './answer-concurrency.ts'
import { mount } from './mount.ts'
import { createBareServer } from './testing/bare-server.ts'

const QUICK_CALL = defineCall('Test', {
  method: 'GET',
  path: '/api/quick',
  summary: 'A test.',
  response: z.object({ done: z.boolean() }),
})
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

test('who left before their turn was asked for takes no place', { timeout: 10_000 }, async () => {
  const known = Promise.withResolvers<void>()
  const app = await createBareServer({
    authenticate: async (token) => {
      if (token === 'slow') await known.promise
      return toSignedInPro('ann')
    },
  })
  mount(app, QUICK_CALL, async () => ({ done: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/quick`
  let [asked, left] = [0, 0]
  app.server.on('request', (_, response) => {
    asked += 1
    response.once('close', () => (left += 1))
  })
  const leaving = new AbortController()
  const headers = { connection: 'close' }
  const gone = Array.from({ length: 6 }, () =>
    fetch(url, { headers: { ...headers, cookie: 'ballast_session=slow' }, signal: leaving.signal }),
  )
  const outcomes = Promise.allSettled(gone)
  await expect.poll(() => asked).toBe(6)
  leaving.abort()
  await outcomes
  await expect.poll(() => left).toBe(6)
  known.resolve()
  const answer = await fetch(url, { headers: { ...headers, cookie: 'ballast_session=quick' } })
  expect(await answer.json()).toEqual({ done: true })
  await app.close()
})

test('a server works on six quick requests of one user at a time, and on those of others beside them', async () => {
  const working = { most: 0, now: 0, others: 0 }
  const opened = Promise.withResolvers<void>()
  const app = await createBareServer({ authenticate: async (token) => toSignedInPro(token) })
  mount(app, QUICK_CALL, async ({ user }) => {
    if (user.id === 'bob') working.others += 1
    else {
      working.now += 1
      working.most = Math.max(working.most, working.now)
      await opened.promise
      working.now -= 1
    }
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/quick`
  const ask = async (user: string) => {
    const headers = { cookie: `ballast_session=${user}`, connection: 'close' }
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    return response.status
  }
  const flood = Array.from({ length: 20 }, () => ask('ann'))
  await expect.poll(() => working.now).toBe(6)
  expect(await ask('bob')).toBe(200)
  opened.resolve()
  expect(await Promise.all(flood)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(working).toEqual({ most: 6, now: 0, others: 1 })
  await app.close()
})

test('a server does not work for who has left while they waited', { tags: 'full' }, async () => {
  const opened = Promise.withResolvers<void>()
  const worked: string[] = []
  const app = await createBareServer({ authenticate: async (token) => toSignedInPro(token) })
  mount(app, QUICK_CALL, async ({ request }) => {
    worked.push(String(request.headers['x-name']))
    await opened.promise
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/quick`
  const closed: string[] = []
  let arrived = 0
  app.server.on('request', (request, response) => {
    arrived += 1
    response.once('close', () => closed.push(String(request.headers['x-name'])))
  })
  const ask = (name: string, signal?: AbortSignal) => {
    const headers = { cookie: 'ballast_session=ann', connection: 'close', 'x-name': name }
    return fetch(url, { headers, ...(signal && { signal }) }).then((response) => response.status)
  }
  const first = Array.from({ length: 6 }, (_, place) => ask(`first ${place}`))
  await expect.poll(() => worked.length).toBe(6)
  const leaving = new AbortController()
  const gone = Promise.allSettled(Array.from({ length: 10 }, () => ask('gone', leaving.signal)))
  const patient = ask('patient')
  await expect.poll(() => arrived).toBe(17)
  leaving.abort()
  await gone
  await expect.poll(() => closed.filter((name) => name === 'gone').length).toBe(10)
  opened.resolve()
  expect(await Promise.all([...first, patient])).toEqual(Array.from({ length: 7 }, () => 200))
  expect(worked.filter((name) => name === 'gone')).toEqual([])
  await app.close()
})
