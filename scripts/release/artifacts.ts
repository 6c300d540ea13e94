// Tests: e2e/process/release.test.ts

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../launch/repository.mjs'
import { findInstruction, toCommand } from './dockerfile.ts'
import { layOutImage } from './image-tree.ts'
import { listParts } from './parts.ts'

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', '.env.example']

/**
 * Makes what a release consists of, in an empty folder: a bundle for machines like this one that starts without npm, the list
 * of its parts (CycloneDX), the notes, and checksums of the bundle and the list.
 *
 * @param notes what changed, for people
 */
export function makeArtifacts(folder: string, version: string, notes: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const name = `ballast-${version}-${process.platform}-${process.arch}`
  const work = mkdtempSync(path.join(tmpdir(), 'ballast-release-'))
  try {
    const { root, image } = layOutImage(work)
    const bundle = path.join(work, name)
    renameSync(path.join(root, findInstruction(image, 'WORKDIR').text), bundle)
    for (const document of DOCUMENTS) cpSync(path.join(ROOT, document), path.join(bundle, document))
    const [, ...words] = toCommand(findInstruction(image, 'ENTRYPOINT'))
    writeFileSync(path.join(bundle, 'ballast'), toStartScript(words))
    chmodSync(path.join(bundle, 'ballast'), 0o755)
    writeFileSync(path.join(folder, `${name}.sbom.json`), `${JSON.stringify(listParts(bundle), null, 2)}\n`)
    execFileSync('tar', ['-czf', path.join(folder, `${name}.tar.gz`), '-C', work, name])
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 10 })
  }
  const sums = readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(folder, file)))
          .digest('hex')}  ${file}\n`,
    )
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''))
  writeFileSync(path.join(folder, 'NOTES.md'), `${notes}\n`)
}

/** Starts the server as the image does, by the Node that is there, also through a link; it reads settings from `.env` next to it. */
function toStartScript(words: readonly string[]): string {
  const isNewEnough = `const [major, minor] = process.versions.node.split('.'); process.exit(major > 22 || (major == 22 && minor >= 18) ? 0 : 1)`
  return [
    '#!/bin/sh',
    '# Needs Node 22.18 or newer, and nothing else.',
    'self=$(readlink -f "$0" 2>/dev/null) || self=$0',
    `cd "\${self%/*}" || exit 1`,
    `if ! node -e "${isNewEnough}"; then`,
    '  echo "Ballast needs Node 22.18 or newer in PATH. This one is $(node --version 2>/dev/null || echo missing)." >&2',
    '  exit 1',
    'fi',
    'settings=',
    '[ -f .env ] && settings=--env-file=.env',
    `exec node $settings ${words.join(' ')} "$@"`,
    '',
  ].join('\n')
}
