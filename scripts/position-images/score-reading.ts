// Tests: random-screens.test.ts

import { type ImportedSource, type SourcePosition, SURE_CERTAINTY } from '@ballast/importers'
import { pairByTicker, withoutPoint } from '@ballast/importers/testing'
import type { TruePosition } from './random-screens.ts'

/** How readings compare with what was drawn: ticker, shares and cost of each position are a cell each. */
export interface Score {
  pictures: number
  cells: number
  right: number
  /** Wrong cells of positions that look sure. */
  wrongThoughSure: number
  /** Right cells with a doubt beside them. */
  doubtedRight: number
  /** In words, for people. */
  wrong: readonly string[]
}

export const EMPTY_SCORE: Score = { pictures: 0, cells: 0, right: 0, wrongThoughSure: 0, doubtedRight: 0, wrong: [] }

export function addScores(a: Score, b: Score): Score {
  return {
    pictures: a.pictures + b.pictures,
    cells: a.cells + b.cells,
    right: a.right + b.right,
    wrongThoughSure: a.wrongThoughSure + b.wrongThoughSure,
    doubtedRight: a.doubtedRight + b.doubtedRight,
    wrong: [...a.wrong, ...b.wrong],
  }
}

const FIELDS = ['ticker', 'shares', 'avgCost'] as const

/** Compares each position with the one of its ticker, the others in order; one too many or too few is three wrong cells. */
export function scoreReading(wanted: readonly TruePosition[], { positions }: Pick<ImportedSource, 'positions'>): Score {
  let score: Score = { ...EMPTY_SCORE, pictures: 1 }
  for (const [one, read] of pairByTicker(wanted, positions)) {
    const rights = FIELDS.map((field) => one !== undefined && read !== undefined && isRight(field, one, read))
    const isSure = read !== undefined && read.certainty >= SURE_CERTAINTY && read.doubts.length === 0
    const right = rights.filter((is) => is).length
    const doubtedRight = FIELDS.filter(
      (field, at) => rights[at] && read?.doubts.some((doubt) => doubt.field === field),
    ).length
    score = addScores(score, {
      pictures: 0,
      cells: FIELDS.length,
      right,
      wrongThoughSure: isSure ? FIELDS.length - right : 0,
      doubtedRight,
      wrong: right === FIELDS.length ? [] : [`${isSure ? 'SURE: ' : ''}${toWords(one)} was read as ${toWords(read)}`],
    })
  }
  return score
}

function isRight(field: (typeof FIELDS)[number], wanted: TruePosition, read: SourcePosition): boolean {
  if (field === 'ticker') return withoutPoint(wanted.ticker) === withoutPoint(read.ticker)
  if (field === 'shares') return Number(read.shares) === wanted.shares && read.shares !== null
  // A cost that is told by its total alone is as exact as the total.
  if (wanted.costTotal !== null) {
    return read.avgCost !== null && Math.abs(Number(read.avgCost) * wanted.shares - wanted.costTotal) < HALF_A_CENT
  }
  return wanted.avgCost === null ? read.avgCost === null : Number(read.avgCost) === wanted.avgCost
}

const HALF_A_CENT = 0.0051

function toWords(
  position: { ticker: string; shares: unknown; avgCost: unknown; costTotal?: number | null } | undefined,
) {
  if (!position) return 'nothing'
  const { ticker, shares, avgCost, costTotal } = position
  return `${ticker} ${shares} at ${costTotal ? `${costTotal} in all` : avgCost}`
}
