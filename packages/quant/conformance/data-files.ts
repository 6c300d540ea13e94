import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type PriceSeries, parseIsoDate } from '../src/index.ts'

/** Finds the price and chain files that reference cases name, wherever they lie under the folders given. */
export interface DataFiles {
  /** Path of the file with the base name of `name` (references write `shared/FILE`), or undefined. */
  readonly find: (name: string) => string | undefined
  /** Every column of a CSV of closes (`date,TICKER,…`, empty cell = no close), or undefined when it is not there. */
  readonly readPrices: (name: string) => ReadonlyMap<string, PriceSeries> | undefined
}

/** Folders below the one that holds the prices in which chains are sought: `providers/` and one folder in it. */
const NEIGHBOUR_LEVELS = 2

/**
 * Data files of the folders given and of all folders in them. Option chains are kept beside the prices, so a name that
 * is not found there is sought near by, in the folders next to each.
 */
export function createDataFiles(directories: readonly string[]): DataFiles {
  const own = indexByName(directories.flatMap(listFiles))
  let neighbours: ReadonlyMap<string, string> | undefined
  const find = (name: string) => {
    const base = basename(name)
    if (own.has(base)) return own.get(base)
    neighbours ??= indexByName(directories.flatMap((one) => listNearby(dirname(one), NEIGHBOUR_LEVELS)))
    return neighbours.get(base)
  }
  const tables = new Map<string, ReadonlyMap<string, PriceSeries>>()
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

/** Paths by their last part; of several with the same, the first. */
function indexByName(paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(paths.toReversed().map((path) => [basename(path), path]))
}

/** Files of a folder and of so many levels below it. What cannot be read there is nobody's data, and is left out. */
function listNearby(directory: string, levels: number): string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true })
    const inside = (isWanted: (entry: Dirent) => boolean) =>
      entries.filter(isWanted).map((entry) => join(directory, entry.name))
    const files = inside((entry) => entry.isFile())
    const folders = levels > 0 ? inside((entry) => entry.isDirectory()) : []
    return [...files, ...folders.flatMap((folder) => listNearby(folder, levels - 1))]
  } catch {
    return []
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
