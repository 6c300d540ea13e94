import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSource } from './read-source.ts'
import { drawStatement, LOOKS } from './testing/pdf-statements.ts'
import { CATALOG, PAGE_OBJECT, PAGES, type PdfText, toStream, writeObjects, writePdf } from './testing/pdf-writer.ts'

const STATEMENTS = 10
const read = (bytes: Uint8Array) => readSource({ name: 'statement.pdf', bytes })
const MEBIBYTE = 1024 * 1024

/** Numbers from 0 to 1, the same at every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe.each(Object.entries(LOOKS))('statements as %s prints them', (name, look) => {
  test.each(Array.from({ length: STATEMENTS }, (_, index) => index))('number %i', async (index) => {
    const { bytes, positions: stated } = drawStatement(look, createRandom(index * 7_919 + name.length))
    const { positions, problems, statedTotals } = await read(bytes)
    // Nothing that is not held, each once, and every figure where it belongs.
    expect(positions.map(({ ticker }) => ticker)).toEqual(stated.map(({ ticker }) => ticker))
    for (const [at, { shares, price, costCents }] of stated.entries()) {
      const found = positions[at]
      expect(Number(found?.shares)).toBe(shares)
      expect(found?.avgCost === null).toBe(costCents === null)
      // Half a unit of the fourth decimal for each share, as it is printed, and half a cent of the sum.
      const slack = 0.00005 * shares + 0.0051
      if (costCents !== null) expect(Math.abs(Number(found?.avgCost) * shares - costCents / 100)).toBeLessThan(slack)
      expect(found?.statedValue).toBe(Math.round(shares * price * 100) / 100)
      expect(found?.doubts).toEqual([])
    }
    const total = stated.reduce((sum, { shares, price }) => sum + Math.round(shares * price * 100), 0) / 100
    expect(statedTotals.map(({ currency, value }) => [currency, value])).toEqual([['USD', total]])
    expect(new Set(positions.map(({ account }) => account))).toEqual(
      new Set(statedTotals.map(({ account }) => account)),
    )
    expect(problems).toEqual([])
  })
})

const HEADER: PdfText[] = ['Symbol', 'Quantity', 'Price', 'Market Value', 'Cost Basis'].map((text, index) => ({
  text,
  x: 100 + 100 * index,
  y: 100,
  size: 8,
  align: 'right',
}))
const toRow = (cells: readonly string[], y: number, shifts: readonly number[] = []): PdfText[] =>
  cells.map((text, index) => ({
    text,
    x: 100 + 100 * index + (shifts[index] ?? 0),
    y,
    size: 8,
    align: 'right' as const,
  }))

test('a figure between two columns is a doubt of its line, and of no other', async () => {
  const { positions } = await read(
    writePdf([
      [
        ...HEADER,
        ...toRow(['AAPL', '10', '150.00', '1,500.00', '1,000.00'], 112),
        ...toRow(['MSFT', '5', '300.00', '1,500.00', ''], 124, [0, 0, 0, 45]),
      ],
    ]),
  )
  expect(positions.map(({ ticker, doubts }) => [ticker, doubts.map(({ field }) => field)])).toEqual([
    ['AAPL', []],
    ['MSFT', ['shares', 'avgCost']],
  ])
})

test('a table that goes on over the page keeps its columns; a line of words on it states nothing', async () => {
  const { positions, lines } = await read(
    writePdf([
      [...HEADER, ...toRow(['AAPL', '10', '150.00', '1,500.00', '1,000.00'], 112)],
      [
        { text: 'Statement of somebody', x: 30, y: 50, size: 12 },
        ...toRow(['MSFT', '5', '300.00', '1,500.00', '900.00'], 90),
      ],
    ]),
  )
  expect(positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])).toEqual([
    ['AAPL', '10', '100'],
    ['MSFT', '5', '180'],
  ])
  expect(lines.map(({ verdict }) => verdict)).toEqual(['header', 'position', 'header', 'position'])
})

test('a statement that speaks of euros leaves no line in dollars without a doubt', async () => {
  const { positions } = await read(
    writePdf([
      [
        { text: 'All amounts in EUR', x: 30, y: 50, size: 8 },
        ...HEADER,
        ...toRow(['SAP', '10', '150.00', '1,500.00', '1,000.00'], 112),
      ],
    ]),
  )
  expect(positions[0]?.doubts.map(({ field }) => field)).toEqual(['currency'])
})

const HELD = [[...HEADER, ...toRow(['AAPL', '10', '150.00', '1,500.00', '1,000.00'], 112)]]
describe('a PDF that is not read says why, and what to do', () => {
  test.each([
    ['a password', writeObjects([CATALOG, PAGES, PAGE_OBJECT, toStream(' ', false)], '/Encrypt 9 0 R'), 'protected'],
    ['a scan', writePdf([[]]), 'pictures of pages, and no text'],
    [
      'ten thousand pages',
      writeObjects([
        CATALOG,
        PAGES.replace('3 0 R', '3 0 R '.repeat(10_000)).replace('Count 1', 'Count 10000'),
        PAGE_OBJECT,
        toStream(' ', true),
      ]),
      'more than 100 pages',
    ],
    [
      'kilobytes that become a hundred mebibytes',
      writeObjects([CATALOG, PAGES, PAGE_OBJECT, toStream(' '.repeat(100 * MEBIBYTE), true)]),
      'more than 96 MiB',
    ],
    [
      'a stream packed twice',
      writeObjects([CATALOG, PAGES, PAGE_OBJECT, toStream(deflateSync(Buffer.alloc(9_999)).toString('latin1'), true)]),
      'packed in a way',
    ],
    [
      'a packing that may be chained',
      writeObjects([CATALOG, PAGES, PAGE_OBJECT, toStream(' ', false, '/Filter[/LZ#57Decode /LZWDecode]')]),
      'packed in a way',
    ],
    [
      'more words than a statement has',
      writePdf([
        Array.from({ length: 61_000 }, (_, index) => ({
          text: `w${index}`,
          x: (index % 40) * 15,
          y: 1 + Math.floor(index / 40) / 2,
          size: 1,
        })),
      ]),
      'too much text',
    ],
    ['brackets in brackets', writeObjects([`<</Type/Catalog/Pages ${'['.repeat(100_000)}>>`, PAGES]), 'damaged'],
    ['pages that contain themselves', writeObjects([CATALOG, '<</Type/Pages/Kids[2 0 R]/Count 1>>']), 'damaged'],
    ['a beginning and nothing else', new TextEncoder().encode('%PDF-1.7\n'), 'damaged'],
    ['half a file', writePdf(HELD).subarray(0, 300), 'damaged'],
    ['no table', writePdf([[{ text: 'Dear customer, 10 AAPL', x: 30, y: 50, size: 8 }]]), 'No position was found'],
  ])('%s', async (_name, bytes, message) => {
    const { positions, problems, kind } = await read(bytes)
    expect(positions).toEqual([])
    expect(kind).toBe('pdf')
    expect(problems[0]?.message).toContain(message)
    expect(problems[0]?.expected).toMatch(/\w+ \w+/)
  })
})

test('nothing in a PDF is run or fetched', async () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const script = `globalThis.hasRun = true; this.submitForm\\('${address}/script'\\)`
  const catalog = `/OpenAction<</S/JavaScript/JS(${script})>>/AA<</WC<</S/URI/URI(${address}/action)>>>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(${script})>>]>>>>/URI<</Base(${address}/)>>`
  const { positions } = await read(writePdf(HELD, { catalog }))
  expect(positions.map(({ ticker, shares }) => [ticker, shares])).toEqual([['AAPL', '10']])
  expect((globalThis as { hasRun?: boolean }).hasRun).toBeUndefined()
  expect(requests).toEqual([])
})

test('the native canvas of the library is never loaded', async () => {
  await read(writePdf(HELD))
  expect(Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('napi-rs/canvas'))).toEqual(
    [],
  )
})

test('what is changed anywhere in a file never breaks the reading', { tags: 'full' }, async () => {
  const random = createRandom(18)
  for (let run = 0; run < 300; run++) {
    const bytes = Uint8Array.from(writePdf(HELD, { isPacked: run % 2 === 0 }))
    for (let change = 0; change < 1 + 20 * random(); change++) {
      bytes[5 + Math.floor(random() * (bytes.length - 5))] = Math.floor(random() * 256)
    }
    const { positions, problems } = await read(bytes)
    expect(positions.length + problems.length).toBeGreaterThan(0)
  }
})
