import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { installFromLock } from './npm.mjs'
import { ROOT } from './repository.mjs'

/**
 * Install the dependencies unless what npm recorded as installed is what the lock asks for. npm writes its record when
 * an install has ended, so that an interrupted one is done again.
 *
 * @throws {Error} when npm fails
 */
export function installIfNeeded() {
  if (isInstalled()) return
  console.log('Installing dependencies (once; about a minute)…')
  installFromLock(ROOT)
}

/** @returns {boolean} */
function isInstalled() {
  const record = path.join(ROOT, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(path.join(ROOT, 'package-lock.json'))
  const installed = packagesOf(record)
  const isComplete = Object.entries(wanted).every(
    ([location, entry]) =>
      location === '' || entry.optional || entry.peer || installed[location]?.version === entry.version,
  )
  // A folder copied from another machine holds another platform's binaries.
  return isComplete && Object.values(installed).every(runsHere)
}

/**
 * @typedef {{ version?: string, optional?: boolean, peer?: boolean, os?: string | string[], cpu?: string | string[] }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** @param {LockedPackage} entry */
function runsHere(entry) {
  return allows(entry.os, process.platform) && allows(entry.cpu, process.arch)
}

/**
 * npm's rule for `os` and `cpu`: a list of allowed names, or of forbidden ones with `!` before them.
 *
 * @param {string | string[] | undefined} rule
 * @param {string} value
 */
function allows(rule, value) {
  if (rule === undefined) return true
  const names = [rule].flat()
  if (names.includes(`!${value}`)) return false
  return names.includes(value) || names.every((name) => name.startsWith('!'))
}
