import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createImageModel, type ImageModel } from './image-model.ts'
import { createModelCalls } from './model-calls.repository.ts'
import { createModelBench, KEY, type ModelBench, NOW, textOf } from './testing/model-bench.ts'
import type { ModelServer } from './testing/model-server.ts'

const IMAGE = Buffer.from('not really a picture')
const NOTHING = { name: null, shares: null, averageCost: null, totalCost: null, price: null, value: null, gain: null }
const HOLDINGS = [{ ...NOTHING, ticker: 'AAPL', shares: '12,5' }]
const PLENTY = { user: 1e9, all: 1e9 }

let bench: ModelBench
let server: ModelServer
let models: ImageModel[] = []
let lines = ''
beforeAll(async () => {
  bench = await createModelBench()
  server = bench.server
})
afterAll(() => bench.close())
beforeEach(() => bench.reset())
afterEach(async () => {
  await Promise.all(models.map((model) => model.close()))
  models = []
  lines = ''
})

describe.each([
  ['openai', 'gpt-4.1'],
  ['openai', 'gpt-5'],
  ['anthropic', 'claude-sonnet-5'],
  ['anthropic', 'claude-sonnet-4-0'],
  ['openai-compatible', 'local'],
] as const)('%s %s', (provider, name) => {
  function createModel(): ImageModel {
    const clock = { now: () => NOW }
    const model = createImageModel({
      config: { provider, model: name, apiKey: KEY, baseUrl: new URL(server.url), dailyTokens: PLENTY },
      clock,
      log: createLog('trace', { write: (line: string) => (lines += line) }),
      calls: createModelCalls(bench.db, clock, PLENTY),
    })
    models.push(model)
    return model
  }

  async function copy(model = createModel()) {
    const userId = await bench.createUser()
    return model.copyHoldings({ userId, image: IMAGE }, new AbortController().signal)
  }

  test('copies what an image shows, and is sent the image and nothing of anybody', async () => {
    server.play([textOf({ holdings: HOLDINGS })])
    expect(await copy()).toEqual(HOLDINGS)
    expect(server.faults).toEqual([])
    const [body = ''] = server.bodies
    expect(body).toContain(IMAGE.toString('base64'))
    expect(body).toContain('image/jpeg')
    expect(body + lines).not.toMatch(/canary|@example|00000000-/)
  })

  test('that thinks first is given room, from then on at once', async () => {
    server.play([{ ...textOf({ holdings: HOLDINGS }), thoughtTokens: 7_000 }])
    const model = createModel()
    expect(await copy(model)).toEqual(HOLDINGS)
    const tries = server.requests.length
    expect(await copy(model)).toEqual(HOLDINGS)
    expect(server.requests).toHaveLength(tries + 1)
  })

  test.each([
    ['declines', { refusal: 'I would rather not.' }, /declined/],
    ['says nothing', { text: '' }, /form/],
    ['adds what was not asked for', textOf({ holdings: [{ ...HOLDINGS[0], advice: 'buy' }] }), /form/],
    [
      'is overloaded',
      { status: 529, kind: 'overloaded_error', message: KEY, headers: { 'retry-after': '0' } },
      /failed/,
    ],
  ] as const)('that %s is of no use, with the reason', async (_, reply, words) => {
    server.play([reply])
    await expect(copy()).rejects.toThrow(words)
    expect(lines).not.toContain(KEY)
  })
})
