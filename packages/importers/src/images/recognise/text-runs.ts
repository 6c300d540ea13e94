import { type Box, boxAround, heightOf, middleOf, sharedRows, widthOf } from '../decode/grey-image.ts'
import type { Glyph } from './glyphs.ts'
import { joinMonospaced } from './monospaced.ts'
import type { TextRun } from './text-cell.ts'

/** Glyphs of one run are at most so many heights apart: more than a blank, less than the gap between columns. */
const WIDEST_GAP = 1.05
/** Glyphs lower than this, in pixels or of the run's height, are points, commas and dashes. */
const LOWEST_LETTER = 5
const MARK_HEIGHT = 0.55

/** Joins glyphs to runs of text. Marks such as decimal points go with the letters beside them. */
export function findRuns(all: readonly Glyph[]): TextRun[] {
  const glyphs = withoutRules(all)
  const letters = glyphs.filter((glyph) => heightOf(glyph) >= LOWEST_LETTER)
  const marks = glyphs.filter((glyph) => heightOf(glyph) < LOWEST_LETTER)
  const rows = new RowIndex(letters)
  const next = letters.map((letter) => rows.findRight(letter))
  const hasLeft = new Set(next.filter((index) => index !== undefined))
  const runs: Glyph[][] = []
  const taken = new Set<number>()
  for (const [start] of letters.entries()) {
    if (hasLeft.has(start)) continue
    const run: Glyph[] = []
    for (let at: number | undefined = start; at !== undefined && !taken.has(at); at = next[at]) {
      taken.add(at)
      const letter = letters[at]
      if (letter) run.push(letter)
    }
    if (run.length > 0) runs.push(run)
  }
  const joined = joinOverlapping(runs.flatMap(partPictures).map(toRun))
  const tallest = Math.max(...joined.map(({ capHeight }) => capHeight), 0)
  // The point of a headline is as high as small letters are: what it is, only its neighbours tell.
  const single = joined.filter(({ glyphs, capHeight }) => glyphs.length === 1 && capHeight < MARK_HEIGHT * tallest)
  const lines = joined.filter((run) => !single.includes(run))
  const { runs: grown, left } = addMarks(lines, [...marks, ...single.flatMap((run) => run.glyphs)])
  const alone = left.filter((glyph) => heightOf(glyph) >= LOWEST_LETTER).map((glyph) => toRun([glyph]))
  return joinMonospaced([...grown, ...alone], (a, b) => toRun([...a.glyphs, ...b.glyphs]))
}

/** The lines between the columns of a table: bars higher than its letters, several below each other. */
const RULE_WIDTH = 0.2
const RULE_HEIGHT = 1.6
const FEWEST_RULES = 3
const RULE_DRIFT = 4

function withoutRules(glyphs: readonly Glyph[]): readonly Glyph[] {
  const heights = glyphs.map(heightOf).filter((height) => height >= LOWEST_LETTER)
  const usual = heights.sort((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0
  const bars = glyphs.filter(
    (glyph) => heightOf(glyph) > RULE_HEIGHT * usual && widthOf(glyph) < RULE_WIDTH * heightOf(glyph),
  )
  const isRule = (bar: Glyph) =>
    bars.filter(({ left }) => Math.abs(left - bar.left) < RULE_DRIFT).length >= FEWEST_RULES
  const rules = new Set(bars.filter(isRule))
  return rules.size === 0 ? glyphs : glyphs.filter((glyph) => !rules.has(glyph))
}

/** A round picture beside a name is so much higher than its letters, and about as wide as high. */
const PICTURE_HEIGHT = 1.55
const PICTURE_ASPECT = 0.6
const FEWEST_LETTERS = 1

/** Parts pictures, such as a company's mark before its ticker, from the text beside them: they are read by themselves. */
function partPictures(run: readonly Glyph[]): Glyph[][] {
  const heights = run.map(heightOf).sort((a, b) => a - b)
  const usual = heights[Math.floor((heights.length - 1) / 2)] ?? 0
  const isPicture = (glyph: Glyph) =>
    heightOf(glyph) > PICTURE_HEIGHT * usual && widthOf(glyph) > PICTURE_ASPECT * heightOf(glyph)
  // Capitals among small letters are higher too, yet not the first of a run and as wide.
  const first = run.findIndex((glyph) => !isPicture(glyph))
  const last = run.findLastIndex((glyph) => !isPicture(glyph))
  if (last - first + 1 < FEWEST_LETTERS || (first <= 0 && last === run.length - 1)) return [[...run]]
  return [run.slice(0, first), run.slice(first, last + 1), run.slice(last + 1)].filter(({ length }) => length > 0)
}

/** Finds neighbours without comparing every glyph with every other. */
class RowIndex {
  readonly #glyphs: readonly Glyph[]
  readonly #bands = new Map<number, number[]>()
  readonly #band = 32

  constructor(glyphs: readonly Glyph[]) {
    this.#glyphs = glyphs
    for (const [index, glyph] of glyphs.entries()) {
      for (let band = this.#of(glyph.top); band <= this.#of(glyph.bottom); band++) {
        const members = this.#bands.get(band)
        if (members) members.push(index)
        else this.#bands.set(band, [index])
      }
    }
    for (const members of this.#bands.values()) {
      members.sort((a, b) => (glyphs[a]?.left ?? 0) - (glyphs[b]?.left ?? 0))
    }
  }

  #of(y: number): number {
    return Math.floor(y / this.#band)
  }

  /** The nearest glyph to the right that continues the run. */
  findRight(glyph: Glyph): number | undefined {
    let best: number | undefined
    let bestLeft = Number.POSITIVE_INFINITY
    for (let band = this.#of(glyph.top); band <= this.#of(glyph.bottom); band++) {
      for (const index of this.#bands.get(band) ?? []) {
        const other = this.#glyphs[index]
        if (!other || other === glyph || other.left <= glyph.left || other.left >= bestLeft) continue
        const height = Math.max(heightOf(glyph), heightOf(other))
        const gap = other.left - glyph.right
        if (gap > WIDEST_GAP * height) continue
        const ratio = Math.min(heightOf(glyph), heightOf(other)) / height
        if (ratio < 0.35 || sharedRows(glyph, other) < 0.45) continue
        best = index
        bestLeft = other.left
      }
    }
    return best
  }
}

function toRun(glyphs: readonly Glyph[]): TextRun {
  const tallest = Math.max(...glyphs.map(heightOf))
  const standing = glyphs.filter((glyph) => heightOf(glyph) > 0.5 * tallest)
  const bottoms = standing.map(({ bottom }) => bottom).sort((a, b) => a - b)
  const ground = bottoms[Math.floor(bottoms.length / 2)] ?? 0
  // Small letters with a stem reach as high as capitals; descenders and brackets reach lower.
  const capHeight = Math.min(tallest, ground - Math.min(...standing.map(({ top }) => top)))
  return {
    ...boxAround(glyphs),
    capHeight: Math.max(1, capHeight),
    glyphs: [...glyphs].sort((a, b) => a.left - b.left),
  }
}

/** True if a run is a picture alone, and the other one the text beside it. */
function isPictureBeside(picture: TextRun, text: Box): boolean {
  const aspect = widthOf(picture) / heightOf(picture)
  return (
    aspect > PICTURE_ASPECT &&
    aspect < 1 / PICTURE_ASPECT &&
    heightOf(picture) > PICTURE_HEIGHT * heightOf(text) &&
    text.left >= picture.right
  )
}

/** Runs that lie in one another, as when a letter was passed over, are one. */
function joinOverlapping(runs: readonly TextRun[]): TextRun[] {
  const joined: TextRun[] = []
  for (const run of [...runs].sort((a, b) => a.left - b.left)) {
    const host = joined.findLast(
      (other) =>
        run.left < other.right + WIDEST_GAP * 0.8 * Math.min(other.capHeight, run.capHeight) &&
        run.top < other.bottom &&
        run.bottom > other.top &&
        sharedRows(run, other) > 0.5 &&
        !isPictureBeside(run, other) &&
        !isPictureBeside(other, run) &&
        Math.min(run.capHeight, other.capHeight) / Math.max(run.capHeight, other.capHeight) > 0.3,
    )
    if (host) joined[joined.indexOf(host)] = toRun([...host.glyphs, ...run.glyphs])
    else joined.push(run)
  }
  return joined
}

/** Gives each mark to the run that it stands in or beside; what belongs to none is left. */
function addMarks(runs: readonly TextRun[], marks: readonly Glyph[]): { runs: TextRun[]; left: Glyph[] } {
  const grown = runs.map((run) => ({ run, glyphs: [...run.glyphs] }))
  const left: Glyph[] = []
  for (const mark of marks) {
    const [host] = grown
      .filter(({ run }) => isMarkOf(run, mark) && !isPictureBeside(run, mark))
      .sort((a, b) => gapBetween(a.run, mark) - gapBetween(b.run, mark))
    if (host) host.glyphs.push(mark)
    else left.push(mark)
  }
  return { runs: joinOverlapping(grown.map(({ glyphs }) => toRun(glyphs))), left }
}

/** In heights of a letter. */
const SMALLEST_DOT = 0.08
const LARGEST_DOT = 0.3

/** True if a mark is about as wide as high, stands halfway up and is no rest of a thin line. */
function isMiddleDot({ top, capHeight }: TextRun, mark: Glyph): boolean {
  const [small = 0, large = 0] = [widthOf(mark), heightOf(mark)].sort((a, b) => a - b)
  const height = (middleOf(mark) - top) / capHeight
  const isRound =
    small >= Math.max(1, SMALLEST_DOT * capHeight) && large <= LARGEST_DOT * capHeight && large <= 2 * small
  return isRound && height > 0.3 && height < 0.8
}

const gapBetween = (run: TextRun, mark: Glyph) => Math.max(0, mark.left - run.right, run.left - mark.right)

function isMarkOf(run: TextRun, mark: Glyph): boolean {
  const size = Math.max(run.capHeight, LOWEST_LETTER * 2)
  const middle = middleOf(mark)
  // A minus, or a dot between two words, stands further from its neighbours than a point does from its digits.
  const reach = widthOf(mark) > heightOf(mark) || isMiddleDot(run, mark) ? 1 : 0.6
  return (
    heightOf(mark) < MARK_HEIGHT * size &&
    widthOf(mark) < 1.2 * size &&
    mark.right > run.left - reach * size &&
    mark.left < run.right + reach * size &&
    middle > run.top - 0.1 * size &&
    middle < run.bottom + 0.25 * size
  )
}
