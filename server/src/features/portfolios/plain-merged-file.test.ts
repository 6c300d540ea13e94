import type { Portfolio } from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { readFigures } from './testing/read-figures.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

/** Lists of rows as they came, by account: the merged file has other rows by what it is. */
const ROWS = /\/(?:positions|export|accounts|brokerage-accounts|ticket-split|import-difference)$/

interface Row {
  ticker: string
  kind: string
  /** In billionths, so that sums are exact. */
  shares: bigint
  avgCost: string
  statedPrice: string
  account: string
}

const BILLION = 1_000_000_000n
const toDecimal = (count: bigint) =>
  `${count < 0n ? '-' : ''}${(count < 0n ? -count : count) / BILLION}.${String((count < 0n ? -count : count) % BILLION).padStart(9, '0')}`
const toFile = (rows: readonly Row[]) =>
  [
    'ticker,kind,shares,avgCost,statedPrice,statedOn,account',
    ...rows.map(({ ticker, kind, shares, avgCost, statedPrice, account }) =>
      [ticker, kind, toDecimal(shares), avgCost, statedPrice, statedPrice && '2026-11-20', account].join(','),
    ),
  ].join('\n')

const whole = (max: number) => fc.integer({ min: 1, max }).map((count) => BigInt(count) * BILLION)
const broken = (max: number) => fc.bigInt({ min: BILLION, max: BigInt(max) * BILLION })
const account = fc.constantFrom('', 'IRA', 'Roth', 'Joint')
const row = (
  kind: string,
  tickers: readonly string[],
  shares: fc.Arbitrary<bigint>,
  costs: readonly string[],
  statedPrice = '',
) =>
  fc.record({
    ticker: fc.constantFrom(...tickers),
    kind: fc.constant(kind),
    shares,
    avgCost: fc.constantFrom(...costs),
    statedPrice: fc.constant(statedPrice),
    account,
  })
const SHARES = ['AAPL', 'MSFT', 'TLT', 'GLD', 'JPM', 'SPY', 'XOM']
const held = fc.oneof(
  { weight: 6, arbitrary: row('security', SHARES, broken(400), ['', '120.55', '99.9']) },
  {
    weight: 1,
    arbitrary: row(
      'security',
      ['KO'],
      broken(90).map((count) => -count),
      ['61.3'],
    ),
  },
  { weight: 1, arbitrary: row('option', ['AAPL270115C00300000', 'SPY270115P00600000'], whole(3), ['4.2']) },
  {
    weight: 1,
    arbitrary: row(
      'option',
      ['AAPL270115C00320000'],
      whole(2).map((count) => -count),
      ['2.9'],
    ),
  },
  { weight: 1, arbitrary: row('bond', ['T4.25-20341115'], whole(90), ['98.5'], '99.25') },
  { weight: 1, arbitrary: row('cash', ['CASH'], broken(9_000), ['']) },
)
const books = fc.array(fc.array(held, { minLength: 2, maxLength: 7 }), { minLength: 2, maxLength: 4 })

/** One row for each instrument and cost, sorted by size: as somebody merges files by hand. */
function mergeByHand(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const one of rows) {
    const key = `${one.ticker} ${one.avgCost}`
    sums.set(key, { ...one, account: '', shares: one.shares + (sums.get(key)?.shares ?? 0n) })
  }
  return [...sums.values()].sort((a, b) => Number(b.shares - a.shares))
}

const compared = (text = '') => {
  const json = text.replace(/^200 /, '')
  return json.startsWith('{') || json.startsWith('[') ? (JSON.parse(json) as unknown) : text
}

let people = 0
const signIn = () => {
  people += 1
  return app.signIn(`person${people}@example.com`)
}

async function expectSame(files: readonly (readonly Row[])[]): Promise<void> {
  const [anna, bert]: TestClient[] = [await signIn(), await signIn()]
  if (!anna || !bert) throw new Error('Nobody signed in')
  for (const [place, rows] of files.entries()) await anna.upload(`Portfolio ${place}`, toFile(rows))
  const book = (await anna.json<Portfolio[]>('/api/portfolios?book=true')).find(({ isBook }) => isBook)
  const merged = await bert.upload('Merged', toFile(mergeByHand(files.flat())))
  const [union, one] = [await readFigures(anna, book?.id ?? ''), await readFigures(bert, merged)]
  const figures = [...union].filter(([call]) => !ROWS.test(call))
  expect(figures.length).toBeGreaterThan(12)
  for (const [call, answer] of figures) {
    expect(answer, call).toMatch(/^200 /)
    expect(compared(answer), call).toEqual(compared(one.get(call)))
  }
}

// What a sum of lots is by itself is held in `merge-lots.test.ts`, which the short run has.
test(
  'all portfolios are one file that was merged by hand, to the bit, in every figure',
  { tags: ['full'], timeout: 600_000 },
  () => fc.assert(fc.asyncProperty(books, expectSame), { numRuns: 12, seed: 134, endOnFailure: true }),
)
