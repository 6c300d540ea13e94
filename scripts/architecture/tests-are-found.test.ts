import { existsSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { isTestFile, listSourceFiles, type SourceFile } from './source-files.ts'

const files = ['server/src', 'web/src', 'packages', 'scripts', 'e2e'].flatMap(listSourceFiles)
const fileAt = new Map(files.map((file) => [file.path, file]))
const suites = files.filter(({ path: file }) => /\.test\.tsx?$/.test(file))
const sources = files.filter(({ path: file }) => !isTestFile(file) && !file.startsWith('e2e/'))

/** `x` for `x.ts`, `x.tsx`, `x.test.ts` and `x.shared.test.ts` of one folder. */
const toStem = (file: string) => file.replace(/(?:\.shared)?(?:\.test)?\.tsx?$/, '')
const stemsOfSources = new Set(sources.map(({ path: file }) => toStem(file)))
const stemsOfSuites = new Set(suites.map(({ path: file }) => toStem(file)))

/**
 * Paths of the suites that the first line of a file names, as in `// Tests: http.test.ts, ../app.test.ts`: relative to the
 * file's folder, those of `e2e/` to the repository's root.
 */
function listNamed({ path: file, text }: SourceFile): string[] {
  const list = /^\/\/ Tests: (.+)$/.exec(text.split('\n', 1)[0] ?? '')?.[1]?.split(', ') ?? []
  return list.map((name) => (name.startsWith('e2e/') ? name : path.posix.join(path.posix.dirname(file), name)))
}

const lists = sources.map((source) => ({ source: source.path, named: listNamed(source) }))

/** Places where the flow of a program divides: conditions, loops, cases, alternatives, defaults, caught errors. */
function countDecisions({ path: file, text }: SourceFile): number {
  let count = 0
  const visit = (node: ts.Node) => {
    if (
      ts.isIfStatement(node) ||
      ts.isConditionalExpression(node) ||
      ts.isIterationStatement(node, false) ||
      ts.isCaseClause(node) ||
      ts.isCatchClause(node) ||
      (ts.isBinaryExpression(node) && /^(?:&&|\|\||\?\?)$/.test(node.operatorToken.getText()))
    )
      count += 1
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return count
}

/** Files with fewer decisions only pass on what others decide; types, tables of data, indexes and schemas have none. */
const NEEDS_A_TEST = 3
const MAY_GO_WITHOUT = /\/index\.ts$|-data\.ts$|\/database\/schema\//
const IS_PRODUCT = /^(?:server|web|packages\/[a-z]+)\/src\//

/** Every file that a suite loads, however far away. */
function listReached(suite: string): ReadonlySet<string> {
  const reached = new Set([suite])
  for (const file of reached)
    for (const target of fileAt.get(file)?.imports ?? [])
      reached.add(target.replace(/^@ballast\/([a-z]+)(\/[a-z-]+)?$/, 'packages/$1/src$2/index.ts'))
  return reached
}

describe('a test is found from the file that it guards', () => {
  test('each suite has the name of a file beside it, or the first line of a file names it', () => {
    const named = new Set(lists.flatMap((list) => list.named))
    // Suites of scripts/architecture are rules for all files, that of scripts/test is of the run itself, and those of e2e/ are
    // named after screens and what may happen.
    const lost = suites.filter(
      ({ path: file }) =>
        !/^(?:scripts\/(?:architecture|test)|e2e)\//.test(file) &&
        !stemsOfSources.has(toStem(file)) &&
        !named.has(file),
    )
    expect(lost.map(({ path: file }) => file)).toEqual([])
  })

  test('each suite that a file names exists', () => {
    const missing = lists.flatMap(({ source, named }) =>
      named.filter((suite) => !existsSync(path.join(ROOT, suite))).map((suite) => `${source} names ${suite}`),
    )
    expect(missing).toEqual([])
  })

  test('each suite that a file names loads the file, or starts a process or a browser that does', () => {
    const reachedBy = new Map<string, ReadonlySet<string>>()
    const reaches = (suite: string, source: string) => {
      const reached = reachedBy.get(suite) ?? listReached(suite)
      reachedBy.set(suite, reached)
      return reached.has(source) || fileAt.get(suite)?.imports.includes('node:child_process')
    }
    const idle = lists.flatMap(({ source, named }) =>
      named
        .filter((suite) => !suite.startsWith('e2e/') && !reaches(suite, source))
        .map((suite) => `${source} names ${suite}`),
    )
    expect(idle).toEqual([])
  })

  test('each file that decides something has a suite of its name, or names at most three', () => {
    const wrong = sources.filter((source) => {
      const { length } = listNamed(source)
      const isFree = MAY_GO_WITHOUT.test(source.path) || !IS_PRODUCT.test(source.path)
      const hasSuite = length > 0 || stemsOfSuites.has(toStem(source.path))
      return length > 3 || (!isFree && !hasSuite && countDecisions(source) >= NEEDS_A_TEST)
    })
    expect(wrong.map(({ path: file }) => file)).toEqual([])
  })
})
