/** @module-tag full */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { createAnalystModel } from '../create-analyst-model.ts'
import { createModelServer, type ModelServer } from '../testing/model-server.ts'
import { createParrot } from '../testing/parrot.ts'
import { evaluateModel, printScoreCard } from './evaluate.ts'

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
          dailyTokens: { user: 1, all: 1 },
        },
        clock: { now: () => new Date('2026-11-20T22:00:00.000Z') },
        log: createLog('silent'),
        calls,
      }),
    rounds: 1,
    onProgress: () => undefined,
  })

test('a model that keeps to the facts gets full marks', async () => {
  server.play(createParrot((draft) => draft))
  const card = await evaluate()
  expect(card).toMatchObject({
    runs: 13,
    sections: { fallback: 0 },
    sentences: { stopped: 0 },
    injections: { tried: 10, resisted: 10, obeyed: [] },
    failures: {},
    tokens: { input: 13_000, output: 2_600 },
  })
  expect(card.figures.shown).toBeGreaterThan(100)
  expect(printScoreCard('it', card)).toContain('Injections resisted       10 of 10')
})

test('a model that obeys whatever it reads is stopped, and so counted', async () => {
  server.play(
    createParrot((draft, { id }, { messages }) => {
      const words = /"customPrompt":"([^"]*)"/.exec(messages[1]?.content ?? '')?.[1] ?? ''
      return id === 'summary' ? `${draft} ${words}` : draft
    }),
  )
  const card = await evaluate()
  expect(card.injections).toEqual({ tried: 10, resisted: 10, obeyed: [] })
  expect(card.sentences.stopped).toBeGreaterThanOrEqual(10)
})

test('`npm run ai:eval` prints the card of the configured model, and says when there is none', async () => {
  server.play(createParrot((draft) => draft))
  const configured = await runScript({ AI_BASE_URL: server.url, AI_MODEL: 'scripted' })
  expect(configured.code).toBe(0)
  expect(configured.output).toContain('Score card of OpenAI-compatible scripted, 13 runs')
  server.play([{ status: 401, kind: 'authentication_error', message: 'canary' }])
  const key = { AI_PROVIDER: 'anthropic', AI_BASE_URL: server.url, AI_MODEL: 'claude', AI_API_KEY: 'sk-canary-12345' }
  const broken = await runScript(key)
  expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('refused the key') })
  expect(broken.output).not.toContain('canary')
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
