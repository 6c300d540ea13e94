import { type CloseReader, type ReadFigure, readFigureClosely, withUsualPoint } from '../figures/close-reading.ts'
import { readFigure } from '../figures/figures.ts'
import type { Candidate, FigureRole } from '../layout.ts'
import { type Figures, findRelations, holds, mend, proves, RELATIONS } from './arithmetic.ts'

/** Which figures the position needs; the others only prove them. */
const STORED: readonly FigureRole[] = ['quantity', 'avgCost', 'costTotal']
const ROLES: readonly FigureRole[] = ['quantity', 'avgCost', 'costTotal', 'price', 'value', 'gain']

export interface JudgedFigures {
  figures: Figures
  /** Figures that the others prove. */
  proven: ReadonlySet<FigureRole>
  /** Figures that agree with the others, as far as the others' digits go. */
  agreeing: ReadonlySet<FigureRole>
  /** Figures that others contradict, and in which words. */
  contradicted: ReadonlyMap<FigureRole, string>
  /** Replaced by what the others demand. */
  mended: readonly FigureRole[]
}

/** Reads the figures of a candidate: those to be stored twice, the others once, unless they do not agree. */
export async function judgeFigures(
  candidate: Candidate,
  multiplier: number,
  reader: CloseReader,
  { trusted, roundings }: ColumnHabits,
): Promise<JudgedFigures> {
  let figures: Figures = {}
  for (const role of ROLES) {
    const sighting = candidate.figures[role]
    if (!sighting) continue
    const read = STORED.includes(role)
      ? await readFigureClosely(sighting, reader, roundings.get(role))
      : once(candidate, role, reader)
    if (read) figures[role] = read
  }
  const relationsOf = (some: Figures) => findRelations(some).filter((relation) => trusted.has(relation))
  const isBroken = () => relationsOf(figures).some((relation) => !holds(relation, figures, multiplier))
  if (isBroken()) {
    for (const role of ROLES) {
      const sighting = candidate.figures[role]
      if (!sighting || STORED.includes(role)) continue
      const read = await readFigureClosely(sighting, reader, roundings.get(role))
      if (read) figures = { ...figures, [role]: read }
    }
  }
  const relations = relationsOf(figures)
  const { figures: mendedFigures, mended } = mend(figures, multiplier, relations)
  return { ...judge(mendedFigures, multiplier, relations), mended }
}

function once({ figures }: Candidate, role: FigureRole, { mark }: CloseReader): ReadFigure | undefined {
  const sighting = figures[role]
  const text = sighting?.pick(sighting.cell.text)
  const figure = text === undefined ? undefined : readFigure(text, mark)
  return figure && { figure, isSure: false, hasSureDigits: false, isAlike: false, others: [] }
}

function judge(
  figures: Figures,
  multiplier: number,
  relations: readonly (typeof RELATIONS)[number][],
): Omit<JudgedFigures, 'mended'> {
  const proven = new Set<FigureRole>()
  const contradicted = new Map<FigureRole, string>()
  const held = relations.filter((relation) => holds(relation, figures, multiplier))
  for (const relation of held) {
    for (const role of relation.roles) if (proves(relation, figures, multiplier, role)) proven.add(role)
  }
  for (const relation of relations) {
    if (held.includes(relation)) continue
    // What one relation proves, another one does not contradict: the fault is in one of its other figures.
    const open = relation.roles.filter((role) => !proven.has(role))
    for (const role of open.length > 0 ? open : relation.roles) contradicted.set(role, relation.words)
  }
  return { figures, proven, agreeing: new Set(held.flatMap(({ roles }) => roles)), contradicted }
}

/** Habits that the rows of an image have in common. */
export interface ColumnHabits {
  /**
   * Relations that its columns follow: a gain that is of another kind, such as that of a day, breaks its relation in
   * nearly every row and proves nothing.
   */
  trusted: ReadonlySet<(typeof RELATIONS)[number]>
  /** The rounding of figures most of which have as many decimals. */
  roundings: ReadonlyMap<FigureRole, number>
  /** True if most numbers of shares are fractions, so that a whole one may have lost its point. */
  areFractions: boolean
}

const MANY = 0.4
/** Half of the last digit of a figure without decimals. */
const WHOLE = 0.5
const MOSTLY = 0.6
/** Share of rows under which a rule is not misread but does not hold: prices may be stated in pence. */
const FEW = 0.2
const ENOUGH_ROWS = 3

/** Learns from the first readings of all rows what to expect of each. */
export function findHabits(candidates: readonly Candidate[], reader: CloseReader): ColumnHabits {
  const rows = candidates.map((candidate) => {
    const figures: Figures = {}
    for (const role of ROLES) {
      const read = once(candidate, role, reader)
      if (read) figures[role] = read
    }
    return figures
  })
  const roundings = findRoundings(rows)
  const pointed = rows.map((figures) => withPoints(figures, roundings))
  const trusted = RELATIONS.filter((relation) => {
    const having = pointed.filter((figures) => findRelations(figures).includes(relation))
    const share = relation.roles.includes('gain') ? 0.4 : having.length < ENOUGH_ROWS ? 0 : FEW
    return having.length > 0 && having.filter((figures) => holds(relation, figures, 1)).length >= share * having.length
  })
  const fractions = rows.filter(({ quantity }) => quantity !== undefined && quantity.figure.rounding < 0.01)
  return { trusted: new Set(trusted), roundings, areFractions: fractions.length >= MOSTLY * rows.length }
}

/** A point that was overlooked in one row stands in the others: without it hardly any relation would hold. */
function withPoints(figures: Figures, roundings: ReadonlyMap<FigureRole, number>): Figures {
  const pointed = { ...figures }
  for (const role of ROLES) {
    const read = figures[role]
    const [moved] = read ? withUsualPoint(read.figure, roundings.get(role)) : []
    if (read && moved) pointed[role] = { ...read, figure: moved }
  }
  return pointed
}

function findRoundings(rows: readonly Figures[]): Map<FigureRole, number> {
  const roundings = new Map<FigureRole, number>()
  for (const role of ROLES) {
    const all = rows.flatMap((figures) => figures[role]?.figure.rounding ?? [])
    // Points are overlooked and never invented: where many have decimals, all have them.
    const often = all.filter((rounding) => all.filter((other) => other === rounding).length >= MANY * all.length)
    const usual = often.find((rounding) => rounding < WHOLE) ?? often[0]
    // Shares have as many decimals as they need; prices and amounts all have the same.
    if (usual !== undefined && all.length >= ENOUGH_ROWS && role !== 'quantity') roundings.set(role, usual)
  }
  return roundings
}
