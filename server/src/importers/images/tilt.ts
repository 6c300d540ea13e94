import { heightOf, widthOf } from './grey-image.ts'
import type { TextRun } from './text-runs.ts'

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
  return (Math.atan(middle?.slope ?? 0) * 180) / Math.PI
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
