import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { VARIABLE_NAMES } from '../../server/src/config.ts'
import { ROOT } from '../launch/repository.mjs'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'packages/contract/README.md',
  'docs/operations/README.md',
  'docs/operations/backups.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'packages/importers/README.md',
  ...readdirSync(path.join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
]

describe('the documents stay true', () => {
  test('the README’s table names exactly the variables that the server reads', () => {
    const named = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual([...VARIABLE_NAMES].sort())
  })

  test('.env.example names exactly the variables that the server reads', () => {
    const named = [...read('.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual([...VARIABLE_NAMES].sort())
  })

  test('every file that a document links to exists', () => {
    const broken = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)[^)]*\)/g)]
        .map(([, target = '']) => path.posix.join(path.posix.dirname(document), target))
        .filter((target) => !existsSync(path.join(ROOT, target)))
        .map((target) => `${document} links to ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('every file that a document names in code exists', () => {
    const named = /`((?:server|web|packages|scripts|e2e|bench|docs)\/[\w./-]+\.(?:ts|tsx|mjs|json|md))`/g
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(named)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(path.join(ROOT, target)))
        .map((target) => `${document} names ${target}`),
    )
    expect(missing).toEqual([])
  })

  test('every npm command that a document names exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const known = new Set([...Object.keys(scripts), 'ci', 'install'])
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/(?:`|^)npm (?:run )?([a-z][a-z:]*)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => !known.has(name))
        .map((name) => `${document}: npm ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('decisions have a number each and their three parts', () => {
    const decisions = readdirSync(path.join(ROOT, 'docs/decisions')).sort()
    expect(decisions.filter((name) => !/^\d{3}-[a-z0-9-]+\.md$/.test(name))).toEqual([])
    // Branches are written at the same time, each with numbers of its own: a number may wait for its record.
    expect(new Set(decisions.map((name) => name.slice(0, 3))).size).toBe(decisions.length)
    for (const name of decisions) {
      const text = read(`docs/decisions/${name}`)
      for (const part of ['## Context', '## Decision', '## Consequences']) expect(text, name).toContain(part)
    }
  })
})
