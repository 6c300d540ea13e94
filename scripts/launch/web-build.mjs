import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFolder } from './compress.mjs'
import { ROOT } from './repository.mjs'

const WEB = path.join(ROOT, 'web')
const OUTPUT = path.join(WEB, 'dist')
const STAMP = path.join(WEB, '.vite', 'build-stamp')
/** Flags that build what the server draws itself; the folder begins with a dot, so that it is not served. */
const DRAWN_BY_SERVER = ['--ssr', 'src/routes/-draw-landing.tsx', '--outDir', 'dist/.server']
/** Everything the bundle is made of; the lock stands for the libraries. */
const INPUTS = [
  'package-lock.json',
  'web/package.json',
  'web/vite.config.ts',
  'web/index.html',
  'web/src',
  'web/public',
  'packages/contract/src',
  'packages/quant/src',
]

/**
 * Build the browser part unless the last build was made from the same files.
 *
 * @param {string} node path of the Node executable that runs the bundler
 * @param {{ force?: boolean }} [options] `force` builds in any case
 * @throws {Error} when the bundler fails
 */
export async function buildWebIfStale(node, { force = false } = {}) {
  const fingerprint = fingerprintOf(INPUTS)
  const isFresh =
    existsSync(path.join(OUTPUT, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint
  if (isFresh && !force) return
  console.log('Building the web interface…')
  const bundler = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  for (const flags of [[], DRAWN_BY_SERVER]) {
    const result = spawnSync(node, [bundler, 'build', '--logLevel', 'warn', ...flags], {
      cwd: WEB,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (result.status !== 0) throw new Error('The web interface could not be built; the message above says why.')
  }
  await compressFolder(OUTPUT)
  mkdirSync(path.dirname(STAMP), { recursive: true })
  // The router's plugin may have rewritten its route tree, which is an input too.
  writeFileSync(STAMP, fingerprintOf(INPUTS))
}

/**
 * @param {string[]} inputs files and folders relative to the root
 * @returns {string} a hash of their names and contents
 */
function fingerprintOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesUnder(path.join(ROOT, input)))) {
    hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} location a file or a folder
 * @returns {string[]} the file itself, or all files below the folder that the bundle can contain, in a fixed order
 */
function filesUnder(location) {
  if (!statSync(location).isDirectory()) return [location]
  return readdirSync(location, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(location, name))
    .filter((file) => statSync(file).isFile())
    .sort()
}
