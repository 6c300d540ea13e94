import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toRingSlice } from './ring-slice.ts'

const RADII = { inner: 60, outer: 100 }

/** The corners and the middles of the arcs, in the order in which they are drawn, with y downwards. */
function pointsOf(path: string): { x: number; y: number }[] {
  return [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[ALZ]|$)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
}

/** Clockwise from 12 o'clock, 0 to 1. */
const turnOf = ({ x, y }: { x: number; y: number }) => (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1

test('the first quarter goes from 12 to 3 o’clock', () => {
  expect(toRingSlice(0, 0.25, RADII)).toBe(
    'M0 -100A100 100 0 0 1 70.71 -70.71A100 100 0 0 1 100 0L60 0A60 60 0 0 0 42.43 -42.43A60 60 0 0 0 0 -60Z',
  )
})

test('a whole turn comes back to where it began, by way of the other side', () => {
  expect(pointsOf(toRingSlice(0, 1, RADII)).slice(0, 3)).toEqual([
    { x: 0, y: -100 },
    { x: 0, y: 100 },
    { x: 0, y: -100 },
  ])
})

test('every point lies on its radius at its share of the turn, and the next slice begins where one ends', () => {
  const share = fc.double({ min: 0, max: 0.999, noNaN: true })
  fc.assert(
    fc.property(share, share, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const middle = (from + to) / 2
      const points = pointsOf(toRingSlice(from, to, RADII))
      const turns = [from, middle, to, to, middle, from]
      expect(points).toHaveLength(6)
      points.forEach((point, place) => {
        const radius = place < 3 ? RADII.outer : RADII.inner
        expect(Math.abs(Math.hypot(point.x, point.y) - radius)).toBeLessThan(0.01)
        const off = Math.abs(turnOf(point) - (turns[place] ?? 0))
        expect(Math.min(off, 1 - off) * 2 * Math.PI * radius).toBeLessThan(0.02)
      })
      expect(pointsOf(toRingSlice(to, 1, RADII))[0]).toEqual(points[2])
    }),
  )
})
