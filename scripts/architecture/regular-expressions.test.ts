import { join } from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { isTestFile, listSourceFiles, type SourceFile } from './source-files.ts'

const FOLDERS = ['packages/contract/src', 'packages/importers/src', 'packages/quant/src', 'server/src', 'web/src']

interface Literal {
  path: string
  pattern: string
  flags: string
}

function listLiterals({ path, text }: SourceFile): Literal[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const found: Literal[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ path, pattern: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind))
  return found
}

test('grounding states and composes: it is small, and reads no prose by patterns', () => {
  const sources = listSourceFiles('server/src/grounding').filter(({ path }) => !isTestFile(path))
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.reduce((lines, { text }) => lines + text.split('\n').length, 0)).toBeLessThanOrEqual(1_200)
  expect(sources.flatMap(listLiterals).length).toBeLessThanOrEqual(20)
})

describe('facts', () => {
  const sources = ['server/src/grounding', 'server/src/advice', 'server/src/features', 'server/src/ai']
    .flatMap(listSourceFiles)
    .filter(({ path }) => !isTestFile(path) && !path.includes('/testing/'))
  const pathsWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  test('are stated by kind: only the writer, what a model computes and its evaluation enter others', () => {
    expect(pathsWith(/ledger\.add\(/)).toEqual([
      'server/src/grounding/fact-writer.ts',
      'server/src/features/ask/desk.ts',
      'server/src/ai/calc.ts',
      'server/src/ai/evaluation/tasks.ts',
    ])
  })

  test('are known by kind and key: no rule hangs on the wording of a label', () => {
    expect(
      pathsWith(
        /\blabel\s*[!=]==\s*['"`]|[!=]==\s*[\w.]*\.label\b|\blabel\.(?:startsWith|endsWith|includes|match|search|replace|split|slice)\(|\.test\([\w.]*label\)/,
      ),
    ).toEqual([])
  })
})

const isSlow = ({ pattern, flags }: Pick<Literal, 'pattern' | 'flags'>) =>
  analyse({ source: pattern, flags }).reports.length > 0

test('the analysis finds patterns that are slow on long texts, whether exponential or quadratic', () => {
  const slow = ['^(?:a+)+$', String.raw`\s+$`, String.raw`^\d+\.?\d*$`]
  expect(slow.filter((pattern) => !isSlow({ pattern, flags: '' }))).toEqual([])
  expect(isSlow({ pattern: String.raw`^\d+(?:\.\d*)?$`, flags: '' })).toBe(false)
})

/** Patterns that our modules put together when they are loaded, which no literal shows. */
async function listConstructed(): Promise<RegExp[]> {
  const files = FOLDERS.flatMap(listSourceFiles).filter(
    ({ path, text }) => !isTestFile(path) && text.includes('new RegExp('),
  )
  const original = globalThis.RegExp
  const made: RegExp[] = []
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags]: [string, string | undefined]) {
      const pattern = new target(source, flags)
      const caller = new Error().stack?.split('\n')[2] ?? ''
      if (!caller.includes('node_modules')) made.push(pattern)
      return pattern
    },
  })
  try {
    for (const { path } of files) await import(join(ROOT, path))
  } finally {
    globalThis.RegExp = original
  }
  return made
}

/** Texts that repeat a word of a pattern, so that it begins to match everywhere and never ends. */
function listHostileTexts({ pattern }: Pick<Literal, 'pattern'>): string[] {
  const words = pattern.replace(/\\\w/g, ' ').match(/[A-Za-z]+/g) ?? []
  return [...new Set([...words.slice(0, 8), '1', '1.', '1,', ' ', '-', 'A', '(', '"'])].map((word) =>
    `${word} `.repeat(CHARACTERS / (word.length + 1)),
  )
}
const CHARACTERS = 32_000
/** Far more than a pattern takes whose work is in proportion to the text. */
const MOST_MS = 50

function takesLong({ pattern, flags }: Pick<Literal, 'pattern' | 'flags'>): boolean {
  const compiled = new RegExp(pattern, flags.replace(/[gy]/g, ''))
  return listHostileTexts({ pattern }).some((text) => {
    const measure = () => {
      const before = process.threadCpuUsage()
      compiled.test(text)
      return process.threadCpuUsage(before).user / 1000
    }
    // The first time includes compiling.
    return measure() > MOST_MS && Math.min(measure(), measure(), measure()) > MOST_MS
  })
}

test('patterns that are put together when a module is loaded take no longer either', { tags: 'full' }, async () => {
  const constructed = (await listConstructed()).map(({ source, flags }) => ({ pattern: source, flags }))
  expect(constructed.length).toBeGreaterThan(10)
  expect(constructed.filter((one) => isSlow(one) || takesLong(one)).map(({ pattern }) => pattern)).toEqual([])
})

const listSlow = (folder: string) =>
  listSourceFiles(folder)
    .filter(({ path }) => !isTestFile(path))
    .flatMap(listLiterals)
    .filter(takesLong)
    .map(({ path, pattern }) => `${path}: /${pattern}/`)

test('no pattern that reads files takes long on what it looks for, repeated: analysis does not see how often a word begins', {
  tags: 'full',
}, () => {
  expect(takesLong({ pattern: String.raw`\bcost\b.*\d[.,]\d`, flags: 'i' })).toBe(true)
  expect(listSlow('packages/importers/src')).toEqual([])
})

test('neither does one of all the others', { tags: 'full', timeout: 600_000 }, () => {
  expect(FOLDERS.flatMap(listSlow)).toEqual([])
})

test('no pattern takes longer than in proportion to the text: a long cell must not keep everybody waiting', {
  tags: ['full'],
}, () => {
  const literals = FOLDERS.flatMap(listSourceFiles)
    .filter(({ path }) => !isTestFile(path))
    .flatMap(listLiterals)
  expect(literals.length).toBeGreaterThan(100)
  const slow = literals.filter(isSlow)
  expect(slow.map(({ path, pattern }) => `${path}: /${pattern}/`)).toEqual([])
})
