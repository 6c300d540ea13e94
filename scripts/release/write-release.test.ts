import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { setNamedVersions } from './versions.ts'
import { listObstacles, NAMING_FILES, writeRelease } from './write-release.ts'

const { version: CURRENT } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
const VERSION = '9876.5.4'

let root: string
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'ballast-version-'))
  const manifests = readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`)
  const others = ['package.json', 'package-lock.json', 'server/package.json', 'web/package.json', 'CHANGELOG.md']
  for (const file of [...manifests, ...others, ...NAMING_FILES])
    cpSync(path.join(ROOT, file), path.join(root, file), { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  git('add', '--all')
  git('commit', '--quiet', '--message=scripts: begin')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

describe('a release', () => {
  test('is a commit of everything that names the version, with an annotated tag on it', () => {
    writeRelease(root, CURRENT, { version: VERSION, day: '2026-11-29' })
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '-1', '--format=%s')).toBe(`release: ${VERSION}`)
    expect(git('cat-file', '-t', `v${VERSION}`)).toBe('tag')
    expect(git('rev-parse', `v${VERSION}^{commit}`)).toBe(git('rev-parse', 'HEAD'))
    const manifests = git('ls-files', '*package.json').split('\n')
    for (const file of manifests) expect(JSON.parse(read(file)), file).toMatchObject({ version: VERSION })
    for (const file of NAMING_FILES) expect(read(file), file).toMatch(new RegExp(`ballast[:-]${VERSION}`))
    expect(read('CHANGELOG.md')).toContain(`## Unreleased\n\n## ${VERSION} (2026-11-29)\n`)
  })

  test('does not begin off main, twice, with something that is not committed, or by nobody', () => {
    expect(listObstacles(root, 'v1.2.3')).toEqual([])
    git('tag', 'v1.2.3')
    git('switch', '--quiet', '--create=other')
    appendFileSync(path.join(root, 'package.json'), '\n')
    for (const setting of ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']) vi.stubEnv(setting, '/dev/null')
    git('config', '--remove-section', 'user')
    git('config', 'user.useConfigOnly', 'true')
    expect(listObstacles(root, 'v1.2.3')).toEqual([
      'There are changes that are not committed.',
      'This is not the branch main.',
      'There is a tag v1.2.3 already.',
      'Git does not know who you are: set user.name and user.email.',
    ])
  })
})

test('each file that names an image or a bundle with its version is known to the release, and names this one', () => {
  const files = execFileSync('git', ['ls-files', '--', '*.md', '*.yaml', '*.yml', '*.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const naming = files
    .trim()
    .split('\n')
    .filter((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      return setNamedVersions(text, VERSION) !== text
    })
  expect(naming.sort()).toEqual([...NAMING_FILES].sort())
  for (const file of naming) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    expect(setNamedVersions(text, CURRENT), file).toBe(text)
  }
})
