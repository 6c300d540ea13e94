import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSource } from './read-source.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/files')

interface Expected {
  format: string | null
  content?: string
  asOf?: string
  knownFrom?: string
  /** One for each line. */
  verdicts: string[]
  /** Kind, ticker, shares, cost per share, account and, where it is not the dollar, the currency. */
  positions: [string, string, string | null, string | null, string | null, string?][]
  /** Account and value of each stated total. */
  totals?: [string | null, number][]
  /** Line, account and value of what counts in the total only. */
  outside?: [number, string | null, number][]
  /** Ticker and field of every doubt. */
  doubts?: [string, string][]
  /** State of the mapping, and what its columns mean. */
  mapping?: string
  fields?: string[]
  /** Texts that must not be in the answer. */
  hidden?: string[]
  problemRows?: number[]
}

/** The list of folders is the list of tests: a layout that a broker invents is a new folder. All holdings are invented. */
describe.each(readdirSync(FIXTURES).sort())('%s', (name) => {
  const folder = join(FIXTURES, name)
  const input = readdirSync(folder).find((file) => file.startsWith('input.')) ?? ''
  const bytes = readFileSync(join(folder, input))
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected
  const source = readSource({ name: 'positions', bytes })

  test('is recognised, with its dates', async () => {
    const { format, content, asOf, knownFrom } = await source
    expect({ format, content, asOf, knownFrom }).toEqual({
      format: expected.format,
      content: expected.content ?? 'positions',
      asOf: expected.asOf ?? null,
      knownFrom: expected.knownFrom ?? null,
    })
  })

  test('every line has its verdict', async () => {
    const { lines, problems } = await source
    expect(lines.map(({ verdict }) => verdict)).toEqual(expected.verdicts)
    expect(lines.map(({ line }) => line)).toEqual(expected.verdicts.map((_, index) => index + 1))
    expect(problems.map(({ row }) => row)).toEqual(expected.problemRows ?? [])
  })

  test('its positions are understood to the last decimal', async () => {
    const { positions } = await source
    const found = positions.map(({ kind, ticker, shares, avgCost, account, currency }) => [
      kind,
      ticker,
      shares,
      avgCost,
      account,
      ...(currency === 'USD' ? [] : [currency]),
    ])
    expect(found).toEqual(expected.positions)
    const doubts = positions.flatMap((one) => one.doubts.map(({ field }) => [one.ticker, field]))
    if (expected.doubts) expect(doubts).toEqual(expected.doubts)
  })

  test('stated totals are kept, and what counts in them only', async () => {
    const { statedTotals, valuesOutside } = await source
    expect(statedTotals.map(({ account, value }) => [account, value])).toEqual(expected.totals ?? [])
    expect(valuesOutside?.map(({ line, account, value }) => [line, account, value])).toEqual(expected.outside ?? [])
  })

  test('stated totals are what the lines add up to', async () => {
    const { statedTotals, positions, valuesOutside = [] } = await source
    for (const { account, currency, value } of statedTotals) {
      const parts = [...positions.map((one) => ({ ...one, value: one.statedValue ?? 0 })), ...valuesOutside]
      // Without an account it is the total of all of them.
      const sum = parts
        .filter((part) => part.currency === currency && (account === null || part.account === account))
        .reduce((total, part) => total + part.value, 0)
      expect(sum).toBeCloseTo(value, 2)
    }
  })

  test('columns of an unknown layout are proposed with a reason', async () => {
    const { mapping } = await source
    expect(mapping?.state).toBe(expected.mapping)
    expect(mapping?.columns.map(({ field }) => field)).toEqual(expected.fields)
    for (const { because } of mapping?.columns ?? []) expect(because).toMatch(/\w+.*\.$/)
  })

  test('no whole account number leaves it', async () => {
    const answer = JSON.stringify(await source)
    for (const number of expected.hidden ?? []) expect(answer).not.toContain(number)
  })
})
