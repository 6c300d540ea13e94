import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createRandomSource } from '../random.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { findCheapestCovers } from './covered-holdings.ts'
import type { OptionLine } from './hedge-market.ts'
import type { HoldingCover } from './split-hedges.ts'
import { createTestSituation } from './test-situation.ts'

const RUNS = propertyRuns(200).numRuns

test(`no other choice of covers that gains enough costs less or takes fewer, on ${RUNS} random portfolios`, () => {
  let [found, none] = [0, 0]
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = createRandomSource(seed)
    const required = Float64Array.from({ length: 6 }, () => 100 * random())
    const choices = Array.from({ length: 4 }, () =>
      Array.from({ length: 3 }, (): HoldingCover => {
        const gains = required.map((gain) => gain * random())
        return { put: {} as OptionLine, call: null, contracts: 1, cost: 50 * random() - 10, gains }
      }),
    )
    const budget = 150 * random()
    const all = choices.reduce<readonly HoldingCover[][]>(
      (some, covers) => some.flatMap((taken) => [taken, ...covers.map((cover) => [...taken, cover])]),
      [[]],
    )
    const enough = all
      .filter((taken) => required.every((gain, k) => taken.reduce((sum, { gains }) => sum + gains[k]!, 0) >= gain))
      .map((taken) => ({ paid: taken.reduce((sum, { cost }) => sum + Math.max(0, cost), 0), count: taken.length }))
      .filter(({ paid }) => paid <= budget)
    const least = Math.min(...enough.map(({ paid }) => paid))
    const fewest = Math.min(...enough.filter(({ paid }) => paid <= least + 1e-4).map(({ count }) => count))
    const cheapest = findCheapestCovers(required, choices, budget)
    expect(cheapest?.paid ?? Infinity, `seed ${seed}`).toBeCloseTo(least, 4)
    expect(cheapest?.covers.length ?? Infinity, `seed ${seed}`).toBe(fewest)
    if (cheapest === null) none++
    else found++
  }
  expect(Math.min(found, none)).toBeGreaterThan(RUNS / 20)
})

const NAMES = createTestSituation({ positions: 3, ownChains: 3, value: 600_000 })

test.each([
  ['on single names only', { underlyings: 'single-names' }],
  ['against shares only', { approval: 'covered' }],
] as const)('options %s keep a limit together that none keeps alone', (_, overrides) => {
  const { proposals, pick, considered } = analyzeHedges(NAMES, { limit: 0.14, ...overrides })
  const chosen = proposals.find(({ id }) => id === pick)
  expect(chosen?.family, JSON.stringify(considered)).toBe('covered-holdings')
  expect(chosen!.holdsLimit).toBe(true)
  expect(new Set(chosen!.legs.map(({ underlying }) => underlying)).size).toBeGreaterThan(1)
  for (const { family, holdsLimit } of proposals)
    if (family === 'single-name-collar' || family === 'protective-put') expect(holdsLimit).toBe(false)
})

test.each([
  ['calls are not to be sold', { longOnly: true }],
  ['no options are wanted', { allowOptions: false }],
  ['the index keeps the limit', { underlyings: 'any' }],
] as const)('where %s, none are sold for it', (_, overrides) => {
  const { proposals } = analyzeHedges(NAMES, { limit: 0.14, underlyings: 'single-names', ...overrides })
  const legs = proposals.filter(({ family }) => family === 'covered-holdings').flatMap((one) => one.legs)
  expect(legs.filter(({ contracts }) => contracts < 0)).toEqual([])
})
