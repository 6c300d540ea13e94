import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPlainText } from '../../grounding/grounded-text.ts'
import { createLog } from '../../log.ts'
import type { AnalystModel, Written } from '../analyst-model.ts'
import { createAnalystModel } from '../create-analyst-model.ts'
import { createModelServer, type ModelServer } from '../testing/model-server.ts'
import { listAnswers, listTasks, type ScriptedAnswer, toModelsWords, toText, toWritingTask } from './corpus.ts'
import { generateWrongAnswers } from './mutate.ts'

let server: ModelServer
let model: AnalystModel
let minutes = 0

beforeAll(async () => {
  server = await createModelServer()
  // A minute between answers: a model that lies five times in a row is left alone for one.
  const clock = { now: () => new Date(Date.UTC(2026, 10, 20) + 120_000 * minutes++) }
  const dailyTokens = { user: 1, all: 1 }
  const calls = { open: async () => ({ id: '' }), close: async () => undefined }
  const config = {
    provider: 'openai-compatible',
    model: 'scripted',
    baseUrl: new URL(server.url),
    apiKey: undefined,
  } as const
  model = createAnalystModel({ config: { ...config, dailyTokens }, clock, log: createLog('silent'), calls })
})
afterAll(async () => {
  await model.close()
  await server.close()
})

const tasks = new Map(listTasks().map((task) => [task.id, task]))

interface Outcome {
  written: Written
  /** What is read, by section. */
  texts: Record<string, string>
  builtIn: Record<string, string>
}

/** Through the SDK, over HTTP, checked, complained of, asked again, settled. */
async function run({ task: id, raw, sentences }: ScriptedAnswer): Promise<Outcome> {
  const task = tasks.get(id)
  if (!task) throw new Error(`There is no task ${id}`)
  const writing = toWritingTask(task, 'nobody')
  const sections: Record<string, string> = {}
  for (const { section, words } of sentences) {
    sections[section] = `${sections[section] ?? ''}${toModelsWords(words, writing.ledger)}\n`
  }
  server.play([{ text: raw ?? JSON.stringify({ sections }) }])
  const builtIn = Object.entries(writing.sections).map(([section, one]) => [section, toPlainText(one.builtIn)])
  const written = await model.write(writing, new AbortController().signal)
  const texts = Object.entries(written.sections).map(([section, parts]) => [section, toPlainText(parts)])
  return { written, texts: Object.fromEntries(texts), builtIn: Object.fromEntries(builtIn) }
}

/** Sentences of an answer that are shown although they are wrong. */
function findShown({ sentences }: ScriptedAnswer, { texts, builtIn }: Outcome): string[] {
  return sentences.flatMap(({ section, words, isRight }) =>
    !isRight && texts[section] !== builtIn[section] ? `${words} → ${texts[section]}` : [],
  )
}

describe('a corpus of answers, through the whole path', () => {
  test('is large enough to say something', () => {
    const all = (['right', 'wrong', 'injected', 'malformed'] as const).map((kind) => listAnswers(kind).length)
    expect(all.reduce((sum, one) => sum + one, generateWrongAnswers().length)).toBeGreaterThan(500)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(30)
  })

  test('right sentences are kept, at least 98 of 100, and read as they should', async () => {
    const lost: string[] = []
    let count = 0
    for (const answer of listAnswers('right')) {
      const { texts } = await run(answer)
      const ledger = toWritingTask(tasks.get(answer.task) as never, 'nobody').ledger
      for (const { section, shown } of answer.sentences) {
        count += 1
        const expected = toPlainText(toText(shown, ledger))
        if (!texts[section]?.includes(expected))
          lost.push(
            `${expected} ← ${server.requests
              .at(-1)
              ?.messages.at(-1)
              ?.content?.slice(90)
              .split('\n')
              .filter((line) => !line.includes('is missing'))
              .join(' ')}`,
          )
      }
    }
    expect(count).toBeGreaterThan(80)
    expect({ lost, isFew: lost.length / count <= 0.02 }).toEqual({ lost, isFew: true })
  })

  test.each([
    ['written by hand', () => listAnswers('wrong')],
    ['made of the right ones', generateWrongAnswers],
    ['of a model that obeys what it reads', () => listAnswers('injected')],
  ])('wrong sentences are never shown: %s', { tags: 'full' }, async (_, list) => {
    const shown: string[] = []
    for (const answer of list()) shown.push(...findShown(answer, await run(answer)))
    expect(shown).toEqual([])
  })

  test('an answer that is none leaves the built-in text', async () => {
    for (const answer of listAnswers('malformed')) {
      const { written, texts, builtIn } = await run(answer)
      expect({ raw: answer.raw, texts }).toEqual({ raw: answer.raw, texts: builtIn })
      expect(written.engine).toMatchObject({ kind: 'built-in', fallbackReason: expect.any(String) })
    }
  })
})
