/**
 * Checking what a model wrote: every sentence of a hedge analysis of seven strategies over its own ledger of some five
 * hundred facts, with references as it should write them, and with every figure written out.
 */

import { checkAnswer } from '../server/src/ai/check-answer.ts'
import { toDraft } from '../server/src/ai/prompt.ts'
import { analyse, signInPro, upload, WORKED_EXAMPLE } from '../server/src/features/hedges/testing/hedge-client.ts'
import { toWritingTask } from '../server/src/features/hedges/write-with-model.ts'
import { FactLedger } from '../server/src/grounding/fact-ledger.ts'
import { toPlainText } from '../server/src/grounding/grounded-text.ts'
import { createTestApp } from '../server/src/test-app.ts'
import { medianOf, reportLine } from './measure.ts'

const MOST_MS = 5
const ROUNDS = 60

const app = await createTestApp({ overrides: { clock: { now: () => new Date('2026-11-20T22:00:00.000Z') } } })
const client = await signInPro(app, 'bench@example.com')
const answer = await analyse(client, await upload(client, WORKED_EXAMPLE))
await app.close()

const tickers = WORKED_EXAMPLE.split('\n').map((row) => row.split(',')[0] ?? '')
const task = toWritingTask(answer, { userId: 'nobody', tickers })
const ledger = new FactLedger(answer, answer.facts)
for (const kind of ['references', 'figures written out'] as const) {
  const sections = new Map(
    Object.entries(task.sections).map(([id, { builtIn }]) => {
      // Changed by a word, so that no sentence is taken for a copy of ours.
      const text = kind === 'references' ? toDraft(builtIn, ledger) : toPlainText(builtIn)
      return [id, text.replaceAll('. ', ' again. ')]
    }),
  )
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage()
    checkAnswer(task, ledger, { sections, selected: [] })
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
  }
  const ms = medianOf(times.slice(ROUNDS / 3))
  const workload = `verifier, ${sections.size} sections, ${answer.facts.length} facts, ${kind}`
  // Held to the limit as a model is told to write; one that writes figures out has each looked up among all facts.
  reportLine({ workload, processorMs: ms, ...(kind === 'references' && { holds: ms <= MOST_MS }) })
}
