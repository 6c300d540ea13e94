import ts from 'typescript'
import { expect, test } from 'vitest'
import { isTestFile, listSourceFiles } from './source-files.ts'

/** Paths through a function, after McCabe: one, and one more for each decision in it. */
const MOST = 20

const { SyntaxKind: Kind } = ts
const DECISIONS = new Set([
  ...[Kind.IfStatement, Kind.ConditionalExpression, Kind.CaseClause, Kind.CatchClause],
  ...[Kind.ForStatement, Kind.ForOfStatement, Kind.ForInStatement, Kind.WhileStatement, Kind.DoStatement],
])
const OPERATORS = new Set([Kind.AmpersandAmpersandToken, Kind.BarBarToken, Kind.QuestionQuestionToken])

const isDecision = (node: ts.Node) =>
  DECISIONS.has(node.kind) || (ts.isBinaryExpression(node) && OPERATORS.has(node.operatorToken.kind as never))

/** Decisions of a function without those of the functions in it. */
function countDecisions(node: ts.Node): number {
  let count = 0
  ts.forEachChild(node, (child) => {
    if (!ts.isFunctionLike(child)) count += Number(isDecision(child)) + countDecisions(child)
  })
  return count
}

/** Functions of a file with more paths than may be, as `file:line: paths`. */
function findTangled(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const tangled: string[] = []
  const visit = (node: ts.Node) => {
    const paths = ts.isFunctionLike(node) ? 1 + countDecisions(node) : 0
    if (paths > MOST) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      tangled.push(`${path}:${line + 1}: ${paths} paths`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return tangled
}

test('no function of the importers has more than 20 paths through it', () => {
  const files = listSourceFiles('packages/importers/src').filter(({ path }) => !isTestFile(path))
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(({ path, text }) => findTangled(path, text))).toEqual([])
})

test('paths are counted without those of inner functions', () => {
  const ifs = (count: number) => Array.from({ length: count }, (_, at) => `if (a${at} && b) c()`).join('\n')
  expect(findTangled('a.ts', `function f() { ${ifs(9)}; return a ? b : c }`)).toEqual([])
  expect(findTangled('a.ts', `function f() { ${ifs(10)} }`)).toEqual(['a.ts:1: 21 paths'])
  expect(findTangled('a.ts', `function f() { ${ifs(6)}\n const g = () => { ${ifs(6)} } }`)).toEqual([])
})
