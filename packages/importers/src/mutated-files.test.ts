/** @module-tag full */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isJson } from './json-source.ts'
import { readSource } from './read-source.ts'
import { decodeText } from './sources/decode-text.ts'
import { toLines } from './sources/source-table.ts'
import { listSamples } from './testing/samples.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/files')
/** Files made of each fixture; the long run makes 5,000. */
const RUNS = process.env.BALLAST_LONG ? 5_000 : 25
const MOST_SECONDS = 2
const SEED = 20_261_121

const STRAY = [
  ...[
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '|',
    '=',
    "'",
    '-',
    '--',
    '(',
    ')',
    '$',
    '€',
    '%',
    '\u0000',
    '\ufeff',
  ],
  ...[
    '\u200b',
    '\ud800',
    '__proto__',
    'constructor',
    'NaN',
    '1e999',
    '1.234',
    '1,5',
    '=1+1',
    'Total',
    'Symbol,Quantity',
  ],
  ...['[', '{', ' '.repeat(2_000), '9'.repeat(400), '12345678', 'AAPL', 'Account Number', 'n/a', '\u2028'],
]

/** Mulberry32: the same files in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Mutation = (text: string, below: (most: number) => number) => string

const onLines =
  (change: (lines: string[], below: (most: number) => number) => void): Mutation =>
  (text, below) => {
    const lines = text.split('\n')
    change(lines, below)
    return lines.join('\n')
  }

const MUTATIONS: readonly Mutation[] = [
  (text, below) => {
    const at = below(text.length + 1)
    return text.slice(0, at) + (STRAY[below(STRAY.length)] ?? '') + text.slice(at)
  },
  (text, below) => {
    const at = below(text.length)
    return text.slice(0, at) + text.slice(at + 1 + below(6))
  },
  (text, below) => text.slice(0, below(text.length)),
  onLines((lines, below) => lines.splice(below(lines.length), 1)),
  onLines((lines, below) => lines.splice(below(lines.length), 0, lines[below(lines.length)] ?? '')),
  onLines((lines, below) => lines.reverse().splice(below(lines.length), 0, '')),
  onLines((lines, below) => {
    const at = below(lines.length)
    const cells = (lines[at] ?? '').split(',')
    ;[cells[0], cells[below(cells.length)]] = [cells[below(cells.length)] ?? '', cells[0] ?? '']
    lines[at] = cells.join(',')
  }),
  onLines((lines, below) => {
    const at = below(lines.length)
    lines[at] = (lines[at] ?? '').replace(/\d+/g, (digits) =>
      below(2) === 0 ? digits : (STRAY[below(STRAY.length)] ?? ''),
    )
  }),
  (text, below) => text.replaceAll(',', [';', '\t', '|', ', '][below(4)] ?? ','),
  (text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r'),
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('"', ''),
]

function mutate(text: string, next: () => number): string {
  const below = (most: number) => Math.floor(next() * Math.max(1, most))
  let mutated = text
  for (let count = 1 + below(4); count > 0; count--) {
    mutated = (MUTATIONS[below(MUTATIONS.length)] ?? ((same: string) => same))(mutated, below)
  }
  return mutated
}

/** Finds a fault in the reading of any bytes, in words. */
async function findFault(bytes: Uint8Array, isPasted = false): Promise<string | undefined> {
  const before = process.cpuUsage()
  const source = await readSource(isPasted ? { name: 'x', text: decodeText(bytes) } : { name: 'mutated', bytes })
  const seconds = process.cpuUsage(before).user / 1_000_000
  if (seconds > MOST_SECONDS) return `it took ${seconds} s`
  const text = decodeText(bytes)
  if (!isJson(text)) {
    const lines = toLines(text).length
    if (source.lines.length !== lines) return `${source.lines.length} of ${lines} lines have a verdict`
    if (source.lines.some(({ line }, index) => line !== index + 1)) return 'lines are out of order'
  }
  if (source.lines.some(({ text: shown }) => shown.length > 400)) return 'a line is shown at full length'
  const isDecimal = (number: string | null) => number === null || /^-?\d+(?:\.\d{1,10})?$/.test(number)
  for (const { ticker, shares, avgCost, account, lines } of source.positions) {
    if (!isDecimal(shares) || shares === '0') return `${ticker}: shares are ${shares}`
    if (!isDecimal(avgCost) || avgCost?.startsWith('-')) return `${ticker}: the cost is ${avgCost}`
    if (account !== null && (account.length > 60 || /\d{6}/.test(account))) return `the account is ${account}`
    if (lines.length === 0) return `${ticker} comes from no line`
  }
  return source.positions.length === 0 && source.problems.length === 0
    ? 'nothing is held, and nothing is said'
    : undefined
}

const byFormat = new Map<string, { text: string; isPasted: boolean }[]>()
for (const [file, isPasted] of [
  ['exports.txt', false],
  ['pastes.txt', true],
] as const) {
  for (const { format, text } of listSamples(file)) {
    const name = isPasted ? 'pasted text' : format === '-' ? 'layouts without a name' : format
    byFormat.set(name, [...(byFormat.get(name) ?? []), { text, isPasted }])
  }
}

describe('files that were damaged on their way', () => {
  test.each(readdirSync(FIXTURES).sort())('%s', async (name) => {
    const folder = join(FIXTURES, name)
    const input = readdirSync(folder).find((file) => file.startsWith('input.')) ?? ''
    const text = decodeText(readFileSync(join(folder, input)))
    const next = random(SEED)
    for (let run = 0; run < RUNS; run++) {
      const mutated = mutate(text, next)
      const fault = await findFault(Buffer.from(mutated, 'utf8'))
      expect(fault === undefined ? '' : `${fault}\n${mutated}`).toBe('')
    }
  })

  test.each([...byFormat])('%s, of the samples', async (_format, samples) => {
    const next = random(SEED)
    for (let run = 0; run < RUNS; run++) {
      const { text, isPasted } = samples[run % samples.length] ?? { text: '', isPasted: false }
      const mutated = mutate(text, next)
      const fault = await findFault(Buffer.from(mutated, 'utf8'), isPasted)
      expect(fault === undefined ? '' : `${fault}\n${mutated}`).toBe('')
    }
  })

  test('bytes that are no text, and none at all', async () => {
    const next = random(SEED)
    for (let run = 0; run < RUNS; run++) {
      const bytes = Uint8Array.from({ length: Math.floor(next() * 600) }, () => Math.floor(next() * 256))
      const source = await readSource({ name: 'bytes', bytes })
      expect(source.problems.length + source.positions.length).toBeGreaterThan(0)
    }
  })
  expect(({} as { quantity?: unknown }).quantity).toBeUndefined()
})
