import { gunzipSync } from 'node:zlib'
import { type ImportReview, LIMITS } from '@ballast/contract'
import { writePdf } from '@ballast/importers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createDraftSweeper } from '../../portfolios/import-draft.repository.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { makeWorkbook } from './testing/make-workbook.ts'
import { OWN_FORMAT, reviewFiles } from './testing/review-files.ts'

const HOUR = 3_600_000

let db: TestDatabase
let app: TestApp
let now = new Date('2026-11-20T15:00:00Z')
beforeAll(async () => {
  db = await createTestDatabase()
  app = await createTestApp({ db, overrides: { clock: { now: () => now } } })
})
afterAll(async () => {
  await app.close()
  await db.close()
})

const FOREIGN = 'Effekt;Stk;Einst\nAAPL;10;150,50\nMSFT;4;400,25\n'

const reviewText = (client: TestClient, text: string) =>
  client.json<ImportReview>('/api/imports', { method: 'POST', json: { text } })

describe('a file', () => {
  test('becomes a review that waits, problems first, and no portfolio', async () => {
    const ann = await app.signIn('waits@example.com')
    const made = await reviewFiles(ann, [['C:\\fake\\mine.csv', OWN_FORMAT]])
    expect(made).toMatchObject({
      origin: 'file',
      proposedName: 'mine',
      imageCount: 0,
      sources: [{ name: 'mine.csv', kind: 'csv' }],
      totals: { lineCount: 3, byVerdict: { header: 1, position: 2 }, positionCount: 2, needsLookCount: 1 },
      expiresAt: '2026-11-21T15:00:00.000Z',
    })
    expect(made.positions.map(({ ticker, confidence, isKnownTicker }) => [ticker, confidence, isKnownTicker])).toEqual([
      ['ZZZQ', 'medium', false],
      ['AAPL', 'high', true],
    ])
    expect(made.positions.map(({ ticker, name }) => [ticker, name])).toContainEqual(['AAPL', 'Apple Inc.'])
    for (const { positionId } of made.lines.filter(({ verdict }) => verdict === 'position')) {
      expect(made.positions.map(({ id }) => id)).toContain(positionId)
    }
    expect(await ann.json(`/api/imports/${made.importId}`)).toEqual(made)
    expect(await ann.json('/api/portfolios')).toEqual([])
  })

  test('of which nothing is understood is a review too, with every line in it', async () => {
    const ann = await app.signIn('nothing@example.com')
    const made = await reviewFiles(ann, [['poem.txt', 'Shall I compare thee\nto a summer’s day?\n']])
    expect(made.positions).toEqual([])
    expect(made.totals).toMatchObject({ lineCount: 2, positionCount: 0 })
    expect(made.problems.length).toBeGreaterThan(0)
  })

  test('and its copy count once; two files become one review', async () => {
    const ann = await app.signIn('copies@example.com')
    const made = await reviewFiles(ann, [
      ['a.csv', OWN_FORMAT],
      ['copy of a.csv', OWN_FORMAT],
      ['b.csv', 'ticker,shares,avgCost,sector\nKO,7,50,\n'],
    ])
    expect(made.sources.map(({ name }) => name)).toEqual(['a.csv', 'b.csv'])
    expect(made.positions.map(({ ticker, shares }) => [ticker, shares])).toEqual([
      ['ZZZQ', 3],
      ['AAPL', 10],
      ['KO', 7],
    ])
    expect(made.notes).toContain('A file was sent twice, and counts once.')
  })
})

test('a pasted text becomes a review', async () => {
  const ann = await app.signIn('text@example.com')
  const made = await reviewText(ann, '100 AAPL @ 150.25\n5 MSFT @ 400')
  expect(made).toMatchObject({ origin: 'text', proposedName: 'Pasted portfolio', sources: [{ kind: 'text' }] })
  expect(made.positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])).toEqual([
    ['AAPL', 100, 150.25],
    ['MSFT', 5, 400],
  ])
})

test('a broker’s total is compared to the cent', async () => {
  const ann = await app.signIn('total@example.com')
  const schwab = (total: string) =>
    `"Positions for account Individual ...123 as of 04:00 PM ET, 2026/11/20"\n\n"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis"\n"AAPL","APPLE INC","10","$270.00","$2,700.00","$1,500.00"\n"MSFT","MICROSOFT CORP","2","$400.25","$800.50","$700.00"\n"Account Total","--","--","--","${total}","$2,200.00"\n`
  const right = await reviewFiles(ann, [['x.csv', schwab('$3,500.50')]])
  expect(right.accounts).toMatchObject([
    { valueOfPositions: 3500.5, statedTotal: 3500.5, difference: 0, matches: true },
  ])
  expect(right.accounts[0]?.sentence).toBe("The sum of $3,500.50 matches your broker's total.")
  const wrong = await reviewFiles(ann, [['x.csv', schwab('$3,512.84')]])
  expect(wrong.accounts).toMatchObject([{ difference: -12.34, matches: false }])
  expect(wrong.accounts[0]?.sentence).toContain('off by $12.34')
})

describe('a draft', () => {
  test('is gone after a day, and swept', async () => {
    const ann = await app.signIn('day@example.com')
    const made = await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    now = new Date(now.getTime() + 24 * HOUR - 1)
    expect((await ann.fetch(`/api/imports/${made.importId}`)).status).toBe(200)
    now = new Date(now.getTime() + 1)
    expect((await ann.fetch(`/api/imports/${made.importId}`)).status).toBe(404)
    expect((await ann.fetch(`/api/imports/${made.importId}`, { method: 'DELETE' })).status).toBe(404)
    const count = () => app.db.asOwner('select count(*)::int as drafts from import_drafts')
    expect((await count())[0]?.drafts).toBeGreaterThan(0)
    await createDraftSweeper({ db, clock: app.dependencies.clock }).sweep()
    expect(await count()).toEqual([{ drafts: 0 }])
  })

  test('is discarded on request', async () => {
    const ann = await app.signIn('discard@example.com')
    const made = await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    expect(await ann.json(`/api/imports/${made.importId}`, { method: 'DELETE' })).toEqual({ discarded: true })
    expect((await ann.fetch(`/api/imports/${made.importId}`)).status).toBe(404)
  })

  test('gives way to the tenth after it', async () => {
    const ann = await app.signIn('many@example.com')
    const first = await reviewText(ann, '1 AAPL @ 1')
    for (let index = 0; index < 9; index++) {
      now = new Date(now.getTime() + 1_000)
      await reviewText(ann, `${index + 2} AAPL @ 1`)
    }
    expect((await ann.fetch(`/api/imports/${first.importId}`)).status).toBe(200)
    now = new Date(now.getTime() + 1_000)
    await reviewText(ann, '50 AAPL @ 1')
    expect((await ann.fetch(`/api/imports/${first.importId}`)).status).toBe(404)
  })

  test('holds no whole account number', async () => {
    const ann = await app.signIn('masked@example.com')
    const made = await reviewFiles(ann, [
      ['Positions_987654321_2026-11-20.csv', 'Konto;Effekt;Stk\n987654321;AAPL;10\n987654321;KO;1234567\n'],
    ])
    expect(JSON.stringify(made)).not.toContain('987654321')
    expect(made).toMatchObject({
      proposedName: 'Positions …4321 2026-11-20',
      sources: [{ name: 'Positions_…4321_2026-11-20.csv' }],
    })
    const [row] = await app.db.asOwner(
      `select encode(material, 'base64') as material, encode(review, 'base64') as review from import_drafts where id = '${made.importId}'`,
    )
    for (const column of ['material', 'review']) {
      const text = gunzipSync(Buffer.from(String(row?.[column]), 'base64')).toString()
      expect(text).not.toContain('987654321')
      expect(text).toContain('1234567')
    }
  })

  test('is exported and deleted with the account', async () => {
    const ann = await app.signIn('leaves@example.com')
    await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    const all = await ann.json<{ tables: Record<string, unknown[]> }>('/api/account/export')
    expect(all.tables.import_drafts).toHaveLength(1)
    expect(all.tables.split_adjustments).toEqual([])
    await ann.json('/api/account', { method: 'DELETE', json: { confirmEmail: 'leaves@example.com' } })
    expect(
      await app.db.asOwner(`select 1 from import_drafts where user_id not in (select id from users) or origin is null`),
    ).toEqual([])
  })
})

test('a statement as PDF is read in a worker, each line with its verdict', async () => {
  const ann = await app.signIn('statement@example.com')
  const row = (cells: readonly string[], y: number) =>
    cells.map((text, index) => ({ text, x: 100 + 90 * index, y, size: 8, align: 'right' as const }))
  const bytes = writePdf([
    [
      ...row(['Symbol', 'Quantity', 'Price', 'Market Value', 'Cost Basis'], 80),
      ...row(['AAPL', '10', '150.00', '1,500.00', '1,000.00'], 92),
      ...row(['Total', '', '', '1,500.00', ''], 104),
    ],
  ])
  const made = await reviewFiles(ann, [['statement.pdf', bytes]])
  expect(made).toMatchObject({
    sources: [{ name: 'statement.pdf', kind: 'pdf' }],
    totals: { lineCount: 3 },
    positions: [{ ticker: 'AAPL', shares: 10, avgCost: 100, doubts: [] }],
  })
  expect(made.lines.map(({ verdict }) => verdict)).toEqual(['header', 'position', 'total'])
})

test('a workbook is read in a worker, and its columns are mapped like those of a text', async () => {
  const ann = await app.signIn('workbook@example.com')
  const rows = [
    ['Effekt', 'Stk', 'Einst'],
    ['AAPL', 1250, 150.5],
    ['MSFT', 4, 400.25],
  ]
  const made = await reviewFiles(ann, [['depot.xlsx', makeWorkbook(rows)]])
  expect(made).toMatchObject({ sources: [{ name: 'depot.xlsx', kind: 'xlsx' }], totals: { lineCount: 3 } })
  const columns = [
    { index: 0, field: 'ticker' },
    { index: 1, field: 'shares' },
    { index: 2, field: 'avgCost' },
  ]
  const path = `/api/imports/${made.importId}/mapping`
  const mapped = await ann.json<ImportReview>(path, { method: 'POST', json: { columns } })
  expect(mapped.sources).toMatchObject([{ kind: 'xlsx' }])
  expect(mapped.positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])).toEqual([
    ['AAPL', 1250, 150.5],
    ['MSFT', 4, 400.25],
  ])
})

describe('columns of an unknown layout', () => {
  test('are mapped by the person, and remembered for the next file', async () => {
    const ann = await app.signIn('maps@example.com')
    const made = await reviewFiles(ann, [['depot.csv', FOREIGN]])
    expect(made.mapping).not.toBeNull()
    const columns = [
      { index: 0, field: 'ticker' },
      { index: 1, field: 'shares' },
      { index: 2, field: 'avgCost' },
    ]
    const path = `/api/imports/${made.importId}/mapping`
    const mapped = await ann.json<ImportReview>(path, { method: 'POST', json: { columns } })
    expect(mapped.positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])).toEqual([
      ['AAPL', 10, 150.5],
      ['MSFT', 4, 400.25],
    ])
    expect(mapped).toMatchObject({ importId: made.importId, expiresAt: made.expiresAt, proposedName: 'depot' })
    expect(await ann.json(`/api/imports/${made.importId}`)).toEqual(mapped)
    const next = await reviewFiles(ann, [['later.csv', FOREIGN.replace('10;', '11;')]])
    expect(next.mapping?.state).toBe('remembered')
    expect(next.positions.map(({ ticker, shares }) => [ticker, shares])).toEqual([
      ['AAPL', 11],
      ['MSFT', 4],
    ])
    const again = await ann.json<ImportReview>(path, {
      method: 'POST',
      json: {
        columns: [
          { index: 0, field: 'ticker' },
          { index: 2, field: 'shares' },
        ],
      },
    })
    expect(again.positions.map(({ shares }) => shares)).toEqual([150.5, 400.25])
  })

  test.each([
    [
      'columns aligned by blanks',
      'Effekt     Stk     Einst\nAAPL      1,000    150.50\nMSFT         4     400.25\n',
      1_000,
    ],
    ['quoted cells with line ends', 'Effekt,Stk,Einst\n"AAPL\nInc",10,150.5\nMSFT,4,400.25\n', 10],
  ])('of %s are mapped too', async (_what, text, first) => {
    const ann = await app.signIn('maps-text@example.com')
    const made = await reviewFiles(ann, [['depot.txt', text]])
    const path = `/api/imports/${made.importId}/mapping`
    const columns = [
      { index: 0, field: 'name' },
      { index: 1, field: 'shares' },
      { index: 2, field: 'price' },
    ]
    const mapped = await ann.json<ImportReview>(path, { method: 'POST', json: { columns } })
    const read = mapped.positions.map(({ shares, statedPrice }) => [shares, statedPrice])
    expect(read).toHaveLength(2)
    expect(read).toEqual(
      expect.arrayContaining([
        [first, 150.5],
        [4, 400.25],
      ]),
    )
  })

  test.each([
    [[{ index: 9, field: 'ticker' }], 400],
    [
      [
        { index: 0, field: 'shares' },
        { index: 1, field: 'shares' },
      ],
      400,
    ],
    [[{ index: 0, field: '__proto__' }], 400],
  ])('%j are refused', async (columns, status) => {
    const ann = await app.signIn('maps-badly@example.com')
    const made = await reviewFiles(ann, [['depot.csv', FOREIGN]])
    const response = await ann.fetch(`/api/imports/${made.importId}/mapping`, { method: 'POST', json: { columns } })
    expect(response.status).toBe(status)
  })

  test('of a known layout are not mapped', async () => {
    const ann = await app.signIn('maps-known@example.com')
    const made = await reviewFiles(ann, [['mine.csv', OWN_FORMAT]])
    const json = { columns: [{ index: 0, field: 'ticker' }] }
    expect((await ann.fetch(`/api/imports/${made.importId}/mapping`, { method: 'POST', json })).status).toBe(409)
  })
})

test('20,000 rows are read in a worker, and others are answered meanwhile', { tags: 'full' }, async () => {
  const ann = await app.signIn('large@example.com')
  const bob = await app.signIn('waits-not@example.com')
  const rows = Array.from({ length: LIMITS.positionsPerPortfolio }, (_, index) => {
    const letters = [0, 1, 2, 3].map((place) => String.fromCharCode(65 + (Math.floor(index / 26 ** place) % 26)))
    return `${letters.join('')},${index + 1},10.5,`
  })
  let isDone = false
  const large = reviewFiles(ann, [['large.csv', `ticker,shares,avgCost,sector\n${rows.join('\n')}`]]).finally(() => {
    isDone = true
  })
  let answered = 0
  while (!isDone) {
    await bob.json('/api/auth/user')
    answered++
  }
  expect((await large).totals).toMatchObject({ positionCount: 20_000, lineCount: 20_001 })
  expect(answered).toBeGreaterThan(10)
})
