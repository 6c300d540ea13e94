/** @module-tag full */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportReview } from '@ballast/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePro } from '../../accounts/testing/pro-user.ts'
import { createModelServer, type ModelReply, type ModelServer } from '../../ai/testing/model-server.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

// Drawn by `node scripts/generate-position-images.ts`: GE, IWM, CVX and TQQQ, which nobody has.
const IMAGE = readFileSync(
  join(import.meta.dirname, '../../../../packages/importers/fixtures/images/definition-rows-phone-16.png'),
)
const SHOWN = [
  ['GE', 'GE Aerospace', '243', '$206.31', '$50,133.33', '$73,556.10'],
  ['IWM', 'iShares Russell 2000', '804', '$175.72', '$141,278.88', '$189,422.40'],
  ['CVX', 'Chevron Corp', '565', '$163.07', '$92,134.55', '$85,382.80'],
  ['TQQQ', 'ProShares UltraPro QQQ', '900', '$37.70', '$33,930.00', '$47,664.00'],
] as const

const copied = ([ticker, name, shares, averageCost, totalCost, value]: readonly (string | null)[]) => ({
  ticker,
  name,
  shares,
  averageCost,
  totalCost,
  value,
  price: null,
  gain: null,
})
const say = (holdings: readonly unknown[]): ModelReply => ({ text: JSON.stringify({ holdings }) })

let model: ModelServer
let app: TestApp
let ann: TestClient
beforeAll(async () => {
  model = await createModelServer()
  app = await createTestApp({
    environment: {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: model.url,
      AI_MODEL: 'looker',
      AI_API_KEY: 'secret-key',
    },
  })
  ann = await app.signIn('ann@example.com')
  await makePro(app.db, (await ann.json<{ id: string }>('/api/auth/user')).id)
})
afterAll(async () => {
  await app.close()
  await model.close()
})

async function extract(query: string, bytes: Uint8Array = IMAGE): Promise<ImportReview> {
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(bytes)]), 'my-account-4711.png')
  const response = await ann.fetch(`/api/portfolios/extract-image${query}`, { method: 'POST', body: form })
  return (await response.json()) as ImportReview
}
const find = ({ positions }: ImportReview, ticker: string) => positions.find((position) => position.ticker === ticker)
const asTable = ({ positions }: ImportReview) =>
  positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost]).sort()

const RIGHT = [
  ['CVX', 565, 163.07],
  ['GE', 243, 206.31],
  ['IWM', 804, 175.72],
  ['TQQQ', 900, 37.7],
]

test('nothing is sent to a model unless the person has agreed', async () => {
  const before = model.requests.length
  expect(asTable(await extract(''))).toEqual(RIGHT)
  expect(model.requests).toHaveLength(before)
})

test('a model is for those who pay: free accounts are told so before anything is received, and not asked', async () => {
  const before = model.requests.length
  const eve = await app.signIn('eve@example.com')
  expect(await eve.json('/api/image-model')).toEqual({ model: null })
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(IMAGE)]), 'mine.png')
  const path = '/api/portfolios/extract-image'
  const refused = await eve.fetch(`${path}?withModel=yes`, { method: 'POST', body: form })
  expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ requiresUpgrade: true })])
  expect(model.requests).toHaveLength(before)
  expect((await eve.fetch(path, { method: 'POST', body: form })).status).toBe(200)
})

test('the page learns what would be sent where', async () => {
  expect(await ann.json('/api/image-model')).toEqual({
    model: { name: 'OpenAI-compatible looker', host: new URL(model.url).host },
  })
})

describe('a model that was let look', () => {
  test('gets pixels and nothing that says whose they are', async () => {
    model.play([say(SHOWN.map(copied))])
    const withPlace = await sharp(IMAGE)
      .withExif({ IFD0: { Artist: 'Ann Secret' } })
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(withPlace.includes('Ann Secret')).toBe(true)
    const review = await extract('?withModel=yes', withPlace)
    expect(asTable(review)).toEqual(RIGHT)
    const sent = JSON.stringify(model.requests.at(-1))
    const picture = Buffer.from(/data:image\/jpeg;base64,([\w+/=]+)/.exec(sent)?.[1] ?? '', 'base64')
    expect((await sharp(picture).metadata()).height).toBeLessThanOrEqual(2_000)
    expect(picture.includes('Ann Secret')).toBe(false)
    expect(sent.replace(/base64,[\w+/=]+/, '')).not.toMatch(/ann@example|4711/)
    expect(review.notes.join(' ')).toContain('OpenAI-compatible looker looked at the image, too')
  })

  test('that reads the same makes nothing worse', async () => {
    model.play([say(SHOWN.map(copied))])
    const review = await extract('?withModel=yes')
    expect(asTable(review)).toEqual(RIGHT)
    expect(review.positions.map(({ confidence }) => confidence)).toEqual(RIGHT.map(() => 'high'))
  })

  test('that reads another number makes a doubt, not a fact', async () => {
    model.play([say(SHOWN.map((row) => copied(row.map((cell) => (cell === '243' ? '248' : cell)))))])
    const ge = find(await extract('?withModel=yes'), 'GE')
    expect(ge).toMatchObject({ shares: 243, confidence: 'medium' })
    expect(ge?.suggestions).toContainEqual(expect.objectContaining({ field: 'shares', value: '248' }))
  })

  test('that invents a holding is not believed, however well its figures agree', async () => {
    model.play([say([...SHOWN, ['NVDA', 'NVIDIA Corp', '10', '$100.00', '$1,000.00', '$1,862.60']].map(copied))])
    const nvda = find(await extract('?withModel=yes'), 'NVDA')
    expect(nvda).toMatchObject({ shares: 10, avgCost: 100, confidence: 'medium' })
    expect(nvda?.doubts[0]?.reason).toContain('Only the language model saw this position')
  })

  test('that leaves holdings out takes none away', async () => {
    model.play([say([])])
    expect(asTable(await extract('?withModel=yes'))).toEqual(RIGHT)
  })
})

describe('a model that fails leaves the reading of this server, with words', () => {
  test.each<[string, ModelReply, RegExp]>([
    ['refuses the key', { status: 401 }, /refused the key/],
    ['breaks', { status: 500 }, /service failed/],
    ['hangs up', { fault: 'hang-up' }, /could not be reached/],
    ['stops in the middle', { fault: 'cut-off' }, /could not be reached|not an answer/],
    ['answers in prose', { text: 'I see four stocks.' }, /form/],
    ['answers with other fields', { text: '{"holdings":[{"ticker":"GE","advice":"sell"}]}' }, /form/],
    ['declines', { text: '', finishReason: 'content_filter' }, /declined|form/],
    ['sends HTML', { status: 200, body: '<html>', contentType: 'text/html' }, /is not an answer/],
  ])('%s', async (_, reply, words) => {
    model.play([reply])
    const review = await extract('?withModel=yes')
    expect(asTable(review)).toEqual(RIGHT)
    expect(review.notes.join(' ')).toMatch(words)
    expect(review.notes.join(' ')).toContain('read on this server only')
    // Five failures in a row would let it rest.
    model.play([say([])])
    await extract('?withModel=yes')
  })

  test('and a server without schemas is asked in words', async () => {
    model.play((request) =>
      request.response_format?.type === 'json_schema' ? { status: 400 } : say(SHOWN.map(copied)),
    )
    const review = await extract('?withModel=yes')
    expect(asTable(review)).toEqual(RIGHT)
    expect(review.notes.join(' ')).toContain('looked at the image, too')
  })

  test('what it cost is in the books', async () => {
    const calls = await app.db.asOwner(`select outcome, tokens from ai_model_calls where feature = 'image'`)
    expect(calls.length).toBeGreaterThan(10)
    expect(calls).toContainEqual({ outcome: 'written', tokens: 1_200 })
    expect(calls).toContainEqual(expect.objectContaining({ outcome: 'malformed' }))
    expect(calls.filter(({ outcome }) => outcome === 'under-way')).toEqual([])
  })
})

test('a server without a model says so instead of pretending', async () => {
  const plain = await createTestApp()
  const bob = await plain.signIn('bob@example.com')
  expect(await bob.json('/api/image-model')).toEqual({ model: null })
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(IMAGE)]), 'a.png')
  const response = await bob.fetch('/api/portfolios/extract-image?withModel=yes', { method: 'POST', body: form })
  expect(response.status).toBe(409)
  await plain.close()
})
