import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isFailedModel } from './analyst-model.ts'
import { BUILT_IN, createModelBench, KEY, type ModelBench, type ModelOptions, textOf } from './testing/model-bench.ts'
import type { ModelReply, ModelServer } from './testing/model-server.ts'
import { createSampleTask, GOOD_ANSWER, GOOD_COMPOSITION } from './testing/sample-task.ts'

let bench: ModelBench
let server: ModelServer
const warnings: string[] = []
const keepWarning = (warning: Error) => warnings.push(String(warning))

beforeAll(async () => {
  process.on('warning', keepWarning)
  bench = await createModelBench()
  server = bench.server
})
afterAll(async () => {
  process.off('warning', keepWarning)
  await bench.close()
})
beforeEach(() => bench.reset())

/** One model of each way in which a request can look. */
const MODELS: readonly [string, ModelOptions, keyHeader: string, keyValue: string][] = [
  ['OpenAI', { provider: 'openai', model: 'gpt-4.1' }, 'authorization', `Bearer ${KEY}`],
  ['OpenAI, one that thinks', { provider: 'openai', model: 'gpt-5' }, 'authorization', `Bearer ${KEY}`],
  ['OpenAI, one of no known name', { provider: 'openai', model: 'next' }, 'authorization', `Bearer ${KEY}`],
  ['Anthropic', { provider: 'anthropic', model: 'claude-sonnet-5' }, 'x-api-key', KEY],
  ['Anthropic, one that always thinks', { provider: 'anthropic', model: 'claude-opus-5-5' }, 'x-api-key', KEY],
  ['Anthropic, one without schemas', { provider: 'anthropic', model: 'claude-sonnet-4-0' }, 'x-api-key', KEY],
  ['an OpenAI-compatible server', { provider: 'openai-compatible', model: 'local' }, 'authorization', `Bearer ${KEY}`],
]

const SOON = { 'retry-after': '0' }
const good = textOf(GOOD_ANSWER)

describe.each(MODELS)('%s', (_, options, keyHeader, keyValue) => {
  const write = async (model = bench.createModel(options)) =>
    bench.write(createSampleTask({ userId: await bench.createUser() }), model)

  test('writes, thinking aloud and with fields that nobody knows; its key is in a header and nowhere else', async () => {
    server.play([{ ...good, thoughts: 'Perhaps 42% {{F1}} "sections": no.' }])
    const written = await write()
    expect(written.composition).toEqual(GOOD_COMPOSITION)
    expect(written.engine).toMatchObject({ kind: 'model', name: expect.stringContaining(String(options.model)) })
    expect(server.requests).toHaveLength(1)
    expect(server.headers()[keyHeader]).toBe(keyValue)
    expect(server.bodies.join() + bench.logged() + JSON.stringify(written)).not.toContain(KEY)
  })

  test('calls tools, rightly and wrongly, several at once and one after the other, and goes on', async () => {
    const right = { name: 'calc', input: { op: 'sub', args: ['F2', 'F6'] } }
    server.play([
      { calls: [right, { name: 'calc', input: '{"op": "su' }], thoughts: 'I need the difference.' },
      { calls: [{ name: 'send_mail', input: { to: 'x' } }] },
      { calls: [{ name: 'calc', input: { op: 'sub', args: ['F2'] } }] },
      { calls: [{ name: 'calc', input: { op: 'sub', args: ['F2', 'F6', 'F7'] } }] },
      { calls: [{ name: 'calc', input: [] }] },
      { calls: [{ name: 'find_facts', input: { words: 'cost', userId: 'somebody' } }] },
      good,
    ])
    const written = await write()
    expect(server.faults).toEqual([])
    expect(written.minted).toEqual([{ tool: 'calc', input: right.input, facts: ['F9'] }])
    expect(written.composition).toEqual(GOOD_COMPOSITION)
    const answers = server.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')
    expect(answers?.map(({ content }) => content?.includes('9.69%'))).toEqual([true, ...Array(6).fill(false)])
  })

  test('stops asking when it may ask no more', async () => {
    server.play((request) =>
      request.tools === undefined || request.tool_choice === 'none' || server.requests.length > 6
        ? good
        : { calls: [{ name: 'find_facts', input: { words: 'cost' } }] },
    )
    expect((await write()).composition).toEqual(GOOD_COMPOSITION)
    expect(server.requests).toHaveLength(7)
    expect(server.faults).toEqual([])
  })

  test.each<[string, ModelReply[], RegExp]>([
    ['a refusal', [{ refusal: 'I cannot help with that.' }], /declined/],
    ['a filter', [{ text: '', finishReason: 'content_filter' }], /declined/],
    ['a refusal in words', [{ text: 'I cannot help with that.' }], /form/],
    ['nothing', [{ text: '' }], /form/],
    ['an answer cut off at once', [{ text: '{"sections": {"summary": ["S', finishReason: 'length' }], /form/],
    [
      'overload',
      [{ status: 529, kind: 'overloaded_error', message: `Overloaded ${KEY}`, headers: SOON }],
      /service failed/,
    ],
    ['an error of the service', [{ status: 500, kind: 'api_error', headers: SOON }], /service failed/],
    [
      'a limit for an hour',
      [{ status: 429, kind: 'rate_limit_error', headers: { 'retry-after': '3600' } }],
      /limit of requests/,
    ],
    ['a wrong key', [{ status: 401, kind: 'authentication_error', message: `invalid x-api-key: ${KEY}` }], /refused/],
    ['no credit', [{ status: 402, kind: 'billing_error', message: KEY }], /service failed/],
    ['a model that it does not know', [{ status: 404, kind: 'not_found_error', message: KEY }], /does not know/],
    ['too large a request', [{ status: 413, kind: 'request_too_large' }], /service failed/],
    ['an error dressed as an answer', [{ status: 200, kind: 'overloaded_error', message: KEY }], /form|not an answer/],
  ])('%s: the built-in texts, with the reason and without the key', async (_name, script, words) => {
    server.play(script)
    const written = await write()
    expect(written.texts).toEqual(BUILT_IN)
    expect(written.engine.fallbackReason).toMatch(words)
    expect(isFailedModel(written)).toBe(true)
    expect(JSON.stringify(written) + bench.logged() + server.bodies.join()).not.toContain(KEY)
  })

  test.each<[string, ModelReply]>([
    ['overloaded', { status: 529, kind: 'overloaded_error', headers: SOON }],
    ['over a limit', { status: 429, kind: 'rate_limit_error', headers: SOON }],
  ])('%s once is asked once more', async (_name, fault) => {
    server.play([fault, good])
    expect((await write()).composition).toEqual(GOOD_COMPOSITION)
  })

  test('that is cut off keeps what is whole', async () => {
    server.play([{ text: '{"sections": {"summary": ["S1"], "order": ["S', finishReason: 'length' }])
    const { texts, engine } = await write()
    expect(texts).toEqual({ summary: 'In a market fall of 20% the portfolio loses 24.67%.', order: BUILT_IN.order })
    expect(engine.kind).toBe('model')
  })

  test('that thinks until nothing may be said any more is given room to think, from then on at once', async () => {
    server.play([{ ...good, thoughtTokens: 3_000 }])
    const model = bench.createModel(options)
    expect((await write(model)).composition).toEqual(GOOD_COMPOSITION)
    const tries = server.requests.length
    expect((await write(model)).composition).toEqual(GOOD_COMPOSITION)
    expect(server.requests).toHaveLength(tries + 1)
  })

  test('says nothing to the terminal', () => {
    expect(warnings).toEqual([])
  })
})
