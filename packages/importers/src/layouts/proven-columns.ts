// Tests: ../mapped-columns.test.ts, ../samples.test.ts

/** Roles of the columns of a table by their figures: products that hold in most lines, and costs near a price or a value. */
import type { MappedField } from '@ballast/contract'
import { toHeaderName } from '../headers/header-names.ts'
import { isProduct } from '../meaning/cost-per-share.ts'
import type { NumberCells } from '../meaning/number-cells.ts'
import type { SourceRow } from '../sources/source-table.ts'
import { type ColumnProfile, type ColumnProposal, MOSTLY } from './column-profile.ts'

/** Part of the lines in which a product must hold before it proves what the columns are. */
const PROVEN = 0.8

/** Three columns of numbers of which one is the product of the others: shares × price = value. */
export function proposeProduct(
  proposals: (ColumnProposal | undefined)[],
  rows: readonly SourceRow[],
  profiles: readonly ColumnProfile[],
  numbers: NumberCells,
): void {
  const has = (field: MappedField) => proposals.some((proposal) => proposal?.field === field)
  if (has('shares')) {
    for (const pair of PRODUCTS) proposeOther(proposals, rows, profiles, numbers, pair)
    return
  }
  const open = profiles.flatMap((profile, index) => {
    const field = proposals[index]?.field
    const isOpen = field === undefined || field === 'price' || field === 'value'
    return isOpen && profile.numbers >= MOSTLY ? [index] : []
  })
  const first = findProduct(rows, numbers, open)
  if (first === undefined) return
  const [a, b] = first.each
  const isPriceFirst = proposals[a]?.field === 'price' || (profiles[a]?.hasMoneySign && !profiles[b]?.hasMoneySign)
  const [shares, each] = isPriceFirst ? [b, a] : [a, b]
  const others = open.filter((index) => index !== shares && index !== each && index !== first.all)
  const second = others
    .flatMap((price) => others.filter((all) => price !== all).map((all) => ({ each: price, all })))
    .find((pair) => holdsIn(rows, numbers, shares, pair.each, pair.all))
  const because = 'In almost every line, shares × price is the value.'
  const isTold =
    isPriceFirst || proposals[b]?.field === 'price' || profiles[b]?.hasMoneySign === true || second !== undefined
  proposals[shares] = { field: 'shares', because: isTold ? because : EITHER_FACTOR }
  const isCost = second !== undefined && hasDifference(rows, numbers, open, second.all, first.all)
  const worth = isCost ? second : { each, all: first.all }
  proposals[worth.each] = { field: 'price', because }
  proposals[worth.all] = { field: 'value', because }
  const cost = isCost ? { each, all: first.all } : second
  if (cost === undefined || !(isCost || hasDifference(rows, numbers, open, first.all, cost.all))) return
  const gained = 'In almost every line, the value less it is the gain.'
  proposals[cost.each] = { field: 'avgCost', because: 'In almost every line, shares × it is the total cost.' }
  proposals[cost.all] = { field: 'costBasis', because: gained }
}

/** A product alone does not tell which of its factors are the shares. */
export const EITHER_FACTOR = 'In almost every line, it times another column is the value.'

const MOST_FACTORS = 12

/** Columns of which one is the product of two others. */
function findProduct(
  rows: readonly SourceRow[],
  numbers: NumberCells,
  open: readonly number[],
): { each: [number, number]; all: number } | undefined {
  for (const a of open.slice(0, MOST_FACTORS)) {
    for (const b of open.slice(0, MOST_FACTORS)) {
      const all = a === b ? undefined : open.find((c) => c !== a && c !== b && holdsIn(rows, numbers, a, b, c))
      if (all !== undefined) return { each: [a, b], all }
    }
  }
  return undefined
}

/** True if one of the columns is what the first of two has more than the second, as a gain is. */
function hasDifference(
  rows: readonly SourceRow[],
  numbers: NumberCells,
  open: readonly number[],
  more: number,
  less: number,
): boolean {
  return open.some((index) => {
    if (index === more || index === less) return false
    const agrees = rows.flatMap(({ cells }) => {
      const [x, y, z] = [more, less, index].map((at) => numbers.valueOf(cells[at]))
      if (x == null || y == null || z == null || z === 0) return []
      return [Math.abs(x - y - z) <= CENT + 1e-9 * Math.abs(x)]
    })
    return agrees.length >= 2 && agrees.filter(Boolean).length >= PROVEN * agrees.length
  })
}

/** Two rounded figures make a rounded difference: to a cent. */
const CENT = 0.011

/** Price or cost of a share, and the same of all of them. */
const PRODUCTS = [
  ['price', 'value'],
  ['avgCost', 'costBasis'],
] as const

/** Where the shares and one of a pair are known, a column that nothing names may prove to be the other. */
function proposeOther(
  proposals: (ColumnProposal | undefined)[],
  rows: readonly SourceRow[],
  profiles: readonly ColumnProfile[],
  numbers: NumberCells,
  [each, all]: (typeof PRODUCTS)[number],
): void {
  const at = (field: MappedField) => proposals.findIndex((proposal) => proposal?.field === field)
  const [shares, known] = [at('shares'), at(each) === -1 ? at(all) : at(each)]
  if (known === -1 || (at(each) !== -1 && at(all) !== -1)) return
  const proven = profiles.findIndex((profile, index) => {
    if (proposals[index] !== undefined || profile.numbers < MOSTLY) return false
    return at(each) === -1 ? holdsIn(rows, numbers, shares, index, known) : holdsIn(rows, numbers, shares, known, index)
  })
  if (proven === -1) return
  const because = `In almost every line, shares × ${each === 'price' ? 'price is the value' : 'cost is the total cost'}.`
  proposals[proven] = { field: at(each) === -1 ? each : all, because }
}

function holdsIn(rows: readonly SourceRow[], numbers: NumberCells, a: number, b: number, c: number): boolean {
  let compared = 0
  let held = 0
  for (const { cells } of rows) {
    const [x, y, product] = [a, b, c].map((index) => numbers.textOf(cells[index]))
    if (!x || !y || !product || x === '1' || y === '1') continue
    compared++
    if (isProduct(y, x, product)) held++
  }
  return compared >= 2 && held >= compared * PROVEN
}

/** True if a column of costs is per share or in total is not decided by its name but by what it comes near to. */
export function checkCostColumns(
  proposals: (ColumnProposal | undefined)[],
  header: SourceRow | undefined,
  rows: readonly SourceRow[],
  numbers: NumberCells,
): void {
  const at = (field: MappedField) => proposals.findIndex((proposal) => proposal?.field === field)
  const [perShare, total] = [at('avgCost'), at('costBasis')]
  if ((perShare === -1) === (total === -1)) return
  const cost = perShare === -1 ? total : perShare
  const places = { cost, shares: at('shares'), price: at('price'), value: at('value') }
  const verdict = weighCost(rows, numbers, places) ?? guessCost(header, rows, numbers, places)
  if (verdict === undefined) return
  const field = verdict === 'per-share' ? 'avgCost' : 'costBasis'
  if (proposals[cost]?.field === field) return
  const because =
    field === 'avgCost'
      ? 'Its figures are what one share may cost, not all of them.'
      : 'Its figures are near the value of all shares.'
  proposals[cost] = { field, because }
}

/** Ratio from which costs are told apart: what three shares have cost may be what one costs. */
const TELLING = Math.log(3.5)
/** Difference of figures that are the same, to their rounding. */
const NEARLY_EQUAL = 0.02
/** Ratio from which a single line decides. */
const CLEAR = Math.log(20)

interface CostPlaces {
  cost: number
  shares: number
  price: number
  value: number
}

/** Price below which few shares cost in total, for a column called just "Cost" with nothing to compare it with. */
const CHEAPEST_SHARE = 6

function guessCost(
  header: SourceRow | undefined,
  rows: readonly SourceRow[],
  numbers: NumberCells,
  at: CostPlaces,
): 'per-share' | undefined {
  if (toHeaderName(header?.cells[at.cost] ?? '') !== 'cost' || at.shares === -1) return undefined
  return findCostPerShare(rows, numbers, at) < CHEAPEST_SHARE ? 'per-share' : undefined
}

/** Cost of a share in the line in the middle, if the column is of all shares; NaN where nothing tells. */
function findCostPerShare(rows: readonly SourceRow[], numbers: NumberCells, at: CostPlaces): number {
  const implied = rows
    .map(({ cells }) => Math.abs((numbers.valueOf(cells[at.cost]) ?? 0) / (numbers.valueOf(cells[at.shares]) ?? 0)))
    .filter((price) => Number.isFinite(price) && price > 0)
    .sort((a, b) => a - b)
  return implied[Math.floor(implied.length / 2)] ?? Number.NaN
}

function weighCost(
  rows: readonly SourceRow[],
  numbers: NumberCells,
  at: CostPlaces,
): 'per-share' | 'total' | undefined {
  let perShare = 0
  let total = 0
  let isClear = false
  for (const { cells } of rows) {
    const read = (index: number) => (index === -1 ? null : numbers.valueOf(cells[index]))
    const [cost, shares] = [Math.abs(read(at.cost) ?? 0), Math.abs(read(at.shares) ?? 0)]
    const stated = read(at.price)
    const value = read(at.value)
    // A cost is rather in the value's currency than in that of the price.
    const price = Math.abs(value !== null && shares > 0 ? value / shares : (stated ?? 0))
    if (cost === 0 || price === 0 || shares === 0 || Math.abs(Math.log(shares)) < TELLING) continue
    // A price in pence beside a value in pounds: the cost may be in either.
    const perUnit = stated !== null && Math.abs(Math.log(Math.abs(stated) / price / 100)) < NEARLY_EQUAL ? 100 : 1
    if (Math.abs(Math.log(shares / perUnit)) < TELLING) continue
    const distanceTo = (amount: number) =>
      Math.min(Math.abs(Math.log(cost / amount)), Math.abs(Math.log(cost / amount / perUnit)))
    if (distanceTo(price) < distanceTo(price * shares)) perShare++
    else total++
    isClear ||= Math.abs(Math.log(shares)) > CLEAR
  }
  if ((perShare + total < 2 && !isClear) || Math.max(perShare, total) < PROVEN * (perShare + total)) return undefined
  return perShare > total ? 'per-share' : 'total'
}

/** As the cost of one share, more than this is rare. */
const DEAREST_SHARE = 1_000

/** True if a column called just "Cost" may be of one share as well as of all, and nothing beside it tells. */
export function isCostOpen(
  proposals: readonly (ColumnProposal | undefined)[],
  header: SourceRow | undefined,
  rows: readonly SourceRow[],
  numbers: NumberCells,
): boolean {
  const at = (field: MappedField) => proposals.findIndex((proposal) => proposal?.field === field)
  const places = { cost: at('costBasis'), shares: at('shares'), price: at('price'), value: at('value') }
  if (places.cost === -1 || at('avgCost') !== -1) return false
  const isOpenName = OPEN_NAMES.has(toHeaderName(header?.cells[places.cost] ?? ''))
  if (!isOpenName && !(findCostPerShare(rows, numbers, places) < CHEAPEST_LIKELY)) return false
  if (weighCost(rows, numbers, places) !== undefined) return false
  const costs = rows.map(({ cells }) => Math.abs(numbers.valueOf(cells[places.cost]) ?? 0)).filter((cost) => cost > 0)
  return costs.length > 0 && Math.max(...costs) < DEAREST_SHARE
}

/** Price below which a column of total costs, whatever its name, may be of one share each. */
const CHEAPEST_LIKELY = 1
const OPEN_NAMES = new Set(['cost', 'costs', 'basis', 'paid', 'einstand', 'kosten', 'costo', 'coste', 'coût', 'custo'])
/** The move of a day seldom is larger: what differs less from the price may be its last close. */
const MOVE_OF_A_DAY = 0.03
/** Since it was bought a share has seldom moved further. */
const FURTHEST_MOVE = 12

const NEAR_THE_PRICE = 'Its figures are near the price, as what a share has cost.'

/** True if the cost is told from the price by nothing but where it stands. */
export const isCostGuessed = (proposals: readonly (ColumnProposal | undefined)[]) =>
  proposals.some((proposal) => proposal?.because === NEAR_THE_PRICE)

/** Without a header: money near the price of most lines, but not as near as yesterday's, is what a share has cost. */
export function proposeCostByMoves(
  proposals: (ColumnProposal | undefined)[],
  rows: readonly SourceRow[],
  profiles: readonly ColumnProfile[],
  numbers: NumberCells,
): void {
  const at = (field: MappedField) => proposals.findIndex((proposal) => proposal?.field === field)
  const price = at('price')
  if (price === -1 || at('value') === -1 || at('avgCost') !== -1 || at('costBasis') !== -1) return
  const near = profiles.findIndex((profile, index) => {
    if (proposals[index] !== undefined || profile.numbers < MOSTLY) return false
    const moves = rows.flatMap(({ cells }) => {
      const [now, then] = [numbers.valueOf(cells[price]) ?? 0, numbers.valueOf(cells[index]) ?? 0]
      return now > 0 && then > 0 ? [Math.abs(Math.log(now / then))] : []
    })
    const isNear = moves.length >= 2 && moves.every((move) => move < Math.log(FURTHEST_MOVE))
    return isNear && moves.some((move) => move > MOVE_OF_A_DAY)
  })
  if (near === -1) return
  proposals[near] = { field: 'avgCost', because: NEAR_THE_PRICE }
}
