import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type PriceSeries, parseIsoDate } from '../src/index.ts'

/** Finds the price and chain files that reference cases name, wherever they lie under the folders given. */
export interface DataFiles {
  /** Path of the file with the base name of `name` (references write `shared/FILE`), or undefined. */
  readonly find: (name: string) => string | undefined
  /** Every column of a CSV of closes (`date,TICKER,…`, empty cell = no close), or undefined when it is not there. */
  readonly readPrices: (name: string) => ReadonlyMap<string, PriceSeries> | undefined
}

export function createDataFiles(directories: readonly string[]): DataFiles {
  const paths = new Map<string, string>()
  for (const directory of directories) {
    for (const path of listFiles(directory)) if (!paths.has(basename(path))) paths.set(basename(path), path)
  }
  const tables = new Map<string, ReadonlyMap<string, PriceSeries>>()
  const find = (name: string) => paths.get(basename(name))
  return {
    find,
    readPrices: (name) => {
      const path = find(name)
      if (path === undefined) return undefined
      const known = tables.get(path) ?? parsePriceTable(readFileSync(path, 'utf8'))
      tables.set(path, known)
      return known
    },
  }
}

/** Every file under a folder, in a stable order. */
export function listFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function parsePriceTable(text: string): ReadonlyMap<string, PriceSeries> {
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const tickers = header.trim().split(',').slice(1)
  const rows = lines.map((line) => line.trim().split(','))
  return new Map(
    tickers.map((ticker, column) => {
      const present = rows.filter((row) => row[column + 1] !== undefined && row[column + 1] !== '')
      return [
        ticker,
        {
          ticker,
          days: Int32Array.from(present, (row) => parseIsoDate(row[0] ?? '')),
          closes: Float64Array.from(present, (row) => Number(row[column + 1])),
        },
      ]
    }),
  )
}
