import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The temporary folder of this process and of all that it starts; it goes with everything in it when this process ends. */
const root = mkdtempSync(path.join(tmpdir(), 'ballast-tests-'))
/** PostgreSQL, which refuses to run as root, passes through such a folder to its own. */
const PASSABLE = 0o711
chmodSync(root, PASSABLE)
process.env.TMPDIR = root
process.once('exit', () => {
  // Its last writers may only just be ending.
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

/** Creates a folder in the temporary folder of this run. */
export async function makeRunFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(root, `${name}-`))
  await chmod(folder, PASSABLE)
  return folder
}
