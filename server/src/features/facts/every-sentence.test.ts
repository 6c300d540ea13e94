/** @module-tag full */

import { type AskTurn, type Fact, HEDGE_CRISES } from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunRecomputer } from '../../advice/runs/recompute-facts.ts'
import { createPool, type PooledSentence } from '../../grounding/sentence-pool.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { createComprehensiveRecomputer } from '../ai-analysis/ai-analysis.service.ts'
import { findKind } from '../ask/figure-kinds.ts'
import { QUESTION_TABLE } from '../ask/question-table.ts'
import { requestAsk } from '../ask/testing/ask-client.ts'
import { createDiscoveryRecomputer } from '../discovery/discovery.service.ts'
import { createHedgeRecomputer } from '../hedges/recompute-hedges.service.ts'
import { addFrankfurt } from '../hedges/testing/frankfurt.ts'
import { NOW, newKey, signInPro } from '../hedges/testing/hedge-client.ts'
import { listSentences, listTexts } from '../hedges/testing/loose-figures.ts'
import { anyBookAbroad, type Line, toCsv } from '../overview/testing/any-book.ts'
import { createTools, type ToolContext } from '../tools/tools.service.ts'
import { findContradictions, findFalse } from './testing/find-false.ts'
import { findUnlisted } from './testing/find-unlisted.ts'
import { createWatchingModel } from './testing/watching-model.ts'

/*
 * Whatever is held, each sentence that is shown is true of its figures, when every one of them is computed again, and each
 * that a model could choose is of a kind of the catalogue, of that kind's figures alone.
 */

let app: TestApp
let users = 0
/** Sentences that a model could choose for the newest answer, and the figures that it was shown. */
let pool: { sentences: PooledSentence[]; facts: Fact[] } = { sentences: [], facts: [] }
const analystModel = createWatchingModel(({ sections, ledger }) => {
  const sentences = [...createPool(sections).values()].flatMap((section) => section.sentences)
  pool = { sentences, facts: ledger.list() }
})
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW }, analystModel } })
  addFrankfurt(app.dependencies.marketData)
})
afterAll(() => app?.close())

interface Owner {
  client: TestClient
  id: string
  portfolioId: string
}

/**
 * Finds what sentences say that is not so by figures that were computed again, and sentences against each other: those of
 * the answer, and all that a model could have chosen instead.
 */
function findFaults(answer: { facts: readonly Fact[] }, values: ReadonlyMap<string, unknown>): string[] {
  const facts = new Map(
    listFacts(answer).map((fact) => [fact.id, { ...fact, value: values.get(fact.id) as Fact['value'] }] as const),
  )
  const shown = listTexts(answer)
  const texts = [...shown, ...pool.sentences.map(({ id, text }) => ({ path: id, parts: text }))]
  return [
    ...pool.sentences.flatMap(({ id, kind, text }) => (id.startsWith(kind) && text[0]?.sentence === kind ? [] : [id])),
    ...texts.flatMap(({ path, parts }) => findFalse(parts, facts).map((fault) => `${path}: ${fault}`)),
    ...findContradictions(shown, facts),
    ...findUnlisted([...listSentences(answer), ...pool.sentences.map(({ text }) => text)], facts),
  ]
}

const listFacts = ({ facts }: { facts: readonly Fact[] }) => [
  ...new Map([...pool.facts, ...facts].map((fact) => [fact.id, fact])).values(),
]

async function checkRun({ client, id }: Owner, path: string, json: object, recomputer: RunRecomputer): Promise<void> {
  pool = { sentences: [], facts: [] }
  const response = await client.fetch(path, { method: 'POST', json, headers: { 'idempotency-key': newKey() } })
  // A book that owes all that it holds, or of which nothing has a price, is refused in words.
  if (response.status === 422) return
  expect(response.status, await response.clone().text()).toBe(200)
  const answer = (await response.json()) as { analysisId?: string; runId?: string; facts: Fact[] }
  const run = await recomputer.findRun(id, answer.runId ?? answer.analysisId ?? '')
  const facts = await recomputer.recompute(run?.inputs ?? new Uint8Array(), {
    owner: id,
    signal: new AbortController().signal,
  })
  expect(findFaults(answer, new Map(facts.map((fact) => [fact.id, fact.value])))).toEqual([])
}

type Held = {
  positions: {
    ticker: string
    kind: string
    currency: string
    account: string | null
    shares: number
    multiplier: number
    avgCost: number | null
  }[]
  prices: Record<string, { price: number }>
}

/** Value of an account, lot by lot. */
function sumAccount(
  { positions, prices }: Held,
  account: string,
  isMeant: (position: Held['positions'][number]) => boolean,
): number {
  return positions
    .filter((one) => (one.account ?? 'The positions without an account') === account && isMeant(one))
    .reduce((sum, { kind, currency, ticker, shares, multiplier }) => {
      const price = kind === 'cash' && currency === 'USD' ? 1 : (prices[ticker]?.price ?? 0)
      return sum + shares * multiplier * price
    }, 0)
}

/** Formulas of what asking computes itself, over the figures that it was computed from. */
const FORMULAS: Readonly<Record<string, (inputs: readonly number[], held: Held, ticker: string) => number>> = {
  'ask.shares': (shares) => shares.reduce((sum, one) => sum + one, 0),
  'ask.price': (_, { prices }, ticker) => prices[ticker]?.price ?? Number.NaN,
  'ask.value': ([shares = 0, price = 0]) => shares * price,
  'ask.gain': ([value = 0], { positions }, ticker) =>
    positions
      .filter((one) => one.ticker === ticker && one.kind === 'security')
      .reduce((left, { shares, avgCost }) => left - shares * (avgCost ?? Number.NaN), value),
  'ask.holdingIncome': (inputs) =>
    inputs.slice(0, -1).reduce((sum, one) => sum + one, 0) * (inputs.at(-1) ?? Number.NaN),
  'ask.income': (inputs) => inputs.reduce((sum, one) => sum + one, 0),
  'ask.accountValue': (_, held, account) => sumAccount(held, account, () => true),
  'ask.accountCash': (_, held, account) => sumAccount(held, account, ({ kind }) => kind === 'cash'),
  'ask.fallLoss': ([value = 0, fall = 0]) => (value * fall) / 100,
}
/** Facts that were asked for, and a day that the overview states. */
const GIVEN = new Set(['ask.fall', 'source.pricesAsOf'])

/** The figures of an answer again: each tool is asked anew, and what follows from its figures is computed here. */
async function askAgain({ id, portfolioId }: Owner, facts: readonly Fact[]): Promise<Map<string, unknown>> {
  const tools = new Map(createTools(app.dependencies).map((tool) => [tool.name, tool]))
  const user = { id, isAdmin: false, subscriptionTier: 'pro', discoveryTokens: 0 } as ToolContext['user']
  const silent = { step: () => undefined, partial: () => undefined }
  const context = { user, idempotencyKey: undefined, progress: silent, signal: new AbortController().signal }
  const run = async (name: string, input: object) => {
    const tool = tools.get(name)
    const own = tool && 'portfolioId' in tool.input.shape ? { portfolioId, ...input } : input
    return (await tool?.run(own, context))?.content
  }
  const held = (await run('get_portfolio', { limit: 500 })) as unknown as Held
  const values = new Map<string, unknown>()
  for (const { id: fact, key, kind = '', value, inputs } of facts) {
    const [, tool = '', input = '', path = ''] = /^(\w+)\((\{.*\})\)\.(.+)$/.exec(key) ?? []
    const formula = FORMULAS[kind]
    if (tool !== '') {
      const content = await run(tool, JSON.parse(input) as object)
      const found = path.split('.').reduce<unknown>((inner, step) => Reflect.get(inner as object, step), content)
      const { times } = findKind(`${tool}.${path}`)
      values.set(fact, typeof found === 'number' ? found * times : String(found).slice(0, 10))
    } else if (formula) {
      const numbers = inputs.flatMap((one) => ('fact' in one ? [Number(values.get(one.fact))] : []))
      values.set(
        fact,
        formula(numbers, held, (/holding\.(.+)\.\w+$/.exec(key) ?? /account\.(.+)\.\w+$/.exec(key))?.[1] ?? ''),
      )
    } else {
      expect(GIVEN, kind).toContain(kind)
      values.set(fact, value)
    }
  }
  return values
}

async function checkAsking(owner: Owner, lines: readonly Line[], questions: readonly string[]): Promise<void> {
  const ticker = lines.find(({ kind }) => kind === 'security')?.ticker ?? 'KO'
  for (const question of questions) {
    const own = question.replaceAll('NVDA', ticker)
    pool = { sentences: [], facts: [] }
    const response = await requestAsk(owner.client, owner.portfolioId, own)
    expect(response.status, own).toBe(200)
    const turn = (await response.json()) as AskTurn
    expect(findFaults(turn, await askAgain(owner, listFacts(turn))), own).toEqual([])
  }
}

/** Any request for a hedge. */
const anyWish = fc.record(
  {
    limitPercent: fc.integer({ min: 1, max: 40 }),
    shockPercent: fc.integer({ min: 5, max: 50 }),
    budgetPercent: fc.integer({ min: 0, max: 10 }),
    horizonDays: fc.integer({ min: 5, max: 252 }),
    allowOptions: fc.boolean(),
    crisisId: fc.constantFrom(...HEDGE_CRISES),
    objective: fc.constantFrom('loss-curve', 'cvar', 'floor'),
  },
  { requiredKeys: [] },
)

async function checkBook(lines: readonly Line[], wish: object, questions: readonly string[]): Promise<void> {
  const client = await signInPro(app, `reader${users++}@example.com`)
  const json = { name: 'Any', data: toCsv(lines) }
  const { id: portfolioId } = await client.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  const { id } = await client.json<{ id: string }>('/api/auth/user')
  const owner = { client, id, portfolioId }
  const { dependencies: deps } = app
  await checkRun(owner, `/api/portfolios/${portfolioId}/analyze-hedges`, wish, createHedgeRecomputer(deps))
  await checkRun(owner, '/api/ai-analysis/comprehensive', { portfolioId }, createComprehensiveRecomputer(deps))
  await checkRun(owner, '/api/agentic-discovery', { portfolioId }, createDiscoveryRecomputer(deps))
  await checkAsking(owner, lines, questions)
}

const anyQuestions = fc.shuffledSubarray(
  QUESTION_TABLE.map(({ examples }) => examples[0]),
  { minLength: 8, maxLength: 8 },
)
const MANY = process.env.BALLAST_LONG ? 500 : 6

test(`any of ${MANY} books: each sentence is true of its figures computed again`, { timeout: 7_200_000 }, () =>
  fc.assert(
    // Each book takes seconds, and its seed is named.
    fc.asyncProperty(anyBookAbroad, anyWish, anyQuestions, checkBook),
    { numRuns: MANY, endOnFailure: true },
  ),
)
