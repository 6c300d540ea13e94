import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = mkdtempSync(path.join(tmpdir(), 'ballast-tests-'))
process.once('exit', () => {
  // Its last writers may only just be ending.
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

/** Creates a folder that is removed with everything in it when this process ends. */
export function makeRunFolder(name: string): Promise<string> {
  return mkdtemp(path.join(root, `${name}-`))
}
