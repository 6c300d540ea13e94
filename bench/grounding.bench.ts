/**
 * Checking what a model wrote, for each kind of answer that one writes: every sentence of the texts that it replaces, over
 * their own facts, changed by a word so that none is taken for a copy. With references as a model should write them, and
 * with every figure written out. What is read of a task before its answer comes is read while the model writes, and told
 * beside it.
 */
import { type AnalystModel, toBuiltIn, type WritingTask } from '../server/src/ai/analyst-model.ts'
import { checkAnswer } from '../server/src/ai/check-answer.ts'
import { expectationsOf } from '../server/src/ai/expectations.ts'
import { toDraft } from '../server/src/ai/prompt.ts'
import { analyseWhole } from '../server/src/features/ai-analysis/testing/analysis-client.ts'
import { discover } from '../server/src/features/discovery/testing/discovery-client.ts'
import { analyse, signInPro, upload, WORKED_EXAMPLE } from '../server/src/features/hedges/testing/hedge-client.ts'
import { toPlainText } from '../server/src/grounding/grounded-text.ts'
import { createTestApp } from '../server/src/test-app.ts'
import { medianOf, RUNS, reportLine } from './measure.ts'

const MOST_MS = 5
/** Answers of all kinds that a process has checked before one is measured. */
const WARM_ROUNDS = 40
const ADDED = ['again', 'anew', 'also', 'here', 'there', 'now', 'still', 'then', 'thus', 'though', 'overall', 'instead']

const tasks: WritingTask[] = []
/** Keeps what it is asked for, and leaves the texts as they are. */
const analystModel: AnalystModel = {
  name: 'bench',
  write: async (task) => {
    tasks.push(task)
    return toBuiltIn(task, null)
  },
  close: async () => undefined,
}
const clock = { now: () => new Date('2026-11-20T22:00:00.000Z') }
const app = await createTestApp({ overrides: { clock, analystModel } })
const client = await signInPro(app, 'bench@example.com')
const portfolioId = await upload(client, WORKED_EXAMPLE)
await analyse(client, portfolioId)
await analyseWhole(client, portfolioId)
await discover(client, portfolioId)
await app.close()

const KINDS = ['references', 'figures written out'] as const
type Kind = (typeof KINDS)[number]

function writeAnswer({ sections, ledger }: WritingTask, kind: Kind, round: number): Map<string, string> {
  const word = ADDED[round % ADDED.length]
  return new Map(
    Object.entries(sections).map(([id, { builtIn }]) => {
      const text = kind === 'references' ? toDraft(builtIn, ledger) : toPlainText(builtIn)
      return [id, text.replaceAll('. ', ` ${word}. `)]
    }),
  )
}

/** Milliseconds that pass, and that the processor works. */
function time(work: () => unknown): { ms: number; processorMs: number } {
  const used = process.cpuUsage()
  const start = performance.now()
  work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(used)
  return { ms, processorMs: (user + system) / 1_000 }
}

function check(given: WritingTask, kind: Kind, round: number) {
  // A task is written once: what was read of it for another round would not be there.
  const task = { ...given, ledger: given.ledger.branch() }
  const sections = writeAnswer(task, kind, round)
  const prepared = time(() => expectationsOf(task, task.ledger))
  return { prepared, checked: time(() => checkAnswer(task, task.ledger, { sections, selected: [] })) }
}

for (let round = 0; round < WARM_ROUNDS; round += 1) {
  for (const task of tasks) for (const kind of KINDS) check(task, kind, round)
}
for (const task of tasks) {
  for (const kind of KINDS) {
    const rounds = Array.from({ length: RUNS }, (_, round) => check(task, kind, round))
    const processorMs = medianOf(rounds.map(({ checked }) => checked.processorMs))
    reportLine({
      workload: `verifier, ${task.feature}, ${Object.keys(task.sections).length} sections, ${task.ledger.facts.length} facts, ${kind}`,
      preparedMs: medianOf(rounds.map(({ prepared }) => prepared.processorMs)),
      ms: medianOf(rounds.map(({ checked }) => checked.ms)),
      processorMs,
      // Held to the limit as a model is told to write; one that writes figures out has each looked up among all facts.
      ...(kind === 'references' && { holds: processorMs <= MOST_MS }),
    })
  }
}
