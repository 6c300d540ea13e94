/** Every measured workload, one JSON line each. Name parts of file names to run only those. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { installFromLock } from './launch/npm.mjs'
import { ROOT } from './launch/repository.mjs'
import { buildWebIfStale } from './launch/web-build.mjs'

const BENCH = path.join(ROOT, 'bench')

installPeersIfNeeded()
await buildWebIfStale(process.execPath)
const wanted = process.argv.slice(2)
const files = readdirSync(BENCH)
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
for (const file of files) {
  // The embedded database keeps a timer of its own after it was closed, so that the process would not end by itself.
  const once = `await import(${JSON.stringify(pathToFileURL(path.join(BENCH, file)))}); process.exit()`
  const { status } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', once], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error(`${file} ended with exit code ${status}.`)
    process.exitCode = 1
  }
}

/** The alternatives that workloads are compared with are no part of the product, so its install does not bring them. */
function installPeersIfNeeded(): void {
  const installed = path.join(BENCH, 'node_modules', '.package-lock.json')
  const lock = path.join(BENCH, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  installFromLock(BENCH)
}
