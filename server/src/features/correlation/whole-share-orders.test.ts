import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWholeShareTicket } from './whole-share-orders.ts'

const target = (fields: object) => ({ ticker: 'A', units: 10, price: 10, value: 100, step: 1, most: 1e9, ...fields })

describe('a ticket in whole shares', () => {
  test('sells up, buys down, and spends what is left where most is missing', () => {
    const ticket = toWholeShareTicket([
      target({ ticker: 'A', units: 10, price: 10, value: 55 }),
      target({ ticker: 'B', units: 10, price: 7, value: 97 }),
      target({ ticker: 'C', units: 2, price: 9, value: 36 }),
    ])
    // A: 4.5 are sold as 5 for 50. B: 3.86 are bought as 3 for 21. C: 2 for 18. Of the 11 left, one more B costs 7.
    expect(ticket.orders).toEqual([
      { action: 'sell', ticker: 'A', shares: 5, price: 10, value: 50 },
      { action: 'buy', ticker: 'B', shares: 4, price: 7, value: 28 },
      { action: 'buy', ticker: 'C', shares: 2, price: 9, value: 18 },
    ])
    expect(ticket).toMatchObject({ units: [5, 14, 4], cashLeft: 4 })
  })

  test('a holding that goes is sold with its fraction, and a limit stops the last share', () => {
    expect(toWholeShareTicket([target({ units: 3.7, value: 0 })]).orders).toMatchObject([
      { action: 'sell', shares: 3.7 },
    ])
    const ticket = toWholeShareTicket([
      target({ ticker: 'A', value: 50 }),
      target({ ticker: 'B', price: 30, units: 1, value: 80, most: 80 }),
    ])
    expect(ticket.orders[1]).toMatchObject({ ticker: 'B', shares: 1 })
  })

  test('never buys on credit, sells no more than is held, and trades whole shares only', () => {
    const targets = fc.array(
      fc.record({
        units: fc.double({ min: 0.5, max: 500, noNaN: true }),
        price: fc.double({ min: 0.5, max: 900, noNaN: true }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { minLength: 2, maxLength: 12 },
    )
    fc.assert(
      fc.property(targets, (rows) => {
        const total = rows.reduce((sum, { units, price }) => sum + units * price, 0)
        const shares = rows.reduce((sum, { share }) => sum + share, 0) || 1
        const ticket = toWholeShareTicket(
          rows.map(({ units, price, share }, i) =>
            target({ ticker: `T${i}`, units, price, value: (total * share) / shares }),
          ),
        )
        const after = ticket.units.reduce((sum, units, i) => sum + units * rows[i]!.price, 0)
        expect(after + ticket.cashLeft).toBeCloseTo(total, 5)
        ticket.units.forEach((units, i) => {
          expect(units).toBeGreaterThanOrEqual(0)
          const change = units - rows[i]!.units
          expect(units === 0 || Math.abs(change - Math.round(change)) < 1e-6 || change === 0).toBe(true)
        })
      }),
      { numRuns: 100 },
    )
  })
})
