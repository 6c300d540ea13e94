/** Reads a file in a process that does nothing else, and prints what that took: `node measure-reading.ts workbook.xlsx`. */
import { readFileSync } from 'node:fs'
import { readSource } from '../read-source.ts'

/** The cost of reading one file, and what was read. */
export interface Measured {
  /** Threads that were started, whoever started them. */
  threads: number
  /** Growth of the most memory that the process ever held, off the heap included. */
  mebibytes: number
  problem: string | null
  tickers: string[]
}

const [, , path = ''] = process.argv
const bytes = new Uint8Array(readFileSync(path))
let threads = 0
process.on('worker', () => threads++)
const before = process.resourceUsage().maxRSS
const { problems, positions } = await readSource({ name: 'workbook', bytes })
const measured: Measured = {
  threads,
  mebibytes: (process.resourceUsage().maxRSS - before) / 1024,
  problem: problems[0]?.message ?? null,
  tickers: positions.map(({ ticker }) => ticker),
}
process.stdout.write(JSON.stringify(measured))
