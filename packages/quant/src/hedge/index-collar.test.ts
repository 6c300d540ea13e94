import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createRandomSource } from '../random.ts'
import { prepareHedging } from './hedge-context.ts'
import { completeHedgeRequest } from './hedge-request.ts'
import { prepareSearch } from './hedge-search.ts'
import { findCheapestCollar } from './index-collar.ts'
import { createLossLimits } from './loss-limits.ts'
import { collectOptionLines, hedgeDays, toHedgeLeg } from './option-lines.ts'
import { repriceHedge } from './reprice-hedge.ts'
import { createMarket, INDEX_CHAIN } from './test-chains.ts'
import { listStates } from './test-searches.ts'
import { createTestSituation } from './test-situation.ts'

const RUNS = propertyRuns(12).numRuns

test(`the collar found is the best of all puts, calls and sizes, on ${RUNS} random markets`, { tags: 'full' }, () => {
  let found = 0
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = createRandomSource(seed)
    const spot = 400 + 300 * random()
    const chain = {
      ...INDEX_CHAIN,
      spot,
      days: [98],
      strikeStep: spot / 30,
      atmVolatility: 0.12 + 0.2 * random(),
      halfSpread: 0.03 * random(),
      openInterest: () => 120,
    }
    const market = createMarket(chain, random)
    const situation = { ...createTestSituation({ value: 300_000 * (1 + random()) }), markets: [market] }
    const request = completeHedgeRequest({ limit: 0.08 + 0.1 * random(), allowShortCalls: true })
    const context = prepareHedging({ ...situation, index: { ticker: 'SPY', price: spot } }, request)
    const { underlying } = context.findMarket('SPY')!
    const days = hedgeDays(context.term.calendarDays)
    const puts = collectOptionLines(market, {
      type: 'put',
      days,
      delta: { least: 0.03, most: 0.45 },
      moneyness: { least: 0.75, most: 1.2 },
    })
    const problem = {
      ...context,
      underlying,
      lines: puts.lines,
      fee: 0.65,
      maximumLines: 2 as const,
      securedCash: Infinity,
      mostBuyable: Infinity,
    }
    const collar = findCheapestCollar(context, market, prepareSearch(problem, request.shock), 9)
    const calls = collectOptionLines(market, {
      type: 'call',
      days,
      delta: { least: 0.03, most: 0.45 },
      moneyness: { least: 1.05, most: 2 },
    })
    const holds = (legs: ReturnType<typeof toHedgeLeg>[], fees: number) => {
      const hedge = { book: context.book, legs, fees, underlyings: context.underlyings }
      return createLossLimits(request).every(({ marketReturn, largestLoss }) =>
        listStates(context.lossDays).every((state) => {
          const { hedged } = repriceHedge(hedge, { marketReturn, ...state })
          return hedged >= -largestLoss * context.book.value - 1e-6
        }),
      )
    }
    let best: { paid: number; cap: number; contracts: number } | null = null
    for (const put of puts.lines) {
      for (const call of calls.lines) {
        for (let n = 1; n <= 9; n++) {
          const cost = n * (100 * (put.ask - call.bid) + 1.3)
          if (cost > 0.03 * context.book.value || n > put.mostBought || n > call.mostSold) continue
          const offer = { paid: Math.max(0, Math.round(100 * cost)), cap: call.strike, contracts: n }
          const isBetter =
            best === null ||
            offer.paid < best.paid ||
            (offer.paid === best.paid && (offer.cap > best.cap || (offer.cap === best.cap && n < best.contracts)))
          if (isBetter && holds([toHedgeLeg(put, n), toHedgeLeg(call, -n)], 1.3 * n)) best = offer
        }
      }
    }
    expect(collar === null, `seed ${seed}`).toBe(best === null)
    if (collar === null || best === null) continue
    found++
    const { cost, call, contracts } = collar
    expect({ paid: Math.max(0, Math.round(100 * cost)), cap: call.strike, contracts }, `seed ${seed}`).toEqual(best)
  }
  expect(found).toBeGreaterThan(RUNS / 3)
})
