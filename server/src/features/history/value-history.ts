// Tests: value-history.test.ts

import type { HistoryChange, LeftOutReason } from '@ballast/contract'
import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import { Big } from 'big.js'
import { letOthersWork } from '../../other-work.ts'
import { type DatedChange, parseUnitKey } from '../../portfolios/dated-holdings.repository.ts'

/** Closes of what a key of units is of, in the base currency, over the days of the history. */
export interface KeySeries {
  /** At each day, the last close known then; NaN before the first. */
  closes: Float64Array
  /** Likewise with dividends reinvested. */
  adjustedCloses: Float64Array
  splits: readonly { date: string; ratio: number }[]
}

export interface HistoryInput {
  /** By day; those of a portfolio by place. */
  changes: readonly DatedChange[]
  /** Trading days from the first change on. */
  days: readonly number[]
  series: ReadonlyMap<string, KeySeries>
  /** Why there is no series of a key. */
  reasons: ReadonlyMap<string, LeftOutReason>
  /** Splits that the owner has said are in the shares already: `AAPL 2020-08-31`. */
  dismissedSplits: ReadonlySet<string>
}

export interface ValuedHistory {
  /** At each day after the flow of that day. */
  values: Float64Array
  /** Money that came in at each day; 0 at the first. */
  flows: Float64Array
  /** Value that the newest positions would have had; null when there is nothing of them to value. */
  todaysValues: Float64Array | null
  todaysLeftOut: readonly string[]
  dividends: number
  /** The newest first, without those that made the first close. */
  changes: readonly HistoryChange[]
  /** Everything that was ever held at a close or is held now, with why it is left out. */
  held: readonly { key: string; reason: LeftOutReason | null }[]
}

interface Amount<Units = Big> {
  portfolioId: string
  key: string
  units: Units
  /** Day from which the units are of, before any split after it. */
  statedOn: string
}

type Held = ReadonlyMap<string, Amount>
/** Amount of a key in all portfolios together. */
type Total = Omit<Amount<number>, 'portfolioId'>
type UnitReader = (total: Total) => number

/** Difference that is allowed between bought and sold, as a fraction of what was traded: fees, and prices other than the close. */
const TRADED_APART = 0.02
const MOST_MOVED = 12
/** Relative difference that is rounding. */
const ROUNDING = 1e-9

/**
 * Values what was held at each close. A change counts from the first close on or after its day; the money that came in
 * with it is what the owner said, else what prices and cash propose. A split is no change: units are carried to the
 * shares of today, in which closes are quoted. What has no close for a day on which it was held is left out of all days.
 * Others have their turn between any two days and changes.
 */
export async function valueHistory(input: HistoryInput): Promise<ValuedHistory> {
  const { days, changes } = input
  const units = createUnitReader(input)
  const closeOf = changes.map(({ day }) => days.findIndex((close) => close >= parseIsoDate(day)))
  const leftOut = findLeftOut(input, closeOf)
  const priceAt = (key: string, t: number) => (leftOut.has(key) ? 0 : (input.series.get(key)?.closes[t] ?? 0))
  const worth = (totals: readonly Total[], t: number) => {
    let sum = 0
    for (const total of totals) sum += units(total) * priceAt(total.key, t)
    return sum
  }
  const values = new Float64Array(days.length)
  const flows = new Float64Array(days.length)
  const shown: HistoryChange[] = []
  const opened = new Set<string>()
  const everHeld = new Set<string>()
  let held: Held = new Map()
  let totals: readonly Total[] = []
  let dividends = 0
  let next = 0
  for (let t = 0; t < days.length; t++) {
    await letOthersWork()
    if (t > 0) dividends += payDividends(totals, t, units, input, leftOut)
    for (; next < changes.length && closeOf[next] === t; next++) {
      const change = changes[next]
      if (!change) break
      await letOthersWork()
      const after = applyChange(held, change)
      const isNew = !opened.has(change.portfolioId)
      opened.add(change.portfolioId)
      if (t > 0) {
        const described = describeChange({
          change,
          before: held,
          after,
          isNew,
          units,
          price: (key) => (leftOut.has(key) ? null : priceAt(key, t)),
        })
        flows[t] = (flows[t] ?? 0) + (described.moneyIn ?? 0)
        shown.push({ ...described, valuedOn: formatIsoDate(days[t] ?? 0) })
      }
      held = after
      totals = addUp(held)
    }
    for (const key of listHeld(totals)) everHeld.add(key)
    values[t] = worth(totals, t)
  }
  for (const change of changes.slice(next)) {
    await letOthersWork()
    const after = applyChange(held, change)
    if (opened.has(change.portfolioId)) {
      const moved = listMoved(held, after, units, () => null)
      shown.push({ ...toShown(change, moved), status: moved.length === 0 ? 'same' : 'waiting' })
    }
    opened.add(change.portfolioId)
    held = after
    totals = addUp(held)
  }
  for (const key of listHeld(totals)) everHeld.add(key)
  await letOthersWork()
  return {
    values,
    flows,
    dividends,
    ...valueTodays(totals, units, input),
    changes: shown.toReversed(),
    held: [...everHeld].sort().map((key) => ({ key, reason: leftOut.get(key) ?? null })),
  }
}

/** Units as shares of today: a split after the day that they were stated on multiplies them. */
function createUnitReader({ series, dismissedSplits }: HistoryInput): UnitReader {
  return ({ key, units, statedOn }) => {
    let shares = units
    for (const { date, ratio } of series.get(key)?.splits ?? []) {
      if (date > statedOn && !dismissedSplits.has(`${key} ${date}`)) shares *= ratio
    }
    return shares
  }
}

function applyChange(held: Held, change: DatedChange): Held {
  const after = new Map(held)
  const { portfolioId, day: statedOn } = change
  if (change.statesAll) {
    for (const [id, amount] of after) if (amount.portfolioId === portfolioId) after.set(id, { ...amount, statedOn })
  }
  for (const [key, text] of Object.entries(change.units)) {
    const id = `${portfolioId} ${key}`
    const units = new Big(text)
    if (units.eq(0)) after.delete(id)
    else after.set(id, { portfolioId, key, units, statedOn })
  }
  return after
}

/** Exact and in an order of its own, so that portfolios together are worth to the bit what one with all of it is worth. */
function addUp(held: Held): Total[] {
  const totals = new Map<string, Omit<Amount, 'portfolioId'>>()
  for (const { key, units, statedOn } of held.values()) {
    const id = `${key} ${statedOn}`
    const before = totals.get(id)
    totals.set(id, { key, statedOn, units: before ? units.plus(before.units) : units })
  }
  return [...totals.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, total]) => ({ ...total, units: total.units.toNumber() }))
}

/** Keys of which something is held: what one portfolio owes and another has is nothing together. */
function listHeld(totals: readonly Total[]): string[] {
  const sums = new Map<string, number>()
  for (const { key, units } of totals) sums.set(key, (sums.get(key) ?? 0) + units)
  return [...sums].flatMap(([key, units]) => (units === 0 ? [] : [key]))
}

/** Keys that cannot be valued on every day that they were held. */
function findLeftOut(input: HistoryInput, closeOf: readonly number[]): Map<string, LeftOutReason> {
  const leftOut = new Map<string, LeftOutReason>()
  input.changes.forEach(({ units }, place) => {
    for (const key of Object.keys(units)) {
      const close = closeOf[place] ?? -1
      const first = input.series.get(key)?.closes[close < 0 ? input.days.length - 1 : close]
      if (first !== undefined && Number.isFinite(first)) continue
      if (Number(units[key]) !== 0) leftOut.set(key, input.reasons.get(key) ?? 'no-history')
    }
  })
  return leftOut
}

/** Adds the dividends of the day before, from the difference between both kinds of closes. */
function payDividends(
  totals: readonly Total[],
  t: number,
  units: UnitReader,
  { series }: HistoryInput,
  leftOut: ReadonlyMap<string, LeftOutReason>,
): number {
  let sum = 0
  for (const total of totals) {
    const found = leftOut.has(total.key) ? undefined : series.get(total.key)
    const [before = 0, close = 0] = [found?.closes[t - 1], found?.closes[t]]
    const [adjustedBefore = 0, adjusted = 0] = [found?.adjustedCloses[t - 1], found?.adjustedCloses[t]]
    if (!(before > 0 && adjustedBefore > 0)) continue
    const paid = before * (adjusted / adjustedBefore) - close
    // What is less than a hundredth of a percent of the price is rounding of the provider's.
    if (paid > 1e-4 * before) sum += units(total) * paid
  }
  return sum
}

function valueTodays(
  totals: readonly Total[],
  units: UnitReader,
  { days, series }: HistoryInput,
): Pick<ValuedHistory, 'todaysValues' | 'todaysLeftOut'> {
  const isValued = ({ key }: Total) => Number.isFinite(series.get(key)?.closes[0])
  const now = new Set(listHeld(totals))
  const valued = totals.filter(isValued)
  const others = totals.filter((total) => now.has(total.key) && !isValued(total))
  const todaysLeftOut = [...new Set(others.map(({ key }) => parseUnitKey(key).ticker))].sort()
  if (valued.length === 0 || days.length === 0) return { todaysValues: null, todaysLeftOut }
  const todaysValues = Float64Array.from(days, (_, t) =>
    valued.reduce((sum, total) => sum + units(total) * (series.get(total.key)?.closes[t] ?? 0), 0),
  )
  return { todaysValues, todaysLeftOut }
}

type Moved = HistoryChange['moved'][number]

interface Described {
  change: DatedChange
  before: Held
  after: Held
  isNew: boolean
  units: UnitReader
  price: (key: string) => number | null
}

function describeChange({ change, before, after, isNew, units, price }: Described): HistoryChange {
  const moved = listMoved(before, after, units, price)
  const difference = moved.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const shown = {
    ...toShown(change, moved),
    difference: toCents(difference),
    cashListed: listsCash([before, after], change),
  }
  if (isNew) return { ...shown, status: 'new', moneyIn: difference, proposed: null }
  if (moved.length === 0) return { ...shown, status: 'same', moneyIn: 0, proposed: null }
  const proposed = proposeMoneyIn(moved, difference)
  if (change.moneyIn !== null) return { ...shown, status: 'answered', moneyIn: change.moneyIn, proposed }
  return { ...shown, status: 'asked', moneyIn: proposed, proposed }
}

const listsCash = (sides: readonly Held[], { portfolioId }: DatedChange) =>
  sides.some((held) =>
    [...held.values()].some((amount) => amount.portfolioId === portfolioId && parseUnitKey(amount.key).kind === 'cash'),
  )

/**
 * Proposes the money that came in: nothing when what was bought and what was sold, cash among it, are worth the same but for
 * 2 % of what was traded; else the whole difference.
 */
function proposeMoneyIn(moved: readonly Moved[], difference: number): number {
  const values = moved.map(({ value }) => value ?? 0)
  const [came, went] = [1, -1].map((sign) => values.reduce((sum, value) => sum + Math.max(0, sign * value), 0))
  const traded = Math.min(came ?? 0, went ?? 0)
  return Math.abs(difference) <= TRADED_APART * traded ? 0 : toCents(difference)
}

function listMoved(before: Held, after: Held, units: UnitReader, price: (key: string) => number | null): Moved[] {
  const sums = new Map<string, { before: number; after: number }>()
  for (const [held, side] of [
    [before, 'before'],
    [after, 'after'],
  ] as const) {
    for (const total of addUp(held)) {
      const sum = sums.get(total.key) ?? { before: 0, after: 0 }
      sum[side] += units(total)
      sums.set(total.key, sum)
    }
  }
  return [...sums]
    .filter(
      ([, sum]) => Math.abs(sum.after - sum.before) > ROUNDING * Math.max(Math.abs(sum.after), Math.abs(sum.before)),
    )
    .map(([key, sum]) => {
      const each = price(key)
      return { ...parseUnitKey(key), ...sum, value: each === null ? null : (sum.after - sum.before) * each }
    })
    .sort((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0) || (a.ticker < b.ticker ? -1 : 1))
}

function toShown({ portfolioId, place, day }: DatedChange, moved: readonly Moved[]): HistoryChange {
  return {
    portfolioId,
    changeId: String(place),
    day,
    valuedOn: null,
    status: 'waiting',
    moved: moved.slice(0, MOST_MOVED).map((one) => ({ ...one, value: one.value === null ? null : toCents(one.value) })),
    movedMore: Math.max(0, moved.length - MOST_MOVED),
    difference: null,
    moneyIn: null,
    proposed: null,
    cashListed: false,
  }
}

const toCents = (amount: number) => Math.round(amount * 100) / 100
