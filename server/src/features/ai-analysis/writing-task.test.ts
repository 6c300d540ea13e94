/** @module-tag full */

import type { Fact, FactAnswer } from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WritingTask } from '../../ai/analyst-model.ts'
import { formatFigure } from '../../grounding/fact-text.ts'
import { createPool } from '../../grounding/sentence-pool.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { createWatchingModel } from '../facts/testing/watching-model.ts'
import { analyse, NOW, signInPro } from '../hedges/testing/hedge-client.ts'
import { analyseWhole } from './testing/analysis-client.ts'

const PATIENCE_MS = 300_000
const BOOKS = process.env.BALLAST_LONG ? 60 : 5

let app: TestApp
let client: TestClient
/** Tasks that the model was given. */
const tasks: WritingTask[] = []
const analystModel = createWatchingModel((task) => tasks.push(task))
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW }, analystModel } })
  client = await signInPro(app, 'anna@example.com', 1_000)
})
afterAll(() => app?.close())

const book = fc.uniqueArray(
  fc.tuple(fc.constantFrom('AAPL', 'NVDA', 'KO', 'XOM', 'JPM', 'TLT', 'GLD', 'SPY'), fc.integer({ min: 5, max: 400 })),
  { minLength: 1, maxLength: 5, selector: ([ticker]) => ticker },
)

/** How a fact may be spelled: as it is, without its sign, without the noun of its unit. */
function listSpellings({ value, unit, decimals, text }: Fact): string[] {
  if (typeof value === 'string') return [text]
  return [text, formatFigure(Math.abs(value), unit, decimals), formatFigure(value, 'count', decimals)]
}

/** Facts that sentences of a task speak of; each figure in them is spelled as its fact is. */
function checkSentences({ sections, ledger }: WritingTask): string[] {
  const spokenOf = new Set<string>()
  for (const { sentences } of createPool(sections).values()) {
    for (const { text } of sentences) {
      for (const { text: words, fact: id } of text) {
        if (id === undefined) continue
        const fact = ledger.find(id)
        expect(fact && listSpellings(fact)).toContain(words)
        spokenOf.add(id)
      }
    }
  }
  return [...spokenOf]
}

test('each figure of each sentence that can be chosen is its fact, and its fact computes again', {
  timeout: PATIENCE_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(book, fc.infiniteStream(fc.nat()), async (held, numbers) => {
      const positions = held.map(([ticker, shares]) => ({ ticker, shares, avgCost: 1, kind: 'security' }))
      const json = { name: 'Any', positions }
      const { id } = await client.json<{ id: string }>('/api/portfolios/save-from-review', { method: 'POST', json })
      tasks.length = 0
      const runs = [await analyse(client, id), await analyseWhole(client, id)]
      expect(tasks.map(({ feature }) => feature)).toEqual(['hedges', 'comprehensive'])
      for (const [place, task] of tasks.entries()) {
        const spokenOf = checkSentences(task)
        expect(spokenOf.length).toBeGreaterThan(5)
        for (let count = 0; count < 3; count += 1) {
          const fact = spokenOf[numbers.next().value % spokenOf.length]
          const opened = await client.json<FactAnswer>(`/api/facts/${runs[place]?.analysisId}.${fact}`)
          expect(opened).toMatchObject({ matches: true, recomputed: task.ledger.find(String(fact))?.value })
        }
      }
    }),
    { numRuns: BOOKS },
  )
})
