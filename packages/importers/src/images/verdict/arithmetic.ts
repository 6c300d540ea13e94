import type { ReadFigure } from '../figures/close-reading.ts'
import type { Figure } from '../figures/figures.ts'
import type { FigureRole } from '../layout.ts'

export type Figures = Partial<Record<FigureRole, ReadFigure>>

/** Verdict of the figures of a row on one of them. */
export type Proof = 'proven' | 'contradicted' | 'open'

interface Relation {
  roles: readonly FigureRole[]
  /** Zero when the figures agree. */
  excess: (of: (role: FigureRole) => number, multiplier: number) => number
  /** The words of a person for it. */
  words: string
}

export const RELATIONS: readonly Relation[] = [
  {
    roles: ['quantity', 'price', 'value'],
    excess: (of, multiplier) => of('quantity') * of('price') * multiplier - of('value'),
    words: 'shares × price is not the value',
  },
  {
    roles: ['quantity', 'avgCost', 'costTotal'],
    excess: (of, multiplier) => of('quantity') * of('avgCost') * multiplier - of('costTotal'),
    words: 'shares × average cost is not the total cost',
  },
  {
    roles: ['value', 'costTotal', 'gain'],
    excess: (of) => of('value') - of('costTotal') - of('gain'),
    words: 'value − cost is not the gain',
  },
  {
    roles: ['value', 'quantity', 'avgCost', 'gain'],
    excess: (of, multiplier) => of('value') - of('quantity') * of('avgCost') * multiplier - of('gain'),
    words: 'value − shares × average cost is not the gain',
  },
  {
    roles: ['quantity', 'price', 'avgCost', 'gain'],
    excess: (of, multiplier) => of('quantity') * (of('price') - of('avgCost')) * multiplier - of('gain'),
    words: 'shares × (price − average cost) is not the gain',
  },
]

/** An error of so many units of the last digit may hide behind the rounding of the other figures. */
const HIDDEN_UNITS = 2.3

/** Relations whose figures are all there. */
export function findRelations(figures: Figures): Relation[] {
  return RELATIONS.filter(({ roles }) => roles.every((role) => figures[role] !== undefined))
}

/** True if a relation holds to the rounding of its figures. */
export function holds(relation: Relation, figures: Figures, multiplier: number): boolean {
  const { excess, tolerance } = measure(relation, figures, multiplier)
  return Math.abs(excess) <= tolerance
}

/**
 * True if a relation that holds would be broken by any wrong digit of one of its figures, off by one in the last aside:
 * the total of a million dollars says nothing about the cents of a price.
 */
export function proves(relation: Relation, figures: Figures, multiplier: number, role: FigureRole): boolean {
  const figure = figures[role]?.figure
  if (!figure || !relation.roles.includes(role)) return false
  const { excess, tolerance } = measure(relation, figures, multiplier)
  if (Math.abs(excess) > tolerance) return false
  const unit = 2 * figure.rounding
  const moved = { ...figures, [role]: { ...figures[role], figure: { ...figure, value: figure.value + unit } } }
  const effect = Math.abs(measure(relation, moved, multiplier).excess - excess)
  return effect * HIDDEN_UNITS > 2 * tolerance
}

function measure(relation: Relation, figures: Figures, multiplier: number): { excess: number; tolerance: number } {
  const of = (role: FigureRole) => figures[role]?.figure.value ?? 0
  const excess = relation.excess(of, multiplier)
  let tolerance = 1e-6
  for (const role of relation.roles) {
    const figure = figures[role]?.figure
    if (!figure) continue
    const moved = (other: FigureRole) => (other === role ? figure.value + figure.rounding : of(other))
    // Shares are stated exactly more often than not; only a figure with decimals has been rounded.
    if (role === 'quantity' && Number.isInteger(figure.value) && !figure.isShortened) continue
    tolerance += Math.abs(relation.excess(moved, multiplier) - excess)
  }
  return { excess, tolerance: tolerance * 1.02 }
}

/**
 * Takes another reading of one figure, or of two, when that makes every relation hold. Of several ways to mend a row none
 * is taken.
 *
 * @returns the figures, and which of them were replaced
 */
export function mend(
  figures: Figures,
  multiplier: number,
  relations: readonly Relation[],
): { figures: Figures; mended: readonly FigureRole[] } {
  const broken = relations.filter((relation) => !holds(relation, figures, multiplier))
  if (broken.length === 0) return { figures, mended: [] }
  const roles = [...new Set(broken.flatMap((relation) => relation.roles))]
  const changes = roles.flatMap((role) => findChanges(figures, role))
  const works = (tried: Figures) => relations.every((relation) => holds(relation, tried, multiplier))
  const working = changes.filter((change) => works(apply(figures, change)))
  // What a second look saw is likelier than a point that none has seen.
  const seen = working.filter(({ read, figure }) => read.others.some(({ text }) => text === figure.text))
  const single = seen.length === 1 ? seen : working
  if (single.length === 1 && single[0]) return { figures: apply(figures, single[0]), mended: [single[0].role] }
  if (single.length > 1) return { figures, mended: [] }
  const pairs = changes.flatMap((one, index) =>
    changes
      .slice(index + 1)
      .filter((other) => other.role !== one.role && works(apply(apply(figures, one), other)))
      .map((other) => [one, other] as const),
  )
  const [pair] = pairs
  if (!pair || pairs.length > 1) return { figures, mended: [] }
  return { figures: apply(apply(figures, pair[0]), pair[1]), mended: [pair[0].role, pair[1].role] }
}

interface Change {
  role: FigureRole
  read: ReadFigure
  figure: Figure
}

const apply = (figures: Figures, { role, read, figure }: Change): Figures => ({
  ...figures,
  [role]: { ...read, figure },
})

/** Lists the other values of a figure: its other readings, its point elsewhere, or its first digit a sign of money. */
function findChanges(figures: Figures, role: FigureRole): Change[] {
  const read = figures[role]
  if (!read) return []
  const all = [...read.others, ...withPointMoved(read.figure), ...withoutFirstDigit(read.figure)]
  const distinct = all.filter((figure, at) => all.findIndex(({ text }) => text === figure.text) === at)
  const written = distinct.filter(({ text }) => /^-?\d+(?:\.\d+)?$/.test(text) && text !== read.figure.text)
  return written.map((figure) => ({ role, read, figure }))
}

/** A dollar sign is now and then taken for a 5 or an 8, or for itself and one of these. */
function withoutFirstDigit(figure: Figure): Figure[] {
  const text = figure.text.replace(/^[58](?=\d)/, '')
  return text === figure.text ? [] : [{ ...figure, text, value: Number(text) }]
}

/** The figure with its point elsewhere: the smallest of signs is lost first. */
function withPointMoved({ text, ...rest }: Figure): Figure[] {
  const digits = text.replace(/[-.]/g, '')
  const sign = text.startsWith('-') ? '-' : ''
  return Array.from({ length: digits.length }, (_, index) => {
    const at = index + 1
    const moved = at === digits.length ? `${sign}${digits}` : `${sign}${digits.slice(0, at)}.${digits.slice(at)}`
    return { ...rest, text: moved, value: Number(moved), rounding: 0.5 * 10 ** (at - digits.length) }
  }).filter((figure) => figure.text !== text && !/^-?0\d/.test(figure.text))
}
