import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The temporary folder of this process and of all that it starts; it goes with everything in it when this process ends. */
const root = mkdtempSync(path.join(tmpdir(), 'ballast-tests-'))
// PostgreSQL, which refuses to run as root, passes through it to its own folder.
chmodSync(root, 0o711)
process.env.TMPDIR = root
process.once('exit', () => {
  // Its last writers may only just be ending.
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

/** Creates a folder in the temporary folder of this run. */
export function makeRunFolder(name: string): Promise<string> {
  return mkdtemp(path.join(root, `${name}-`))
}
