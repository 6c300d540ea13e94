/** @module-tag full */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { priceCrisisLimit } from './limit-price-view.ts'
import { makeEntry, TEST_ANALYSIS } from './test-hedges.ts'
import { ANALYZE, LIST, renderHedges, STORED, TWO_POSITIONS } from './test-hedges-page.tsx'

test('two sliders price another limit while they move, and the search takes what they say', async () => {
  const { sent } = await renderHedges({ [LIST]: [makeEntry()], [STORED]: TEST_ANALYSIS, [ANALYZE]: TEST_ANALYSIS })
  const limit = await screen.findByRole('slider', { name: 'Most I want to lose' })
  const figures = () => screen.getByText('Costs now').closest('dl')!.textContent
  await waitFor(() => expect(figures()).toContain('$4,610'))
  expect(screen.queryByRole('button', { name: /^Find this hedge/ })).toBeNull()
  fireEvent.change(limit, { target: { value: '10' } })
  expect(figures()).not.toContain('$4,610')
  expect(limit.getAttribute('aria-valuetext')).toMatch(/^10\.0% · \$/)
  fireEvent.change(screen.getByRole('slider', { name: 'If the market falls' }), { target: { value: '30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find this hedge (1 token)' }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({ limitPercent: 10, shockPercent: 30 }),
  )
})

test('a crisis that was replayed is priced by its replays, another one is not', () => {
  const [first, ...others] = TEST_ANALYSIS.hedgeStrategies
  const cheapest = { ...first!, unhedgedLossAtShockPercent: 48, lossAtShockPercent: 19 }
  const dearer = others.map((one) => ({ ...one, unhedgedLossAtShockPercent: 48, lossAtShockPercent: 30 }))
  const request = {
    ...TEST_ANALYSIS.request,
    limitPercent: 20,
    crisisId: 'gfc-2007' as const,
    crisisName: 'Global financial crisis',
  }
  const analysis = { ...TEST_ANALYSIS, request, hedgeStrategies: [cheapest, ...dearer], frontierStrategies: [] }
  expect(priceCrisisLimit(analysis, { limitPercent: 20, crisisId: 'gfc-2007' })).toMatchObject({
    unhedgedLoss: 0.48 * analysis.riskAssessment.value,
    isHeld: false,
    order: { cost: cheapest.cost.total, loss: 0.19 * analysis.riskAssessment.value, strategyId: cheapest.id },
  })
  expect(priceCrisisLimit(analysis, { limitPercent: 18, crisisId: 'gfc-2007' })?.order).toBeNull()
  expect(priceCrisisLimit(analysis, { limitPercent: 50, crisisId: 'gfc-2007' })).toMatchObject({
    isHeld: true,
    order: null,
  })
  expect(priceCrisisLimit(analysis, { limitPercent: 20, crisisId: 'other' })).toBeNull()
})

test('a request for a block keeps everything else, with options on single names', async () => {
  const { sent } = await renderHedges(TWO_POSITIONS, { block: ['NVDA'] })
  const keep = await screen.findByLabelText<HTMLInputElement>('Never sell or cap')
  await waitFor(() => expect(keep.value).toBe('KO'))
  fireEvent.click(await screen.findByRole('button', { name: /^Analyze Portfolio/ }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({ keep: ['KO'], underlyings: 'single-names' }),
  )
})
