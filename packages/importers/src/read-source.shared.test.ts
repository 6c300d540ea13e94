import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Big } from 'big.js'
import { describe, expect, test } from 'vitest'
import type { ImportedSource, SourcePosition } from './imported-source.ts'
import { readSource } from './read-source.ts'

const SHARED = resolve(import.meta.dirname, '../../..', process.env.BALLAST_SHARED ?? '../shared')
const FOLDER = join(SHARED, 'data/broker-exports')

interface Expected {
  broker: string
  positions: { ticker: string; shares: number; avgCost: number | null }[] | null
}

/** Names of the layouts, where the recorded list of brokers has other names. */
const FORMAT_WORDS: Readonly<Record<string, RegExp | null>> = {
  'app format': /Ballast/,
  // A header of obvious names, mapped by them: no layout of a broker.
  'generic-tab-excel.txt.csv': null,
  'generic-bad-rows.csv': /Ballast/,
}
/** The price in it is that of the market, so a cost that is not known is equally right. */
const WITHOUT_COST = new Set(['wealthfolio-holdings.csv'])

/** Securities by ticker, lots of all accounts together. */
function merge(positions: readonly SourcePosition[]) {
  const merged = new Map<string, { shares: Big; cost: Big; isCostKnown: boolean }>()
  for (const { ticker, kind, shares, avgCost } of positions) {
    if (kind !== 'security' || shares === null) continue
    const held = merged.get(ticker) ?? { shares: new Big(0), cost: new Big(0), isCostKnown: true }
    held.shares = held.shares.plus(shares)
    held.cost = held.cost.plus(new Big(shares).times(avgCost ?? 0))
    held.isCostKnown &&= avgCost !== null
    merged.set(ticker, held)
  }
  return merged
}

function expectEveryLine(source: ImportedSource, bytes: Buffer, kind: string) {
  expect(source.lines.filter(({ verdict }) => verdict === 'not-understood')).toEqual([])
  if (kind === 'json') return
  const lines = bytes.toString('utf8').replace(/\n$/, '').split('\n')
  expect(source.lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1))
}

if (!existsSync(FOLDER)) {
  console.warn(`Recorded broker files are absent (looked in ${FOLDER}): they were NOT tested.`)
  test('recorded broker files are absent and were not tested', () => expect(existsSync(FOLDER)).toBe(false))
} else {
  const files = ['synthetic', 'recorded'].flatMap((folder) =>
    readdirSync(join(FOLDER, folder))
      .filter((file) => !file.endsWith('.expected.json'))
      .map((file) => ({ folder, file })),
  )

  describe.each(files)('$file', ({ folder, file }) => {
    const bytes = readFileSync(join(FOLDER, folder, file))
    const expected = JSON.parse(readFileSync(join(FOLDER, folder, `${file}.expected.json`), 'utf8')) as Expected

    test('is recognised by its content', async () => {
      const { format } = await readSource({ name: 'file', bytes })
      const own = FORMAT_WORDS[file] === undefined ? FORMAT_WORDS[expected.broker] : FORMAT_WORDS[file]
      if (own === null) expect(format).toBeNull()
      else expect(format).toMatch(own ?? new RegExp(expected.broker.replace(/ \(.*/, '').replace('*', '\\*')))
    })

    test('every line has a verdict', async () => {
      const source = await readSource({ name: 'file', bytes })
      if (file === 'generic-bad-rows.csv') return
      expectEveryLine(source, bytes, source.kind)
    })

    if (expected.positions === null) return

    test('has the expected positions, to the last decimal', async () => {
      const source = await readSource({ name: 'file', bytes })
      const merged = merge(source.positions)
      expect([...merged.keys()].sort()).toEqual(expected.positions?.map(({ ticker }) => ticker).sort())
      for (const { ticker, shares, avgCost } of expected.positions ?? []) {
        const held = merged.get(ticker)
        expect(held?.shares.minus(shares).abs().toNumber()).toBeLessThan(1e-9)
        if (avgCost === null || WITHOUT_COST.has(file)) expect(held?.isCostKnown).toBe(false)
        else expect(held?.cost.div(held.shares).toNumber()).toBeCloseTo(avgCost, 4)
      }
    })
  })

  test('generic-bad-rows.csv: what can be read is, and each bad row is named', async () => {
    const source = await readSource({ name: 'x', bytes: readFileSync(join(FOLDER, 'synthetic/generic-bad-rows.csv')) })
    const held = source.positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])
    expect(held).toContainEqual(['TSLA', '1000', '200'])
    expect(held).toContainEqual(['KO', '2', '50'])
    expect(source.problems.map(({ row }) => row)).toEqual([2, 3, 5, 7, 8])
    expect(source.lines).toHaveLength(11)
  })

  test('a history that does not begin with the first purchase invents nothing', async () => {
    for (const file of ['schwab-transactions.csv', 'schwab-transactions-title-row.csv', 'degiro-account-nl.csv']) {
      const source = await readSource({ name: 'x', bytes: readFileSync(join(FOLDER, 'recorded', file)) })
      expect(source.content).toBe('activity')
      expect(source.positions).toEqual([])
      expect(source.problems[0]?.message).toContain('drop that file')
    }
  })
}
