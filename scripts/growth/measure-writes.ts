import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Written } from './write-at-a-rate.ts'

export const WRITING_PROCESSES = 4
const OWNERS_OF_ONE = 200

export interface MeasuredWrites {
  kind: Written
  /** Asked of each process, in a second. */
  rate: number
  p50: number
  p99: number
  /** Writes of all processes that were done in a second. */
  done: number
}

/** Measures the time of a write, in milliseconds, while four processes on one database write at a rate. */
export async function measureWrites(
  url: string,
  { kind, rate, seconds }: { kind: Written; rate: number; seconds: number },
): Promise<MeasuredWrites> {
  const program = path.join(import.meta.dirname, 'write-at-a-rate.ts')
  const write = async (_: unknown, place: number) => {
    const order = [program, kind, String(rate), String(seconds), String(place * OWNERS_OF_ONE)]
    const options = { env: { ...process.env, DATABASE_URL: url }, maxBuffer: 64 * 1024 * 1024 }
    const { stdout } = await promisify(execFile)(process.execPath, order, options)
    return JSON.parse(stdout) as { took: number[]; seconds: number }
  }
  const reports = await Promise.all(Array.from({ length: WRITING_PROCESSES }, write))
  const took = reports.flatMap((report) => report.took).toSorted((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN
  return {
    kind,
    rate,
    p50: at(0.5),
    p99: at(0.99),
    done: took.length / Math.max(...reports.map((report) => report.seconds)),
  }
}
