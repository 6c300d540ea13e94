import { spawn } from 'node:child_process'
import path from 'node:path'
import { ROOT } from '../launch/repository.mjs'
import { toolPath } from '../launch/tools.ts'
import type { Counts } from '../test/suite.ts'

interface Check {
  name: string
  command: readonly [string, ...string[]]
}

interface CheckOutcome {
  name: string
  passed: boolean
  output: string
}

const typesOf = (workspace: string): Check => ({
  name: `types: ${workspace}`,
  // One checker for each: four, as it has by itself, infer the same types four times, and here there are no cores for them.
  command: [toolPath('tsc'), '--checkers', '1', '--project', path.join(workspace, 'tsconfig.json')],
})

/** Checks of the code that do not run it. The rules of the house are ordinary tests, run with the others. */
const CHECKS: readonly Check[] = [
  typesOf('packages/contract'),
  typesOf('packages/importers'),
  typesOf('packages/quant'),
  typesOf('packages/quant/conformance'),
  typesOf('web'),
  // With the server, which its tests, tools and benches import whole: it would be read twice.
  typesOf('.'),
  { name: 'lint and format', command: [toolPath('biome'), 'ci', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'dead code', command: [toolPath('knip'), '--no-progress'] },
]

/** Runs every check, prints a line for each and the output of those that fail. */
export async function runChecks(): Promise<Counts> {
  const failures: string[] = []
  const remaining = CHECKS.values()
  const work = async () => {
    for (const check of remaining) {
      const { name, passed, output } = await runCheck(check)
      console.log(`${passed ? '✓' : '✗'} ${name}`)
      if (passed) continue
      console.log(output.trimEnd())
      failures.push(name)
    }
  }
  // Two at a time: each keeps little more than one core busy.
  await Promise.all([work(), work()])
  return { passed: CHECKS.length - failures.length, failed: failures.length, notes: failures }
}

/** Runs one check, keeping its output for when it fails. */
function runCheck({ name, command: [file, ...args] }: Check): Promise<CheckOutcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The compiler ends before it is worth collecting its garbage more often.
      env: { ...process.env, GOGC: '400' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    child.on('error', (error) => resolve({ name, passed: false, output: error.message }))
    child.on('close', (code) => resolve({ name, passed: code === 0, output }))
  })
}
