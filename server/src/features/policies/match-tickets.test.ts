import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchTickets, type RecentTicket } from './match-tickets.ts'

const SYMBOLS = ['SPY270219P00730000', 'SPY270219P00620000', 'QQQ270219P00500000', 'SPY270319C00800000']
const legs = (...counts: number[]) =>
  counts.flatMap((contracts, place) => (contracts === 0 ? [] : [{ symbol: SYMBOLS[place] ?? '', contracts }]))
const ticket = (strategyId: string, ...counts: number[]): RecentTicket => ({
  analysisId: 'a',
  strategyId,
  legs: legs(...counts),
})
const holding = (...counts: number[]) => new Map(legs(...counts).map(({ symbol, contracts }) => [symbol, contracts]))
const find = (tickets: RecentTicket[], held: Map<string, number>) =>
  matchTickets(tickets, held).map(({ ticket: found, filledPart }) => [found.strategyId, filledPart])

test('a ticket is recognised by its contracts, whole or in part', () => {
  expect(find([ticket('spread', 4, -3)], holding(4, -3))).toEqual([['spread', 1]])
  expect(find([ticket('spread', 4, -2)], holding(2, -1))).toEqual([['spread', 0.5]])
  // Other options beside it do not matter.
  expect(find([ticket('puts', 4)], holding(4, 0, 7))).toEqual([['puts', 1]])
})

test('what differs is not it: a leg missing, another side, another ratio, more than the ticket', () => {
  expect(find([ticket('spread', 4, -3)], holding(4))).toEqual([])
  expect(find([ticket('puts', 4)], holding(-4))).toEqual([])
  expect(find([ticket('spread', 4, -3)], holding(4, -2))).toEqual([])
  expect(find([ticket('puts', 4)], holding(5))).toEqual([])
  expect(find([ticket('none')], holding(4))).toEqual([])
})

test('of tickets on the same contracts the best filled is meant, of equals the newest', () => {
  expect(find([ticket('larger', 8), ticket('exact', 4), ticket('older', 4)], holding(4))).toEqual([['exact', 1]])
})

test('200 generated cases: what was bought of a ticket is found, and no ticket on contracts that are not held', () => {
  const counts = fc
    .tuple(...SYMBOLS.map(() => fc.integer({ min: -9, max: 9 })))
    .filter((all) => all.some((count) => count !== 0))
  // Of `packages` ordered so many are filled: all, or a part.
  const fill = fc
    .integer({ min: 1, max: 5 })
    .chain((packages) => fc.record({ packages: fc.constant(packages), filled: fc.integer({ min: 1, max: packages }) }))
  fc.assert(
    fc.property(counts, fill, fc.array(counts, { maxLength: 6 }), (one, { packages, filled }, others) => {
      const ordered = one.map((count) => packages * count)
      const tickets = [ordered, ...others].map((each, place) => ticket(String(place), ...each))
      const held = holding(...one.map((count) => filled * count))
      const found = matchTickets(tickets, held)
      const key = ({ legs: own }: RecentTicket) => own.map(({ symbol }) => symbol).join()
      const same = found.filter((each) => key(each.ticket) === key(tickets[0] as RecentTicket))
      expect(same).toHaveLength(1)
      // Of another ticket on these contracts no more may be missing.
      expect(same[0]?.filledPart).toBeGreaterThanOrEqual(filled / packages)
      for (const { ticket: each, filledPart } of found) {
        for (const { symbol, contracts } of each.legs) {
          expect(held.get(symbol)).toBeCloseTo(filledPart * contracts, 9)
        }
      }
    }),
    { numRuns: 200 },
  )
})
