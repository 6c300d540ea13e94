/** Types, lint, format, dead code and the house rules: everything that needs no database and no browser. */
import { runChecks } from './check/checks.ts'
import { runVitest } from './test/vitest-suite.ts'

const checks = await runChecks()
const rules = await runVitest({ name: 'house rules', projects: ['architecture'], tagsFilter: '!full' })
console.log(`${rules.failed === 0 ? '✓' : '✗'} house rules (${rules.passed} passed, ${rules.failed} failed)`)
// Last, because what failed first has long gone by.
for (const name of checks.notes ?? []) console.log(`✗ ${name}: see above`)
process.exitCode = checks.failed + rules.failed === 0 ? 0 : 1
