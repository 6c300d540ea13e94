import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { measure } from '../../measurements.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { countUp } from '../../workers/testing/counting-task.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'

const COUNT = defineWorkerTask(new URL('../../workers/testing/counting-task.ts', import.meta.url).href, countUp)
const TOKEN = 'collector-0123456789-abcdefghij'
let app: TestApp
let ann: TestClient
beforeAll(async () => {
  app = await createTestApp({ environment: { METRICS_TOKEN: TOKEN, ADMIN_EMAILS: 'boss@example.com' } })
  ann = await app.signIn('ann@example.com')
})
afterAll(() => app.close())

const ask = (client: TestClient, authorization?: string) =>
  client.fetch('/metrics', { headers: authorization === undefined ? {} : { authorization } })
const read = async () => (await ask(app.client(), `Bearer ${TOKEN}`)).text()
const readValue = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  )

test('opens to the token and to admins, and to nobody else', async () => {
  expect((await ask(app.client())).status).toBe(401)
  expect((await ask(app.client(), `Bearer ${TOKEN}x`)).status).toBe(401)
  expect((await ask(app.client(), 'Bearer undefined')).status).toBe(401)
  expect((await ask(ann)).status).toBe(403)
  const answer = await ask(app.client(), `Bearer ${TOKEN}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  const boss = await app.signIn('boss@example.com')
  expect((await ask(boss)).status).toBe(200)
})

test('without a token nobody opens it by having none', async () => {
  const closed = await createTestApp({ db: app.db })
  for (const bearer of ['Bearer undefined', 'Bearer ', 'Bearer null']) {
    expect((await ask(closed.client(), bearer)).status).toBe(401)
  }
  await closed.close()
})

test('counts calls by their pattern and class of status, and whoever is named in an address is in no label', async () => {
  const { id } = await ann.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Secret name', data: 'ticker,shares\nAAPL,10' },
  })
  const line =
    'ballast_http_request_duration_seconds_count{method="GET",route="/api/portfolios/:portfolioId/positions",status="2xx"}'
  const before = readValue(await read(), line)
  for (let time = 0; time < 3; time += 1) await ann.json(`/api/portfolios/${id}/positions`)
  await app.client().fetch('/api/nowhere/ann@example.com')
  const { id: userId } = await ann.json<{ id: string }>('/api/auth/user')
  const text = await read()
  expect(readValue(text, line) - before).toBe(3)
  for (const secret of [id, userId, 'ann@example.com', 'Secret name', 'AAPL', TOKEN]) expect(text).not.toContain(secret)
})

test('counts threads, connections, what was remembered, providers, models, jobs and sweeps', async () => {
  const before = await read()
  const { id } = await ann.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Measured', data: 'ticker,shares\nAAPL,10\nMSFT,5' },
  })
  await ann.json(`/api/portfolios/${id}/correlation-analysis`)
  await app.dependencies.workers.run(COUNT, { most: 1 }, { owner: id })
  measure('job', { job: 'sweeping', outcome: 'done', seconds: 0.1 })
  measure('provider-call', { provider: 'yahoo', outcome: 'answered', seconds: 0.2 })
  const run = { feature: 'hedge_analysis', outcome: 'written', inputTokens: 900, outputTokens: 100, seconds: 3 }
  measure('model-run', run)
  const after = await read()
  const grew = (line: string) => readValue(after, line) - readValue(before, line)
  const grown = [
    'ballast_thread_task_duration_seconds_count{outcome="done"}',
    'ballast_cache_requests_total{cache="results",result="miss"}',
    'ballast_cache_requests_total{cache="sessions",result="hit"}',
    'ballast_job_duration_seconds_count{job="sweeping",outcome="done"}',
    'ballast_provider_call_duration_seconds_count{provider="yahoo",outcome="answered"}',
    'ballast_model_run_duration_seconds_count{feature="hedge_analysis",outcome="written"}',
  ]
  for (const line of grown) expect([line, grew(line)]).toEqual([line, expect.toSatisfy((n: number) => n >= 1)])
  expect(grew('ballast_model_tokens_total{feature="hedge_analysis",direction="input"}')).toBe(900)
  expect(readValue(after, 'ballast_threads{state="running"}')).toBe(0)
  expect(readValue(after, 'ballast_database_connections{state="open"}')).toBeGreaterThanOrEqual(1)
  expect(after).toContain('nodejs_eventloop_lag_p99_seconds')
})

const operations = (file: string) =>
  readFileSync(new URL(`../../../../docs/operations/${file}`, import.meta.url), 'utf8')

const alertsSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
})
const dashboardSchema = z.object({
  uid: z.string(),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
    }),
  ),
})

test('alerts and dashboard are what their readers take, and speak of metrics and labels that there are', async () => {
  const alerts = alertsSchema.parse(parse(operations('alerts.yaml')))
  const dashboard = dashboardSchema.parse(JSON.parse(operations('grafana-dashboard.json')))
  const rules = alerts.groups.flatMap((group) => group.rules)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap((panel) => panel.targets.map((one) => one.expr)),
  ]
  const text = await read()
  const metrics = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name))
  for (const name of ['instance', 'job']) labels.add(name)
  for (const expression of expressions) {
    const names = expression.match(/\b(?:ballast|nodejs|process)_\w+/g) ?? []
    expect(names.length, expression).toBeGreaterThan(0)
    for (const name of names) expect(metrics, expression).toContain(name.replace(/_(?:count|sum|bucket)$/, ''))
    const used = [...expression.matchAll(/(?:[{,]\s*)(\w+)(?:=|!)/g)].map(([, label]) => label)
    const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
    for (const label of [...used, ...grouped]) expect(labels, expression).toContain(label)
    expect(expression.split('(').length, expression).toBe(expression.split(')').length)
  }
})
