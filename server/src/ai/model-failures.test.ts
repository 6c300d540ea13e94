import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isFailedModel } from './analyst-model.ts'
import { BUILT_IN, createModelBench, type ModelBench, NOW, textOf } from './testing/model-bench.ts'
import type { ModelReply, ModelServer } from './testing/model-server.ts'
import { createSampleTask, GOOD_ANSWER, GOOD_COMPOSITION } from './testing/sample-task.ts'

let bench: ModelBench
let server: ModelServer
const write: ModelBench['write'] = (...args) => bench.write(...args)
const createModel: ModelBench['createModel'] = (options) => bench.createModel(options)
const createUser = () => bench.createUser()

beforeAll(async () => {
  bench = await createModelBench()
  server = bench.server
})
afterAll(() => bench.close())
beforeEach(() => bench.reset())

/** Long enough for a request to set out on a busy machine. */
const SHORT_MILLISECONDS = 1_500

/** Each way of failing, and the words that the reader gets. */
const FAULTS: readonly [name: string, script: readonly ModelReply[], words: RegExp][] = [
  ['a wrong key', [{ status: 401, body: '{"error":{"message":"sk-canary"}}' }], /refused the key/],
  ['a limit that lasts', [{ status: 429, headers: { 'retry-after': '3600' } }], /limit of requests/],
  ['a limit that stays', [{ status: 429, headers: { 'retry-after': '0' } }], /limit of requests/],
  ['a failing server', [{ status: 500, body: 'boom' }, { status: 503 }], /service failed/],
  [
    'a page instead of an answer',
    [{ status: 200, body: '<html>Sign in</html>', contentType: 'text/html' }],
    /not an answer/,
  ],
  ['a redirect', [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }], /not an answer/],
  [
    'a stream that nobody asked for',
    [{ status: 200, body: 'data: {}\n\n', contentType: 'text/event-stream' }],
    /not an answer/,
  ],
  ['JSON that is cut off at once', [{ text: '{"sections":{"summary":["S1', finishReason: 'length' }], /form/],
  ['a body that is cut off', [{ fault: 'cut-off' }], /could not be reached/],
  ['a connection that is closed', [{ fault: 'hang-up' }], /could not be reached/],
  ['an envelope of another kind', [{ status: 200, body: '{"hello":"world"}' }], /form|not an answer/],
  ['an answer that is no JSON', [{ text: 'Certainly! Here is my analysis.' }], /form/],
  ['an empty answer', [{ text: '' }], /form/],
  ['wrong types', [{ text: '{"sections":{"summary":42,"order":[7]}}' }], /^Nothing in/],
  ['another schema', [{ text: '{"result":"buy"}' }], /form/],
  ['sections as a list', [{ text: '{"sections":["a","b"]}' }], /form/],
  ['a refusal', [{ text: '{"sections":{"summary":["I cannot help with that."],"order":["Sorry."]}}' }], /^Nothing in/],
  ['a filter', [{ text: '', finishReason: 'content_filter' }], /declined/],
  ['a gigantic answer', [{ text: JSON.stringify({ sections: { summary: 'x'.repeat(250_000), order: '' } }) }], /form/],
  ['a body of megabytes', [{ text: 'x'.repeat(2_000_000) }], /not an answer/],
]

describe('a model that fails', () => {
  test.each(FAULTS)('%s: the engine’s own order is the answer, with the reason', async (_, script, words) => {
    server.play(script)
    const written = await write()
    expect(written.texts).toEqual(BUILT_IN)
    expect(written.engine).toMatchObject({ kind: 'built-in', fallbackReason: expect.stringMatching(words) })
    expect(isFailedModel(written)).toBe(true)
    expect(JSON.stringify(written)).not.toContain('canary')
  })

  test('is told of in the log by code and status, and by no word of its own', async () => {
    server.play([{ status: 503, body: 'canary', headers: { 'retry-after': '0' } }])
    await write()
    expect(bench.logged()).toContain('"failure":"provider-error","status":503')
    server.play([{ status: 404, kind: 'not_found_error', message: 'canary' }])
    await write()
    expect(bench.logged()).toContain('"failure":"unknown-model","status":404')
    expect(bench.logged()).not.toContain('canary')
  })

  test.each([
    ['500', [{ status: 500 }]],
    ['429 with Retry-After', [{ status: 429, headers: { 'retry-after': '0' } }]],
  ] as const)('once with %s and then answers is asked again', async (_, first) => {
    server.play([...first, textOf(GOOD_ANSWER)])
    expect((await write()).engine.kind).toBe('model')
  })

  test('to know schemas, or tools, is asked without them, and from then on at once', async () => {
    server.play((request) =>
      request.response_format || request.tools
        ? { status: 400, body: '{"error":{"message":"no"}}' }
        : textOf(GOOD_ANSWER),
    )
    const model = createModel()
    const task = createSampleTask({ userId: await createUser() })
    expect((await write(task, model)).engine.kind).toBe('model')
    expect(server.requests).toHaveLength(4)
    expect((await write(task, model)).engine.kind).toBe('model')
    expect(server.requests).toHaveLength(5)
  })

  test.each([
    ['a fence', '```json\n%\n```'],
    ['thoughts before', '<think>{"sections": {}} maybe 42?</think>\n%'],
    ['a preamble', 'Sure, here it is: %'],
  ])('to keep to the bare form is forgiven: %s', async (_, frame) => {
    server.play([{ text: frame.replace('%', JSON.stringify({ ...GOOD_ANSWER, extra: 'field' })) }])
    expect((await write()).composition).toEqual(GOOD_COMPOSITION)
  })

  test('to answer in time is given up, and the request to it ended', { tags: ['full'] }, async () => {
    const before = server.aborted()
    server.play([{ fault: 'never' }])
    const written = await write(undefined, createModel({ wallMilliseconds: SHORT_MILLISECONDS }))
    expect(written.engine.fallbackReason).toMatch(/in time/)
    await expect.poll(() => server.aborted()).toBe(before + 1)
  })

  test('when its asker leaves, the request to it ends, and nothing is answered', async () => {
    const before = server.aborted()
    server.play([{ fault: 'never' }])
    const asker = new AbortController()
    const writing = createModel().write(createSampleTask({ userId: await createUser() }), asker.signal)
    await expect.poll(() => server.requests.length).toBe(1)
    asker.abort(new Error('the reader left'))
    await expect(writing).rejects.toThrow('the reader left')
    await expect.poll(() => server.aborted()).toBe(before + 1)
  })

  test('five times in a row is left alone for a minute; then one request tries', async () => {
    server.play([{ status: 401 }])
    const model = createModel()
    for (let count = 0; count < 5; count += 1) await write(undefined, model)
    expect(server.requests).toHaveLength(5)
    expect((await write(undefined, model)).engine.fallbackReason).toMatch(/left alone/)
    expect(server.requests).toHaveLength(5)
    bench.setNow(new Date(NOW.getTime() + 61_000))
    server.play([textOf(GOOD_ANSWER)])
    expect((await write(undefined, model)).engine.kind).toBe('model')
    expect((await write(undefined, model)).engine.kind).toBe('model')
  })
})
