// Tests: text-runs.test.ts

import { centreOf, median, sharedRows } from '../decode/grey-image.ts'
import type { TextRun } from './text-cell.ts'

/** Runs of fewer letters do not show how far apart letters stand. */
const FEWEST_LETTERS = 6
/** Distances of letters are whole multiples of the pitch, give or take this part of it. */
const SLACK = 0.2
const MOSTLY = 0.8
/** Part of the long runs: figures alone are evenly spaced in other type, too. */
const USUAL = 0.6
/** From a letter to the next word it is two pitches, to the next column at least three. */
const TO_NEXT_WORD = 2.4
const SAME_SIZE = 0.65

/** Joins the words of a line in monospaced type, whose blanks are as wide as gaps between columns are in other type. */
export function joinMonospaced(runs: readonly TextRun[], join: (a: TextRun, b: TextRun) => TextRun): TextRun[] {
  const long = runs.filter(({ glyphs }) => glyphs.length >= FEWEST_LETTERS)
  const pitches = new Map(long.flatMap((run) => toEntry(run, findPitch(run))))
  if (long.length === 0 || pitches.size < USUAL * long.length) return [...runs]
  const perHeight = median([...pitches].map(([run, pitch]) => pitch / run.capHeight))
  const joined: TextRun[] = []
  for (const run of [...runs].sort((a, b) => a.left - b.left)) {
    const host = joined.findLast((other) => {
      const pitch = pitches.get(other) ?? pitches.get(run) ?? perHeight * Math.max(other.capHeight, run.capHeight)
      return isNextWord(other, run, pitch)
    })
    if (!host) {
      joined.push(run)
      continue
    }
    const whole = join(host, run)
    const pitch = pitches.get(host) ?? pitches.get(run)
    if (pitch !== undefined) pitches.set(whole, pitch)
    joined[joined.indexOf(host)] = whole
  }
  return joined
}

const toEntry = (run: TextRun, pitch: number | undefined) => (pitch === undefined ? [] : [[run, pitch] as const])

function isNextWord(left: TextRun, right: TextRun, pitch: number): boolean {
  const [last, first] = [left.glyphs.at(-1), right.glyphs[0]]
  const [low, high] = [left.capHeight, right.capHeight].sort((a, b) => a - b)
  return (
    last !== undefined &&
    first !== undefined &&
    right.left >= left.right &&
    centreOf(first) - centreOf(last) < TO_NEXT_WORD * pitch &&
    sharedRows(left, right) > 0.5 &&
    (low ?? 0) > SAME_SIZE * (high ?? 0)
  )
}

/** The distance from one letter to the next, where all have the same; undefined where they do not. */
function findPitch({ glyphs, capHeight }: TextRun): number | undefined {
  const steps = glyphs.flatMap((glyph, at) => {
    const next = glyphs[at + 1]
    const step = next ? centreOf(next) - centreOf(glyph) : 0
    // The dot of an i stands above its stem.
    return step > 0.3 * capHeight ? [step] : []
  })
  const pitch = median(steps)
  const isWhole = (step: number) => Math.abs(step / pitch - Math.round(step / pitch)) < SLACK
  return steps.filter(isWhole).length >= MOSTLY * steps.length && steps.length > 1 ? pitch : undefined
}
