import {
  type AskTurn,
  type BacktestResult,
  type ComprehensiveAnalysis,
  type CorrelationAnalysis,
  comprehensiveAnalysisSchema,
  type DiscoveryRun,
  discoveryRunSchema,
  type HedgeAnalysis,
  hedgeAnalysisSchema,
  type LowerRisk,
  type Overview,
  type PortfolioOptions,
  type Report,
  type ReportLink,
  type WatchRule,
} from '@ballast/contract'
import { expect } from 'vitest'
import type { TestApp, TestClient } from '../../../test-app.ts'
import { askIn } from '../../ask/testing/ask-client.ts'
import { requestAnalysis, signInPro } from '../../hedges/testing/hedge-client.ts'
import { type Line, toCsv } from './any-book.ts'

/** Past falls that several screens replay. */
export const REPLAYED_CRISES = ['gfc-2007', 'covid-2020', 'bear-2022'] as const
export type ReplayedCrisis = (typeof REPLAYED_CRISES)[number]

/** The fall of the market that several screens tell the cost of, in percent. */
export const MARKET_FALL = 20

const QUESTIONS = [
  'What is my portfolio worth?',
  'What is my largest position?',
  'How much cash do I have?',
  'How many positions do I have?',
  'What has no price?',
  'Which sector is the largest?',
  'How does it move with the market?',
  'How volatile is my portfolio?',
  'What is my biggest risk?',
  'Am I too concentrated?',
  'Which two holdings are one bet?',
  'What did 2008 do to this?',
  `What if the market falls ${MARKET_FALL}%?`,
] as const

/** Answers of every screen and call about one portfolio; null where it is refused in words. */
export interface Answers {
  overview: Overview
  analysis: CorrelationAnalysis
  lowerRisk: LowerRisk
  options: PortfolioOptions
  backtests: Partial<Record<ReplayedCrisis, BacktestResult>>
  hedges: HedgeAnalysis | null
  advice: ComprehensiveAnalysis | null
  discovery: DiscoveryRun | null
  report: Report
  /** Loss in a fall of the market, and the weight of the largest position. */
  watch: WatchRule
  weightRule: WatchRule
  turns: AskTurn[]
  exported: { positions: { ticker: string; kind: string; shares: number }[] }
}

async function read<Answer>(response: Response, parse: (answer: unknown) => Answer): Promise<Answer | null> {
  if (response.status === 422) return null
  expect(response.status, await response.clone().text()).toBe(200)
  return parse(await response.json())
}

/** Saves a book for a new user and asks everything about it that is told on more than one screen. */
export async function askEveryScreen(app: TestApp, email: string, lines: readonly Line[]): Promise<Answers> {
  const owner = await signInPro(app, email)
  const { id } = await owner.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Any', data: toCsv(lines) },
  })
  const path = `/api/portfolios/${id}`
  const ask = (to: string) => owner.fetch(to, { method: 'POST', json: { portfolioId: id } })
  const turns: AskTurn[] = []
  for (const question of QUESTIONS) turns.push(await askIn(owner, id, question))
  return {
    overview: await owner.json<Overview>(`${path}/overview`),
    analysis: await owner.json<CorrelationAnalysis>(`${path}/correlation-analysis`),
    lowerRisk: await owner.json<LowerRisk>(`${path}/lower-risk`),
    options: await owner.json<PortfolioOptions>(`${path}/options`),
    backtests: await replay(owner, id),
    hedges: await read(await requestAnalysis(owner, id, { shockPercent: MARKET_FALL }), (one) =>
      hedgeAnalysisSchema.parse(one),
    ),
    advice: await read(await ask('/api/ai-analysis/comprehensive'), (one) => comprehensiveAnalysisSchema.parse(one)),
    discovery: await read(await ask('/api/agentic-discovery'), (one) => discoveryRunSchema.parse(one)),
    report: await makeReport(app, owner, path),
    watch: await owner.json<WatchRule>(`${path}/watch-rules`, {
      method: 'POST',
      json: { terms: { kind: 'loss', limitPercent: 60, shockPercent: MARKET_FALL }, mutedChannelIds: [] },
    }),
    weightRule: await owner.json<WatchRule>(`${path}/watch-rules`, {
      method: 'POST',
      json: { terms: { kind: 'weight', ticker: null, limitPercent: 99 }, mutedChannelIds: [] },
    }),
    turns,
    exported: await owner.json<Answers['exported']>(`${path}/export?format=json`),
  }
}

async function replay(owner: TestClient, portfolioId: string): Promise<Answers['backtests']> {
  const results: Answers['backtests'] = {}
  for (const scenarioId of REPLAYED_CRISES) {
    const json = { portfolioId, scenarioId }
    const response = await owner.fetch('/api/backtest/scenario', { method: 'POST', json })
    const result = await read(response, (one) => one as BacktestResult)
    if (result) results[scenarioId] = result
  }
  return results
}

async function makeReport(app: TestApp, owner: TestClient, path: string): Promise<Report> {
  const { url } = await owner.json<ReportLink & { url: string }>(`${path}/report-links`, {
    method: 'POST',
    json: { amounts: 'shown', lifetimeDays: 7 },
  })
  const token = new URL(url).pathname.replace('/r/', '')
  return (await (await app.client().fetch(`/api/shared-reports/${token}`)).json()) as Report
}
