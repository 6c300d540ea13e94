import {
  type BacktestResult,
  type ComprehensiveAnalysis,
  type CorrelationAnalysis,
  comprehensiveAnalysisSchema,
  discoveryRunSchema,
  type Fact,
  HEDGE_CRISES,
  type HedgeAnalysis,
  type HedgeRequestBody,
  hedgeAnalysisSchema,
  type Overview,
  toOptionTerms,
} from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { NOW, requestAnalysis, signInPro } from '../hedges/testing/hedge-client.ts'
import { findDifferences } from '../mcp/testing/is-part-of.ts'
import { connectAssistant, makeAccessToken } from '../mcp/testing/mcp-client.ts'
import { anyBook, type Line, toCsv } from './testing/any-book.ts'

/* Whatever is held: advice, exports and assistants say of a book what its screens say, and name what they leave out. */

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
})
afterAll(() => app?.close())

async function save(user: string, lines: readonly Line[]) {
  const owner = await signInPro(app, user)
  const json = { name: 'Any', data: toCsv(lines) }
  const { id } = await owner.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  return { owner, id }
}

type Named = readonly { ticker: string; reason: string }[]
const namesOf = (list: Named) => list.map(({ ticker }) => ticker).sort()

/** Checks that every call leaves out what has no price, by the same reason; other omissions have other reasons. */
function expectLeftOut(list: Named, { covers }: Overview): void {
  const unpriced = covers.value.leftOut
  expect(list).toEqual(expect.arrayContaining(unpriced))
  expect(new Set(namesOf(list)).size).toBe(list.length)
}

/** The facts of the portfolio, and not of a ticket or a quote, that an answer has once by their label and formula. */
function listUnique(all: readonly Fact[]): Map<string, Fact['value']> {
  const facts = all.filter(({ key }) => /^(?:book|shock|crisis|tail|concentration|sector)\./.test(key))
  const keyOf = ({ label, formula }: Fact) => `${label} = ${formula}`
  const counts = new Map<string, number>()
  for (const fact of facts) counts.set(keyOf(fact), (counts.get(keyOf(fact)) ?? 0) + 1)
  return new Map(facts.filter((fact) => counts.get(keyOf(fact)) === 1).map((fact) => [keyOf(fact), fact.value]))
}

/** One thing has one value, whichever answer tells it. */
function expectSameFacts(one: readonly Fact[], other: readonly Fact[]): void {
  const [first, second] = [listUnique(one), listUnique(other)]
  for (const [key, value] of first) if (second.has(key)) expect([key, second.get(key)]).toEqual([key, value])
}

/** Every part of a sentence that is a figure is the figure of its fact, as rounded as it is written. */
function expectTrueSentences(answer: unknown, facts: readonly Fact[]): number {
  const known = new Map(facts.map((fact) => [fact.id, fact]))
  const read = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    if ('text' in value && 'fact' in value && typeof value.text === 'string' && typeof value.fact === 'string') {
      const fact = known.get(value.fact)
      expect(fact, value.fact).toBeDefined()
      const written = /^[−-]?\$?([\d,]+(?:\.\d+)?)(?![\d/:-])/.exec(value.text)
      if (!written || typeof fact?.value !== 'number' || fact.unit === 'ratio') return 1
      const digits = written[1] ?? ''
      const unit = 10 ** -(digits.split('.')[1]?.length ?? 0)
      expect(Math.abs(Number(digits.replaceAll(',', '')) - Math.abs(fact.value)), value.text).toBeLessThan(0.51 * unit)
      return 1
    }
    return Object.values(value).reduce<number>((sum, inner) => sum + read(inner), 0)
  }
  return read(answer)
}

/** Null for a book that owes all that it holds, or of which nothing has a price: that is refused in words. */
async function read<Answer>(response: Response, parse: (answer: unknown) => Answer): Promise<Answer | null> {
  if (response.status === 422) return null
  expect(response.status, await response.clone().text()).toBe(200)
  return parse(await response.json())
}

function checkRisk({ riskAssessment }: HedgeAnalysis, overview: Overview, lines: readonly Line[], extra: Named): void {
  if (extra.length === 0) expect(riskAssessment.value).toBeCloseTo(overview.marketValue ?? 0, 3)
  const { contributions } = riskAssessment
  if (contributions.length > 0) {
    // Of all the risk, whatever of it can be told apart.
    expect(contributions.reduce((sum, { riskPercent }) => sum + riskPercent, 0)).toBeCloseTo(100, 4)
  }
  // Options move as shares of what they are on, which nobody may hold beside them.
  const held = new Set(lines.flatMap(({ ticker }) => [ticker, toOptionTerms(ticker)?.underlying ?? ticker]))
  for (const { ticker } of contributions) expect(held, ticker).toContain(ticker)
}

/** A weight on Hedges is the weight on Analysis. */
function checkWeights({ riskAssessment, facts }: HedgeAnalysis, analysis: CorrelationAnalysis): void {
  const weights = new Map(analysis.marketCorrelations.map((one) => [one.ticker, one.weightPercent]))
  for (const { ticker, weightPercent } of riskAssessment.contributions) {
    expect(weightPercent, ticker).toBeCloseTo(weights.get(ticker) ?? Number.NaN, 4)
  }
  const largest = facts.find(({ key }) => key === 'concentration.largestWeightPercent')
  const { largestName = null } = analysis.concentration ?? {}
  if (largest && largestName) expect(largest.value).toBeCloseTo(largestName.weightPercent, 4)
}

/** Checks that the top risk of Overview is that of Hedges. */
function checkTopRisk({ riskAssessment: { contributions } }: HedgeAnalysis, { topRisk, coverage }: Overview): void {
  const [ticker, ...others] = topRisk?.tickers ?? []
  if (!topRisk || topRisk.riskSharePercent === null || ticker === undefined || others.length > 0) return
  if (coverage.missingHistory.length > 0) return
  const own = contributions.find((one) => one.ticker === ticker)
  expect(own?.riskPercent, ticker).toBeCloseTo(topRisk.riskSharePercent, 1)
}

/** The score of AI Analysis is that of Analysis. */
function checkScore({ facts, leftOut }: ComprehensiveAnalysis, analysis: CorrelationAnalysis) {
  const score = facts.find(({ key }) => key === 'diversification.score')
  if (!score || leftOut.length > analysis.covers.value.leftOut.length) return
  expect(Number(score.value)).toBe(analysis.diversificationScore)
}

function checkAdvice(advice: ComprehensiveAnalysis, hedges: HedgeAnalysis | null, overview: Overview): void {
  expectLeftOut(advice.leftOut, overview)
  const { value } = overview.covers
  const texts = [advice.recommendation, ...advice.reasoning, ...advice.context.map(({ note }) => note)]
  for (const [, left, all] of texts.join(' ').matchAll(/(\d+) of (\d+) positions/g)) {
    expect([Number(left), Number(all)]).toEqual([advice.leftOut.length, value.positions])
  }
  // A Treasury never has closes of its own, so nobody is told to wait for them.
  for (const { description } of advice.actions) expect(description).not.toMatch(/T[\d.]+-\d{8}[^.]* a year of prices/)
  if (!hedges) return
  expect(advice.leftOut).toEqual(hedges.leftOut)
  expectSameFacts(advice.facts, hedges.facts)
}

/** A crisis costs the same on Backtest and on Hedges where both replay the same positions. */
async function checkCrisis(owner: TestClient, portfolioId: string, hedges: HedgeAnalysis, lines: readonly Line[]) {
  const crisis = hedges.riskAssessment.crises.find(({ scenarioId }) => scenarioId === 'bear-2022')
  if (!crisis || lines.some(({ kind, unpriced }) => kind === 'option' && unpriced === null)) return
  const json = { portfolioId, scenarioId: 'bear-2022' }
  const response = await owner.fetch('/api/backtest/scenario', { method: 'POST', json })
  if (response.status === 422) return
  const { metrics, coverage } = (await response.json()) as BacktestResult
  if (coverage.excludedPercent > 0) return
  const row = hedges.hedgeStrategies[0]?.crises?.find(({ scenarioId }) => scenarioId === 'bear-2022')
  // Closes are kept in single precision there.
  if (row) expect(row.unhedgedPercent).toBeCloseTo(metrics.totalReturn, 2)
}

async function checkAssistant(owner: TestClient, portfolioId: string, overview: Overview): Promise<void> {
  const assistant = await connectAssistant(app.url, (await makeAccessToken(owner)).token)
  try {
    const told = await assistant.answer('get_portfolio_overview', { portfolioId })
    expect(told.covers).toEqual(overview.covers)
    expect(findDifferences({ risk: told.risk, rates: told.rates, marketValue: told.marketValue }, overview)).toEqual([])
    const analysis = await owner.json<CorrelationAnalysis>(`/api/portfolios/${portfolioId}/correlation-analysis`)
    const correlation = await assistant.answer('get_correlation_analysis', { portfolioId })
    const { covers, portfolioBeta, diversificationScore, portfolioBetaProxies } = correlation
    expect({ covers, portfolioBeta, diversificationScore, portfolioBetaProxies }).toEqual({
      covers: analysis.covers,
      portfolioBeta: analysis.portfolioBeta,
      diversificationScore: analysis.diversificationScore,
      portfolioBetaProxies: overview.coverage.proxies,
    })
  } finally {
    await assistant.close()
  }
}

/** Nothing is lost on the way out, with or without a price. */
async function checkExport(owner: TestClient, portfolioId: string, lines: readonly Line[]): Promise<void> {
  const response = await owner.fetch(`/api/portfolios/${portfolioId}/export?format=json`)
  const { positions } = (await response.json()) as { positions: { ticker: string; shares: number; kind: string }[] }
  const toKey = ({ ticker, shares, kind }: Pick<Line, 'ticker' | 'kind'> & { shares: number }) =>
    `${kind === 'cash' ? 'cash' : ticker} ${Number(shares)}`
  const exported = positions.map((one) => toKey(one as Parameters<typeof toKey>[0]))
  expect(exported.sort()).toEqual(lines.map(toKey).sort())
}

async function checkBook(lines: readonly Line[], user: string): Promise<void> {
  const { owner, id } = await save(user, lines)
  const overview = await owner.json<Overview>(`/api/portfolios/${id}/overview`)
  const analysis = await owner.json<CorrelationAnalysis>(`/api/portfolios/${id}/correlation-analysis`)
  await checkExport(owner, id, lines)
  await checkAssistant(owner, id, overview)
  const hedges = await read(await requestAnalysis(owner, id), (answer) => hedgeAnalysisSchema.parse(answer))
  if (hedges) {
    expectLeftOut(hedges.leftOut, overview)
    const unpriced = new Set(namesOf(overview.covers.value.leftOut))
    const extra = hedges.leftOut.filter(({ ticker }) => !unpriced.has(ticker))
    checkRisk(hedges, overview, lines, extra)
    if (extra.length === 0) checkWeights(hedges, analysis)
    if (extra.length === 0) checkTopRisk(hedges, overview)
    expectTrueSentences(hedges, hedges.facts)
    await checkCrisis(owner, id, hedges, lines)
  }
  const ask = (path: string) => owner.fetch(path, { method: 'POST', json: { portfolioId: id } })
  const advice = await read(await ask('/api/ai-analysis/comprehensive'), (one) =>
    comprehensiveAnalysisSchema.parse(one),
  )
  if (advice) {
    checkAdvice(advice, hedges, overview)
    checkScore(advice, analysis)
    expectTrueSentences(advice, advice.facts)
  }
  const found = await read(await ask('/api/agentic-discovery'), (one) => discoveryRunSchema.parse(one))
  if (!found) return
  expectLeftOut(found.positionsLeftOut, overview)
  expectTrueSentences(found, found.facts)
  if (hedges) expectSameFacts(found.facts, hedges.facts)
}

/** Checks that the headline and the rows of a crisis that was asked about are one replay. */
async function checkHeadline(
  lines: readonly Line[],
  crisisId: HedgeRequestBody['crisisId'],
  user: string,
): Promise<void> {
  const { owner, id } = await save(user, lines)
  const request: HedgeRequestBody = { limitPercent: 15, budgetPercent: 10, ...(crisisId && { crisisId }) }
  const answer = await read(await requestAnalysis(owner, id, request), (one) => hedgeAnalysisSchema.parse(one))
  if (!answer) return
  expectTrueSentences(answer, answer.facts)
  const pick = answer.hedgeStrategies.find(({ role }) => role === 'recommended')
  const row = pick?.crises?.find(({ scenarioId }) => scenarioId === crisisId)
  if (!pick || !row || pick.family === 'do-nothing') return
  const worst = row.renewed?.worstHedgedPercent ?? row.worstHedgedPercent
  expect(pick.lossAtShockPercent).toBeCloseTo(-worst, 2)
  expect(pick.unhedgedLossAtShockPercent).toBeCloseTo(-row.worstUnhedgedPercent, 2)
  // What is recommended for a crisis never makes that crisis worse.
  expect(worst).toBeGreaterThanOrEqual(row.worstUnhedgedPercent - 1e-3)
  if (pick.holdsLimit) expect(-worst).toBeLessThanOrEqual(15 + 1e-3)
}

let users = 0
const nextUser = () => `advised${users++}@example.com`

const checkBooks = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(anyBook, (lines) => checkBook(lines, nextUser())),
    // Each book takes seconds, and its seed is named.
    { numRuns, endOnFailure: true },
  )
const checkHeadlines = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(anyBook, fc.constantFrom(...HEDGE_CRISES), (lines, crisis) =>
      checkHeadline(lines, crisis, nextUser()),
    ),
    // Each book takes seconds, and its seed is named.
    { numRuns, endOnFailure: true },
  )

const MANY = process.env.BALLAST_LONG ? 500 : 25
test(
  `any of ${MANY} books: advice names what it leaves out, and says what the screens say`,
  { tags: 'full', timeout: 7_200_000 },
  () => checkBooks(MANY),
)
test(
  `any of ${MANY} books in any crisis: the headline says what the replay does`,
  { tags: 'full', timeout: 7_200_000 },
  () => checkHeadlines(MANY),
)
