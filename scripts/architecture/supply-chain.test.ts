import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { listParts } from '../release/parts.ts'
import { AUDIT_RECORD, auditRecordSchema } from '../supply-chain/audit-record.ts'
import { readInstalledRuntime } from '../supply-chain/runtime.ts'

interface LockedPackage {
  license?: string
  dev?: boolean
  link?: boolean
}

/** Licences that may be shipped with a program under MIT. */
const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MIT-0',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
  'AFL-2.1',
])
/** The decoder of images: a library of its own that is loaded and can be replaced, as the LGPL asks. */
const REPLACEABLE = /^node_modules\/@img\/sharp-/

/** Names no licence in its package.json and is shipped with its text, which is read instead. Comes with pdfkit (decision 85). */
const STATED_IN_FILE = new Set(['node_modules/png-js'])
const MIT_GRANT =
  /^MIT License[\s\S]+without restriction[\s\S]+to use, copy, modify, merge, publish, distribute, sublicense, and\/or sell/

const readLicense = (place: string) =>
  STATED_IN_FILE.has(place) && MIT_GRANT.test(readFileSync(path.join(ROOT, place, 'LICENSE'), 'utf8')) ? 'MIT' : ''

const areFine = (license: string) =>
  license
    .replace(/[()]/g, '')
    .split(/ AND /)
    .every((part) => part.split(/ OR /).some((one) => PERMISSIVE.has(one)))

describe('what is shipped', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const shipped = Object.entries(packages).filter(
    ([place, one]) => place.includes('node_modules/') && !one.dev && !one.link,
  )

  test('has a licence that lets it be shipped', () => {
    expect(shipped.length).toBeGreaterThan(100)
    expect(areFine('(AFL-2.1 OR GPL-3.0)') && !areFine('MIT AND GPL-3.0') && !areFine('')).toBe(true)
    const wrong = shipped.filter(
      ([place, { license = readLicense(place) }]) => !areFine(license) && !REPLACEABLE.test(place),
    )
    expect(wrong.map(([place, { license }]) => `${place}: ${license}`)).toEqual([])
  })
})

/** How keys of services look that somebody may paste; those of our tests are shorter. */
const SECRETS = [
  /\b[rs]k_(?:live|test)_[0-9a-zA-Z]{24}/,
  /\bwhsec_[0-9a-zA-Z+/]{32}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/]{32}/,
  /\bgh[pousr]_[0-9A-Za-z]{36}/,
  /\bgithub_pat_\w{40}/,
  /\bsk-(?:ant|proj)-[\w-]{24}/,
  /\bnpm_[0-9A-Za-z]{36}/,
  /\bballast_pat_[\w-]{43}(?![\w-])/,
]
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'coverage', '.data', 'test-results', 'playwright-report'])
const LARGEST_BYTES = 2_000_000

function* listFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* listFiles(place)
    // What an operator keeps beside the sources is theirs.
    else if (entry.isFile() && entry.name !== '.env' && statSync(place).size < LARGEST_BYTES) yield place
  }
}

test('no file holds a key of a service, or one of our own', () => {
  const key = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`
  expect(SECRETS.some((pattern) => pattern.test(`key: ${key}`))).toBe(true)
  const found: string[] = []
  let read = 0
  for (const file of listFiles(ROOT)) {
    const text = readFileSync(file, 'latin1')
    read += 1
    if (SECRETS.some((pattern) => pattern.test(text))) found.push(path.relative(ROOT, file))
  }
  expect(read).toBeGreaterThan(500)
  expect(found).toEqual([])
})

/** Names and versions of all packages below a `node_modules`, by looking at the disk. */
function* listInstalled(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // Workspaces are links, and what begins with a dot is npm's own.
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    const place = path.join(folder, entry.name)
    if (entry.name.startsWith('@')) yield* listInstalled(place)
    else {
      const manifest = path.join(place, 'package.json')
      if (existsSync(manifest)) {
        const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; version: string }
        yield `${name}@${version}`
      }
      const nested = path.join(place, 'node_modules')
      if (existsSync(nested)) yield* listInstalled(nested)
    }
  }
}

test('the list of parts is what lies on the disk: no package more, none less, none in another version', {
  tags: 'full',
}, () => {
  const workspaces = ['server', 'web', ...readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}`)]
  const folders = [ROOT, ...workspaces.map((name) => path.join(ROOT, name))].map((one) =>
    path.join(one, 'node_modules'),
  )
  const installed = new Set(
    folders.filter((folder) => existsSync(folder)).flatMap((folder) => [...listInstalled(folder)]),
  )
  const locked = JSON.parse(readFileSync(path.join(ROOT, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; version?: string }>
  }
  // An alias is listed by the name that it is imported by, and lies there under its own.
  const aliases = new Map(
    Object.entries(locked.packages).flatMap(([place, { name, version }]) =>
      name ? [[`${place.split('node_modules/').at(-1)}@${version}`, `${name}@${version}`] as const] : [],
    ),
  )
  const listed = new Set(
    listParts(ROOT).components.map(({ name, version }) => aliases.get(`${name}@${version}`) ?? `${name}@${version}`),
  )
  expect(listed.size).toBeGreaterThan(300)
  expect({
    missing: [...installed].filter((one) => !listed.has(one)),
    tooMany: [...listed].filter((one) => !installed.has(one)),
  }).toEqual({ missing: [], tooMany: [] })
})

test('the runtime is the one that was audited last, and known holes were asked for on a day', {
  tags: 'full',
}, async () => {
  const audit = auditRecordSchema.parse(JSON.parse(readFileSync(path.join(ROOT, AUDIT_RECORD), 'utf8')))
  const { version, installed } = await readInstalledRuntime()
  expect(version, 'another Node came in: run `npm run audit` and commit what it writes').toBe(audit.runtime.version)
  for (const [name, hash] of Object.entries(installed)) {
    expect([name, audit.runtime.installed[name] ?? hash]).toEqual([name, hash])
  }
  const { published } = audit.runtime
  if (published.outcome === 'answered')
    expect(Object.values(audit.runtime.installed)).toContain(published.programSha256)
  else
    console.warn(`Not compared with nodejs.org, which could not be reached on ${published.on}: run \`npm run audit\``)
  if (audit.advisories.outcome === 'answered') expect(audit.advisories.found).toEqual([])
  else console.warn(`Known holes could not be asked for on ${audit.advisories.on}: run \`npm run audit\``)
})
