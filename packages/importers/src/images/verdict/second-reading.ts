// Tests: ../../../../../server/src/features/imports/extract-with-model.test.ts

import { BASE_CURRENCY, isOptionSymbol, OPTION_MULTIPLIER } from '@ballast/contract'
import type { ImportedSource, SourcePosition } from '../../imported-source.ts'
import { WIDELY_HELD } from '../../widely-held.ts'
import { type Figure, findDecimalMark, readFigure } from '../figures/figures.ts'
import type { KnownInstrument } from '../image-reading.ts'
import { TickerDictionary } from '../layout/ticker-dictionary.ts'
import type { FigureRole } from '../layout.ts'
import { type Figures, findRelations, holds, proves } from './arithmetic.ts'
import { toShortestCost } from './to-position.ts'

/** A holding as another reader, such as a language model, copied it: texts as they are shown, null for what is not. */
export interface ReadHolding {
  ticker: string
  name: string | null
  shares: string | null
  averageCost: string | null
  totalCost: string | null
  price: string | null
  value: string | null
  gain: string | null
}

interface Reading {
  ticker: string
  isKnown: boolean
  name: string | null
  multiplier: number
  figures: Figures
  proven: ReadonlySet<FigureRole>
}

type Field = 'ticker' | 'shares' | 'avgCost'
type Doubt = SourcePosition['doubts'][number]
type Suggestion = SourcePosition['suggestions'][number]

const AGREED = 0.95
const UNSURE = 0.6
const TEXTS: readonly (readonly [FigureRole, keyof ReadHolding])[] = [
  ['quantity', 'shares'],
  ['avgCost', 'averageCost'],
  ['costTotal', 'totalCost'],
  ['price', 'price'],
  ['value', 'value'],
  ['gain', 'gain'],
]

/**
 * Joins what was read here with what another reader says of the same image. A field that both read alike is sure; where
 * they differ it is the one that the row's own arithmetic proves, or a doubt. What only the other reader saw is never sure.
 */
export function joinSecondReading(
  first: ImportedSource,
  second: readonly ReadHolding[],
  instruments: readonly KnownInstrument[],
): ImportedSource {
  const dictionary = new TickerDictionary([...instruments, ...WIDELY_HELD])
  const mark = findDecimalMark(second.flatMap((row) => TEXTS.flatMap(([, key]) => row[key] ?? [])))
  const readings = second.flatMap((row) => toReading(row, dictionary, mark))
  const left = [...readings]
  const take = (isMeant: (reading: Reading) => boolean) => {
    const found = left.filter(isMeant)
    return found.length === 1 && found[0] ? left.splice(left.indexOf(found[0]), 1)[0] : undefined
  }
  const same = first.positions.map((position) => take(({ ticker }) => ticker === position.ticker))
  const positions = first.positions.map((position, index) => {
    // A ticker that was misread stands beside figures that were not.
    const reading = same[index] ?? take((other) => hasSameFigures(position, other))
    return reading ? join(position, reading, dictionary) : position
  })
  const added = left.map((reading) => toUnseen(reading, first.positions[0]?.currency ?? BASE_CURRENCY))
  const all = [...positions, ...added]
  return { ...first, positions: all, problems: all.length > 0 ? [] : first.problems }
}

function toReading(row: ReadHolding, dictionary: TickerDictionary, mark: 'point' | 'comma'): Reading[] {
  const security = dictionary.findIn(row.ticker, false)
  if (!security) return []
  const multiplier = isOptionSymbol(security.ticker) ? OPTION_MULTIPLIER : 1
  const figures: Figures = {}
  for (const [role, key] of TEXTS) {
    const figure = readFigure(row[key] ?? '', mark)
    if (figure && !figure.isPercent && !figure.isShortened) figures[role] = toRead(figure)
  }
  const relations = findRelations(figures).filter((relation) => holds(relation, figures, multiplier))
  const proven = new Set(
    relations.flatMap((relation) => relation.roles.filter((role) => proves(relation, figures, multiplier, role))),
  )
  return [{ ticker: security.ticker, isKnown: security.isKnown, name: row.name, multiplier, figures, proven }]
}

const toRead = (figure: Figure) => ({ figure, isSure: false, hasSureDigits: false, isAlike: false, others: [] })

const isEqual = (a: string | null, b: string | null) => (a === null || b === null ? a === b : Number(a) === Number(b))

function hasSameFigures({ shares, avgCost }: SourcePosition, reading: Reading): boolean {
  return shares !== null && isEqual(shares, sharesOf(reading)) && isEqual(avgCost, costOf(reading))
}

const sharesOf = ({ figures }: Reading) => figures.quantity?.figure.text ?? null

function costOf({ figures, ...reading }: Reading): string | null {
  const stated = figures.avgCost?.figure
  if (stated) return stated.text
  const shares = sharesOf({ figures, ...reading })
  const total = figures.costTotal?.figure
  return total && shares !== null ? toShortestCost(total.text, shares, total.rounding) : null
}

function isProven({ figures, proven }: Reading, field: Field): boolean {
  if (field === 'shares') return proven.has('quantity')
  return figures.avgCost ? proven.has('avgCost') : proven.has('costTotal') && proven.has('quantity')
}

/** One position as two readers saw it. */
function join(position: SourcePosition, reading: Reading, dictionary: TickerDictionary): SourcePosition {
  const ticker = joinTicker(position, reading, dictionary)
  const shares = joinFigure('shares', position, sharesOf(reading), reading)
  const cost = joinFigure('avgCost', position, costOf(reading), reading)
  const others = position.doubts.filter(({ field }) => field !== 'ticker' && field !== 'shares' && field !== 'avgCost')
  const doubts = [...ticker.doubts, ...shares.doubts, ...cost.doubts, ...others]
  const isSure = doubts.length === 0
  return {
    ...position,
    ticker: ticker.value ?? position.ticker,
    name: position.name ?? reading.name,
    shares: shares.value,
    avgCost: cost.value,
    statedPrice: position.statedPrice ?? reading.figures.price?.figure.value ?? null,
    statedValue: position.statedValue ?? reading.figures.value?.figure.value ?? null,
    certainty: isSure ? Math.max(AGREED, position.certainty) : Math.min(UNSURE, position.certainty),
    doubts,
    suggestions: [...ticker.suggestions, ...shares.suggestions, ...cost.suggestions],
  }
}

interface Joined {
  value: string | null
  doubts: readonly Doubt[]
  suggestions: readonly Suggestion[]
}

const agreed = (value: string | null): Joined => ({ value, doubts: [], suggestions: [] })

function keep(field: Field, position: SourcePosition, value: string | null): Joined {
  return {
    value,
    doubts: position.doubts.filter((doubt) => doubt.field === field),
    suggestions: position.suggestions.filter((suggestion) => suggestion.field === field),
  }
}

function differ(field: Field, value: string | null, other: string): Joined {
  return {
    value,
    doubts: [{ field, reason: `The language model read “${other}” here; look at the image.` }],
    suggestions: [{ field, value: other, reason: 'The language model read this.' }],
  }
}

function joinTicker(position: SourcePosition, { ticker, isKnown }: Reading, dictionary: TickerDictionary): Joined {
  if (ticker === position.ticker) return agreed(ticker)
  const isDoubted = position.doubts.some(({ field }) => field === 'ticker')
  const isNamed = isKnown && position.name !== null && dictionary.isNameOf(ticker, position.name)
  return isDoubted && isNamed ? agreed(ticker) : differ('ticker', position.ticker, ticker)
}

function joinFigure(
  field: 'shares' | 'avgCost',
  position: SourcePosition,
  other: string | null,
  reading: Reading,
): Joined {
  const own = position[field]
  if (other === null) return keep(field, position, own)
  if (isEqual(own, other)) return agreed(own)
  const isOwnDoubted = own === null || position.doubts.some((doubt) => doubt.field === field)
  if (isOwnDoubted && isProven(reading, field)) return agreed(other)
  if (own !== null) return differ(field, own, other)
  return {
    value: other,
    doubts: [{ field, reason: 'Only the language model read it, and no other figure proves it.' }],
    suggestions: [],
  }
}

/** A holding that only the other reader saw: to be compared with the image by a person, whatever its figures say. */
function toUnseen(reading: Reading, currency: string): SourcePosition {
  const { ticker, name, multiplier, figures } = reading
  return {
    lines: [],
    ticker,
    name,
    identifier: null,
    currency,
    multiplier,
    sector: null,
    account: null,
    kind: multiplier === 1 ? 'security' : 'option',
    shares: sharesOf(reading),
    avgCost: costOf(reading),
    statedPrice: figures.price?.figure.value ?? null,
    statedValue: figures.value?.figure.value ?? null,
    certainty: UNSURE,
    doubts: [{ field: 'ticker', reason: 'Only the language model saw this position; look at the image.' }],
    suggestions: [],
  }
}
