import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ImportedSource } from '../../imported-source.ts'
import { SURE_CERTAINTY } from '../image-reading.ts'

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

/** Compares in order; a position too many or too few counts as three wrong cells. */
export function compareReading({ file, positions }: ExpectedImage, source: ImportedSource): Comparison {
  const result: Comparison = { cells: 0, exact: 0, sureThoughWrong: [], wrong: [] }
  const count = Math.max(positions.length, source.positions.length)
  for (let index = 0; index < count; index++) {
    const wanted = positions[index]
    const read = source.positions[index]
    const isRight = [
      wanted !== undefined && read !== undefined && bare(wanted.ticker) === bare(read.ticker),
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

const toNumber = (text: string | null) => (text === null ? null : Number(text))
/** Some screens leave out the point of a share class. */
const bare = (ticker: string) => ticker.replace('.', '')

function toWords(position: { ticker: string; shares: unknown; avgCost: unknown } | undefined): string {
  return position ? `${position.ticker} ${position.shares} at ${position.avgCost}` : 'nothing'
}
