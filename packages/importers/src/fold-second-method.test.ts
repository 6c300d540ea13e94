import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSource } from './read-source.ts'

const RUNS = process.env.BALLAST_LONG ? 4_000 : 200
const SEED = 20_261_122

/** An exact fraction, so that the second method shares no rounding with the first. */
interface Fraction {
  over: bigint
  under: bigint
}
const of = (over: number | bigint, under: number | bigint = 1): Fraction => ({
  over: BigInt(over),
  under: BigInt(under),
})
const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const toNumber = ({ over, under }: Fraction) => Number((over * 10n ** 12n) / under) / 1e12

/** Shares that were bought or sold short together: how many are left, and what one of them cost. */
interface Lot {
  shares: Fraction
  cost: Fraction
}

type Step =
  | { does: 'Buy' | 'Sell short'; quantity: number; price: number }
  /** A part of what is held, in percent. */
  | { does: 'reduce'; percent: number; price: number }
  | { does: 'Stock split'; factor: number }
  | { does: 'Reverse split'; factor: number }
  | { does: 'Dividend' | 'Transfer in' | 'Buy taken back'; quantity: number; price: number }

const sum = (lots: readonly Lot[]) => lots.reduce((total, { shares }) => plus(total, shares), of(0))

/** The second method: a list of lots; what leaves, leaves each of them in the same part. */
function followLots(steps: readonly Step[]) {
  let lots: Lot[] = []
  let isShort = false
  let isCostKnown = true
  const lines: string[] = []
  let day = 0
  const write = (action: string, quantity: number | '', price: number | '') =>
    lines.push(`${new Date(Date.UTC(2025, 0, ++day)).toISOString().slice(0, 10)},${action},KO,${quantity},${price}`)
  for (const step of steps) {
    const held = toNumber(sum(lots))
    if (step.does === 'Buy' || step.does === 'Sell short') {
      if (held > 0 && isShort !== (step.does === 'Sell short')) continue
      isShort = step.does === 'Sell short'
      lots.push({ shares: of(step.quantity), cost: of(step.price) })
      write(step.does, step.quantity, step.price)
    } else if (step.does === 'Transfer in') {
      if (isShort && held > 0) continue
      isShort = false
      isCostKnown = false
      lots.push({ shares: of(step.quantity), cost: of(0) })
      write(step.does, step.quantity, '')
    } else if (step.does === 'Dividend') {
      if (held > 0) write('Dividend', '', step.price)
    } else if (step.does === 'Buy taken back') {
      if (isShort && held > 0) continue
      write('Buy', step.quantity, step.price)
      write('Cancel Buy', -step.quantity, step.price)
    } else if (step.does === 'Stock split') {
      if (held === 0 || isShort) continue
      write(step.does, held * (step.factor - 1), '')
      lots = lots.map(({ shares, cost }) => ({
        shares: times(shares, of(step.factor)),
        cost: times(cost, of(1, step.factor)),
      }))
    } else if (step.does === 'Reverse split') {
      if (held === 0 || isShort || held % step.factor !== 0) continue
      write(step.does, -held, '')
      write(step.does, held / step.factor, '')
      lots = lots.map(({ shares, cost }) => ({
        shares: times(shares, of(1, step.factor)),
        cost: times(cost, of(step.factor)),
      }))
    } else if (step.does === 'reduce') {
      const leaving = Math.ceil((held * step.percent) / 100)
      if (leaving === 0) continue
      write(isShort ? 'Buy to cover' : 'Sell', leaving, step.price)
      const stays = plus(of(1), times(of(-leaving), { over: sum(lots).under, under: sum(lots).over }))
      lots = lots.map((lot) => ({ ...lot, shares: times(lot.shares, stays) }))
      if (leaving === held) {
        lots = []
        isCostKnown = true
      }
    }
  }
  const shares = sum(lots)
  const cost = lots.reduce((total, lot) => plus(total, times(lot.shares, lot.cost)), of(0))
  const average = shares.over === 0n ? null : toNumber(times(cost, { over: shares.under, under: shares.over }))
  return { lines, shares: (isShort ? -1 : 1) * toNumber(shares), average: isCostKnown ? average : null }
}

const quantity = fc.integer({ min: 1, max: 400 })
const price = fc.integer({ min: 1, max: 900 })
const factor = fc.integer({ min: 2, max: 20 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('Buy' as const, 'Sell short' as const), quantity, price }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('reduce' as const), percent: fc.integer({ min: 1, max: 100 }), price }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('Stock split' as const, 'Reverse split' as const), factor }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('Dividend' as const, 'Transfer in' as const, 'Buy taken back' as const),
      quantity,
      price,
    }),
  },
)

describe('a history and a list of lots, from each of which the same part is sold, agree', () => {
  const check = (steps: readonly Step[], arrange: (lines: readonly string[]) => readonly string[]) => async () => {
    const { lines, shares, average } = followLots(steps)
    // Dividends alone are of shares that nobody has seen.
    fc.pre(lines.length > 0)
    const text = ['Date,Action,Symbol,Quantity,Price', ...arrange(lines)].join('\n')
    const { positions } = await readSource({ name: 'x', text })
    if (shares === 0) {
      expect(positions).toEqual([])
      return
    }
    const [held] = positions
    expect([held?.ticker, Number(held?.shares), held?.doubts]).toEqual(['KO', shares, []])
    if (average === null) expect(held?.avgCost).toBeNull()
    // Ten decimals are kept.
    else expect(Math.abs(Number(held?.avgCost) - average)).toBeLessThan(1e-10)
  }
  const property = (arrange: (lines: readonly string[]) => readonly string[]) =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => check(steps, arrange)()),
      { numRuns: RUNS, seed: SEED },
    )

  test('listed as it happened', () => property((lines) => lines))
  test('listed the newest first', () => property((lines) => lines.toReversed()))
})

test('a day whose lines have no times leaves the same shares in any order, and nothing in doubt', () => {
  const trades = fc.array(fc.record({ isBuy: fc.boolean(), quantity }), { minLength: 2, maxLength: 12 })
  return fc.assert(
    fc.asyncProperty(trades, fc.integer(), async (day, shift) => {
      const bought = day.reduce((sum, trade) => sum + (trade.isBuy ? trade.quantity : 0), 0)
      const sold = day.reduce((sum, trade) => sum + (trade.isBuy ? 0 : trade.quantity), 0)
      const before = Math.max(1, sold - bought)
      const at = Math.abs(shift) % day.length
      const lines = [...day.slice(at), ...day.slice(0, at)].map(
        (trade) => `2026-01-05,${trade.isBuy ? 'Buy' : 'Sell'},KO,${trade.quantity},10`,
      )
      const text = ['Date,Action,Symbol,Quantity,Price', `2026-01-02,Buy,KO,${before},10`, ...lines].join('\n')
      const { positions } = await readSource({ name: 'x', text })
      const left = before + bought - sold
      const expected = left === 0 ? [] : [[String(left), '10', []]]
      expect(positions.map(({ shares, avgCost, doubts }) => [shares, avgCost, doubts])).toEqual(expected)
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
