/** @module-tag full */

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BUILT_IN, createModelBench, KEY, type ModelBench, textOf } from './testing/model-bench.ts'
import type { ModelServer } from './testing/model-server.ts'
import { createSampleTask, GOOD_ANSWER } from './testing/sample-task.ts'
import { measureLongestTurn } from './testing/turn-watch.ts'

/** For what never ends by itself; the usual limit is longer than a test may take. */
const SHORT_MILLISECONDS = 1_000
const IN_TIME = /in time/
const MEBIBYTE = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

let bench: ModelBench
let server: ModelServer
/** Another machine, that nobody should ever call. */
const elsewhere = createServer((request, response) => {
  strays.push(JSON.stringify(request.headers))
  response.end()
})
const strays: string[] = []

beforeAll(async () => {
  bench = await createModelBench()
  server = bench.server
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  // The SDK is loaded with the first request, which is nobody's measure.
  server.play([textOf(GOOD_ANSWER)])
  await bench.write()
})
afterAll(async () => {
  elsewhere.close()
  await bench.close()
})
beforeEach(() => bench.reset())

const toElsewhere = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/v1/chat/completions`

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, JSON_TYPE)
  while (!response.destroyed) {
    response.write(' ')
    await sleep(50)
  }
}

/** A gibibyte of spaces in a megabyte. */
function explode(response: ServerResponse): void {
  response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
  const gzip = createGzip()
  gzip.pipe(response)
  const spaces = Buffer.alloc(MEBIBYTE, ' ')
  let left = 1_024
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!gzip.write(spaces)) return void gzip.once('drain', more)
    }
    gzip.end()
  }
  more()
}

const redirect = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { location: toElsewhere() }).end()

const say = (headers: Record<string, string>, body: string | Buffer) => (response: ServerResponse) =>
  response.writeHead(200, headers).end(body)

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Faults of a connection, each with the words that the reader gets. */
const FAULTS: readonly [string, (response: ServerResponse) => unknown, RegExp][] = [
  ['a byte now and then', drip, IN_TIME],
  ['silence before the headers', () => undefined, IN_TIME],
  ['silence after the headers', (response) => response.writeHead(200, JSON_TYPE).flushHeaders(), IN_TIME],
  [
    'silence after half of it',
    (response) => response.writeHead(200, JSON_TYPE).write('{"choices":[{"message":'),
    IN_TIME,
  ],
  ['a reset before the headers', (response) => response.socket?.resetAndDestroy(), /reached/],
  [
    'a reset in the middle',
    (response) => response.writeHead(200, JSON_TYPE).write('{"choi', () => response.socket?.resetAndDestroy()),
    /reached/,
  ],
  [
    'less than its length says',
    (response) =>
      response.socket?.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{'),
    /reached/,
  ],
  [
    'more than its length says',
    (response) =>
      response.socket?.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}{"x":1}'),
    /form|not an answer/,
  ],
  ['no HTTP', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'), /reached/],
  [
    'headers without end',
    (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(MEBIBYTE)}\r\n\r\n{}`),
    /reached/,
  ],
  ['a gigabyte in a megabyte', explode, /not an answer/],
  [
    'a bomb within a bomb',
    say(
      { ...JSON_TYPE, 'content-encoding': 'gzip, gzip' },
      gzipSync(gzipSync(Buffer.alloc(64 * MEBIBYTE, ' '), { level: 9 })),
    ),
    /not an answer/,
  ],
  ['what is not compressed as it says', say({ ...JSON_TYPE, 'content-encoding': 'gzip' }, '{"choices":[]}'), /reached/],
  ...[301, 302, 303, 307, 308].map((status): (typeof FAULTS)[number] => [
    `a redirect, ${status}`,
    redirect(status),
    /not an answer/,
  ]),
  ['a page', say({ 'content-type': 'text/html' }, '<html><script>alert(1)</script></html>'), /not an answer/],
  ['JSON that says it is text', say({ 'content-type': 'text/plain' }, '{"choices":[]}'), /not an answer/],
  ['five megabytes of JSON', say(JSON_TYPE, JSON.stringify({ x: 'x'.repeat(5 * MEBIBYTE) })), /not an answer/],
  ['JSON as deep as it goes', say(JSON_TYPE, nested(150_000)), /form|not an answer/],
  ['a prototype', say(JSON_TYPE, '{"__proto__":{"choices":1},"choices":[]}'), /form|not an answer/],
  ['no choices', say(JSON_TYPE, '{"choices":[]}'), /form|not an answer/],
  ['nothing', say(JSON_TYPE, ''), /form|not an answer/],
  ['NUL', say(JSON_TYPE, Buffer.alloc(1_000)), /form|not an answer/],
]

describe('a connection with', () => {
  test.each(FAULTS)(
    '%s ends in time, its socket with it, and the built-in text is the answer',
    async (_, raw, words) => {
      server.play([{ raw }])
      const model = bench.createModel(words === IN_TIME ? { wallMilliseconds: SHORT_MILLISECONDS } : {})
      const { texts, engine } = await bench.write(undefined, model)
      expect(texts).toEqual(BUILT_IN)
      expect(engine.fallbackReason).toMatch(words)
      expect(strays).toEqual([])
      expect(bench.logged()).not.toContain(KEY)
      await model.close()
      await expect.poll(() => server.connections()).toBe(0)
    },
  )

  test('an answer that comes slowly, but in time, is an answer', async () => {
    server.play([
      {
        async raw(response) {
          response.writeHead(200, JSON_TYPE)
          const message = { role: 'assistant', content: JSON.stringify(GOOD_ANSWER) }
          const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
          for (let at = 0; at < body.length; at += 20) {
            response.write(body.slice(at, at + 20))
            await sleep(5)
          }
          response.end()
        },
      },
    ])
    expect((await bench.write()).composition).toMatchObject({ fallback: 0, dropped: 0 })
  })

  test('a server that speaks no TLS where it should gets nothing', async () => {
    const model = bench.createModel({ baseUrl: server.url.replace('http:', 'https:') })
    expect((await bench.write(undefined, model)).engine.fallbackReason).toMatch(/reached/)
    expect(server.requests).toEqual([])
  })

  test('whoever asks leaves: the socket is let go while nothing has come, and while something drips', async () => {
    for (const raw of [() => undefined, drip]) {
      server.play([{ raw }])
      const model = bench.createModel()
      const asker = new AbortController()
      const asked = server.requests.length
      const writing = model.write(createSampleTask({ userId: await bench.createUser() }), asker.signal)
      await expect.poll(() => server.requests.length).toBe(asked + 1)
      await sleep(100)
      asker.abort(new Error('gone'))
      await expect(writing).rejects.toThrow('gone')
      await expect.poll(() => server.connections()).toBe(0)
    }
  })

  test.each([
    ['a gigabyte in a megabyte', explode],
    ['five megabytes of JSON', say(JSON_TYPE, JSON.stringify({ x: 'x'.repeat(5 * MEBIBYTE) }))],
    ['JSON as deep as it goes', say(JSON_TYPE, nested(150_000))],
    [
      'an answer of braces',
      say(JSON_TYPE, JSON.stringify({ choices: [{ index: 0, message: { content: '{"'.repeat(99_000) } }] })),
    ],
    [
      'an answer of one endless word',
      say(
        JSON_TYPE,
        JSON.stringify({
          choices: [{ index: 0, message: { content: JSON.stringify({ sections: { summary: 'a1,'.repeat(390) } }) } }],
        }),
      ),
    ],
  ])('%s keeps nobody else waiting', async (_, raw) => {
    server.play([{ raw }])
    const { longestMilliseconds } = await measureLongestTurn(() => bench.write())
    // The server here makes what it sends in the same thread; what is ours is a part of it.
    expect(longestMilliseconds).toBeLessThan(500)
  })
})
