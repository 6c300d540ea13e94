// Tests: ../layouts.test.ts, ../ordinary-screens.test.ts

import type { DecimalMark } from '../../decimal-text.ts'
import { median } from '../decode/grey-image.ts'
import type { Candidate, FigureRole } from '../layout.ts'
import { readFigure } from './figures.ts'

/** A position that cost some multiple of its price is one thing, one that cost hundreds of them another: as logarithms. */
const NEAR = 0.9
const FAR = 1.6
const FEWEST = 2

/**
 * "Cost" and "Invested" name what a share has cost as well as what all of them have. Where it is near the price in most
 * positions and far from their value it is that of a share, whatever its name, and the other way round.
 */
export function settleCosts(candidates: readonly Candidate[], mark: DecimalMark): void {
  const settle = (from: 'avgCost' | 'costTotal', to: 'avgCost' | 'costTotal') => {
    if (candidates.some(({ figures }) => figures[to])) return
    const rows = candidates.flatMap((candidate) => compareWithPrice(candidate, from, mark) ?? [])
    const asNamed = rows.map(({ toEach, toTotal }) => (from === 'avgCost' ? toEach : toTotal))
    const asOther = rows.map(({ toEach, toTotal }) => (from === 'avgCost' ? toTotal : toEach))
    if (rows.length < FEWEST || median(asNamed) < FAR || median(asOther) > NEAR) return
    for (const { figures } of candidates) {
      if (!figures[from]) continue
      figures[to] = figures[from]
      delete figures[from]
    }
  }
  settle('costTotal', 'avgCost')
  settle('avgCost', 'costTotal')
}

function compareWithPrice({ figures }: Candidate, role: FigureRole, mark: DecimalMark) {
  const read = (of: FigureRole) => {
    const sighting = figures[of]
    const text = sighting?.pick(sighting.cell.text)
    return Math.abs(text === undefined ? 0 : (readFigure(text, mark)?.value ?? 0))
  }
  const [shares, cost] = [read('quantity'), read(role)]
  const price = read('price') || read('value') / shares
  // Of one share both are the same.
  if (!(shares > 0 && cost > 0 && price > 0) || Math.abs(Math.log(shares)) < FAR || !Number.isFinite(price))
    return undefined
  return { toEach: Math.abs(Math.log(cost / price)), toTotal: Math.abs(Math.log(cost / (price * shares))) }
}
