import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VALUE_IMPORT = /^(?:import|export)\s(?!type\s)[^'"]*?from\s*'([^']+)'|\bimport\('([^']+)'\)|^import\s+'([^']+)'/gm
const OWN_PACKAGE = /^@ballast\//
/** Sources, and tables that they read. */
const COMPUTED_WITH = /\.(?:ts|json)$/

interface ReadFile {
  text: string
  imports: string[]
}

const require = createRequire(import.meta.url)
const packages = new Map<string, string>()
const files = new Map<string, ReadFile>()
const versions = new Map<string, string>()

/**
 * Version of everything that a source file computes with: a hash of its text and of every source file and table that it reaches
 * by imports, those of types only left out. What is kept under it is out of date as soon as one of them changes, and nobody
 * has to remember to raise a number. Files are read once a process, at the first call for each.
 *
 * @param url `import.meta.url` of the file that computes
 * @returns 16 characters
 */
export function versionOfSources(url: string): string {
  const known = versions.get(url)
  if (known !== undefined) return known
  // In the order of their text, which does not depend on the folder that the program lies in.
  const texts = [...listReached(url)].map((path) => files.get(path)?.text ?? '').toSorted()
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text, 'latin1')
  const version = hash.digest('base64url').slice(0, 16)
  versions.set(url, version)
  return version
}

/** Paths of a source file and of all that it reaches by imports. */
export function listReached(url: string): ReadonlySet<string> {
  const reached = new Set([fileURLToPath(url)])
  for (const path of reached) {
    const file = files.get(path) ?? readSource(path)
    files.set(path, file)
    for (const target of file.imports) reached.add(target)
  }
  return reached
}

function readSource(path: string): ReadFile {
  const text = readFileSync(path, 'latin1')
  const imports: string[] = []
  for (const [, from, lazy, bare] of text.matchAll(VALUE_IMPORT)) {
    const specifier = from ?? lazy ?? bare ?? ''
    const target = specifier.startsWith('.') ? join(dirname(path), specifier) : findPackage(specifier)
    if (target && COMPUTED_WITH.test(target)) imports.push(target)
  }
  return { text, imports }
}

/** The file that another workspace of ours is entered by; undefined for packages of others. */
function findPackage(specifier: string): string | undefined {
  if (!OWN_PACKAGE.test(specifier)) return undefined
  const known = packages.get(specifier) ?? require.resolve(specifier)
  packages.set(specifier, known)
  return known
}
