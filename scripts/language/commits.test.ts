import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { judgeSubject } from './commits.ts'

/** The last commit before subjects had a rule. */
const LAST_FREE = '66b17188'

const git = (...words: string[]) => {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim().split('\n').filter(Boolean) : []
}

/** Folders and files without their endings. */
const areas = new Set(git('ls-files').flatMap((file) => file.split('/').map((name) => name.replace(/\..*$/, ''))))
if (areas.size > 0) areas.add('tests')

test('every commit says what it changes, in one short line', () => {
  // Empty in a copy without this history: a shallow clone, an archive.
  const subjects = git('log', '--no-merges', '--format=%s', `${LAST_FREE}..HEAD`)
  expect(subjects.flatMap((subject) => judgeSubject(subject, areas))).toEqual([])
})

test.each([
  ['language: measure every text that people read', 0],
  ['hedges: show cost and loss next to each other', 0],
  ['Add a test', 1],
  ['hedges: added a test', 1],
  ['hedges: mend the cost, and let the sliders stay', 1],
  ['nowhere: add a test', 1],
  [`hedges: ${'say more '.repeat(8)}`, 1],
])('%s', (subject, faults) => {
  expect(judgeSubject(subject, new Set(['hedges', 'language']))).toHaveLength(faults)
})
