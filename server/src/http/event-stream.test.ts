import type { AddressInfo } from 'node:net'
import { defineCall } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { errors } from './errors.ts'
import { answerWithProgress } from './event-stream.ts'
import { mount } from './mount.ts'
import { createBareServer } from './testing/bare-server.ts'

const longWork = defineCall('Test', {
  method: 'GET',
  path: '/api/long-work',
  access: 'public',
  rateLimit: 'none',
  summary: 'Long work.',
  query: z.object({ outcome: z.enum(['fine', 'refused', 'broken', 'endless']) }),
  response: z.object({ answer: z.number() }),
})

let app: FastifyInstance
let url: string
let aborted = false

beforeAll(async () => {
  app = await createBareServer()
  mount(app, longWork, (context) =>
    answerWithProgress(context, longWork, async (progress, signal) => {
      progress.step({ id: 'load', label: 'Loading\nprices', state: 'done', ms: 3 })
      progress.partial({ half: 21 })
      const { outcome } = context.query
      if (outcome === 'refused') throw errors.unavailable('Too busy.')
      if (outcome === 'broken') throw new Error('password=hunter2')
      if (outcome === 'endless') {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        aborted = true
      }
      return { answer: 42, secret: 'not in the contract' }
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.keepAliveTimeout = 0
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/long-work`
})
afterAll(() => app.close())

const follow = (outcome: string) => fetch(`${url}?outcome=${outcome}`, { headers: { accept: 'text/event-stream' } })

test('who waits gets the result as JSON', async () => {
  const response = await fetch(`${url}?outcome=fine`)
  expect(await response.json()).toEqual({ answer: 42 })
})

test('who follows gets steps, parts and the result, each on one line, and nothing outside the contract', async () => {
  const response = await follow('fine')
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.text()).toBe(
    'event: step\ndata: {"id":"load","label":"Loading\\nprices","state":"done","ms":3}\n\n' +
      'event: partial\ndata: {"half":21}\n\n' +
      'event: result\ndata: {"answer":42}\n\n',
  )
})

test('a refusal in the middle is an event in words', async () => {
  expect(await (await follow('refused')).text()).toMatch(
    /event: error\ndata: \{"error":"Too busy\.","requestId":"[\w-]+"\}\n\n$/,
  )
})

test('a failure in the middle tells nothing of itself', async () => {
  const text = await (await follow('broken')).text()
  expect(text).toContain('event: error\ndata: {"error":"Something went wrong on our side.')
  expect(text).not.toContain('hunter2')
})

test('a wrong question is refused as JSON before a stream opens', async () => {
  const response = await follow('nonsense')
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toContain('application/json')
})

test('the work is told when the client goes away', async () => {
  const controller = new AbortController()
  const response = await fetch(`${url}?outcome=endless`, {
    headers: { accept: 'text/event-stream' },
    signal: controller.signal,
  })
  await response.body!.getReader().read()
  controller.abort()
  await expect.poll(() => aborted).toBe(true)
})
