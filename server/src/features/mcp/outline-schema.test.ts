import type { HedgeAnalysis, Policy } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { createTools } from '../tools/tools.service.ts'
import { outlineAnswer } from './outline-schema.ts'
import { type Assistant, connectAssistant, makeAccessToken } from './testing/mcp-client.ts'

/** Bytes that a client reads before it asks anything, with every conversation. */
const LIST_BYTES = 53_000

let app: TestApp
let assistant: Assistant
let portfolioId: string
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  const ann = await signInPro(app, 'ann@example.com', 9)
  portfolioId = await upload(ann, WORKED_EXAMPLE)
  assistant = await connectAssistant(app.url, (await makeAccessToken(ann)).token)
})
afterAll(async () => {
  await assistant?.close()
  await app?.close()
})

/** Names of all fields of a schema, however deep. */
function listNames(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name)
    listNames(value, found)
  }
  return found
}

describe('the list of tools', () => {
  test('is short enough to be read with every conversation', async () => {
    const listed = await assistant.client.listTools()
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(LIST_BYTES)
  })

  test('names every field of every answer', async () => {
    const { tools } = await assistant.client.listTools()
    for (const { name, output } of createTools(app.dependencies)) {
      const words = JSON.stringify(tools.find((tool) => tool.name === name)?.outputSchema).split(/\W+/)
      const missing = [...listNames(z.toJSONSchema(output))].filter((field) => !words.includes(field))
      expect({ name, missing }).toEqual({ name, missing: [] })
    }
  })

  test('fits what every tool answers, by the official client’s own check', {
    tags: 'full',
    timeout: 120_000,
  }, async () => {
    const { tools } = await assistant.client.listTools()
    const used = new Set<string>()
    const answer = async <Content>(name: string, input: Record<string, unknown> = {}) => {
      used.add(name)
      return assistant.answer<Content>(name, input)
    }
    for (const name of ['list_portfolios', 'list_backtest_scenarios', 'get_track_record', 'list_recommendations']) {
      await answer(name)
    }
    for (const name of [
      'get_portfolio',
      'get_portfolio_overview',
      'get_portfolio_history',
      'get_correlation_analysis',
    ]) {
      await answer(name, { portfolioId })
    }
    await answer('run_backtest', { portfolioId, scenarioId: 'gfc-2007', curvePoints: 5, monthlyReturns: true })
    await answer('try_sale', { portfolioId, ticker: 'NVDA', percent: 50 })
    await answer('get_option_chain', { ticker: 'SPY' })
    await answer('get_dividends', { tickers: ['KO'] })
    await answer('measure_market_fall', { portfolioId, fallPercent: 20 })
    const { analysisId, hedgeStrategies } = await answer<HedgeAnalysis>('search_hedges', { portfolioId })
    await answer('split_ticket', { portfolioId, analysisId, strategyId: hedgeStrategies[0]?.id })
    await answer('list_hedge_analyses', { portfolioId })
    await answer('get_hedge_analysis', { portfolioId, analysisId })
    await answer('get_fact', { factId: `${analysisId}.F1` })
    const { analysisId: runId } = await answer<{ analysisId: string }>('run_comprehensive_analysis', { portfolioId })
    await answer('run_discovery', { portfolioId })
    await answer('list_ai_runs', { portfolioId })
    await answer('get_ai_run', { portfolioId, runId })
    const { policy } = await answer<{ policy: Policy }>('create_policy', {
      portfolioId,
      limitPercent: 15,
      shockPercent: 20,
      endsOn: '2027-02-19',
      placedOn: '2026-11-20',
      legs: [{ symbol: 'SPY270219P00700000', ordered: 4, filled: 4, price: 9.5 }],
    })
    await answer('list_policies')
    await answer('get_policy', { policyId: policy.id })
    expect([...used].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
  })
})

test('an outline keeps the types of fields and the names within them', () => {
  const schema = z.object({
    day: z.iso.date().nullable(),
    kind: z.enum(['a', 'b']),
    best: z.object({ ticker: z.string(), percent: z.number().nullable() }).nullable(),
    rows: z.array(z.object({ deep: z.object({ deeper: z.array(z.object({ x: z.number() })) }) })),
    byTicker: z.record(z.string(), z.object({ price: z.number() })),
    names: z.array(z.string()),
    either: z.union([z.object({ one: z.string() }), z.object({ two: z.number() })]),
  })
  expect(outlineAnswer(z.toJSONSchema(schema))).toEqual({
    type: 'object',
    properties: {
      day: { type: ['string', 'null'], format: 'date' },
      kind: { type: 'string', enum: ['a', 'b'] },
      best: { type: ['object', 'null'], description: '{ticker, percent?}' },
      rows: { type: 'array', description: '{deep {deeper {x}[]}}[]' },
      byTicker: { type: 'object', description: '{price}' },
      names: { type: 'array', items: { type: 'string' } },
      either: { description: '{one} or {two}' },
    },
  })
})
