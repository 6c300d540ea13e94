const CHARACTER_PX = 6.5
const INSET_PX = 6
const LINE_PX = 14

export interface FallLabelOptions {
  text: string
  /** Pixels where the shaded days begin and end. */
  from: number
  to: number
  /** Width of the drawing in pixels. */
  width: number
  /** Base lines that the label may stand on, the preferred one first. */
  heights: readonly number[]
  /** Points of every line that is drawn, in pixels. */
  points: readonly { x: number; y: number }[]
}

export interface FallLabelPlace {
  x: number
  y: number
  textAnchor: 'start' | 'end'
}

/** Where the label of a shaded fall stands: inside the nearer edge of the fall, on the first height that no line crosses. */
export function placeFallLabel({ text, from, to, width, heights, points }: FallLabelOptions): FallLabelPlace {
  const isLate = from > width / 2
  const x = isLate ? to - INSET_PX : from + INSET_PX
  const length = text.length * CHARACTER_PX
  const [left, right] = isLate ? [x - length, x] : [x, x + length]
  const near = points.filter((point) => point.x >= left && point.x <= right)
  const room = (height: number) => Math.min(...near.map(({ y }) => Math.abs(y - (height - LINE_PX / 3))), LINE_PX)
  const y = heights.reduce((best, height) => (room(height) > room(best) ? height : best))
  return { x, y, textAnchor: isLate ? 'end' : 'start' }
}
