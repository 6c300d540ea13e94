import type { ImportReview, StreamStep } from '@ballast/contract'
import type { ImportedSource, SourcePosition } from '@ballast/importers'
import { writeScan } from '@ballast/importers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors } from '../../http/errors.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import type { ImageReader } from '../../workers/image-reader.ts'

/** Findings of the reader in an image, by the image's last byte. */
let findings: Record<number, ImportedSource | Error> = {}
let aborted = 0

const imageReader: ImageReader = {
  async readImages(images, { signal, onProgress }) {
    return Promise.all(
      images.map(async ({ bytes }, index) => {
        onProgress?.(index, { label: 'Finding text', done: 50, total: 100 })
        const finding = findings[bytes.at(-1) ?? 0]
        if (finding instanceof Error) throw finding
        if (finding) return finding
        return new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => {
            aborted++
            reject(signal.reason)
          })
        })
      }),
    )
  },
  encodeForModel: async () => undefined,
  load: () => ({ running: 0, waiting: 0 }),
  close: async () => undefined,
}

let app: TestApp
let ann: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { imageReader } })
  ann = await app.signIn('ann@example.com')
})
afterAll(() => app.close())
beforeEach(() => {
  findings = {}
})

/** A PNG by its head, 400 × 300, told apart by its last byte. */
const png = (mark: number) => {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, 400)
  view.setUint32(20, 300)
  bytes[63] = mark
  return bytes
}

const row = (ticker: string, shares: string, fields: Partial<SourcePosition> = {}): SourcePosition => ({
  lines: [1],
  ticker,
  name: null,
  identifier: null,
  kind: 'security',
  shares,
  avgCost: null,
  currency: 'USD',
  multiplier: 1,
  sector: null,
  account: null,
  statedPrice: 10,
  statedValue: Number(shares) * 10,
  certainty: 0.95,
  doubts: [],
  suggestions: [],
  ...fields,
})

const found = (...positions: SourcePosition[]): ImportedSource => ({
  kind: 'image',
  format: null,
  content: 'positions',
  asOf: null,
  knownFrom: null,
  mapping: null,
  statedTotals: [],
  problems: [],
  notes: [],
  positions,
  lines: positions.map(({ ticker }, index) => ({ line: index + 1, verdict: 'position', text: ticker, note: null })),
})

const extract = (marks: readonly number[], headers: Record<string, string> = {}, signal?: AbortSignal) => {
  const form = new FormData()
  for (const mark of marks) form.append('images', new Blob([png(mark)]), `shot-${mark}.png`)
  const init = { method: 'POST', body: form, headers, ...(signal && { signal }) }
  return ann.fetch('/api/portfolios/extract-image', init)
}

const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event:'))
    .map((block) => {
      const [event = '', data = ''] = block.split('\n')
      return { event: event.slice(7), data: JSON.parse(data.slice(6)) as unknown }
    })

test('images become one review with the specified fields, duplicates joined, nothing of them kept', async () => {
  findings = { 1: found(row('AAPL', '10'), row('KO', '5')), 2: found(row('AAPL', '10'), row('SCHVV', '7')) }
  const response = await extract([1, 2])
  expect(response.status).toBe(200)
  const review = (await response.json()) as ImportReview
  expect(review).toMatchObject({
    origin: 'image',
    imageCount: 2,
    proposedName: 'Portfolio from images',
    sources: [{ name: 'Image 1' }, { name: 'Image 2' }],
    notes: ['10 AAPL is in Image 1 and in Image 2: it counts once.'],
    mapping: null,
  })
  expect(review.positions.map(({ ticker, shares, confidence }) => [ticker, shares, confidence])).toEqual([
    ['SCHVV', 7, 'medium'],
    ['AAPL', 10, 'high'],
    ['KO', 5, 'high'],
  ])
  const [stored] = await app.db.asOwner(`select material from import_drafts where id = '${review.importId}'`)
  expect(stored).toEqual({ material: null })
})

/** The head of a JPEG of 400 × 300, told apart by its last byte. */
const jpeg = (mark: number) =>
  Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 1, 0x2c, 1, 0x90, ...Array<number>(40).fill(0), mark])

test('the pages of a scanned PDF are read as images, at most as many as images', async () => {
  findings = { 1: found(row('AAPL', '10')), 2: found(row('KO', '5')) }
  const send = (marks: readonly number[]) => {
    const form = new FormData()
    form.append('files', new Blob([writeScan(marks.map(jpeg)) as Uint8Array<ArrayBuffer>]), 'scan.pdf')
    return ann.fetch('/api/imports', { method: 'POST', body: form })
  }
  const response = await send([1, 2])
  expect(response.status).toBe(200)
  const review = (await response.json()) as ImportReview
  expect(review).toMatchObject({ origin: 'image', imageCount: 2, sources: [{ name: 'Image 1' }, { name: 'Image 2' }] })
  expect(review.positions.map(({ ticker, shares }) => [ticker, shares])).toEqual([
    ['AAPL', 10],
    ['KO', 5],
  ])
  const tooMany = await send(Array<number>(11).fill(1))
  expect(tooMany.status).toBe(400)
  expect(await tooMany.text()).toContain('11 images and scanned pages')
})

test('a misread ticker is suggested by what is held; a row whose figures contradict each other is never sure', async () => {
  await ann.json('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Held', data: 'ticker,shares,avgCost,sector\nSCHWX,1,1,\n' },
  })
  findings = { 1: found(row('SCHVVX', '7'), row('AAPL', '18', { statedValue: 100, certainty: 1 })) }
  const { positions } = (await (await extract([1])).json()) as ImportReview
  expect(positions).toMatchObject([
    { ticker: 'AAPL', arithmetic: 'fails', confidence: 'low', doubts: [{ field: 'shares' }] },
    {
      ticker: 'SCHVVX',
      isKnownTicker: false,
      suggestions: [{ field: 'ticker', value: 'SCHWX', reason: 'Did you mean SCHWX? You hold it.' }],
    },
  ])
})

test('progress is told image by image to who follows', async () => {
  findings = { 1: found(row('AAPL', '10')), 2: found() }
  const response = await extract([1, 2], { accept: 'text/event-stream' })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events = eventsOf(await response.text())
  const states = (id: string) =>
    events.flatMap(({ event, data }) => {
      const step = data as StreamStep
      return event === 'step' && step.id === id ? [step.state] : []
    })
  expect(states('image-1')).toEqual(['waiting', 'running', 'done'])
  expect(states('image-2')).toEqual(['waiting', 'running', 'failed'])
  expect(events.at(-1)).toMatchObject({ event: 'result', data: { imageCount: 2, positions: [{ ticker: 'AAPL' }] } })
})

test('an image that is sent twice is read once, and each keeps its number among those that were sent', async () => {
  findings = { 1: found(row('AAPL', '10')), 2: found(), 3: found(row('KO', '5')) }
  const response = await extract([1, 1, 2, 3], { accept: 'text/event-stream' })
  const events = eventsOf(await response.text())
  const last = (id: string) =>
    events
      .flatMap(({ event, data }) => {
        const step = data as StreamStep
        return event === 'step' && step.id === id ? [step] : []
      })
      .at(-1)
  expect(last('image-2')).toMatchObject({ state: 'done', label: expect.stringContaining(': The same as ') })
  expect(last('image-3')).toMatchObject({ state: 'failed' })
  expect(last('image-4')).toMatchObject({ state: 'done' })
  const named = [0, 2, 3].map((place) => ({ name: `Image ${place + 1}`, place }))
  expect(events.at(-1)).toMatchObject({ event: 'result', data: { sources: named } })
})

test('why an image is not read is told where it is followed', async () => {
  const refused = { ...found(), problems: [{ message: 'The image is damaged. Take it again.' }] } as ImportedSource
  findings = { 1: found(row('AAPL', '10')), 2: refused, 3: errors.unavailable('This took too long.') }
  const response = await extract([1, 2, 3], { accept: 'text/event-stream' })
  const labels = eventsOf(await response.text()).flatMap(({ data }) => {
    const step = data as StreamStep
    return step.state === 'failed' ? [step.label] : []
  })
  expect(labels).toEqual([
    expect.stringMatching(/: The image is damaged\. Take it again\.$/),
    expect.stringMatching(/: This took too long\.$/),
  ])
})

describe('what fails', () => {
  test('in one image does not lose the others', async () => {
    findings = { 1: found(row('AAPL', '10')), 2: errors.unavailable('This took too long and was stopped.') }
    const review = (await (await extract([1, 2])).json()) as ImportReview
    expect(review.positions).toHaveLength(1)
    expect(review.problems).toMatchObject([
      { message: 'Image 2: This took too long and was stopped. Send it again by itself.' },
    ])
  })

  test('in all of them is told with its own status', async () => {
    findings = { 2: errors.unavailable('This took too long and was stopped.') }
    expect((await extract([2])).status).toBe(503)
    const events = eventsOf(await (await extract([2], { accept: 'text/event-stream' })).text())
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: 'This took too long and was stopped.' } })
  })

  test('a reader that breaks tells nothing of itself', async () => {
    findings = { 2: new Error('password=hunter2') }
    const response = await extract([2])
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('hunter2')
  })

  test('images without positions make no review', async () => {
    findings = { 1: found(), 2: { ...found(), problems: [{ message: 'The picture is too blurred to read.' }] } }
    expect(await (await extract([1])).json()).toMatchObject({
      error: expect.stringContaining('No positions were found in the image.'),
    })
    const response = await extract([2])
    expect([response.status, await response.json()]).toEqual([
      422,
      { error: 'The picture is too blurred to read.', requestId: expect.any(String) },
    ])
  })

  test('no image at all is asked for, in the specified words', async () => {
    const response = await extract([])
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'Please select at least one image file' })
  })

  test('whoever goes away stops the reading', async () => {
    const leaving = new AbortController()
    const before = aborted
    const asked = extract([9], { accept: 'text/event-stream' }, leaving.signal)
    const response = await asked
    await response.body?.getReader().read()
    leaving.abort()
    await expect.poll(() => aborted).toBe(before + 1)
  })
})

test('an image among files is read with them', async () => {
  findings = { 1: found(row('KO', '5')) }
  const form = new FormData()
  form.append('files', new Blob(['ticker,shares,avgCost,sector\nAAPL,10,150.5,\n']), 'mine.csv')
  form.append('files', new Blob([png(1)]), 'looks-like-text.csv')
  const review = await ann.json<ImportReview>('/api/imports', { method: 'POST', body: form })
  expect(review).toMatchObject({ origin: 'file', imageCount: 1, sources: [{ kind: 'csv' }, { kind: 'image' }] })
  expect(review.positions.map(({ ticker }) => ticker)).toEqual(['AAPL', 'KO'])
})
