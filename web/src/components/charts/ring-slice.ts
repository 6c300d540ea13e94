interface Radii {
  /** 0 makes a slice of a pie. */
  inner: number
  outer: number
}

/**
 * The outline of a slice of a ring around (0, 0) as the `d` of an SVG path, clockwise from 12 o'clock.
 *
 * @param from where the slice begins, as a share of the whole turn, 0 to 1
 * @param to where it ends, `from` to 1
 * @param radii in px
 */
export function toRingSlice(from: number, to: number, { inner, outer }: Radii): string {
  const middle = (from + to) / 2
  // Two arcs each way: a single one cannot go all the way around.
  return [
    `M${toPoint(from, outer)}`,
    ...[middle, to].map((turn) => `A${outer} ${outer} 0 0 1 ${toPoint(turn, outer)}`),
    `L${toPoint(to, inner)}`,
    ...[middle, from].map((turn) => `A${inner} ${inner} 0 0 0 ${toPoint(turn, inner)}`),
    'Z',
  ].join('')
}

function toPoint(turn: number, radius: number): string {
  const angle = 2 * Math.PI * turn
  return `${round(radius * Math.sin(angle))} ${round(-radius * Math.cos(angle))}`
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100
}
