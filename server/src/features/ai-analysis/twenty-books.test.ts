/** @module-tag full */

import type { ComprehensiveAnalysis, HedgeAnalysis } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { findUnnamed } from '../facts/testing/find-unnamed.ts'
import { analyse, NOW, signInPro, upload } from '../hedges/testing/hedge-client.ts'
import { findLooseFigures, findUnreal } from '../hedges/testing/loose-figures.ts'
import { listFaults } from './testing/adviser-checklist.ts'
import { analyseWhole } from './testing/analysis-client.ts'
import { addGearedFunds } from './testing/geared-funds.ts'
import { type AdvisedBook, TWENTY_BOOKS } from './testing/twenty-books.ts'

const PATIENCE_MS = 240_000

let app: TestApp
let anna: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  addGearedFunds(app.dependencies.marketData)
  anna = await signInPro(app, 'anna@example.com')
})
afterAll(() => app?.close())

async function ask({ name, rows, request = {} }: AdvisedBook) {
  const id = await upload(anna, rows, name)
  return { hedges: await analyse(anna, id, request), advice: await analyseWhole(anna, id) }
}

const pickOf = ({ hedgeStrategies }: HedgeAnalysis) => hedgeStrategies.find(({ role }) => role === 'recommended')

test.each(TWENTY_BOOKS)('an adviser would sign what is said of $name', { timeout: PATIENCE_MS }, async (book) => {
  const { hedges, advice } = await ask(book)
  expect(listFaults(hedges, advice)).toEqual([])
  expect(findLooseFigures(hedges)).toEqual([])
  const summary = [...hedges.summaryParts, ...hedges.whyParts]
  expect(findUnnamed(summary.flatMap(({ sentence, text }) => (sentence ? [text.trim()] : [])))).toEqual([])
  expect(findUnreal([hedges, advice])).toEqual([])
  expectToAgree(book, hedges, advice)
  const last = advice.actions.flatMap(({ step }) => step ?? []).at(-1)
  const pick = pickOf(hedges)
  expect({
    outcome: hedges.outcome,
    ticket: pick === undefined || pick.legs.length === 0 ? null : pick.instrument,
    steps: advice.actions
      .filter(({ step, type }) => step !== null || type === 'monitor')
      .map(({ type }) => type)
      .join(', '),
    endsPercent: last === undefined ? null : Math.round(10 * last.left.lossPercent) / 10,
  }).toEqual(book.read)
})

/** The two screens do not say different things of one portfolio. */
function expectToAgree({ request = {} }: AdvisedBook, hedges: HedgeAnalysis, advice: ComprehensiveAnalysis) {
  const [, first] = /^Reduce (.+?) first:/.exec(hedges.summary) ?? []
  if (first !== undefined) expect(advice.recommendation).toContain(`Reduce concentration in ${first}`)
  if (hedges.ownRisk !== null) {
    const against = hedges.outcome === 'hedge' ? 'more than' : 'within'
    expect(advice.recommendation).toMatch(new RegExp(`The largest risk of this portfolio is .*${against} the limit`))
  }
  // What was asked for by nobody else is asked for by AI Analysis, too.
  const [step] = advice.actions
  if (Object.keys(request).length > 0 || hedges.outcome !== 'hedge' || step?.type !== 'hedge') return
  const symbols = (legs: readonly { symbol: string; contracts: number }[]) =>
    legs.map(({ symbol, contracts }) => `${contracts} ${symbol}`)
  const ordered = step.operations.flatMap((one) => (one.kind === 'option' ? [one] : []))
  expect(symbols(ordered)).toEqual(symbols(pickOf(hedges)?.legs ?? []))
}

test('each of the twelve questions finds what is not answered', { timeout: PATIENCE_MS }, async () => {
  const { hedges, advice } = await ask(TWENTY_BOOKS[0]!)
  const silent = { ...hedges, summaryParts: [], whyParts: [] }
  expect(listFaults(silent, advice).length).toBeGreaterThanOrEqual(6)
  const mute = {
    ...advice,
    recommendationParts: [],
    evidence: '',
    actions: advice.actions.map((one) => ({ ...one, parts: [] })),
  }
  expect(listFaults(hedges, mute).length).toBeGreaterThanOrEqual(5)
  expect(listFaults(hedges, { ...advice, actions: advice.actions.toReversed() })).toContainEqual(
    expect.stringContaining('steps are out of order'),
  )
})
