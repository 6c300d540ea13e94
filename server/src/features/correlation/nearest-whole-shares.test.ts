import { createRandomSource } from '@ballast/quant'
import { expect, test } from 'vitest'
import { findNearestWholeShares, type NearestInput, type WholeShareTarget } from './nearest-whole-shares.ts'
import { toWholeShareTicket } from './whole-share-orders.ts'

const random = createRandomSource(65)
const between = (least: number, most: number) => least + (most - least) * random()

/** Covariance of returns that share one factor, row by row. */
function makeCovariance(size: number): Float64Array {
  const [volatilities, loads] = [0, 1].map(() => Array.from({ length: size }, () => between(0.1, 0.5)))
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [row, column] = [Math.floor(at / size), at % size]
    const shared = loads![row]! * loads![column]!
    return row === column ? volatilities![row]! ** 2 + shared : shared
  })
}

function makeBook(size: number, money: number): NearestInput & { targets: WholeShareTarget[] } {
  const shares = Array.from({ length: size }, () => random())
  const wanted = Array.from({ length: size }, () => random())
  const [held, all] = [shares, wanted].map((parts) => parts.reduce((sum, part) => sum + part, 0))
  const rows = shares.map((share, row) => {
    const price = between(40, 400)
    const units = Math.max(1, Math.round((share / held!) * (money / price)))
    return { price, units, wanted: wanted[row]! / all! }
  })
  const total = rows.reduce((sum, { price, units }) => sum + price * units, 0)
  const targets = rows.map(({ price, units, wanted: part }) => {
    return { price, units, value: part * total, most: total, isWhole: true, group: null }
  })
  const rounded = toWholeShareTicket(targets.map((target) => ({ ...target, ticker: 'T', step: 1 })))
  return { targets, start: rounded.units, covariance: makeCovariance(size), money: total, room: new Map() }
}

function varianceOf({ targets, covariance }: NearestInput, units: readonly number[]): number {
  const difference = targets.map(({ price, value }, row) => units[row]! * price - value)
  return difference.reduce(
    (sum, own, row) =>
      sum +
      difference.reduce((all, other, column) => all + own * other * covariance[row * targets.length + column]!, 0),
    0,
  )
}

/** Least variance over every count of shares that the money pays for. */
function tryAll(input: NearestInput, units: number[] = [], left = input.money): number {
  const target = input.targets[units.length]
  if (!target) return varianceOf(input, units)
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count * target.price <= left * (1 + 1e-9); count++)
    least = Math.min(least, tryAll(input, [...units, count], left - count * target.price))
  return least
}

test('is what trying all whole shares finds', () => {
  for (let book = 0; book < 60; book++) {
    const input = makeBook(2 + (book % 3), between(800, 2_500))
    const { units, isExact } = findNearestWholeShares(input)
    expect(isExact).toBe(true)
    expect(varianceOf(input, units)).toBeCloseTo(tryAll(input), 6)
  }
})

test('is never farther than rounding, within money and limits, where the branches do not end, too', () => {
  for (let book = 0; book < 12; book++) {
    const plain = makeBook(book === 0 ? 40 : 4 + book, between(5_000, 60_000))
    const most = 0.3 * plain.money
    const input = {
      ...plain,
      targets: plain.targets.map((target, row) => ({ ...target, most, group: row % 2 === 0 ? 'even' : null })),
      room: new Map([['even', 0.6 * plain.money]]),
    }
    const { units } = findNearestWholeShares(input)
    expect(varianceOf(input, units)).toBeLessThanOrEqual(varianceOf(input, input.start) * (1 + 1e-9))
    const worth = units.map((count, row) => count * input.targets[row]!.price)
    expect(worth.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(input.money * (1 + 1e-9))
    for (const [row, count] of units.entries()) {
      expect(Number.isInteger(count) && count >= 0).toBe(true)
      if (count > input.start[row]!) expect(worth[row]).toBeLessThanOrEqual(most * (1 + 1e-9))
    }
  }
})

test('fractions that are held stay or go with all, and what trades in parts is left as it is', () => {
  const [share, coin] = [makeBook(2, 5_000), 1]
  const targets = share.targets.map((target, row) => ({ ...target, units: 3.7, isWhole: row !== coin, value: 1_000 }))
  const { units } = findNearestWholeShares({ ...share, targets, start: [3.7, 2.3456], money: 5_000 })
  expect(units[coin]).toBe(2.3456)
  expect(units[0] === 0 || Math.abs((units[0]! % 1) - 0.7) < 1e-9).toBe(true)
})
