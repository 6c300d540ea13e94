import { Readable } from 'node:stream'
import { importText } from '@ballast/importers/own'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { exportPositions } from './export.service.ts'
import { toCsvFile, toFileName, toJsonFile } from './to-export-file.ts'

type Lot = Omit<StoredLot, 'id' | 'importId'>

const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 0, max: 10 }))
  .map(([digits, scale]) => {
    const text = digits.toString().padStart(11, '0')
    return `${BigInt(text.slice(0, -10))}.${text.slice(-10).slice(0, scale).padEnd(10, '0')}`
  })
  .filter((text) => /[1-9]/.test(text))
/** Text as it is stored: on one line, trimmed, printable. */
const label = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('=SUM(A1)', "'=x", "''@y", '+1', '-2', '@z', 'a,b;"c"', "O'Neill", '<b>bold</b>', '=cmd|calc'),
  )
  .map((text) =>
    text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .replace(/\d{6,}/g, '')
      .trim(),
  )
  .map((text) => (text === '' || text === 'Unknown' ? null : text))
const lot: fc.Arbitrary<Lot> = fc
  .record({
    shares: fc.tuple(fc.boolean(), decimal).map(([isShort, text]) => (isShort ? `-${text}` : text)),
    avgCost: fc.option(decimal),
    sector: label,
    account: label,
    currency: fc.constantFrom('USD', 'EUR', 'CHF'),
    kind: fc.constantFrom('security' as const, 'security' as const, 'option' as const, 'cash' as const),
  })
  .map((record) => {
    if (record.kind === 'option') return { ...record, ticker: 'AAPL261218C00250000', multiplier: 100 }
    if (record.kind === 'security') return { ...record, ticker: 'BRK.B', multiplier: 1 }
    const ticker = record.currency === 'USD' ? 'CASH' : record.currency
    return { ...record, ticker, avgCost: '1.0000000000', sector: 'Cash', multiplier: 1 }
  })
/** Lots that the importer has no reason to merge: each of another ticker. */
const lots = fc.uniqueArray(lot, { minLength: 1, maxLength: 4, selector: ({ ticker }) => ticker })

const stored = (list: readonly Lot[]): StoredLot[] => list.map((one) => ({ ...one, id: 'x', importId: null }))
/** As the database gives them, in parts of any size. */
async function* inPages(list: readonly StoredLot[]) {
  yield list.slice(0, 1)
  yield list.slice(1)
}
const textOf = async (pieces: AsyncIterable<string>) => (await Readable.from(pieces).toArray()).join('')
const trimmed = (text: string | null) => (text === null ? null : text.replace(/\.?0+$/, ''))

describe('an export', () => {
  test.each(['csv', 'json'] as const)(
    'as %s is imported to the same positions, to the last decimal',
    { tags: 'full' },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(lots, async (list) => {
          const pages = inPages(stored(list))
          const file = await textOf(format === 'csv' ? toCsvFile(pages) : toJsonFile('A "name"', pages))
          const result = importText(file)
          if (!result.ok) throw new Error(result.problems[0]?.message)
          expect(result.positions).toEqual(
            list.map((one) => ({ ...one, shares: trimmed(one.shares), avgCost: trimmed(one.avgCost) })),
          )
        }),
        { numRuns: process.env.BALLAST_LONG ? 2_000 : 150 },
      )
    },
  )

  test('no text cell begins with what a spreadsheet would run, and numbers stay numbers', async () => {
    const hostile = ['=1+1', '+1', '-1', '@x', '=cmd|calc', "'=x"]
    const list = hostile.map((sector) => ({
      id: 'x',
      importId: null,
      kind: 'security' as const,
      ticker: 'AAPL',
      account: sector,
      shares: '-5.5000000000',
      avgCost: '2.0000000000',
      currency: 'USD',
      multiplier: 1,
      sector,
    }))
    const file = await textOf(toCsvFile(inPages(list)))
    const rows = file.split('\r\n').slice(1, -1)
    expect(rows[0]).toBe("AAPL,-5.5,2,'=1+1,'=1+1,USD,security,,")
    for (const row of rows) expect(row).not.toMatch(/(^|,)"?[=+@](?!\d)/)
    expect(rows).toHaveLength(hostile.length)
  })

  test.each([
    ['Core Growth', 'Core Growth.csv'],
    ['../../etc/passwd', 'etc passwd.csv'],
    ['a\r\nSet-Cookie: x', 'a Set-Cookie x.csv'],
    ['   ', 'portfolio.csv'],
    ['con/aux:"<>|?*', 'con aux.csv'],
  ])('of %j is called %s', (name, file) => expect(toFileName(name, 'csv')).toBe(file))
})

describe('the download', () => {
  let app: TestApp
  let anna: TestClient
  beforeAll(async () => {
    app = await createTestApp()
    anna = await app.signIn('anna@example.com')
  })
  afterAll(() => app?.close())

  test('of 19,999 positions is read as it is sent, in their order, and fails rather than mixes two states', {
    tags: 'full',
  }, async () => {
    const data = `ticker,shares\n${Array.from({ length: 19_999 }, (_, index) => `T${index},${index + 1}`).join('\n')}\n`
    const json = { name: 'Large', data }
    const { id } = await anna.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
    const { id: userId } = await anna.json<{ id: string }>('/api/auth/user')
    const lines = (await (await anna.fetch(`/api/portfolios/${id}/export`)).text()).split('\r\n')
    expect(lines.slice(1, -1).map((line) => line.split(',', 2).join())).toEqual(
      Array.from({ length: 19_999 }, (_, index) => `T${index},${index + 1}`),
    )
    const { body } = await exportPositions(app.dependencies, userId, { portfolioId: id, format: 'json' })
    const pieces = (body as AsyncIterable<string>)[Symbol.asyncIterator]()
    expect(((await pieces.next()).value as string).match(/"ticker"/g)).toHaveLength(1_000)
    await anna.json(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'NEW', shares: 1 } })
    await expect(pieces.next()).rejects.toThrow('changed')
  })

  test('is an attachment named after the portfolio, and can be uploaded again', async () => {
    const upload = (name: string, data: string) =>
      anna.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json: { name, data } })
    const { id } = await upload('Ängste & Co', 'ticker,shares,avgCost,sector\nAAPL,-10.5,100,=x\nKO,1,,\n')
    const csv = await anna.fetch(`/api/portfolios/${id}/export`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename="_ngste _ Co.csv"; filename*=UTF-8''%C3%84ngste%20%26%20Co.csv`,
    )
    const text = await csv.text()
    expect(text).toBe(
      "ticker,shares,avgCost,sector,account,currency,kind,statedPrice,statedOn\r\nAAPL,-10.5,100,'=x,,USD,security,,\r\nKO,1,,,,USD,security,,\r\n",
    )
    const json = await (await anna.fetch(`/api/portfolios/${id}/export?format=json`)).text()
    for (const file of [text, json]) {
      const again = await upload('Again', file)
      const [first, second] = await Promise.all(
        [id, again.id].map(async (one) => (await anna.fetch(`/api/portfolios/${one}/export`)).text()),
      )
      expect(second).toBe(first)
    }
  })
})
