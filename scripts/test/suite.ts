import { spawn } from 'node:child_process'
import { ROOT } from '../launch/repository.mjs'

/** What a suite proved. A suite that crashed, or a test that did not run, is a failure: neither proves anything. */
export interface SuiteResult {
  name: string
  passed: number
  failed: number
  seconds: number
  /** What the reader must know besides the figures. */
  notes: readonly string[]
}

type Counts = Pick<SuiteResult, 'passed' | 'failed'> & { notes?: readonly string[] }

/** Run a suite and time it; a suite that throws counts as one failure with its message as the note. */
export async function timeSuite(name: string, run: () => Promise<Counts>): Promise<SuiteResult> {
  const start = performance.now()
  const counts = await run().catch((error: unknown): Counts => ({ passed: 0, failed: 1, notes: [String(error)] }))
  const seconds = (performance.now() - start) / 1000
  return { name, notes: [], ...counts, seconds }
}

/** A log file is easier to read without escape sequences, which some tools write wherever CI is set. */
const PLAIN: NodeJS.ProcessEnv = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Run a Node program of the repository with its output on the terminal; resolves with its exit code. */
export function runProgram(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...PLAIN, ...env },
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** How a folder goes whose last writers are only just ending. */
export const REMOVE_FOLDER = { recursive: true, force: true, maxRetries: 10 } as const
