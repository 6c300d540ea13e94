import type { LowerRisk } from '@ballast/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal, renderScreen } from '../../test-screen.tsx'
import { LowerRiskCard } from './lower-risk-card.tsx'
import { ANALYSIS } from './test-analysis.ts'

const CALL = 'GET /api/portfolios/p1/lower-risk'

const proposal = (fields: Partial<LowerRisk['proposals'][number]> = {}): LowerRisk['proposals'][number] => ({
  method: 'equal-risk-contribution',
  volatilityPercent: 11.2,
  crisisFallsPercent: [31.4],
  turnoverPercent: 18.6,
  cashChange: 42.1,
  unseen: {
    medianPercent: 20,
    lowPercent: 8,
    highPercent: 31,
    betterSharePercent: 100,
    resamples: 100,
    isNoise: false,
  },
  weightsPercent: [40, 60],
  orders: [{ action: 'sell', ticker: 'A', shares: 12, price: 100, value: 1200 }],
  ...fields,
})
const FOUND: LowerRisk = {
  asOf: '2026-11-20T21:00:00.000Z',
  source: 'sample',
  simulated: true,
  stale: false,
  window: { from: '2025-11-21', to: '2026-11-20', observations: 252 },
  missing: null,
  grossValue: 10_000,
  crises: [{ id: 'covid-2020', name: 'COVID crash', todayFallPercent: 38.2 }],
  todayVolatilityPercent: 16.4,
  holdings: [
    { ticker: 'A', name: null, sector: null, weightPercent: 60, kept: null },
    { ticker: 'B', name: null, sector: null, weightPercent: 40, kept: null },
    { ticker: 'C', name: null, sector: null, weightPercent: 10, kept: 'options' },
  ],
  proposals: [
    proposal(),
    proposal({ method: 'hierarchical-risk-parity', volatilityPercent: 12 }),
    proposal({
      method: 'minimum-variance',
      volatilityPercent: 9,
      orders: [],
      unseen: {
        medianPercent: 1,
        lowPercent: -6,
        highPercent: 9,
        betterSharePercent: 71,
        resamples: 100,
        isNoise: true,
      },
    }),
  ],
}
const show = (answers: Record<string, unknown>) =>
  renderScreen(<LowerRiskCard portfolioId="p1" analysis={ANALYSIS} />, answers)

test('the best proposal that is no noise is named, and each figure opens where it comes from', async () => {
  show({ [CALL]: FOUND })
  await screen.findByText(/Equal risk weights would lower the volatility from 16\.4% to 11\.2% a year/)
  const table = within(screen.getByRole('table', { name: 'Today and the proposals' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FigureTodayEqual riskGrouped riskLeast risk',
    'Volatility at these weights16.4%11.2%12.0%9.0%',
    'Fall in COVID crash38.2%31.4%31.4%31.4%',
    'Less risk, unseen days—8.0% to 31.0%8.0% to 31.0%-6.0% to 9.0%'.replace('-6', '−6'),
    'Turnover—18.6%18.6%18.6%',
  ])
  fireEvent.click(table.getByRole('button', { name: 'Volatility at these weights' }))
  expect(await screen.findByText(/standard deviation of Σ w·r/)).toBeTruthy()
  expect(screen.getByText('Not changed, because you hold options on: C.')).toBeTruthy()
  expect(screen.getByText(/Overview keeps the shares the same, so it shows another figure/)).toBeTruthy()
})

test('a proposal whose advantage may be noise says so, and its ticket can be empty', async () => {
  show({ [CALL]: FOUND })
  expect(await screen.findByRole('table', { name: 'Orders in whole shares' })).toBeTruthy()
  expect(screen.getByText(/\$42 is left as cash/)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Least risk' }))
  expect(screen.getByText(/in only 71% of 100 tests on days it had not seen\. Its advantage may be noise/)).toBeTruthy()
  expect(screen.getByText('There is nothing to trade.')).toBeTruthy()
})

test('keeping a holding and a limit ask again', async () => {
  const { sent } = show({
    [CALL]: FOUND,
    [`${CALL}?keep=B`]: FOUND,
    [`${CALL}?maxHoldingPercent=25&keep=B`]: { ...FOUND, missing: 'Raise the limit.', proposals: [] },
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'B' }))
  fireEvent.change(screen.getByLabelText('Most in one position'), { target: { value: '25' } })
  expect(await screen.findByText('Raise the limit.')).toBeTruthy()
  expect(sent.map(({ call }) => call)).toContain(`${CALL}?keep=B`)
})

test('a failure offers to try again', async () => {
  show({ [CALL]: new Refusal(503, { error: 'Too much is being computed at the moment.' }) })
  expect(await screen.findByText('Failed to compute the proposals')).toBeTruthy()
})
