import { expect, test } from 'vitest'
import { makeChain } from '../../components/options/test-chain.ts'
import { toLadder } from './chain-view.ts'
import { toOpenInterest, toOpenInterestChart } from './open-interest-view.ts'
import { toLegend, toSmileView, toTermView } from './smile-view.ts'

const chain = makeChain()
const expiry = chain.expiries.find(({ days }) => days === 27)!

test('the smile shows each clean strike once, puts below the forward and calls above', () => {
  const { curves, strikes } = toSmileView(chain, chain.options, expiry)!
  const pointsOf = (id: string) => curves.find((curve) => curve.id === id)!.points
  expect(pointsOf('puts').every(({ x }) => x < expiry.forward)).toBe(true)
  expect(pointsOf('calls').every(({ x }) => x >= expiry.forward)).toBe(true)
  expect(pointsOf('puts').length + pointsOf('calls').length).toBe(strikes.length)
  // The fit passes near the money where our market says 42 %.
  const atForward = pointsOf('fit').reduce((a, b) =>
    Math.abs(b.x - expiry.forward) < Math.abs(a.x - expiry.forward) ? b : a,
  )
  expect(atForward.y).toBeCloseTo(42, 0)
})

test('a quote that is not clean is not drawn', () => {
  const broken = makeChain({ alter: ({ strike }) => (strike === 130 ? { bid: 0 } : {}) })
  const read = broken.expiries.find(({ days }) => days === 27)!
  expect(toSmileView(broken, broken.options, read)!.strikes).not.toContain(130)
})

test('without any clean quote there is no smile', () => {
  expect(toSmileView(chain, chain.options, { ...expiry, atmIV: null })).toBeNull()
})

test('the fit is one line through the quotes, dashed where it goes on without them', () => {
  const { curves, strikes } = toSmileView(chain, chain.options, expiry)!
  const fit = curves.find(({ id }) => id === 'fit')!
  const beyond = curves.filter(({ dashed, label }) => dashed && label === 'Fit beyond the quotes')
  expect(fit.dashed).toBeUndefined()
  expect([fit.points[0]!.x, fit.points.at(-1)!.x]).toEqual([strikes[0], strikes.at(-1)])
  expect(beyond).toHaveLength(2)
  const [below, above] = beyond
  expect(below!.points.every(({ x }) => x < strikes[0]!)).toBe(true)
  expect(above!.points.every(({ x }) => x > strikes.at(-1)!)).toBe(true)
  expect(below!.points.at(-1)!.y).toBeCloseTo(fit.points[0]!.y, 4)
  expect(above!.points[0]!.y).toBeCloseTo(fit.points.at(-1)!.y, 4)
  expect(toLegend(curves).filter(({ label }) => label === 'Fit beyond the quotes')).toHaveLength(1)
})

test('the finding says which side is dearer, and how near the quotes the fit is', () => {
  const read = { ...expiry, riskReversal25: -0.031, smile: { ...expiry.smile!, error: 0.00213 } }
  const { chart } = toSmileView(chain, chain.options, read)!
  expect(chart.finding).toBe(
    'At the money the Dec 18 options imply 42.0%. 25-delta puts are 3.1 points dearer than calls. ' +
      'On average the fit is within 0.3 volatility points of the quotes.',
  )
})

test('without a fit there is no line and no word of one', () => {
  const { curves, chart } = toSmileView(chain, chain.options, { ...expiry, smile: { ...expiry.smile!, points: 0 } })!
  expect(curves.map(({ id }) => id)).toEqual(['provider', 'puts', 'calls'])
  expect(chart.finding).not.toContain('fit')
})

test.each([
  [-0.02, /^Alarmed now, calmer later: .* From 30 to 90 days −2\.0 points\.$/],
  [0.02, /^Calmer now than later: .* \+2\.0 points\.$/],
  [0.001, /^About flat: 42\.0% in 6 days, 41\.9% in 118 days\.$/],
])('a term slope of %d reads %s', (termSlope, finding) => {
  const { chart } = toTermView({ ...chain, summary: { ...chain.summary!, termSlope } })!
  expect(chart.finding).toMatch(finding)
})

test('one expiry is no term structure', () => {
  expect(toTermView({ ...chain, expiries: [expiry] })).toBeNull()
})

test('open interest shows the strikes with the most, in order, and names the largest of each side', () => {
  const { rows, largest } = toOpenInterest(toLadder(chain.options, expiry.expiry, 138.2))
  expect(rows).toHaveLength(12)
  expect(rows.map(({ strike }) => strike)).toEqual(rows.map(({ strike }) => strike).toSorted((a, b) => a - b))
  expect(largest).toBe(expiry.maxOpenInterest)
  expect(toOpenInterestChart(rows, chain, expiry).finding).toMatch(/^Most calls are open at 140\.00 .*puts at 130\.00/)
  expect(toOpenInterestChart([], chain, expiry).finding).toBe('Nothing is open for Dec 18.')
})
