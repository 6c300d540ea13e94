/**
 * `npm run release -- <major|minor|patch|1.2.3>` checks, writes the version and the change log, commits, tags and makes the
 * artifacts; nothing is pushed. With `--dry-run` it checks and makes the artifacts, and changes nothing else; with
 * `--artifacts` it makes those of the version that is checked out.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './launch/repository.mjs'
import { makeArtifacts } from './release/artifacts.ts'
import { readNotes, toNextVersion } from './release/versions.ts'
import { listObstacles, writeRelease } from './release/write-release.ts'

const FOLDER = path.join(ROOT, 'dist', 'release')
const CHANGE_LOG = 'CHANGELOG.md'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const run = (...words: string[]) => execFileSync(process.execPath, words, { cwd: ROOT, stdio: 'inherit' })

const words = process.argv.slice(2)
const isDryRun = words.includes('--dry-run')
const current = (JSON.parse(read('package.json')) as { version: string }).version

try {
  if (words.includes('--artifacts')) makeArtifacts(FOLDER, current, readNotes(read(CHANGE_LOG), current))
  else release(words.find((word) => !word.startsWith('--')) ?? (isDryRun ? 'minor' : ''))
  console.log(`In ${path.relative(ROOT, FOLDER)}: ${readdirSync(FOLDER).join(', ')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function release(wanted: string): void {
  const version = toNextVersion(current, wanted)
  const notes = readNotes(read(CHANGE_LOG), 'Unreleased')
  const obstacles = listObstacles(ROOT, `v${version}`)
  if (obstacles.length > 0 && !isDryRun) throw new Error(`No release: ${obstacles.join(' ')}`)
  console.log(`${current} becomes ${version}${isDryRun ? ' (dry run: nothing is written, committed or tagged)' : ''}`)
  for (const obstacle of obstacles) console.log(`Would stop here: ${obstacle}`)
  run('scripts/check.ts')
  if (isDryRun) {
    makeArtifacts(FOLDER, current, notes)
    return
  }

  run('scripts/test.ts', '--all')
  writeRelease(ROOT, current, { version, day: new Date().toISOString().slice(0, 10) })
  makeArtifacts(FOLDER, version, notes)
  console.log(`Tagged v${version}. To publish it: git push --follow-tags`)
}
