import { afterEach, expect, test } from 'vitest'
import { toPlainText } from '../grounding/grounded-text.ts'
import { createComposer } from './compose.ts'
import type { Talk } from './converse.ts'
import { createModelRun, type ModelRun } from './model-run.ts'
import { BUILT_IN } from './testing/model-bench.ts'
import { createSampleTask, GOOD_ANSWER } from './testing/sample-task.ts'

const FAULTY = JSON.stringify({ sections: { ...GOOD_ANSWER.sections, order: 'Pay $4,640 at most.' } })
const runs: ModelRun[] = []
afterEach(() => {
  for (const run of runs.splice(0)) run.end()
})

/** A run whose time is what it is told to be. */
function createTimed(millisecondsUsed: number, millisecondsLeft: number) {
  const deadline = new AbortController()
  const run = createModelRun(new AbortController().signal, { wallMilliseconds: 60_000, mostTokens: 100_000 })
  runs.push(run)
  const told = { millisecondsUsed: () => millisecondsUsed, millisecondsLeft: () => millisecondsLeft }
  return { run: { ...run, ...told, signal: deadline.signal }, endTime: () => deadline.abort() }
}

/** Has a model write whose first answer has a fault, and which does as it is told when it is asked to mend it. */
async function compose(run: ModelRun, mend: () => string) {
  const asked: Talk[] = []
  const composer = createComposer({
    async talk(talk) {
      asked.push(talk)
      return { text: asked.length === 1 ? FAULTY : mend(), minted: [] }
    },
  })
  const { sections } = await composer.compose(createSampleTask(), run)
  const texts = Object.fromEntries(Object.entries(sections).map(([id, parts]) => [id, toPlainText(parts)]))
  return { texts, asked }
}

test('what is wrong is mended where there is time for a try as long as the first', async () => {
  const { run } = createTimed(1_000, 1_001)
  const { texts, asked } = await compose(run, () => JSON.stringify(GOOD_ANSWER))
  expect(asked).toHaveLength(2)
  expect(texts.order).not.toBe(BUILT_IN.order)
})

test('where there is less, nothing is mended, and what is right is kept', async () => {
  const { run } = createTimed(1_000, 1_000)
  const { texts, asked } = await compose(run, () => JSON.stringify(GOOD_ANSWER))
  expect(asked).toHaveLength(1)
  expect(texts.order).toBe(BUILT_IN.order)
  expect(texts.summary).not.toBe(BUILT_IN.summary)
})

test('who is out of time while mending keeps what was right', async () => {
  const { run, endTime } = createTimed(1_000, 2_000)
  const { texts, asked } = await compose(run, () => {
    endTime()
    throw run.signal.reason
  })
  expect(asked).toHaveLength(2)
  expect(texts.order).toBe(BUILT_IN.order)
  expect(texts.summary).not.toBe(BUILT_IN.summary)
})
