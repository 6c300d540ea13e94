import { ASK_LIMITS, ASK_SCREENS, ASK_SUGGESTIONS, type AskTurn } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACT_KINDS } from '../../grounding/fact-kinds.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { findUnlisted } from '../facts/testing/find-unlisted.ts'
import { findUnnamed } from '../facts/testing/find-unnamed.ts'
import { analyse, NOW, readEvents, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { createTools } from '../tools/tools.service.ts'
import { findKind } from './figure-kinds.ts'
import { QUESTION_TABLE } from './question-table.ts'
import { askIn, requestAsk, wordsOf } from './testing/ask-client.ts'

let app: TestApp
let ann: TestClient
let portfolioId: string
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  ann = await signInPro(app, 'ann@example.com', 10)
  portfolioId = await upload(ann, `${WORKED_EXAMPLE}CASH,2500,1\n`)
  await analyse(ann, portfolioId, { limitPercent: 12 })
  await ann.json('/api/ai-analysis/comprehensive', { method: 'POST', json: { portfolioId } })
})
afterAll(() => app.close())

const of = (path: string) => `/api/portfolios/${portfolioId}/${path}`
const UNSURE = /cannot tell|does not compute|has no answer/

describe('the table of questions', () => {
  test('has fifty rows and more, each with an id of its own, whose next rows exist', () => {
    const ids = QUESTION_TABLE.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(50)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(QUESTION_TABLE.map(({ id, examples, isComputed }) => [examples[0], id, isComputed] as const))(
    '%s is answered',
    async (question, id, isComputed) => {
      const turn = await askIn(ann, portfolioId, question)
      expect(turn.understood).not.toBeNull()
      const { kind } = turn.engine
      expect(kind).toBe('built-in')
      if (isComputed === false) expect(turn).toMatchObject({ facts: [], next: { length: expect.any(Number) } })
      else if (id !== 'unpriced') expect(wordsOf(turn).join(' ')).not.toMatch(UNSURE)
      expect(findUnnamed(wordsOf(turn))).toEqual([])
      // Every figure opens its sheet.
      expect(findLoose(turn)).toEqual([])
      expect(turn.next.length).toBeGreaterThanOrEqual(0)
    },
  )

  test.each(ASK_SCREENS.flatMap((screen) => ASK_SUGGESTIONS[screen].map((question) => [screen, question] as const)))(
    'on %s one may ask: %s',
    async (screen, question) => {
      const turn = await askIn(ann, portfolioId, question, { screen, ...(screen === 'options' && { ticker: 'NVDA' }) })
      expect(turn.understood).not.toBeNull()
      expect(wordsOf(turn).join(' ')).not.toMatch(UNSURE)
    },
  )
})

/** Figures in an answer that are no facts of it; names of companies, crises and indexes may hold digits. */
function findLoose({ sentences, figures, facts }: AskTurn): string[] {
  const known = new Set(facts.map(({ id }) => id))
  const texts = [...sentences, ...figures.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))].flat()
  const loose = texts.flatMap(({ text, fact }) => {
    if (fact !== undefined) return known.has(fact) ? [] : [`${text} → ${fact}`]
    return /\d/.test(text.replace(/of (?:February )?20\d\d/g, '')) ? [text] : []
  })
  return [...loose, ...findUnlisted(sentences, new Map(facts.map((fact) => [fact.id, fact])))]
}

test.each([
  ['the most', 'highest', -1],
  ['the least', 'lowest', 1],
] as const)(
  'the position that moves %s with the market is the one with the %s beta of the analysis',
  async (words, end, sign) => {
    const turn = await askIn(ann, portfolioId, `Which holding moves ${words} with the market?`)
    const { marketCorrelations } = await ann.json<{
      marketCorrelations: { ticker: string; marketBeta: number | null }[]
    }>(of('correlation-analysis'))
    const [first] = marketCorrelations
      .flatMap(({ ticker, marketBeta }) => (marketBeta === null ? [] : [{ ticker, marketBeta }]))
      .sort((a, b) => sign * (a.marketBeta - b.marketBeta))
    expect(wordsOf(turn)[0]).toBe(
      `The position with the ${end} beta is ${first?.ticker}, with a beta of ${first?.marketBeta.toFixed(2).replace('-', '−')} over the last year.`,
    )
  },
)

test('a fall that the hedge search did not ask about is not answered by the one that it did', async () => {
  const effect = async (question: string) => wordsOf(await askIn(ann, portfolioId, question))[0]
  expect(await effect('How much would I lose with the hedge if the market falls 30%?')).toBe(
    'The last search asked about a fall of 20.0%. For another fall, move the slider on Hedges.',
  )
  expect(await effect('How much would I lose with the hedge if the market falls 20%?')).toMatch(
    /^If the market falls 20/,
  )
})

describe('figures of answers', () => {
  const fetchers: Record<string, (input: Record<string, unknown>) => Promise<unknown>> = {
    get_portfolio_overview: () => ann.json(of('overview')),
    get_correlation_analysis: () => ann.json(of('correlation-analysis')),
    run_backtest: (input) => ann.json('/api/backtest/scenario', { method: 'POST', json: { portfolioId, ...input } }),
    get_option_chain: ({ ticker }) => ann.json(`/api/options/near-term/${String(ticker)}`),
    get_hedge_analysis: ({ analysisId }) => ann.json(of(`hedge-analyses/${String(analysisId)}`)),
    get_ai_run: ({ runId }) => ann.json(of(`ai-runs/${String(runId)}`)),
    get_track_record: () => ann.json('/api/track-record'),
  }
  const questions = [
    'What is my biggest risk?',
    'What did 2008 do to this?',
    'Which two holdings are one bet?',
    'Which sector is the largest?',
    'How far may NVDA move?',
    'What does the hedge cost?',
    'How sure is the analysis?',
    'What is the track record?',
  ]
  test.each(questions)('%s: each equals the screen’s own call to the last bit', async (question) => {
    const { facts } = await askIn(ann, portfolioId, question)
    let compared = 0
    for (const { key, value } of facts) {
      const [, tool = '', input = '', path = ''] = /^(\w+)\((\{.*\})\)\.(.+)$/.exec(key) ?? []
      const screen = await fetchers[tool]?.(JSON.parse(input) as Record<string, unknown>)
      if (screen === undefined) continue
      const found = path.split('.').reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], screen)
      const { id, times } = findKind(`${tool}.${path}`)
      expect(FACT_KINDS[id].unit === 'date' ? String(found).slice(0, 10) : Number(found) * times).toBe(value)
      compared += 1
    }
    expect(compared).toBeGreaterThan(0)
  })

  test('a sale is computed as if it had been made, and nothing is changed', async () => {
    const before = await ann.json(of('positions'))
    const turn = await askIn(ann, portfolioId, 'what if I sell half of NVDA?')
    expect(turn.understood).toBe('What if I sell 50% of NVDA?')
    expect(wordsOf(turn)[0]).toMatch(/^Selling 150\.00 shares of NVDA \(50\.0% of it\) turns \$[\d,]+ into cash\.$/)
    const counted = await askIn(ann, portfolioId, 'effect of selling 75 shares of NVDA')
    expect(counted.understood).toBe('What if I sell 75 shares of NVDA?')
    expect(wordsOf(counted)[0]).toMatch(/^Selling 75\.00 shares of NVDA \(25\.0% of it\)/)
    expect(await ann.json(of('positions'))).toEqual(before)
  })

  test('a fall is as far as was asked, of one position as well as of the market', async () => {
    const third = await askIn(ann, portfolioId, 'How much would I lose if stocks dropped by a third?')
    expect(third.understood).toBe('What if the market falls 33.3%?')
    const halved = await askIn(ann, portfolioId, 'what if nvda halves')
    expect(halved.understood).toBe('What if NVDA falls 50%?')
    const [value, loss] = ['ask.value', 'ask.fallLoss'].map((kind) => halved.facts.find((one) => one.kind === kind))
    expect(loss?.value).toBeCloseTo(Number(value?.value) / 2)
  })
})

describe('a thread', () => {
  test('goes on from the question before', async () => {
    const first = await askIn(ann, portfolioId, 'what did 2008 do to this?')
    const { threadId } = first
    const second = await askIn(ann, portfolioId, 'and 2020?', { threadId })
    expect([second.threadId, second.understood]).toEqual([threadId, 'What did the COVID crash do to this?'])
    const third = await askIn(ann, portfolioId, 'how long did it take to recover?', { threadId })
    expect(third.understood).toBe('How long did it take to recover from the COVID crash?')
    const fourth = await askIn(ann, portfolioId, 'How volatile is NVDA?', { threadId })
    const fifth = await askIn(ann, portfolioId, 'and AAPL?', { threadId })
    expect([fourth.understood, fifth.understood]).toEqual(['How volatile is NVDA?', 'How volatile is AAPL?'])
    const kept = await ann.json<AskTurn[]>(of(`ask-threads/${threadId}`))
    expect(kept).toEqual([first, second, third, fourth, fifth])
  })

  test('is listed, kept from others, in the export, and deleted: one, then all', async () => {
    const { threadId } = await askIn(ann, portfolioId, 'Am I too concentrated?')
    const list = () => ann.json<{ id: string; title: string; turnCount: number }[]>(of('ask-threads'))
    expect((await list()).find(({ id }) => id === threadId)).toMatchObject({
      id: threadId,
      title: 'Am I too concentrated?',
      turnCount: 1,
    })
    const bob = await app.signIn('bob@example.com')
    const others = await upload(bob, 'KO,1,1\n')
    for (const path of [
      of(`ask-threads/${threadId}`),
      of('ask-threads'),
      `/api/portfolios/${others}/ask-threads/${threadId}`,
    ])
      expect((await bob.fetch(path)).status).toBe(404)
    expect((await requestAsk(bob, others, 'and 2020?', { threadId })).status).toBe(404)
    expect((await bob.fetch(`/api/portfolios/${others}/ask-threads/${threadId}`, { method: 'DELETE' })).status).toBe(
      404,
    )
    const { tables } = await ann.json<{ tables: { ask_turns: { question: string; answer: AskTurn }[] } }>(
      '/api/account/export',
    )
    const exported = tables.ask_turns.find(({ question }) => question === 'Am I too concentrated?')
    expect(exported?.answer.understood).toBe('Am I too concentrated?')
    expect(await ann.json(of(`ask-threads/${threadId}`), { method: 'DELETE' })).toEqual({ deleted: 1 })
    expect((await ann.fetch(of(`ask-threads/${threadId}`))).status).toBe(404)
    await ann.json(of('ask-threads'), { method: 'DELETE' })
    expect(await list()).toEqual([])
  })

  test('ends when it is full', { tags: ['full'] }, async () => {
    const { threadId } = await askIn(ann, portfolioId, 'what is it worth?')
    for (let turn = 1; turn < ASK_LIMITS.turnsPerThread; turn++)
      await askIn(ann, portfolioId, 'what is it worth?', { threadId })
    expect((await requestAsk(ann, portfolioId, 'and today?', { threadId })).status).toBe(409)
  })
})

describe('a question', () => {
  test('that fits nothing is answered so, with the nearest questions that are answered', async () => {
    const turn = await askIn(ann, portfolioId, 'who is the president of France?')
    expect(turn).toMatchObject({ understood: null, facts: [], figures: [] })
    expect(wordsOf(turn)[0]).toBe('Ballast has no answer to that.')
    expect(turn.next).toHaveLength(3)
    for (const next of turn.next) expect((await askIn(ann, portfolioId, next)).understood).not.toBeNull()
  })

  test('that may be two is answered with both to choose from', async () => {
    const turn = await askIn(ann, portfolioId, 'my top 3 holdings?')
    expect(turn).toMatchObject({ understood: null, facts: [], figures: [] })
    expect(wordsOf(turn)[1]).toBe('Did you mean one of the questions below?')
    expect(turn.next).toEqual(['What is my largest position?', 'Am I too concentrated?'])
  })

  test.each([
    ['', 400],
    ['   ', 400],
    ['x'.repeat(ASK_LIMITS.questionCharacters + 1), 400],
    ['x'.repeat(10_000), 413],
  ])('of a length that cannot be is refused: %#', async (question, status) => {
    expect((await requestAsk(ann, portfolioId, question)).status).toBe(status)
  })

  test('streams what it was taken to mean before anything is computed, and then the sentences', async () => {
    const response = await requestAsk(ann, portfolioId, 'What is my biggest risk?', {}, 'text/event-stream')
    const events = await readEvents(response)
    expect(events[0]).toEqual({
      event: 'partial',
      data: { understood: 'What is my biggest risk?', sentences: [], facts: [] },
    })
    const last = events.at(-1)?.data as AskTurn
    expect(events.at(-2)).toMatchObject({ event: 'partial', data: { sentences: last.sentences } })
    expect(events.at(-1)?.event).toBe('result')
  })

  test('may be asked on Free, and uses no tool that costs anything', async () => {
    const free = await app.signIn('free@example.com')
    const own = await upload(free, WORKED_EXAMPLE)
    expect((await askIn(free, own, 'What hedge is recommended?')).understood).toBe('What hedge is recommended?')
    expect(createTools(app.dependencies).some(({ feature }) => feature !== null)).toBe(true)
  })

  test('of an empty portfolio, or one without prices, is answered too', async () => {
    const odd = await upload(ann, 'NOPRICE1,10,1\n', 'Odd')
    const answered = QUESTION_TABLE.filter(({ id }) => id !== 'worst-crisis').map(async ({ examples }) => {
      const response = await requestAsk(ann, odd, examples[0])
      return response.status === 200 ? [] : [`${examples[0]}: ${response.status} ${await response.text()}`]
    })
    expect((await Promise.all(answered)).flat()).toEqual([])
  })
})
