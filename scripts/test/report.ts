import type { SuiteResult } from './suite.ts'

interface Remarks {
  /** Checks that could not be tried here. */
  notes: Iterable<string>
  /** True for the short run, which says what the full one adds. */
  isShort: boolean
}

/** Prints what each suite proved and the sum as the last line, and sets the exit code: 0 when all of it held. */
export function report(results: readonly SuiteResult[], { notes, isShort }: Remarks): void {
  const sum = (field: 'passed' | 'failed' | 'seconds') => results.reduce((total, result) => total + result[field], 0)
  console.log('\n')
  for (const { name, notes: remarks, ...counts } of results) {
    const mark = counts.failed === 0 ? '✓' : '✗'
    const [passed, failed] = [String(counts.passed).padStart(6), String(counts.failed).padStart(5)]
    console.log(
      `${mark} ${name.padEnd(16)} ${passed} passed ${failed} failed ${counts.seconds.toFixed(1).padStart(7)} s`,
    )
    for (const remark of remarks) console.log(`    ${remark}`)
  }
  console.log(`${' '.repeat(42)}${sum('seconds').toFixed(1).padStart(7)} s`)
  if (isShort) {
    console.log(
      '\n`npm run test:full` adds: all that opens a database on PostgreSQL, long properties and fault matrices, recorded\ndata, more processes, and every other browser test.',
    )
  }
  for (const note of notes) console.log(`\n!!! ${note}`)
  const [passed, failed] = [sum('passed'), sum('failed')]
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}
