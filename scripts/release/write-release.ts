import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closeChangeLog, setNamedVersions, setVersion } from './versions.ts'

const CHANGE_LOG = 'CHANGELOG.md'

/** Files that name the version in a text, such as that of an image or of a bundle. */
export const NAMING_FILES = [
  'deploy/kubernetes/ballast.yaml',
  'deploy/kubernetes/migration.yaml',
  'docs/self-hosting.md',
]

/** Names what would stop a release, in sentences. */
export function listObstacles(root: string, tag: string): string[] {
  const rules: [boolean, string][] = [
    [git(root, 'status', '--porcelain') !== '', 'There are changes that are not committed.'],
    [git(root, 'branch', '--show-current') !== 'main', 'This is not the branch main.'],
    [git(root, 'tag', '--list', tag) !== '', `There is a tag ${tag} already.`],
    [!hasAuthor(root), 'Git does not know who you are: set user.name and user.email.'],
  ]
  return rules.filter(([applies]) => applies).map(([, sentence]) => sentence)
}

/** Writes the version wherever it is named, closes the change log, commits and tags. */
export function writeRelease(root: string, current: string, { version, day }: { version: string; day: string }): void {
  const rewrite = (file: string, change: (text: string) => string) => {
    const place = path.join(root, file)
    writeFileSync(place, change(readFileSync(place, 'utf8')))
  }
  const manifests = [
    ...['package.json', 'server/package.json', 'web/package.json', 'package-lock.json'],
    ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/package.json`),
  ]
  for (const file of manifests) rewrite(file, (text) => setVersion(text, current, version))
  for (const file of NAMING_FILES) rewrite(file, (text) => setNamedVersions(text, version))
  rewrite(CHANGE_LOG, (text) => closeChangeLog(text, version, day))
  git(root, 'commit', '--all', `--message=release: ${version}`)
  git(root, 'tag', '--annotate', `v${version}`, `--message=${version}`)
}

const git = (cwd: string, ...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim()

function hasAuthor(root: string): boolean {
  try {
    return git(root, 'var', 'GIT_COMMITTER_IDENT') !== ''
  } catch {
    return false
  }
}
