import { describe, expect, test } from 'vitest'
import { readSource } from './read-source.ts'

type Held = [ticker: string, shares: string | null, avgCost: string | null]

const read = (text: string) => readSource({ name: 'Pasted text', text })
const heldIn = async (text: string): Promise<Held[]> =>
  (await read(text)).positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])

const TWO: Held[] = [
  ['AAPL', '100', '150.25'],
  ['MSFT', '50', '280'],
]

describe('two positions, as people paste them', () => {
  test.each([
    ['with an at sign', '100 AAPL @ 150.25\n50 MSFT @ 280'],
    ['glued to the at sign', '100 AAPL @150.25\n50 MSFT @$280.00'],
    ['ticker first', 'AAPL 100 150.25\nMSFT 50 280'],
    ['lower case', '100 aapl @ 150.25\n50 msft @ 280'],
    ['sentences', 'Bought 100 shares of AAPL at $150.25\nI own 50 MSFT, avg cost $280'],
    ['bullets', '• AAPL: 100 shares at 150.25\n- MSFT: 50 shares at 280'],
    ['numbered', '1. AAPL 100 @ 150.25\n2) MSFT 50 @ 280'],
    ['shares glued to their unit', 'AAPL 100sh @ 150.25\nMSFT x 50 @ 280'],
    ['cash tags', '$AAPL 100 @ 150.25\n$MSFT 50 @ 280'],
    ['aligned by spaces', 'Ticker   Shares   Avg Cost\nAAPL     100        150.25\nMSFT      50        280.00'],
    ['words under words', 'Symbol Qty AvgCost\nAAPL 100 150.25\nMSFT 50 280'],
    ['from a spreadsheet', 'Symbol\tQuantity\tCost/Share\nAAPL\t100\t$150.25\nMSFT\t50\t$280.00'],
    ['from a spreadsheet, without its header', 'AAPL\t100\t$150.25\nMSFT\t50\t$280.00'],
    ['separated by commas, without a header', 'AAPL,100,150.25\nMSFT,50,280'],
    [
      'separated by bars',
      '| Ticker | Shares | Avg Cost |\n|---|---|---|\n| AAPL | 100 | 150.25 |\n| MSFT | 50 | 280 |',
    ],
    ['a cell to a line', 'AAPL\nApple Inc\n100\n$150.25\nMSFT\nMicrosoft Corp\n50\n$280.00'],
    ['a cell to a line, with its header', 'Symbol\nShares\nAvg cost\nAAPL\n100\n150.25\nMSFT\n50\n280'],
    ['names with tickers', 'Name\tShares\tAvg cost\nApple Inc (AAPL)\t100\t150.25\nMicrosoft (NASDAQ: MSFT)\t50\t280'],
    ['tickers with exchanges', 'Symbol\tShares\tAvg cost\nNASDAQ:AAPL\t100\t150.25\nMSFT US\t50\t280'],
    ['tickers with names', 'Symbol\tShares\tAvg cost\nAAPL - Apple Inc\t100\t150.25\nMSFT Microsoft Corp\t50\t280'],
    ['no-break spaces and marks without width', '\ufeff100\u00a0AAPL @ 150.25\n50 MSFT\u200b @ 280'],
    ['in one line', 'AAPL 100 @ 150.25 and MSFT 50 @ 280'],
    ['in one sentence', 'I own 100 shares of AAPL at 150.25 and 50 MSFT at 280'],
    ['in one line with semicolons', '100 AAPL @ $150.25; 50 MSFT @ $280'],
    ['CRLF and blank lines', '\r\n100 AAPL @ 150.25\r\n\r\n50 MSFT @ 280\r\n'],
  ])('%s', async (_name, text) => expect(await heldIn(text)).toEqual(TWO))
})

test('what a page shows of each holding, a cell to a line: its value is no cost', async () => {
  const { positions } = await read('AAPL\n10 shares\n$2,685.60\n+1.2%\nMSFT\n5 shares\n$2,100.50\n-0.3%')
  expect(positions.map(({ ticker, shares, avgCost, statedValue }) => [ticker, shares, avgCost, statedValue])).toEqual([
    ['AAPL', '10', null, 2685.6],
    ['MSFT', '5', null, 2100.5],
  ])
})

test.each([
  [
    'a decimal comma',
    'SAP 10 @ 110,50 €\nBMW 5 @ 80,25 €',
    [
      ['SAP', '10', '110.5', 'EUR'],
      ['BMW', '5', '80.25', 'EUR'],
    ],
  ],
  [
    'an equals sign',
    'AAPL=100, MSFT=5',
    [
      ['AAPL', '100', null, 'USD'],
      ['MSFT', '5', null, 'USD'],
    ],
  ],
  ['an amount of cash first', '$5,000 cash', [['CASH', '5000', '1', 'USD']]],
])('%s', async (_name, text, held) => {
  const { positions } = await read(text)
  expect(positions.map(({ ticker, shares, avgCost, currency }) => [ticker, shares, avgCost, currency])).toEqual(held)
})

test('a part of a portfolio is no number of shares', async () => {
  const { positions, problems } = await read('AAPL 25%\nMSFT 75%')
  expect(positions).toEqual([])
  expect(problems).toHaveLength(2)
})

test('a comma within a number parts no words', async () => {
  expect(await heldIn('1,250 AAPL @ $1,150.25')).toEqual([['AAPL', '1250', '1150.25']])
})

test('a blank cell in the middle does not shift the rest', async () => {
  expect(await heldIn('Ticker   Shares   Avg Cost\nAAPL     100      150.25\nMSFT              280.00')).toEqual([
    ['AAPL', '100', '150.25'],
    ['MSFT', null, '280'],
  ])
})

test('shorts, options, cash and totals among typed lines', async () => {
  const { lines, positions } = await read(
    'My account:\nTSLA short 20 @ 340\n-2 AAPL 01/15/2027 250 C @ 3.10\nCash $5,000\nTotal 12,345\nnothing of note here',
  )
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    'header',
    'position',
    'option',
    'cash',
    'total',
    'not-understood',
  ])
  expect(positions.map(({ kind, ticker, shares, avgCost }) => [kind, ticker, shares, avgCost])).toEqual([
    ['security', 'TSLA', '-20', '340'],
    ['option', 'AAPL270115C00250000', '-2', '3.1'],
    ['cash', 'CASH', '5000', '1'],
  ])
})

describe('JSON that is not clean', () => {
  test.each([
    [
      'other names',
      '[{"symbol":"AAPL","quantity":"100","averageCost":150.25},{"symbol":"msft","qty":50,"avgPrice":280}]',
    ],
    [
      'within accounts',
      '{"accounts":[{"name":"IRA","positions":[{"instrument":{"symbol":"AAPL"},"quantity":100,"avgCost":150.25},{"instrument":{"symbol":"MSFT"},"quantity":50,"avgCost":280}]}]}',
    ],
    ['by ticker', '{"AAPL":{"shares":100,"avgCost":150.25},"MSFT":{"shares":50,"avgCost":280}}'],
    [
      'one object to a line',
      '{"ticker":"AAPL","shares":100,"avgCost":150.25}\n{"ticker":"MSFT","shares":50,"avgCost":280}',
    ],
  ])('%s', async (_name, text) => {
    const held = await heldIn(text)
    expect(held.map(([ticker, shares]) => [ticker, shares])).toEqual(TWO.map(([ticker, shares]) => [ticker, shares]))
    expect(held[0]?.[2]).toBe('150.25')
  })

  test('an element that is wrong is named, the others are read', async () => {
    const { positions, problems, lines } = await read(
      '[{"ticker":"AAPL","shares":"ten"},{"ticker":"MSFT","shares":5},7]',
    )
    expect(positions.map(({ ticker, shares }) => [ticker, shares])).toEqual([
      ['AAPL', null],
      ['MSFT', '5'],
    ])
    expect(problems.map(({ row }) => row)).toEqual([1, 3])
    expect(lines).toHaveLength(3)
  })

  test.each(['{"a": ', '[]', '{}', '[1,2]', '[[[[[[', '{"a":{"b":{"c":[{"d":1}]}}}'])(
    '%s is refused in words',
    async (text) => {
      const { positions, problems } = await read(text)
      expect(positions).toEqual([])
      expect(problems[0]?.message).toMatch(/\w+ \w+/)
    },
  )

  test('keys that reach for prototypes are keys like others', async () => {
    await read('[{"__proto__":{"shares":5},"ticker":"AAPL","quantity":1,"constructor":{"prototype":{"x":1}}}]')
    expect(({} as { shares?: unknown }).shares).toBeUndefined()
  })
})

describe('columns of an unknown layout', () => {
  const TABLE = 'Spalte A;Spalte B;Spalte C\nAAPL;10;100\nMSFT;5;200\nKO;7;60'

  test('what the person said of the same header is remembered', async () => {
    const first = await read(TABLE)
    expect(first.mapping?.columns.map(({ field }) => field)).toEqual(['ticker', 'shares', 'ignore'])
    const fingerprint = first.mapping?.fingerprint ?? ''
    const again = await readSource(
      { name: 'x', text: TABLE },
      { mappings: { [fingerprint]: { 0: 'ticker', 1: 'avgCost', 2: 'shares' } } },
    )
    expect(again.mapping?.state).toBe('remembered')
    expect(again.positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])).toEqual([
      ['AAPL', '100', '10'],
      ['MSFT', '200', '5'],
      ['KO', '60', '7'],
    ])
  })

  test('the same header has the same fingerprint, another one has not', async () => {
    const fingerprint = async (text: string) => (await read(text)).mapping?.fingerprint
    expect(await fingerprint(`${TABLE}\nF;1;12`)).toBe(await fingerprint(TABLE))
    expect(await fingerprint(TABLE.replace('Spalte C', 'Spalte D'))).not.toBe(await fingerprint(TABLE))
  })

  test('a fingerprint that is a key of every object is no remembered mapping', async () => {
    const source = await readSource({ name: 'x', text: TABLE }, { mappings: {} })
    expect(source.mapping?.state).toBe('complete')
  })

  test('without tickers or numbers of shares the person is asked', async () => {
    const { mapping, positions } = await read('Alpha;Beta\nsome words;more words\nother words;yet more\n')
    expect(mapping?.state ?? 'needed').toBe('needed')
    expect(positions).toEqual([])
  })
})

describe('hostile text', () => {
  const MEGABYTE = 1024 * 1024
  test.each([
    ['blanks', ' '.repeat(8 * MEGABYTE)],
    ['blank lines', '\n'.repeat(8 * MEGABYTE)],
    ['an open quote', `ticker,shares\nAAPL,"1${'x\n'.repeat(4 * MEGABYTE)}`],
    ['open quotes', '"a\n'.repeat(39_000)],
    ['quotes', '"'.repeat(8 * MEGABYTE)],
    ['commas', ','.repeat(8 * MEGABYTE)],
    ['one cell', `ticker,shares\n${'9'.repeat(8 * MEGABYTE)}`],
    ['blanks within a number', `ticker,shares\nAAPL,1${' '.repeat(80_000)}x`],
    ['blanks before a phrase', `${' '.repeat(80_000)}100 AAPL`],
    ['tabs', `${'\t'.repeat(80_000)}AAPL\t100`],
    ['digits and dashes', '1-'.repeat(4 * MEGABYTE)],
    ['letters and digits', 'A1'.repeat(4 * MEGABYTE)],
    ['parentheses', `${'('.repeat(80_000)}AAPL${')'.repeat(80_000)} 100`],
    ['words that may be options', `${'C 1/1/27 250 '.repeat(20)}\n`.repeat(2_000)],
    ['dots and x', `${'x.'.repeat(MEGABYTE)}1234`],
    ['brackets', '['.repeat(8 * MEGABYTE)],
    ['cash words', 'net total margin us dollar '.repeat(100_000)],
    ['a name of spaces', `Symbol,Name,Quantity\n,${'A '.repeat(40_000)},1`],
  ])('%s costs seconds at most', async (_name, text) => {
    const before = process.cpuUsage()
    const source = await read(text)
    // Time on the processor, so that a busy machine does not fail it; quadratic time would be minutes.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(10)
    expect(source.problems.length + source.positions.length).toBeGreaterThan(0)
  })
})
