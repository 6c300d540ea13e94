/** @module-tag full */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { createAnalystModel } from '../create-analyst-model.ts'
import { createChooser } from '../testing/chooser.ts'
import { createModelServer, type ModelServer } from '../testing/model-server.ts'
import { evaluateModel, printScoreCard } from './evaluate.ts'
import { OWNER_REQUESTS } from './tasks.ts'

let server: ModelServer
beforeAll(async () => {
  server = await createModelServer()
})
afterAll(() => server.close())

const evaluate = () =>
  evaluateModel({
    createModel: (calls) =>
      createAnalystModel({
        config: {
          provider: 'openai-compatible',
          model: 'scripted',
          baseUrl: new URL(server.url),
          apiKey: undefined,
          dailyTokens: { user: 1e9, all: 1e9 },
        },
        clock: { now: () => new Date('2026-11-20T22:00:00.000Z') },
        log: createLog('silent'),
        calls,
      }),
    rounds: 1,
    onProgress: () => undefined,
  })

test('a model that understands each request has all of them answered', async () => {
  server.play(
    createChooser(({ sentences }, request) => {
      const prompt = request.messages[1]?.content ?? ''
      const asked = OWNER_REQUESTS.find(({ customPrompt }) => prompt.includes(customPrompt.slice(0, 18)))
      const answer = sentences.find(({ text }) => text.startsWith(asked?.answeredBy ?? '-'))
      return [answer?.id, ...sentences.flatMap(({ id, must }) => (must ? id : []))]
    }),
  )
  const card = await evaluate()
  expect(card).toMatchObject({ runs: 6, chosen: 18, dropped: 0, added: 0, answered: 6, fallback: 0, failures: {} })
  expect(card.tokens).toEqual({ input: 6_000, output: 1_200 })
  expect(printScoreCard('scripted', card)).toContain('Request answered first    6 of 6')
})

test('one that writes prose has none', async () => {
  server.play(createChooser(() => ['It is risk-free.', 'hedge.verdict']))
  expect(await evaluate()).toMatchObject({ answered: 0, chosen: 6, dropped: 6, added: 6 })
  server.play([{ text: 'It is risk-free.' }])
  const card = await evaluate()
  expect(card).toMatchObject({ answered: 0, chosen: 0, fallback: 6 })
  expect(Object.keys(card.failures)).toEqual([expect.stringMatching(/form/), expect.stringMatching(/left alone/)])
})

test('the command prints the card, and says what is missing', async () => {
  server.play(createChooser(({ sentences: [first] }) => [first?.id]))
  const told = await runScript({ AI_BASE_URL: server.url, AI_MODEL: 'scripted' })
  expect(told).toMatchObject({ code: 0, output: expect.stringContaining('Request answered first    0 of 6') })
  const bare = await runScript({})
  expect(bare).toMatchObject({ code: 2, output: expect.stringContaining('No model is configured') })
})

function runScript(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const script = fileURLToPath(new URL('../../../../scripts/ai-eval.ts', import.meta.url))
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, ...environment } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.on('close', (code) => resolve({ code, output }))
  })
}
