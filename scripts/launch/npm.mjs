import { spawnSync } from 'node:child_process'

/**
 * Install what a folder's lock asks for, with the npm that runs this command if there is one. No package may run a
 * script of its own. What npm prints goes to the error stream.
 *
 * @param {string} folder
 * @throws {Error} when npm fails
 */
export function installFromLock(folder) {
  const npm = process.env.npm_execpath
  const flags = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: folder, stdio: ['ignore', process.stderr, 'inherit'] }
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...flags], options)
    : spawnSync('npm', flags, { ...options, shell: process.platform === 'win32' })
  if (result.status !== 0) {
    const reason = result.error ? ` (${result.error.message})` : ''
    throw new Error(`npm ci failed${reason}. What it printed above says why; nothing was started.`)
  }
}
