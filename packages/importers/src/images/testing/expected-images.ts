import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ImportedSource, type SourcePosition, SURE_CERTAINTY } from '../../imported-source.ts'

/** An image and what a person reads in it. */
export interface ExpectedImage {
  file: string
  bytes: Buffer
  positions: readonly ExpectedPosition[]
}

interface ExpectedPosition {
  ticker: string
  shares: number
  avgCost: number | null
}

/** How a reading compares with what was to be read, cell by cell: ticker, shares and cost of each position. */
export interface Comparison {
  cells: number
  exact: number
  /** Wrong cells of positions that look sure; there may be none. */
  sureThoughWrong: string[]
  wrong: string[]
}

/** The images of a folder that have their positions beside them, as `<name>.expected.json`. */
export function readExpectedImages(folder: string): ExpectedImage[] {
  return readdirSync(folder)
    .filter((file) => /\.(?:png|jpg)$/.test(file))
    .sort()
    .map((file) => {
      const expected = path.join(folder, file.replace(/\.\w+$/, '.expected.json'))
      const { positions } = JSON.parse(readFileSync(expected, 'utf8')) as { positions: ExpectedPosition[] }
      return { file, bytes: readFileSync(path.join(folder, file)), positions }
    })
}

/**
 * Compares each position with the one of its ticker, the others in order; a position too many or too few counts as three
 * wrong cells.
 */
export function compareReading({ file, positions }: ExpectedImage, source: ImportedSource): Comparison {
  const result: Comparison = { cells: 0, exact: 0, sureThoughWrong: [], wrong: [] }
  for (const [wanted, read] of pairByTicker(positions, source.positions)) {
    const isRight = [
      wanted !== undefined && read !== undefined && withoutPoint(wanted.ticker) === withoutPoint(read.ticker),
      wanted !== undefined && read !== undefined && wanted.shares === toNumber(read.shares),
      wanted !== undefined && read !== undefined && wanted.avgCost === toNumber(read.avgCost),
    ]
    result.cells += isRight.length
    result.exact += isRight.filter((is) => is).length
    if (isRight.every((is) => is)) continue
    const words = `${file}: ${toWords(wanted)} was read as ${toWords(read)}`
    result.wrong.push(words)
    if (read && read.certainty >= SURE_CERTAINTY && read.doubts.length === 0) result.sureThoughWrong.push(words)
  }
  return result
}

type Pair<Wanted> = readonly [wanted: Wanted | undefined, read: SourcePosition | undefined]

/**
 * Pairs what stands on a picture with what was read of it: by ticker (of two the one with its shares), then by order; what has no
 * partner stands alone.
 */
export function pairByTicker<Wanted extends { ticker: string; shares: number }>(
  wanted: readonly Wanted[],
  read: readonly SourcePosition[],
): Pair<Wanted>[] {
  const left = [...read]
  const same = wanted.map((position) => {
    const isNamed = ({ ticker }: SourcePosition) => withoutPoint(ticker) === withoutPoint(position.ticker)
    const exact = left.findIndex((one) => isNamed(one) && toNumber(one.shares) === position.shares)
    const at = exact === -1 ? left.findIndex(isNamed) : exact
    return [position, at === -1 ? undefined : left.splice(at, 1)[0]] as const
  })
  const pairs: Pair<Wanted>[] = same.map(([position, found]) => [position, found ?? left.shift()])
  return [...pairs, ...left.map((found) => [undefined, found] as const)]
}

const toNumber = (text: string | null) => (text === null ? null : Number(text))
/** Some screens leave out the point of a share class. */
export const withoutPoint = (ticker: string) => ticker.replace('.', '')

function toWords(position: { ticker: string; shares: unknown; avgCost: unknown } | undefined): string {
  return position ? `${position.ticker} ${position.shares} at ${position.avgCost}` : 'nothing'
}
