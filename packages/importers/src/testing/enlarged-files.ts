/** Files of any number of rows, made of the invented exports and pasted texts: the layouts are real, the length is asked for. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSource } from '../read-source.ts'
import { decodeText } from '../sources/decode-text.ts'
import { listSamples } from './samples.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/files')
const ROWS_OF_HOLDINGS = new Set(['position', 'lot', 'transaction', 'cash', 'not-understood', 'not-a-position'])

/** Rows that are added are the same as those of the file, or have other tickers, numbers and names. */
export const VARIATIONS = ['the same', 'others'] as const
export type Variation = (typeof VARIATIONS)[number]

export interface EnlargedFile {
  name: string
  /** The text with about so many rows. */
  toText(rows: number, variation: Variation): string
}

/** Every fixture, and in the long run every sample, each to be made as long as wanted. */
export async function listEnlargedFiles(): Promise<EnlargedFile[]> {
  const fixtures = readdirSync(FIXTURES).map((name) => {
    const input = readdirSync(join(FIXTURES, name)).find((file) => file.startsWith('input.')) ?? ''
    return { name, text: decodeText(readFileSync(join(FIXTURES, name, input))) }
  })
  const samples = process.env.BALLAST_LONG ? ['exports.txt', 'pastes.txt'].flatMap((file) => listSamples(file)) : []
  return Promise.all([...fixtures, ...samples].map(async ({ name, text }) => toEnlarged(name, text)))
}

async function toEnlarged(name: string, text: string): Promise<EnlargedFile> {
  const { lines, positions } = await readSource({ name, text })
  const own = text.split(/\r\n|\r|\n/)
  const isHolding = new Set(lines.flatMap(({ line, verdict }) => (ROWS_OF_HOLDINGS.has(verdict) ? [line] : [])))
  const tickers = new Set(positions.map(({ ticker }) => ticker).filter((ticker) => /^[A-Z.]+$/.test(ticker)))
  return {
    name,
    toText(rows, variation) {
      const copies = Math.max(1, Math.round(rows / Math.max(1, isHolding.size)))
      const enlarged = own.flatMap((line, index) =>
        isHolding.has(index + 1)
          ? Array.from({ length: copies }, (_, copy) =>
              copy === 0 || variation === 'the same' ? line : vary(line, copy, tickers),
            )
          : [line],
      )
      return enlarged.join('\n')
    },
  }
}

/** The line with other tickers, other long numbers and other long words. */
function vary(line: string, copy: number, tickers: ReadonlySet<string>): string {
  const letters = toLetters(copy)
  return line
    .replace(/[A-Z]+/g, (word) => (tickers.has(word) ? `Q${letters}`.slice(0, 5) : word))
    .replace(/(?<![\d.,])\d{5,}(?![\d.,])/g, (digits) =>
      String(copy).padStart(digits.length, '7').slice(-digits.length),
    )
    .replace(/\b[A-Za-z]{6,}\b/g, (word) => (copy % 3 === 0 ? `${word}${letters.toLowerCase()}` : word))
}

/** A to Z, then AA and so on. */
const toLetters = (number: number): string =>
  number < 0 ? '' : `${toLetters(Math.floor(number / 26) - 1)}${String.fromCharCode(65 + (number % 26))}`
