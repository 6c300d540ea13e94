import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { addFrankfurt } from '../hedges/testing/frankfurt.ts'
import { NOW } from '../hedges/testing/hedge-client.ts'
import { anyBookAbroad, type Line } from './testing/any-book.ts'
import { askEveryScreen } from './testing/ask-every-screen.ts'
import {
  findBadSums,
  findBrokenShares,
  findContradictions,
  findTwoVerdicts,
  findUnnamedBases,
} from './testing/page-checks.ts'
import { findRawSymbols, listTexts } from './testing/shown-texts.ts'
import { stateFigures } from './testing/stated-figures.ts'

/* Whatever is held: no two screens give one thing two values, or two verdicts, and nothing is called by a symbol. */

let app: TestApp
let users = 0

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  addFrankfurt(app.dependencies.marketData)
})
afterAll(() => app?.close())

async function checkBook(lines: readonly Line[]): Promise<void> {
  const answers = await askEveryScreen(app, `stated${users++}@example.com`, lines)
  expect(findContradictions(stateFigures(answers))).toEqual([])
  const raw = listTexts(answers).filter(({ text }) => findRawSymbols(text).length > 0)
  expect(raw).toEqual([])
  expect(findBadSums(answers)).toEqual([])
  expect(findUnnamedBases(answers)).toEqual([])
  expect(findBrokenShares(answers)).toEqual([])
  expect(findTwoVerdicts(answers)).toEqual([])
}

const checkBooks = (numRuns: number) =>
  fc.assert(fc.asyncProperty(anyBookAbroad, checkBook), { numRuns, endOnFailure: true })

const MANY = process.env.BALLAST_LONG ? 500 : 12
test(`any of ${MANY} books: one thing has one value on every screen`, { tags: 'full', timeout: 7_200_000 }, () =>
  checkBooks(MANY),
)
