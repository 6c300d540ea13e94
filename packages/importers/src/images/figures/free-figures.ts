// Tests: ../layouts.test.ts

import type { DecimalMark } from '../../decimal-text.ts'
import { centreOf, middleOf } from '../decode/grey-image.ts'
import { type Candidate, type FigureRole, pickFigure } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { withUsualPoint } from './close-reading.ts'
import { settleCosts } from './cost-kinds.ts'
import { type Figure, readFigure } from './figures.ts'
import { hasUnreadAmount } from './inline-figures.ts'
import { hasUnknownLabel } from './labels.ts'

/**
 * Figures that no label names get their meaning from arithmetic: what stands at the same place beside every ticker and
 * makes shares × price the value, or value − cost the gain, in nearly all of them, is that.
 */

/** Figures that stand at the same place of several positions. */
interface Slot {
  /** By the index of the position. */
  cells: Map<number, { cell: TextCell; figure: Figure }>
}

type Known = Partial<Record<FigureRole | 'percent', Figure>>

interface Rule {
  roles: readonly (FigureRole | 'percent')[]
  /** True if the figures agree to their rounding. */
  isTrue: (of: (role: FigureRole | 'percent') => Figure) => boolean
  /** True for the price paid and the gain: the close of yesterday and the move of today agree in the same way. */
  isOfGain?: boolean
  /** True if at least one of these has to be named by a label. */
  isNamed?: boolean
}

const within = (difference: number, slack: number) => Math.abs(difference) <= slack * 1.02 + 1e-6

/** Half of the last digit of a product of rounded figures; whole shares are exact. */
function slackOf(a: Figure, b: Figure): number {
  const shares = Number.isInteger(a.value) ? 0 : a.rounding * Math.abs(b.value)
  return shares + b.rounding * Math.abs(a.value)
}

const SHARES_TIMES_PRICE: Rule = {
  roles: ['quantity', 'price', 'value'],
  isTrue: (of) => isProduct(of('quantity'), of('price'), of('value')),
}
const RULES: readonly Rule[] = [
  SHARES_TIMES_PRICE,
  {
    roles: ['quantity', 'avgCost', 'costTotal'],
    isNamed: true,
    isTrue: (of) => isProduct(of('quantity'), of('avgCost'), of('costTotal')),
  },
  {
    roles: ['value', 'quantity', 'avgCost', 'gain'],
    isOfGain: true,
    isTrue: (of) => {
      const [value, quantity, cost, gain] = [of('value'), of('quantity'), of('avgCost'), of('gain')]
      const slack = value.rounding + gain.rounding + slackOf(quantity, cost)
      return within(value.value - quantity.value * cost.value - gain.value, slack)
    },
  },
  {
    roles: ['value', 'costTotal', 'gain'],
    isOfGain: true,
    isTrue: (of) => {
      const [value, cost, gain] = [of('value'), of('costTotal'), of('gain')]
      return within(value.value - cost.value - gain.value, value.rounding + cost.rounding + gain.rounding)
    },
  },
  {
    roles: ['quantity', 'price', 'avgCost', 'gain'],
    isOfGain: true,
    isTrue: (of) => {
      const [quantity, price, cost, gain] = [of('quantity'), of('price'), of('avgCost'), of('gain')]
      if (gain.value === 0) return false
      const shares = Number.isInteger(quantity.value) ? 0 : quantity.rounding * Math.abs(price.value - cost.value)
      const slack = gain.rounding + shares + (price.rounding + cost.rounding) * Math.abs(quantity.value)
      return within(quantity.value * (price.value - cost.value) - gain.value, slack)
    },
  },
  {
    roles: ['price', 'avgCost', 'percent'],
    isOfGain: true,
    isTrue: (of) => {
      const [price, cost, percent] = [of('price'), of('avgCost'), of('percent')]
      if (cost.value === 0) return false
      const ratio = (100 * price.value) / cost.value
      const slack = percent.rounding + (100 * price.rounding + ratio * cost.rounding) / Math.abs(cost.value)
      return within(ratio - 100 - percent.value, slack)
    },
  },
]

function isProduct(quantity: Figure, each: Figure, product: Figure): boolean {
  // One share costs what it costs: that proves nothing.
  if (Math.abs(quantity.value) === 1 || product.value === 0) return false
  return within(quantity.value * each.value - product.value, slackOf(quantity, each) + product.rounding)
}

/** No day moves everything that is held by less and something by more, in percent. */
const MOVE_OF_A_DAY = 12
/** Part of the positions in which a rule has to hold. */
const MOSTLY = 0.7
const FEWEST = 2
const MOST_SLOTS = 12

/** Gives figures without a label their role, where the others tell it. */
export function inferRoles(candidates: readonly Candidate[], mark: DecimalMark): Candidate[] {
  settleCosts(candidates, mark)
  moveProducts(candidates, mark)
  const known = withUsualPoints(candidates.map((candidate) => readKnown(candidate, mark)))
  const slots = findSlots(candidates, mark).map(withPointsOfColumn)
  for (let round = 0; round < RULES.length; round++) {
    const found = findAssignment(known, slots)
    if (!found) break
    for (const [role, slot] of found) {
      for (const [index, { figure }] of slot.cells) {
        const figures = known[index]
        if (figures && figures[role] === undefined) figures[role] = figure
        if (role === 'percent') continue
        const candidate = candidates[index]
        const cell = slot.cells.get(index)?.cell
        if (candidate && cell) candidate.figures[role] ??= { cell, pick: pickFigure }
      }
      slots.splice(slots.indexOf(slot), 1)
    }
  }
  takePlainShares(candidates, known, slots)
  // Shares that no label names are known only now.
  settleCosts(candidates, mark)
  const doubted = candidates.map((candidate, index) => withCostDoubt(candidate, index, slots, mark))
  // What may be the cost at one position may be it at those where it could not even be read.
  const costDoubt = doubted.find((candidate) => candidate.costDoubt !== null)?.costDoubt ?? null
  const hasCost = ({ figures }: Candidate) => figures.avgCost !== undefined || figures.costTotal !== undefined
  return doubted.map((each) => (each.costDoubt === null && !hasCost(each) ? { ...each, costDoubt } : each))
}

/**
 * A figure that is another one times the shares is of all shares, whatever label seems to be beside it: a label
 * whose own figure stands in the next line has that of another column behind it.
 */
function moveProducts(candidates: readonly Candidate[], mark: DecimalMark): void {
  for (const { figures, cells } of candidates) {
    const { quantity, avgCost } = readKnown({ figures }, mark)
    if (!quantity || !avgCost || !figures.avgCost) continue
    const used = new Set(Object.values(figures).map(({ cell }) => cell))
    const each = cells.find((cell) => {
      const figure = used.has(cell) ? undefined : readFigure(pickFigure(cell.text) ?? '', mark)
      return figure !== undefined && !figure.isPercent && figure.rounding < 0.5 && isProduct(quantity, figure, avgCost)
    })
    if (!each) continue
    figures.value ??= figures.avgCost
    figures.price ??= { cell: each, pick: pickFigure }
    delete figures.avgCost
  }
}

/** Where each position has what a share has cost, and one more plain number at one place, that is its shares. */
function takePlainShares(candidates: readonly Candidate[], known: readonly Known[], slots: readonly Slot[]): void {
  const priced = known.filter(({ avgCost }) => avgCost).length
  if (priced === 0 || priced < MOSTLY * known.length || known.some(({ quantity }) => quantity)) return
  const isPlain = ({ figure }: { figure: Figure }) => !figure.isMoney && !figure.isPercent && figure.value !== 0
  const plain = slots.filter(({ cells }) => [...cells.values()].every(isPlain) && cells.size >= MOSTLY * known.length)
  const [only, ...others] = plain
  if (!only || others.length > 0) return
  for (const [index, { cell }] of only.cells) {
    const candidate = candidates[index]
    if (candidate) candidate.figures.quantity ??= { cell, pick: pickFigure }
  }
}

/** Points are small and easily overlooked: what others at the same place have tells where one is missing. */
function withPointsOfColumn({ cells }: Slot): Slot {
  const usual = findUsualRounding([...cells.values()].map(({ figure }) => figure))
  const mended = [...cells].map(([index, { cell, figure }]) => {
    return [index, { cell, figure: withUsualPoint(figure, usual)[0] ?? figure }] as const
  })
  return { cells: new Map(mended) }
}

function withUsualPoints(known: readonly Known[]): Known[] {
  const roles = ['avgCost', 'costTotal', 'price', 'value', 'gain'] as const
  const usual = new Map(roles.map((role) => [role, findUsualRounding(known.flatMap((figures) => figures[role] ?? []))]))
  return known.map((figures) => {
    const mended = { ...figures }
    for (const role of roles) {
      const figure = figures[role]
      const [pointed] = figure ? withUsualPoint(figure, usual.get(role)) : []
      if (pointed) mended[role] = pointed
    }
    return mended
  })
}

function findUsualRounding(figures: readonly Figure[]): number | undefined {
  const count = (rounding: number) => figures.filter((other) => other.rounding === rounding).length
  return figures.find(({ rounding }) => rounding < 0.5 && 2 * count(rounding) > figures.length)?.rounding
}

function readKnown({ figures }: Pick<Candidate, 'figures'>, mark: DecimalMark): Known {
  const known: Known = {}
  for (const [role, sighting] of Object.entries(figures) as [FigureRole, Candidate['figures'][FigureRole]][]) {
    const text = sighting?.pick(sighting.cell.text)
    const figure = text === undefined ? undefined : readFigure(text, mark)
    if (figure) known[role] = figure
  }
  return known
}

/** Figures of the positions that have no role yet, gathered by where they stand beside their ticker. */
function findSlots(candidates: readonly Candidate[], mark: DecimalMark): Slot[] {
  const slots: { slot: Slot; samples: TextCell[]; symbols: TextCell[] }[] = []
  for (const [index, { cells, symbol, figures, others }] of candidates.entries()) {
    const used = new Set([...Object.values(figures).map(({ cell }) => cell), ...others])
    for (const cell of cells) {
      const figure = used.has(cell) ? undefined : readFigure(pickFigure(cell.text) ?? '', mark)
      if (!figure || isInside(cell, used)) continue
      const home = slots.find(
        ({ slot, samples, symbols }) =>
          !slot.cells.has(index) && samples.some((other, at) => isSamePlace(other, symbols[at], cell, symbol.cell)),
      )
      if (home) {
        home.slot.cells.set(index, { cell, figure })
        home.samples.push(cell)
        home.symbols.push(symbol.cell)
      } else {
        slots.push({ slot: { cells: new Map([[index, { cell, figure }]]) }, samples: [cell], symbols: [symbol.cell] })
      }
    }
  }
  return slots.map(({ slot }) => slot)
}

/** A part of a cell that was cut out of it has a cell of its own. */
const isInside = (cell: TextCell, used: ReadonlySet<TextCell>) =>
  [...used].some((other) => other.left >= cell.left && other.right <= cell.right && other.top === cell.top)

function isSamePlace(a: TextCell, aSymbol: TextCell | undefined, b: TextCell, bSymbol: TextCell): boolean {
  if (!aSymbol) return false
  const unit = aSymbol.capHeight
  const down = Math.abs(middleOf(a) - aSymbol.bottom - (middleOf(b) - bSymbol.bottom))
  // Of cards in several columns the places beside the ticker agree, of figures at a common edge those in the image.
  const apart = (of: (cell: TextCell) => number) =>
    Math.min(Math.abs(of(a) - aSymbol.left - (of(b) - bSymbol.left)), Math.abs(of(a) - of(b)))
  return (
    down < 0.7 * unit &&
    Math.min(
      apart((c) => c.left),
      apart((c) => c.right),
      apart(centreOf),
    ) < unit
  )
}

type Assignment = readonly (readonly [FigureRole | 'percent', Slot])[]

/** The one set of slots that makes a rule true in nearly all positions; undefined when there is none, or several. */
function findAssignment(known: readonly Known[], slots: readonly Slot[]): Assignment | undefined {
  const usual = slots.filter(({ cells }) => cells.size >= Math.min(FEWEST, known.length)).slice(0, MOST_SLOTS)
  for (const rule of RULES) {
    const open = rule.roles.filter((role) => known.every((figures) => figures[role] === undefined))
    if (open.length === 0 || (open.length === rule.roles.length && rule !== SHARES_TIMES_PRICE)) continue
    // What shares are worth being told, another amount that is so many times another figure is what they have cost.
    const isTold = known.some(({ price, value }) => price && value)
    if (rule.isNamed && !isTold && !rule.roles.some((role) => role !== 'quantity' && !open.includes(role))) continue
    const works = listChoices(open, usual).filter((choice) => isTrueMostly(rule, known, choice))
    if (works.length === 1) return works[0]
  }
  return undefined
}

function listChoices(open: readonly (FigureRole | 'percent')[], slots: readonly Slot[]): Assignment[] {
  const [role, ...rest] = open
  if (role === undefined) return [[]]
  return slots
    .filter((slot) => canBe(role, slot))
    .flatMap((slot) =>
      listChoices(
        rest,
        slots.filter((other) => other !== slot),
      ).map((choice) => [[role, slot] as const, ...choice]),
    )
}

function canBe(role: FigureRole | 'percent', { cells }: Slot): boolean {
  const figures = [...cells.values()].map(({ figure }) => figure)
  if (role === 'percent') return figures.every(({ isPercent }) => isPercent)
  if (figures.some(({ isPercent }) => isPercent)) return false
  if (role === 'quantity') return figures.every(({ isMoney }) => !isMoney) && !isToTheCent(figures)
  return role !== 'price' || figures.every(({ rounding, isMoney }) => isMoney || rounding < 0.5)
}

/** All with two decimals, as amounts are and shares are not. */
const isToTheCent = (figures: readonly Figure[]) =>
  figures.length >= FEWEST && figures.every(({ rounding }) => Math.abs(rounding - 0.005) < 1e-9)

function isTrueMostly(rule: Rule, known: readonly Known[], choice: Assignment): boolean {
  let compared = 0
  let held = 0
  const isLabelled = choice.every(([role]) => role !== 'gain' && role !== 'percent')
  let hasMoved = !rule.isOfGain || isLabelled
  for (const [index, figures] of known.entries()) {
    const of = (role: FigureRole | 'percent') =>
      figures[role] ?? choice.find(([chosen]) => chosen === role)?.[1].cells.get(index)?.figure
    const all = rule.roles.map(of)
    if (all.some((figure) => figure === undefined)) continue
    const quantity = of('quantity')
    if (quantity && Math.abs(quantity.value) === 1) continue
    compared++
    if (!rule.isTrue((role) => of(role) ?? NOTHING)) continue
    held++
    hasMoved ||= Math.abs(of('percent')?.value ?? toPercent(of('gain'), of('value'))) > MOVE_OF_A_DAY
  }
  return hasMoved && held >= Math.min(FEWEST, known.length) && held >= MOSTLY * compared
}

const toPercent = (gain: Figure | undefined, value: Figure | undefined) =>
  gain && value && value.value !== gain.value ? (100 * gain.value) / (value.value - gain.value) : 0

const NOTHING: Figure = { text: '0', value: 0, rounding: 0, isPercent: false, isMoney: false, isShortened: false }

/** Amounts that nothing explains: one of them may be the cost that was not found. */
function withCostDoubt(candidate: Candidate, index: number, slots: readonly Slot[], mark: DecimalMark): Candidate {
  const { figures, costDoubt } = candidate
  if (figures.avgCost || figures.costTotal || costDoubt !== null) return candidate
  const unexplained = slots.flatMap(({ cells }) => {
    const found = cells.get(index)
    return found && mayBeCost(found) ? [found] : []
  })
  const told = candidate.cells.find(
    ({ text }) => tellsCost(text) || hasUnknownLabel(text) || hasUnreadAmount(text, mark),
  )
  if (told) {
    const doubt = `The image says "${told.text.slice(0, 40)}" here, which was not understood; it may be the cost.`
    return { ...candidate, costDoubt: doubt }
  }
  // Beside a price or a value one more is suspicious; without, the first is likely to be one of these.
  const isTold = figures.price !== undefined || figures.value !== undefined
  if (unexplained.length < (isTold ? 1 : 2)) return candidate
  const seen = unexplained.slice(0, MOST_CHOICES)
  const words = seen.map(({ cell }) => `"${cell.text.slice(0, 20)}"`).join(', ')
  return {
    ...candidate,
    costDoubt: `The image does not say what ${words} is; it may be the cost.`,
    costChoices: seen.map(({ figure }) => figure.text),
  }
}

const MOST_CHOICES = 3
const COST_WORD = /\b(?:cost|paid|avg|average)\b/i
const BOUGHT = /\bbought\b/i
const AMOUNT = /\d[.,]\d/

/** True if a text has a word for what was paid and an amount; "bought" stands before its amount. */
function tellsCost(text: string): boolean {
  if (!AMOUNT.test(text)) return false
  const boughtAt = text.search(BOUGHT)
  return COST_WORD.test(text) || (boughtAt !== -1 && AMOUNT.test(text.slice(boughtAt)))
}

/** Costs have a sign of money or decimals, and none of a gain. */
function mayBeCost({ cell, figure }: { cell: TextCell; figure: Figure }): boolean {
  return (
    !figure.isPercent &&
    !figure.isShortened &&
    figure.value > 0 &&
    (figure.isMoney || figure.rounding < 0.5) &&
    !/^[-+−–(▲▼]/.test(cell.text)
  )
}
