import { EXAMPLES, PLANS } from '@ballast/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { toCorrelationBand } from '../../lib/correlation-band.ts'
import { renderScreen } from '../../test-screen.tsx'
import { HERO_FALLS } from './hero-data.ts'
import { HeroPicture } from './hero-picture.tsx'
import { PricingCards } from './pricing-cards.tsx'

test('plans promise what the plan module says, and both buttons lead to sign-in', () => {
  renderScreen(<PricingCards loginUrl="/api/login" />)
  for (const plan of Object.values(PLANS)) {
    const card = screen.getByRole('region', { name: plan.name })
    expect(
      within(card)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([...plan.features])
    expect(card.textContent).toContain(`$${plan.monthlyPrice}`)
    expect(within(card).getByRole('link', { name: plan.callToAction }).getAttribute('href')).toBe('/api/login')
  }
  expect(screen.getAllByText('Most Popular')).toHaveLength(1)
})

describe.each(HERO_FALLS.map((fall) => [fall.label, fall] as const))('the fall of %s', (_, fall) => {
  const high = fall.portfolio[fall.peak]!
  const low = fall.portfolio[fall.trough]!

  test('starts with the sum invested on both lines', () => {
    expect([fall.portfolio[0], fall.benchmark[0]]).toEqual([100_000, 100_000])
    expect(fall.portfolio.length).toBe(fall.benchmark.length)
  })

  test('its drawn high and low give the stated drawdown', () => {
    // Dollars are rounded to whole ones, the percentage to 2 decimals.
    expect((1 - low / high) * 100).toBeCloseTo(fall.maxDrawdownPercent, 1)
  })
})

test('the picture says in words what it shows, and that it is simulated', () => {
  renderScreen(<HeroPicture />)
  const caption = screen.getByRole('figure').querySelector('figcaption')!
  expect(caption.textContent).toMatch(/^Simulated data: /)
  expect(screen.getByRole('radio', { name: '2008' })).toHaveProperty('checked', true)
})

test('the picture names the price of protection, what it saves, and what selling does without a premium', () => {
  renderScreen(<HeroPicture />)
  const { cost, falls } = EXAMPLES.hedge_analysis
  const text = screen.getByRole('figure').textContent
  for (const amount of [cost, -falls[1].hedged, -falls[1].unhedged])
    expect(text).toContain(`$${amount.toLocaleString('en')}`)
  expect(text).toContain('Selling 28.0% of every position')
})

test.each([
  [0.71, 7],
  [0.7, 6],
  [0.4, 5],
  [0.1, 4],
  [0, 4],
  [-0.1, 4],
  [-0.11, 3],
  [-0.41, 2],
  [-0.71, 1],
])('a correlation of %s has band %s', (correlation, band) => expect(toCorrelationBand(correlation)).toBe(band))
