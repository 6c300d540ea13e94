import type { AddressInfo } from 'node:net'
import { defineCall } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { mount } from './mount.ts'
import { UploadMemory } from './received-files.ts'
import { createBareServer } from './testing/bare-server.ts'

const sendFiles = defineCall('Test', {
  method: 'POST',
  path: '/api/files',
  access: 'public',
  rateLimit: 'none',
  summary: 'Files.',
  filesField: 'files',
  response: z.object({ files: z.array(z.object({ name: z.string(), length: z.number() })) }),
})

const LIMIT = 10_000

let app: FastifyInstance
let url: string
let waiting: (() => void)[] = []

beforeAll(async () => {
  app = await createBareServer()
  const memory = new UploadMemory(LIMIT)
  mount(app, sendFiles, (context) =>
    memory.withFiles(context, 'files', async (files) => {
      if (files.some(({ name }) => name === 'slow')) await new Promise<void>((resolve) => waiting.push(resolve))
      if (files.some(({ name }) => name === 'broken')) throw new Error('broken')
      return { files: files.map(({ name, bytes }) => ({ name, length: bytes.length })) }
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.keepAliveTimeout = 0
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/files`
})
afterAll(() => app.close())

const send = (name: string, length: number) => {
  const form = new FormData()
  form.append('files', new Blob(['x'.repeat(length)]), name)
  return fetch(url, { method: 'POST', body: form, headers: { origin: 'http://127.0.0.1' } })
}

test('files arrive with their names and bytes', async () => {
  expect(await (await send('a.csv', 100)).json()).toEqual({ files: [{ name: 'a.csv', length: 100 }] })
})

test('more than may lie in memory waits for another moment, and room is given back, also after a failure', async () => {
  const first = send('slow', 6_000)
  await expect.poll(() => waiting.length).toBe(1)
  const refused = await send('second', 6_000)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await send('small', 1_000)).status).toBe(200)
  for (const resume of waiting) resume()
  waiting = []
  expect((await first).status).toBe(200)
  expect((await send('broken', 6_000)).status).toBe(500)
  expect((await send('third', 6_000)).status).toBe(200)
})

test('however much one person sends, there is room for another', () => {
  const memory = new UploadMemory(10_000)
  const letGo = memory.hold('spam', 5_000)
  expect(() => memory.hold('spam', 1)).toThrow('Try again in a few seconds')
  memory.hold('ann', 5_000)()
  letGo()
  memory.hold('spam', 5_000)()
})
