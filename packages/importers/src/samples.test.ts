import { describe, expect, test } from 'vitest'
import { readSource } from './read-source.ts'
import { toLines } from './sources/source-table.ts'
import { listSamples } from './testing/samples.ts'

describe.each([
  ['exports.txt', (text: string) => ({ name: 'positions', bytes: Buffer.from(text) })],
  ['pastes.txt', (text: string) => ({ name: 'Pasted text', text })],
] as const)('%s', (file, toRaw) => {
  test.each(listSamples(file))('$name', async ({ format, text, positions }) => {
    const source = await readSource(toRaw(text))
    const found = source.positions.map(({ ticker, shares, avgCost, currency, doubts }) =>
      [ticker, shares ?? '-', avgCost ?? '-', currency, ...(doubts.length > 0 ? ['?'] : [])].join(' | '),
    )
    expect(found).toEqual(positions)
    expect(source.format ?? '-').toBe(format)
    expect(source.lines).toHaveLength(source.kind === 'json' ? source.lines.length : toLines(text).length)
    expect(source.lines.filter(({ note }) => note === 'Nothing in this line was recognised.')).toEqual([])
  })
})

test('every broker that is named stands there at least three times', () => {
  const formats = listSamples('exports.txt').map(({ format }) => format)
  const brokers = 'Fidelity Schwab E*TRADE Vanguard Interactive Merrill J.P. tastytrade Robinhood Webull DEGIRO Trading'
  for (const broker of brokers.split(' ')) {
    expect([broker, formats.filter((format) => format.startsWith(broker)).length >= 3]).toEqual([broker, true])
  }
})
