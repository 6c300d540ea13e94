// Tests: ../read-image.test.ts

import { heightOf, median, widthOf } from '../decode/grey-image.ts'
import type { TextRun } from './text-cell.ts'

/** Shorter runs, in heights of their letters, say too little about the direction of their line. */
const SHORTEST = 4

/**
 * By how many degrees the lines of text fall to the right, from where their letters stand; 0 when there are too few to
 * tell. Letters with a descender are outliers that the median passes over.
 */
export function measureTilt(runs: readonly TextRun[]): number {
  const slopes: { slope: number; weight: number }[] = []
  for (const run of runs) {
    if (widthOf(run) < SHORTEST * run.capHeight) continue
    const standing = run.glyphs.filter((glyph) => heightOf(glyph) > 0.6 * run.capHeight)
    const steps: number[] = []
    for (const [index, glyph] of standing.entries()) {
      for (const other of standing.slice(index + 1)) {
        const along = other.left - glyph.left
        if (along > 0.4 * widthOf(run)) steps.push((other.bottom - glyph.bottom) / along)
      }
    }
    if (steps.length >= 3) slopes.push({ slope: median(steps), weight: widthOf(run) })
  }
  if (slopes.length < 4) return 0
  slopes.sort((a, b) => a.slope - b.slope)
  let half = slopes.reduce((sum, { weight }) => sum + weight, 0) / 2
  const middle = slopes.find(({ weight }) => {
    half -= weight
    return half <= 0
  })
  return sharpen(runs, (Math.atan(middle?.slope ?? 0) * 180) / Math.PI)
}

/** Degrees around the first measure that are tried, and how finely. */
const REACH = 2
const STEP = 0.1
/** Another angle has to bring the letters so much better into lines. */
const CLEARLY_BETTER = 1.1

/**
 * The angle at which most letters stand on common lines: within a short figure a slight turn is less than a pixel, across
 * a row of them it is many.
 */
function sharpen(runs: readonly TextRun[], first: number): number {
  const feet = runs.flatMap(({ glyphs, capHeight }) =>
    glyphs.filter((glyph) => heightOf(glyph) > 0.6 * capHeight).map(({ left, bottom }) => ({ left, bottom })),
  )
  let best = first
  let most = CLEARLY_BETTER * sharpness(feet, first)
  for (let step = -REACH / STEP; step <= REACH / STEP; step++) {
    const angle = first + step * STEP
    const score = sharpness(feet, angle)
    if (score <= most) continue
    most = score
    best = angle
  }
  return best
}

/** The sum of squares of how many letters stand in each row of pixels once the image is turned back. */
function sharpness(feet: readonly { left: number; bottom: number }[], degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const counts = new Map<number, number>()
  for (const { left, bottom } of feet) {
    const row = Math.round(bottom - slope * left)
    counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  let sum = 0
  for (const count of counts.values()) sum += count * count
  return sum
}
