/** Types, lint, format, dead code and the rules of the house: everything that needs no database and no browser. */
import { CHECKS, runCheck } from './check/checks.ts'
import { runVitest } from './test/vitest-suite.ts'

const outcomes = await Promise.all(CHECKS.map(runCheck))
for (const { name, passed, output } of outcomes) {
  console.log(`${passed ? '✓' : '✗'} ${name}`)
  if (!passed) console.log(output.trimEnd())
}
const rules = await runVitest({ name: 'rules of the house', projects: ['architecture'] })
console.log(`${rules.failed === 0 ? '✓' : '✗'} rules of the house (${rules.passed} passed, ${rules.failed} failed)`)
process.exitCode = outcomes.every(({ passed }) => passed) && rules.failed === 0 ? 0 : 1
