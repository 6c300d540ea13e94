import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createRandomSource } from '../random.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { keepsLimit } from './loss-limits.ts'
import { createTestSituation } from './test-situation.ts'

const situation = createTestSituation()

describe('what makes a book vulnerable', () => {
  const rulesOf = (where: typeof situation, request = {}) =>
    new Map(analyzeHedges(where, request).vulnerabilities.map(({ rule, parameters }) => [rule, parameters]))

  test('a large name, with its share of the risk', () => {
    const { ticker, weight, share } = rulesOf(situation).get('large-name')!
    expect(ticker).toBe('N0')
    // Of everything that is held, the cash too.
    const gross = situation.cash + situation.holdings.reduce((sum, { value }) => sum + Math.abs(value), 0)
    expect(weight).toBeCloseTo(situation.holdings[0]!.value / gross, 10)
    expect(share).toBeGreaterThan(0)
  })

  test('a heavy sector, by itself where the index’s sectors are not known', () => {
    expect(rulesOf(situation).get('heavy-sector')).toMatchObject({ sector: 'Technology', indexWeight: 0.3 })
    const unknown = rulesOf({ ...situation, indexSectors: {} }).get('heavy-sector')!
    expect(unknown.sector).toBe('Technology')
    expect('indexWeight' in unknown).toBe(false)
    const considered = analyzeHedges({ ...situation, indexSectors: {} }).considered
    expect(considered.find(({ family }) => family === 'sector-put')!.rule).toBe('index-sectors-unknown')
  })

  test('bonds are no sector of companies: however many there are, they are no tilt', () => {
    const bonds = situation.holdings.map((one) => ({ ...one, sector: 'Fixed Income' }))
    expect(rulesOf({ ...situation, holdings: bonds }).has('heavy-sector')).toBe(false)
  })

  test('a beta above 1.2, and a fall that the limit allows', () => {
    const steep = situation.holdings.map((holding) => ({ ...holding, beta: 1.5, downsideBeta: 2 }))
    const found = rulesOf({ ...situation, holdings: steep })
    expect(found.get('high-beta')!.beta).toBeCloseTo(1.47, 10)
    expect([...found.keys()]).toContain('falls-harder')
    expect(rulesOf(situation, { limit: 0.5 }).get('within-limit')).toMatchObject({ limit: 0.5, shock: -0.2 })
  })

  test('falling harder is a weakness only of what loses then', () => {
    const short = situation.holdings.map((one) => ({ ...one, value: -one.value, shares: -one.shares }))
    const book = {
      ...situation,
      holdings: short.map((one) => ({ ...one, downsideBeta: 0.7 * one.beta })),
      cash: 1_200_000,
    }
    expect([...rulesOf(book).keys()]).not.toContain('falls-harder')
  })

  test('a crisis worse than the index by five points', () => {
    const large = situation.holdings.map((holding) => ({
      ...holding,
      value: holding.value * (holding.ticker === 'N1' ? 40 : 1),
    }))
    const { scenario, bookReturn, indexReturn } = rulesOf({ ...situation, holdings: large }).get('worse-in-crisis')!
    expect(scenario).toBe('fast')
    expect(bookReturn as number).toBeLessThan((indexReturn as number) - 0.05)
  })
})

describe('what to do first', () => {
  test('selling is pointed out where it is expected to cost less than the hedge', () => {
    const { priorities, proposals, pick } = analyzeHedges(situation)
    const hedge = proposals.find(({ id }) => id === pick)!
    const selling = proposals.find(({ family }) => family === 'reduce-exposure')!
    const said = priorities.find(({ rule }) => rule === 'selling-is-cheaper')
    expect(said === undefined).toBe(selling.cost.total >= hedge.cost.total)
    expect(priorities.find(({ rule }) => rule === 'hedge-market')!.parameters.proposal).toBe(pick)
  })

  test('selling that keeps no limit, for what is to be kept, is not cheaper than a hedge that does', () => {
    const keep = situation.holdings.slice(0, 5).map(({ ticker }) => ticker)
    const { priorities, proposals, pick } = analyzeHedges(situation, { keep })
    const hedge = proposals.find(({ id }) => id === pick)!
    const selling = proposals.find(({ family }) => family === 'reduce-exposure')!
    expect([hedge.holdsLimit, selling.holdsLimit]).toEqual([true, false])
    expect(selling.cost.total).toBeLessThan(hedge.cost.total)
    expect(priorities.map(({ rule }) => rule)).not.toContain('selling-is-cheaper')
  })

  test('concentration goes before the hedge that cannot cover it', () => {
    // the most particular of the companies, at two thirds of the book
    const holdings = situation.holdings.map((holding) => ({
      ...holding,
      value: holding.value * (holding.ticker === 'N4' ? 25 : 1),
    }))
    const { priorities, risk } = analyzeHedges({ ...situation, holdings })
    expect(risk.fits[0]!.rSquared).toBeLessThan(0.7)
    expect(priorities[0]).toMatchObject({ rule: 'reduce-concentration', parameters: { ticker: 'N4' } })
  })
})

const RUNS = propertyRuns(20).numRuns

test(`no figure of ${RUNS} analyses of random books is NaN or infinite, and none breaks its limit or its budget`, {
  tags: ['full'],
}, () => {
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = createRandomSource(seed)
    const where = createTestSituation({
      seed,
      positions: 1 + Math.floor(12 * random()),
      ownChains: Math.floor(3 * random()),
      days: 30 + Math.floor(900 * random()),
      value: 10 ** (3 + 4 * random()),
      cashShare: 0.9 * random(),
    })
    const holdings = where.holdings.map((holding) =>
      random() < 0.15 ? { ...holding, value: -0.1 * holding.value, shares: -0.1 * holding.shares } : holding,
    )
    const request = {
      limit: 0.3 * random(),
      shock: -0.05 - 0.4 * random(),
      horizonDays: 1 + Math.floor(120 * random()),
      maximumPremium: 0.08 * random(),
      allowShortCalls: random() < 0.5,
      objective: (['loss-curve', 'cvar', 'floor'] as const)[Math.floor(3 * random())]!,
    }
    const result = analyzeHedges({ ...where, holdings }, request)
    // JSON turns what is no number into null, and leaves nothing else to turn.
    const unreal = JSON.stringify(result, (_, value: unknown) =>
      typeof value === 'number' && !Number.isFinite(value) ? 'unreal' : value,
    )
    expect(unreal.includes('"unreal"'), `seed ${seed}`).toBe(false)
    for (const { cost, holdsLimit, lossAtShock, legs } of result.proposals) {
      if (holdsLimit) expect(keepsLimit(lossAtShock, request.limit), `seed ${seed}`).toBe(true)
      if (legs.length > 0) expect(cost.fraction, `seed ${seed}`).toBeLessThanOrEqual(request.maximumPremium + 1e-9)
    }
  }
})
