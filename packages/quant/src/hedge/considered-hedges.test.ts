import { describe, expect, test } from 'vitest'
import { analyzeHedges } from './analyze-hedges.ts'
import type { HedgeFamily } from './hedge-proposal.ts'
import type { HedgeRequest } from './hedge-request.ts'
import { createTestSituation } from './test-situation.ts'

const OF_BOOK: readonly HedgeFamily[] = [
  ...(['index-put', 'put-spread', 'index-collar', 'sector-put', 'volatility-calls'] as const),
  ...(['diversifiers', 'trim', 'reduce-exposure'] as const),
]
const OF_HOLDING: readonly HedgeFamily[] = ['protective-put', 'single-name-collar', 'covered-call']
const situation = createTestSituation({ positions: 6, ownChains: 5, value: 900_000 })

describe('every kind of hedge is proposed, or stands among what was considered with its reason', () => {
  const overrides: readonly (readonly [string, Partial<HedgeRequest>])[] = [
    ['the usual request', {}],
    ['a limit out of reach', { limit: 0.005, maximumPremium: 0.01 }],
    ['a deep fall', { shock: -0.6, limit: 0.3, maximumPremium: 0.2 }],
    ['the worst paths', { objective: 'cvar', limit: 0.1, maximumPremium: 0.06 }],
    ['worst paths out of reach', { objective: 'cvar', limit: 0.01 }],
    ['floors', { objective: 'floor', limit: 0.12, maximumPremium: 0.1 }],
    ['no options', { allowOptions: false }],
  ]
  test.each(overrides)('%s', (_, request) => {
    const { proposals, considered, book } = analyzeHedges(situation, request)
    const told = new Set([
      ...proposals.map(({ family, legs }) => `${family} ${legs[0]?.underlying ?? ''}`),
      ...considered.map(({ family, instrument }) => `${family} ${instrument ?? ''}`),
    ])
    const families = new Set([...told].map((one) => one.split(' ')[0]))
    expect(OF_BOOK.filter((family) => !families.has(family))).toEqual([])
    const large = situation.holdings.filter(({ value }) => value >= 0.08 * book.value)
    const asked = large.flatMap(({ ticker }) => OF_HOLDING.map((family) => `${family} ${ticker}`))
    expect(asked.filter((one) => !told.has(one))).toEqual([])
  })
})

test('a put alone that the budget does not buy is told apart from one that cannot keep the limit', () => {
  const analyse = (request: Partial<HedgeRequest>) => {
    const { proposals, considered } = analyzeHedges(situation, request)
    const shareOf = (family: HedgeFamily) => proposals.find((one) => one.family === family)?.cost.fraction ?? Number.NaN
    return {
      spread: shareOf('put-spread'),
      put: shareOf('index-put'),
      reason: considered.find(({ family }) => family === 'index-put'),
    }
  }
  const free = analyse({ limit: 0.05 })
  expect(free.spread).toBeLessThan(free.put)
  const { reason } = analyse({ limit: 0.05, maximumPremium: (free.spread + free.put) / 2 })
  expect(reason?.rule).toBe('over-budget')
  expect(reason?.parameters.cost).toBeCloseTo(free.put * 900_000, 6)
  expect(analyse({ limit: 0.01 }).reason?.rule).toBe('limit-not-reachable')
})

describe('a book that one contract on the index is too large for', () => {
  const small = createTestSituation({ positions: 1, ownChains: 1, value: 4_200 })

  test('is hedged by its own options where they keep the limit', () => {
    const { search, unhedged, proposals, pick } = analyzeHedges(small, { limit: 0.15 })
    expect(search.status).toBe('not-possible')
    expect(unhedged.holdsLimit).toBe(false)
    const chosen = proposals.find(({ id }) => id === pick)
    expect(chosen).toMatchObject({ holdsLimit: true, legs: [{ underlying: 'N0' }, {}] })
  })

  test('is not where it keeps the limit without, or where nothing does', () => {
    expect(analyzeHedges(small, { limit: 0.6 }).pick).toBeNull()
    expect(analyzeHedges(small, { limit: 0.001 }).pick).toBeNull()
  })
})
