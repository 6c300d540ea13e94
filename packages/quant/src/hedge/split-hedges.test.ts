import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import type { HedgeProposal } from './hedge-proposal.ts'
import { findCheapestSplit, findWorthySplit, type HoldingCover } from './split-hedges.ts'
import { INDEX_CHAIN } from './test-chains.ts'
import { drawSearch, tryAllPackages } from './test-searches.ts'
import { createTestSituation } from './test-situation.ts'

const RUNS = propertyRuns(40).numRuns

test(`the split found is the cheapest of all covers and packages of one expiry, on ${RUNS} random chains`, () => {
  let [found, none] = [0, 0]
  for (let seed = 1; seed <= RUNS; seed++) {
    const { prepared, random } = drawSearch(seed)
    const { value } = prepared.problem.book
    const limit = prepared.unhedgedLoss * (0.4 + 0.55 * random())
    const search = prepared.toSearch(limit, random() < 0.5 ? Infinity : 0.03 * value)
    const expiries = [...new Set(search.lines.map(({ expiry }) => expiry))]
    const covers = Array.from({ length: 4 }, (): HoldingCover => {
      const drawn = expiries[Math.floor(random() * expiries.length)]
      const put = search.lines.find(({ expiry }) => expiry === drawn)!
      const share = 0.8 * random()
      const gains = search.requiredGains.map((gain) => share * gain - 0.01 * value * random())
      return { put, call: null, contracts: 1, cost: value * (0.01 * random() - 0.002), gains }
    })
    const slow = covers.flatMap((cover) => {
      const requiredGains = search.requiredGains.map((gain, k) => gain - cover.gains[k]!)
      if (requiredGains.every((gain) => gain <= 0)) return []
      const isKept = search.lines.map(({ expiry }) => expiry === cover.put.expiry)
      const index = tryAllPackages({
        ...search,
        lines: search.lines.filter((_, k) => isKept[k]),
        values: search.values.filter((_, k) => isKept[k]),
        requiredGains,
        maximumCost: search.maximumCost - cover.cost,
      })
      return index === null ? [] : [cover.cost + index.cost]
    })
    const fast = findCheapestSplit(search, covers)
    if (fast === null) none++
    else found++
    expect(fast?.cost ?? Infinity, `seed ${seed}`).toBeCloseTo(Math.min(...slow), 3)
  }
  expect(found).toBeGreaterThan(RUNS / 4)
  expect(none).toBeGreaterThan(0)
})

const SPLITS = createTestSituation({
  positions: 4,
  ownChains: 1,
  value: 600_000,
  indexChain: { ...INDEX_CHAIN, strikeStep: 5 },
})

test('a large holding is covered by its own puts and the rest by the index, within one limit and of one expiry', () => {
  const { proposals, considered } = analyzeHedges(SPLITS, { limit: 0.12 })
  const splits = proposals.filter(({ family }) => family === 'split-hedge')
  expect(splits.length, JSON.stringify(considered)).toBeGreaterThan(0)
  for (const { legs, holdsLimit, openRisk } of splits) {
    expect(new Set(legs.map(({ underlying }) => underlying))).toEqual(new Set(['N0', 'SPY']))
    expect(new Set(legs.map(({ expiry }) => expiry)).size).toBe(1)
    expect(holdsLimit).toBe(true)
    const index = proposals.find(({ family }) => family === 'put-spread' || family === 'index-put')
    if (index) expect(openRisk.total).toBeLessThan(index.openRisk.total)
  }
})

test.each([
  ['calls are not to be sold', { longOnly: true }],
  ['gains are not to be capped', { keepUpside: true }],
  ['the position is to be kept', { keep: ['N0'] }],
] as const)('no call is sold on it where %s', (_, overrides) => {
  const { proposals } = analyzeHedges(SPLITS, { limit: 0.12, ...overrides })
  const calls = proposals
    .filter(({ family }) => family === 'split-hedge')
    .flatMap(({ legs }) => legs.filter(({ type }) => type === 'call'))
  expect(calls).toEqual([])
})

test('there is none where options on single names, or on the index, are not wanted', () => {
  for (const underlyings of ['index', 'single-names'] as const) {
    const { proposals } = analyzeHedges(SPLITS, { limit: 0.12, underlyings })
    expect(proposals.filter(({ family }) => family === 'split-hedge')).toEqual([])
  }
})

test('what a split costs more must take away as much, dollar by dollar, as the index’s hedge does', () => {
  const propose = (family: HedgeProposal['family'], cost: number, open: number, loss = 0.15) =>
    ({
      family,
      holdsLimit: true,
      breakEven: { cap: null },
      legs: [],
      cost: { total: cost },
      lossAtShock: loss,
      openRisk: { total: open },
    }) as unknown as HedgeProposal
  // A thousand dollars take five points off the loss.
  const index = propose('put-spread', 1000, 0.3)
  const worthy = propose('split-hedge', 2000, 0.249)
  const dear = propose('split-hedge', 2000, 0.251)
  expect(findWorthySplit([dear, worthy], index, 0.2)).toBe(worthy)
  expect(findWorthySplit([dear], index, 0.2)).toBeUndefined()
})
