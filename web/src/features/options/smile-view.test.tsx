import { expect, test } from 'vitest'
import { makeChain } from '../../components/options/test-chain.ts'
import { toLadder } from './chain-view.ts'
import { toOpenInterest, toOpenInterestChart } from './open-interest-view.ts'
import { toSmileView, toTermView } from './smile-view.ts'

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

test('the finding says which side is dearer', () => {
  const { chart } = toSmileView(chain, chain.options, { ...expiry, riskReversal25: -0.031 })!
  expect(chart.finding).toBe(
    'At the money the Dec 18 options imply 42.0%. 25-delta puts are 3.1 points dearer than calls.',
  )
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
