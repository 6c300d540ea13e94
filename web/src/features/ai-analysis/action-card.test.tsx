import type { Portfolio } from '@ballast/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRouted } from '../../test-screen.tsx'
import { ActionCard } from './action-card.tsx'
import { toActionTarget } from './action-view.ts'
import { PORTFOLIO_ID, TEST_ANALYSIS } from './test-runs.ts'

const PORTFOLIO: Portfolio = {
  id: PORTFOLIO_ID,
  name: 'Core',
  positionCount: 1,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  benchmark: { label: 'SPY', parts: [{ ticker: 'SPY', percent: 100 }] },
}

test('positions are edited from an action by their owner alone', async () => {
  const action = TEST_ANALYSIS.actions.find((one) => toActionTarget(one).label === 'Edit positions')!
  const card = <ActionCard action={action} place={1} portfolioId={PORTFOLIO_ID} />
  const link = () => screen.queryByRole('link', { name: 'Edit positions' })
  await renderRouted(card, { 'GET /api/portfolios?book=true': [PORTFOLIO] })
  await waitFor(() => expect(link()?.getAttribute('href')).toBe(`/portfolios/${PORTFOLIO_ID}`))
  cleanup()
  await renderRouted(card, { 'GET /api/portfolios?book=true': [{ ...PORTFOLIO, sharedBy: 'Ada' }] })
  await screen.findByRole('button', { name: /^Copy the trades of/ })
  await waitFor(() => expect(link()).toBeNull())
})
