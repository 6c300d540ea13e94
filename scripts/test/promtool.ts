import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const DOWNLOAD_LIMIT_MS = 300_000

/** Prometheus' own reader of rules. */
export interface Promtool {
  path: string
  /** Removes what was unpacked. */
  remove(): void
}

/** Finds promtool, or unpacks it from Debian's package, whose service would start if it were installed. */
export function findOrUnpackPromtool(): Promtool | undefined {
  if (spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0) {
    return { path: 'promtool', remove: () => undefined }
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'ballast-promtool-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const options = { cwd: folder, stdio: 'ignore', timeout: DOWNLOAD_LIMIT_MS } as const
  const download = () => spawnSync('apt-get', ['download', '-qq', 'prometheus'], options).status === 0
  if (!download()) {
    spawnSync('apt-get', ['update', '-qq'], options)
    download()
  }
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'))
  if (archive !== undefined) spawnSync('dpkg', ['-x', archive, folder], options)
  const program = path.join(folder, 'usr/bin/promtool')
  if (existsSync(program)) return { path: program, remove }
  remove()
  return undefined
}
