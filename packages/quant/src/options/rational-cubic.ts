/**
 * Rational cubic interpolation between two points with given slopes, after R. Delbourgo and J. A. Gregory, "Shape
 * preserving piecewise rational interpolation", SIAM J. Sci. Stat. Comput. 6 (1985) 967–976. One parameter r bends the
 * curve: r = 3 is the cubic Hermite interpolant, r → ∞ the straight line. It is chosen to match a known second
 * derivative at one end, but never so small that the curve loses the monotonicity or convexity of its data.
 */
export interface RationalCubicEnds {
  readonly xLeft: number
  readonly xRight: number
  readonly yLeft: number
  readonly yRight: number
  readonly slopeLeft: number
  readonly slopeRight: number
}

const MINIMUM_PARAMETER = -(1 - 1.4901161193847656e-8)
const STRAIGHT_LINE = 2 / (Number.EPSILON * Number.EPSILON)

/** The interpolant's value at x with bending parameter r; ends that coincide give their mean. */
export function interpolateRationalCubic(x: number, ends: RationalCubicEnds, r: number): number {
  const { xLeft, xRight, yLeft, yRight, slopeLeft, slopeRight } = ends
  const width = xRight - xLeft
  if (width === 0) return 0.5 * (yLeft + yRight)
  const t = (x - xLeft) / width
  const u = 1 - t
  if (r >= STRAIGHT_LINE) return yRight * t + yLeft * u
  const numerator =
    yRight * t * t * t +
    (r * yRight - width * slopeRight) * t * t * u +
    (r * yLeft + width * slopeLeft) * t * u * u +
    yLeft * u * u * u
  return numerator / (1 + (r - 3) * t * u)
}

/** The parameter r for which the second derivative at the left end is `curvature`, or the least that keeps the shape. */
export function parameterForLeftCurvature(ends: RationalCubicEnds, curvature: number, keepShape: boolean): number {
  const width = ends.xRight - ends.xLeft
  const secant = (ends.yRight - ends.yLeft) / width
  const wanted = 0.5 * width * curvature + (ends.slopeRight - ends.slopeLeft)
  return Math.max(divide(wanted, secant - ends.slopeLeft), leastParameter(ends, secant, keepShape))
}

/** The parameter r for which the second derivative at the right end is `curvature`, or the least that keeps the shape. */
export function parameterForRightCurvature(ends: RationalCubicEnds, curvature: number, keepShape: boolean): number {
  const width = ends.xRight - ends.xLeft
  const secant = (ends.yRight - ends.yLeft) / width
  const wanted = 0.5 * width * curvature + (ends.slopeRight - ends.slopeLeft)
  return Math.max(divide(wanted, ends.slopeRight - secant), leastParameter(ends, secant, keepShape))
}

function divide(numerator: number, denominator: number): number {
  if (Math.abs(numerator) < Number.MIN_VALUE) return 0
  if (Math.abs(denominator) < Number.MIN_VALUE) return numerator > 0 ? STRAIGHT_LINE : MINIMUM_PARAMETER
  return numerator / denominator
}

function leastParameter(ends: RationalCubicEnds, secant: number, keepShape: boolean): number {
  const { slopeLeft, slopeRight } = ends
  const monotonic = slopeLeft * secant >= 0 && slopeRight * secant >= 0
  const convex = slopeLeft <= secant && secant <= slopeRight
  const concave = slopeLeft >= secant && secant >= slopeRight
  let least = MINIMUM_PARAMETER
  if (monotonic) {
    if (secant !== 0) least = Math.max(least, (slopeRight + slopeLeft) / secant)
    else if (keepShape) return STRAIGHT_LINE
  }
  if (convex || concave) {
    const toLeft = secant - slopeLeft
    const toRight = slopeRight - secant
    if (toLeft !== 0 && toRight !== 0) {
      const bend = slopeRight - slopeLeft
      least = Math.max(least, Math.abs(bend / toRight), Math.abs(bend / toLeft))
    } else if (keepShape) return STRAIGHT_LINE
  } else if (monotonic && keepShape) return STRAIGHT_LINE
  return least
}
