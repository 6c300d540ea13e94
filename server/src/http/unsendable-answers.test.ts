import type { AddressInfo } from 'node:net'
import { defineCall } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { encodedJson } from './answers.ts'
import { mount } from './mount.ts'
import { createBareServer } from './testing/bare-server.ts'

/** A word with a character that no header can hold. */
const NAME = 'McDonald’s'

const defineTestCall = (path: `/api/${string}`) =>
  defineCall('Test', {
    method: 'GET',
    path,
    access: 'public',
    rateLimit: 'none',
    summary: 'A test.',
    response: z.object({ name: z.string() }),
  })

let app: FastifyInstance
let url: string
beforeAll(async () => {
  app = await createBareServer()
  mount(app, defineTestCall('/api/named'), () => encodedJson(JSON.stringify({ name: NAME }), `42 ${NAME}`))
  mount(app, defineTestCall('/api/broken-header'), ({ reply }) => {
    reply.header('x-name', NAME)
    return { name: NAME }
  })
  mount(app, defineTestCall('/api/broken-error'), ({ reply }) => {
    reply.header('x-name', NAME)
    throw new Error('secret words of a library')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`
})
afterAll(() => app.close())

test('an answer is known again by its ETag, whatever characters its version has', async () => {
  const first = await fetch(`${url}/named`)
  expect([first.status, await first.json()]).toEqual([200, { name: NAME }])
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect((await fetch(`${url}/named`, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test.each(['broken-header', 'broken-error'])('when sending fails only our own error leaves (%s)', async (path) => {
  const response = await fetch(`${url}/${path}`)
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(response.headers.get('content-security-policy')).not.toBeNull()
  expect(JSON.parse(text)).toEqual({ error: expect.any(String), requestId: expect.any(String) })
  expect(text).not.toMatch(/FST_|header|secret|library/)
})
