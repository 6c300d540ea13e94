import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareHedging } from './hedge-context.ts'
import { completeHedgeRequest } from './hedge-request.ts'
import { moveMarket } from './move-market.ts'
import { collectOptionLines, INDEX_PUT_RULES, toHedgeLeg } from './option-lines.ts'
import { type HedgeShock, repriceBook, repriceLeg } from './reprice-hedge.ts'
import { createTestSituation } from './test-situation.ts'

const situation = createTestSituation()
const lines = situation.markets
  .filter(({ role }) => role !== 'volatility')
  .map((market) => ({
    market,
    puts: collectOptionLines(market, { ...INDEX_PUT_RULES, days: { least: 20, most: 200 } }).lines,
  }))
const [index, own] = lines.filter(({ puts }) => puts.length > 10)
const still: HedgeShock = { marketReturn: 0, horizonDays: 0, volatility: { kind: 'rule', scale: 0 } }

/** The situation with a put spread on the index and a put on a company, each at its model value. */
function prepare(place: number) {
  const legs = [
    toHedgeLeg(index!.puts[place]!, 4),
    toHedgeLeg(index!.puts[place - 3]!, -4),
    toHedgeLeg(own!.puts[own!.puts.length >> 1]!, 2),
  ]
  const request = completeHedgeRequest({ limit: 0.15, shock: -0.2 })
  const { lookup } = prepareHedging({ ...situation, options: legs }, request)
  const options = legs.map((leg) => ({ ...leg, premium: repriceLeg(leg, still, lookup) }))
  return prepareHedging({ ...situation, options }, request)
}

const places = fc.integer({ min: 3, max: index!.puts.length - 1 })

test('without a move a book and its options are as they were', () => {
  fc.assert(
    fc.property(places, fc.boolean(), (place, isAlone) => {
      const context = prepare(place)
      const { book, lookup } = moveMarket(context, 0, isAlone ? own!.market.ticker : undefined)
      expect(book.value).toBeCloseTo(context.book.value, 6)
      for (const [i, leg] of book.options.entries()) {
        expect(leg.premium).toBeCloseTo(context.book.options[i]!.premium, 9)
        for (const shock of [still, { ...still, marketReturn: -0.2, horizonDays: 21 }]) {
          expect(repriceLeg(leg, shock, lookup)).toBeCloseTo(repriceLeg(leg, shock, context.lookup), 9)
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('a moved book is worth what repricing says of the move, and its options still are by its own smiles', () => {
  fc.assert(
    fc.property(places, fc.double({ min: -0.3, max: 0.2, noNaN: true }), (place, marketReturn) => {
      const context = prepare(place)
      const { book, lookup } = moveMarket(context, marketReturn)
      const shock: HedgeShock = { marketReturn, horizonDays: 0, volatility: { kind: 'rule', scale: 1 } }
      expect(book.value - context.book.value).toBeCloseTo(repriceBook(context.book, shock, context.lookup), 5)
      for (const leg of book.options) expect(repriceLeg(leg, still, lookup)).toBeCloseTo(leg.premium, 8)
    }),
    { numRuns: 100 },
  )
})

test('a ticker that moves alone moves its shares and its options, and nothing else', () => {
  const context = prepare(6)
  const { ticker } = own!.market
  const { book, lookup } = moveMarket(context, -0.1, ticker)
  for (const [i, { value }] of book.exposures.entries()) {
    const { ticker: one, value: before } = situation.holdings[i]!
    expect(value).toBeCloseTo(one === ticker ? 0.9 * before : before, 8)
  }
  const [bought, sold, put] = book.options
  expect([bought?.premium, sold?.premium]).toEqual(context.book.options.slice(0, 2).map(({ premium }) => premium))
  expect(put!.premium).toBeGreaterThan(context.book.options[2]!.premium)
  for (const leg of book.options) expect(repriceLeg(leg, still, lookup)).toBeCloseTo(leg.premium, 8)
  // The market may fall afterwards, and the company follows by its own beta.
  expect(lookup.find(put!).underlying.beta).toBe(context.lookup.find(put!).underlying.beta)
})
