import type { SuiteResult } from './suite.ts'

/** Prints what each suite proved and the sum as the last line, and sets the exit code: 0 when all of it held. */
export function report(results: readonly SuiteResult[], { isShort }: { isShort: boolean }): void {
  const sum = (field: 'passed' | 'failed' | 'seconds' | 'leftOut') =>
    results.reduce((total, result) => total + result[field], 0)
  console.log('\n')
  for (const { name, notes, ...counts } of results) {
    const mark = counts.failed === 0 ? '✓' : '✗'
    const [passed, failed] = [String(counts.passed).padStart(6), String(counts.failed).padStart(5)]
    console.log(
      `${mark} ${name.padEnd(16)} ${passed} passed ${failed} failed ${counts.seconds.toFixed(1).padStart(7)} s`,
    )
    for (const note of notes) console.log(`    ${note}`)
  }
  console.log(`${' '.repeat(42)}${sum('seconds').toFixed(1).padStart(7)} s`)
  if (isShort) {
    console.log(
      '\n`npm run test:full` adds: the whole server suite on PostgreSQL, long properties and fault matrices, recorded data,\nmore processes, and every other browser test.',
    )
  }
  const [passed, failed] = [sum('passed'), sum('failed')]
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}
