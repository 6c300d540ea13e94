/** @module-tag full */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAnswer } from './answer-form.ts'
import { createModelBench, type ModelBench, type ModelOptions, textOf } from './testing/model-bench.ts'
import type { ModelReply, ModelServer } from './testing/model-server.ts'
import { createSampleLedger, createSampleTask, GOOD_ANSWER } from './testing/sample-task.ts'
import { measureLongestTurn } from './testing/turn-watch.ts'

let bench: ModelBench
let server: ModelServer
beforeAll(async () => {
  bench = await createModelBench()
  server = bench.server
  server.play([textOf(GOOD_ANSWER)])
  await bench.write()
})
afterAll(() => bench.close())
beforeEach(() => bench.reset())

const MODELS: readonly [string, ModelOptions][] = [
  ['chat', { provider: 'openai-compatible', model: 'local' }],
  ['messages', { provider: 'anthropic', model: 'claude-sonnet-5' }],
]
const call = (name: string, input: unknown = {}): ModelReply => ({ calls: [{ name, input }] })

describe.each(MODELS)('in %s, a model that calls', (_, options) => {
  test.each<[string, ModelReply]>([
    ['what every object has', call('constructor')],
    ['what objects come from', call('__proto__', { a: 1 })],
    ['a method', call('toString')],
    ['no name', call('')],
    ['a name with lines', call('calc\n{{F1}}')],
    ['a tool with a prototype for input', call('find_facts', '{"__proto__":{"words":"x"}}')],
    ['a tool with nothing', call('find_facts', 'null')],
    ['a tool with a list', call('find_facts', '[]')],
    [
      'the same tool two dozen times at once',
      { calls: Array(24).fill({ name: 'find_facts', input: { words: 'cost' } }) },
    ],
  ])('%s gets an error, and goes on', async (_name, reply) => {
    server.play([reply, textOf(GOOD_ANSWER)])
    const task = createSampleTask({ userId: await bench.createUser() })
    const { engine, verification } = await bench.write(task, bench.createModel(options))
    expect(engine).toMatchObject({ kind: 'model', fallbackReason: null })
    expect(verification).toEqual({ checked: 3, repaired: 0, dropped: 0, fallback: 0 })
    expect(server.faults).toEqual([])
  })

  test('thousands at once, or as deep as it goes, keeps nobody waiting', async () => {
    const model = bench.createModel(options)
    const many = Array(3_000).fill({ name: 'calc', input: { op: 'add', args: ['F1', 'F1'] } })
    for (const reply of [{ calls: many }, call('find_facts', `${'['.repeat(20_000)}${']'.repeat(20_000)}`)]) {
      server.play([reply])
      const task = createSampleTask({ userId: await bench.createUser() })
      const { given, longestMilliseconds } = await measureLongestTurn(() => bench.write(task, model))
      expect(given.engine.kind).toBe('built-in')
      expect(longestMilliseconds).toBeLessThan(500)
    }
  })
})

test.each(['1 ', '٣,', '2% ', '{{F1}}'])('a section of hundreds of %j is no text, and is not checked', (figure) => {
  const sections = { summary: figure.repeat(50), order: figure.repeat(Math.floor(1_190 / figure.length)) }
  const answer = readAnswer(JSON.stringify({ sections }), { sections: createSampleTask().sections })
  expect([...(answer?.sections.keys() ?? [])]).toEqual(['summary'])
})

test.each(['1 ', '$1,', '2% ', '1/2 ', '٣ ', '{{F1}}', '{{F1|abs}} and ', 'one hundred and ', 'A. ', '"', '(', 'not '])(
  'an answer of %j over and over keeps nobody waiting, and is not shown',
  async (words) => {
    const section = {
      optional: true,
      maxSentences: 9,
      purpose: 'x',
      builtIn: createSampleTask().sections.summary!.builtIn,
    }
    const ids = Array.from({ length: 14 }, (_, place) => `section${place}`)
    const ledger = createSampleLedger()
    for (let place = 0; place < 400; place += 1) {
      ledger.add({ key: `more.${place}`, label: `Cost of play ${place}`, value: place, unit: 'usd', formula: 'x' })
    }
    const text = words.repeat(1_200).slice(0, 1_190)
    server.play([textOf({ sections: Object.fromEntries(ids.map((id) => [id, text])) })])
    const sections = Object.fromEntries(ids.map((id) => [id, section]))
    const task = createSampleTask({ userId: await bench.createUser(), ledger, sections })
    const { given, longestMilliseconds } = await measureLongestTurn(() => bench.write(task))
    expect(given.engine.kind).toBe('built-in')
    expect(longestMilliseconds).toBeLessThan(500)
  },
)

test.each([
  ['NUL', '\u0000'],
  ['half a character', '\ud800'],
  ['the other half', '\udc00'],
  ['no character', '\uffff'],
  ['a mark of order', '\ufeff'],
  ['marks piled up', `a${'\u0301'.repeat(50)}`],
  ['another direction', '\u202e'],
  ['an escape', '\u001b[31m'],
  ['a line', '\n\n| a | b |\n'],
])('%s in a sentence is not shown', async (_, characters) => {
  server.play([
    textOf({
      sections: {
        summary: `The hedge ${characters}costs {{F4}}. The portfolio loses {{F2}} in a market fall of {{F3}}.`,
        order: `Pay {{F4}} at most${characters}.`,
      },
    }),
  ])
  const { texts } = await bench.write()
  const shown = Object.values(texts).join('')
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}|]|\u0301/u)
})
