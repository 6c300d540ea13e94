import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { isTestFile, listSourceFiles, type SourceFile } from './source-files.ts'

const FOLDERS = ['packages/contract/src', 'packages/quant/src', 'server/src', 'web/src']

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

const isSlow = ({ pattern, flags }: Pick<Literal, 'pattern' | 'flags'>) =>
  analyse({ source: pattern, flags }).reports.length > 0

test('the analysis finds patterns that are slow on long texts, whether exponential or quadratic', () => {
  const slow = ['^(?:a+)+$', String.raw`\s+$`, String.raw`^\d+\.?\d*$`]
  expect(slow.filter((pattern) => !isSlow({ pattern, flags: '' }))).toEqual([])
  expect(isSlow({ pattern: String.raw`^\d+(?:\.\d*)?$`, flags: '' })).toBe(false)
})

test('no pattern takes longer than in proportion to the text: a long cell must not keep everybody waiting', () => {
  const literals = FOLDERS.flatMap(listSourceFiles)
    .filter(({ path }) => !isTestFile(path))
    .flatMap(listLiterals)
  expect(literals.length).toBeGreaterThan(100)
  const slow = literals.filter(isSlow)
  expect(slow.map(({ path, pattern }) => `${path}: /${pattern}/`)).toEqual([])
})
