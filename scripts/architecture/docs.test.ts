import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { VARIABLE_NAMES } from '../../server/src/config.ts'
import { ROOT } from '../launch/repository.mjs'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')

/** Anchors of a document's headings, as GitHub and TypeDoc make them. */
const listAnchors = (document: string) =>
  [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('the documents stay true', () => {
  test('the README’s table names exactly the variables that the server reads', () => {
    const named = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual([...VARIABLE_NAMES].sort())
  })

  test('every file and heading that a document links to exists', () => {
    const broken = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/g)].flatMap(
        ([, target = '', anchor]) => {
          const file = target === '' ? document : path.posix.join(path.posix.dirname(document), target)
          const isThere =
            existsSync(path.join(ROOT, file)) &&
            (anchor === undefined || !file.endsWith('.md') || listAnchors(file).includes(anchor))
          return isThere ? [] : [`${document} links to ${target}${anchor === undefined ? '' : `#${anchor}`}`]
        },
      ),
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
    const known = new Set([...Object.keys(scripts), 'ci', 'install', 'pack', 'publish'])
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
