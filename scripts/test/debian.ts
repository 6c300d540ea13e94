import { type SpawnSyncOptions, spawnSync } from 'node:child_process'

const INSTALL_LIMIT_MS = 300_000

/** True when this process may install Debian packages. */
function canInstallDebianPackages(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}

/** Install Debian packages when that is possible; whether it worked shows in what can be found afterwards. */
export function installDebianPackages(packages: readonly string[]): void {
  if (!canInstallDebianPackages()) return
  const options: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  // A machine that has just started often updates itself, and a mirror may be slow to answer.
  const patience = ['-qq', '-o', 'DPkg::Lock::Timeout=240', '-o', 'Acquire::Retries=3']
  spawnSync('apt-get', ['update', ...patience], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...patience, ...packages], options)
}
