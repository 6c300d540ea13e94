import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { joinTexts, toPlainText } from '../../grounding/grounded-text.ts'
import { createLog } from '../../log.ts'
import type { AnalystModel, WritingTask, Written } from '../analyst-model.ts'
import { createAnalystModel } from '../create-analyst-model.ts'
import type { AiConfig } from '../model-address.ts'
import { createModelCalls, type DailyTokens } from '../model-calls.repository.ts'
import { createModelServer, type ModelReply, type ModelServer } from './model-server.ts'
import { createSampleTask } from './sample-task.ts'

export const NOW = new Date('2026-11-20T22:00:00.000Z')
const PLENTY: DailyTokens = { user: 1e9, all: 1e9 }

/** The sample task's texts in the engine's own order. */
export const BUILT_IN = {
  summary:
    'In a market fall of 20% the portfolio loses 24.67%. The hedge costs $4,610. That is 1.77% of the portfolio.',
  order: 'Pay at most $4,610. A limit order may not be filled.',
}

export const textOf = (answer: unknown): ModelReply => ({ text: JSON.stringify(answer) })

/** The key of every model here; it may turn up in a header and nowhere else. */
export const KEY = 'sk-canary-12345'

export interface ModelOptions {
  daily?: DailyTokens
  wallMilliseconds?: number
  baseUrl?: string
  provider?: AiConfig['provider']
  model?: string
}

export interface ModelBench {
  db: TestDatabase
  server: ModelServer
  /** Sets the time. */
  setNow(now: Date): void
  createModel(options?: ModelOptions): AnalystModel
  /** Returns what the models wrote to the log since the last reset. */
  logged(): string
  createUser(): Promise<string>
  /** Has a model compose a task, the sample one by default, for a user of its own. */
  write(task?: WritingTask, model?: AnalystModel): Promise<Written & { texts: Record<string, string> }>
  /** Closes the models of a test, and begins anew. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** A scripted model server, a database, and models between them. */
export async function createModelBench(): Promise<ModelBench> {
  const db = await createTestDatabase()
  const server = await createModelServer()
  const models: AnalystModel[] = []
  let now = NOW
  let users = 0
  let lines = ''
  const log = createLog('trace', { write: (line: string) => (lines += line) })

  function createModel({
    daily = PLENTY,
    wallMilliseconds,
    baseUrl = server.url,
    provider = 'openai-compatible',
    model: name = 'scripted',
  }: ModelOptions = {}) {
    const clock = { now: () => now }
    const model = createAnalystModel({
      config: {
        provider,
        model: name,
        baseUrl: new URL(baseUrl),
        apiKey: KEY,
        dailyTokens: daily,
      },
      clock,
      log,
      calls: createModelCalls(db, clock, daily),
      ...(wallMilliseconds !== undefined && { wallMilliseconds }),
    })
    models.push(model)
    return model
  }

  async function createUser(): Promise<string> {
    users += 1
    const id = `00000000-0000-4000-8000-${String(users).padStart(12, '0')}`
    await db.asOwner(
      `insert into users (id, issuer, subject, email, created_at, last_sign_in_at) values ('${id}', 'i', '${id}', '${id}@example.com', now(), now())`,
    )
    return id
  }

  async function reset() {
    await Promise.all(models.splice(0).map((model) => model.close()))
    for (const list of [server.requests, server.bodies, server.faults]) list.length = 0
    lines = ''
    server.play([])
    now = NOW
  }

  return {
    db,
    server,
    createModel,
    createUser,
    reset,
    logged: () => lines,
    setNow: (next) => {
      now = next
    },
    async write(given, model = createModel()) {
      const task = given ?? createSampleTask({ userId: await createUser() })
      const written = await model.write(task, new AbortController().signal)
      const entries = Object.entries(written.sections).map(([id, texts]) => [id, toPlainText(joinTexts(texts))])
      return { ...written, texts: Object.fromEntries(entries) as Record<string, string> }
    },
    async close() {
      await reset()
      await server.close()
      await db.close()
    },
  }
}
