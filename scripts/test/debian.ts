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
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}
