import type { SourcePosition } from '../../imported-source.ts'
import type { Candidate } from '../layout.ts'

/** Count of one-letter tickers from which they are rather initials in pictures: people hold few of them. */
const FEWEST_INITIALS = 3
const UNSURE = 0.6

/** Doubts the tickers that the other positions of their image speak against. */
export function doubtTickers(positions: readonly SourcePosition[]): SourcePosition[] {
  return doubtMarks(doubtLetters(positions))
}

/**
 * A single letter at several holdings is a mark, such as an arrow, rather than the ticker of each; single letters at most
 * holdings are initials.
 */
function doubtLetters(positions: readonly SourcePosition[]): SourcePosition[] {
  const letters = positions.filter(({ ticker }) => ticker.length === 1).length
  const areInitials = letters >= FEWEST_INITIALS && letters >= 0.5 * positions.length
  return positions.map((position) => {
    const { ticker } = position
    const isRepeated = positions.filter((other) => other.ticker === ticker).length > 1
    if (ticker.length > 1 || !(isRepeated || areInitials)) return position
    return doubted(
      position,
      isRepeated
        ? `"${ticker}" is at more than one position of this image. It may be a mark next to the ticker.`
        : `"${ticker}" is one of many single letters in this image. It may be an initial next to the ticker.`,
    )
  })
}

/** Doubts a ticker that stands at positions of different names: it is a mark. */
function doubtMarks(positions: readonly SourcePosition[]): SourcePosition[] {
  return positions.map((position) => {
    const { ticker, name, kind } = position
    const isShared = positions.some((other) => other.ticker === ticker && other.name !== null && other.name !== name)
    if (name === null || !isShared || kind !== 'security') return position
    return doubted(position, `"${ticker}" is at positions with different names. It may be a mark next to the name.`)
  })
}

const doubted = (position: SourcePosition, reason: string): SourcePosition => ({
  ...position,
  certainty: Math.min(position.certainty, UNSURE),
  doubts: [...position.doubts, { field: 'ticker', reason }],
})

/** Where most positions of the image have a cost of one kind, one without it was misread, or is of another kind. */
export function doubtUnusualCosts(candidates: readonly Candidate[]): Candidate[] {
  const count = (kind: 'avgCost' | 'costTotal') => candidates.filter(({ figures }) => figures[kind]).length
  const [each, total] = [count('avgCost'), count('costTotal')]
  if (each + total === 0) return [...candidates]
  const [usual, words] =
    each >= total ? (['avgCost', 'a cost per share'] as const) : (['costTotal', 'a total cost'] as const)
  const costDoubt = `Other positions of this image have ${words}; none was recognised here.`
  return candidates.map((candidate) =>
    candidate.figures[usual] || candidate.costDoubt !== null ? candidate : { ...candidate, costDoubt },
  )
}
