import { type Figures, findRelations, holds, mend, proves, RELATIONS } from './arithmetic.ts'
import { type CloseReader, type ReadFigure, readFigureClosely } from './close-reading.ts'
import { readFigure } from './figures.ts'
import type { Candidate, FigureRole } from './layout.ts'

/** Which figures the position needs; the others only prove them. */
const STORED: readonly FigureRole[] = ['quantity', 'avgCost', 'costTotal']
const ROLES: readonly FigureRole[] = ['quantity', 'avgCost', 'costTotal', 'price', 'value', 'gain']

export interface JudgedFigures {
  figures: Figures
  /** Figures that the others prove. */
  proven: ReadonlySet<FigureRole>
  /** Figures that others contradict, and in which words. */
  contradicted: ReadonlyMap<FigureRole, string>
  /** Replaced by what the others demand. */
  mended: FigureRole | undefined
}

/** Reads the figures of a candidate: those to be stored twice, the others once, unless they do not agree. */
export async function judgeFigures(
  candidate: Candidate,
  multiplier: number,
  reader: CloseReader,
  trusted: ReadonlySet<(typeof RELATIONS)[number]>,
): Promise<JudgedFigures> {
  let figures: Figures = {}
  for (const role of ROLES) {
    const sighting = candidate.figures[role]
    if (!sighting) continue
    const read = STORED.includes(role) ? await readFigureClosely(sighting, reader) : once(candidate, role, reader)
    if (read) figures[role] = read
  }
  const relationsOf = (some: Figures) => findRelations(some).filter((relation) => trusted.has(relation))
  const isBroken = () => relationsOf(figures).some((relation) => !holds(relation, figures, multiplier))
  if (isBroken()) {
    for (const role of ROLES) {
      const sighting = candidate.figures[role]
      if (!sighting || STORED.includes(role)) continue
      const read = await readFigureClosely(sighting, reader)
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
  return figure && { figure, isSure: false, isAlike: false, others: [] }
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
  return { figures, proven, contradicted }
}

/**
 * Relations that the columns of this image follow: a gain that is of another kind, such as that of a day, breaks its
 * relation in nearly every row and proves nothing.
 */
export function findTrusted(
  candidates: readonly Candidate[],
  reader: CloseReader,
): ReadonlySet<(typeof RELATIONS)[number]> {
  const rows = candidates.map((candidate) => {
    const figures: Figures = {}
    for (const role of ROLES) {
      const read = once(candidate, role, reader)
      if (read) figures[role] = read
    }
    return figures
  })
  return new Set(
    RELATIONS.filter((relation) => {
      if (!relation.roles.includes('gain')) return true
      const having = rows.filter((figures) => findRelations(figures).includes(relation))
      return having.filter((figures) => holds(relation, figures, 1)).length >= 0.4 * having.length
    }),
  )
}
