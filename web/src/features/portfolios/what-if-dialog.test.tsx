import type { Position, Prices } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderRouted } from '../../test-screen.tsx'
import { overviewQuery } from './portfolios.queries.ts'
import { WhatIfDialog } from './what-if-dialog.tsx'

const ID = '7d0c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a11'
const position: Position = {
  id: '0a1f6a39-4a44-4a55-8a10-9d3b0f5b6f11',
  ticker: 'AAPL',
  name: null,
  kind: 'security',
  shares: 10,
  avgCost: 1,
  currency: 'USD',
  multiplier: 1,
  sector: null,
  sectorIsOwn: false,
  account: null,
  importId: null,
}
const prices: Prices = {
  prices: {
    AAPL: {
      price: 100,
      currency: 'USD',
      previousClose: null,
      asOf: '2026-11-20T21:00:00.000Z',
      session: 'closed',
      source: 'sample',
      stale: false,
    },
  },
  missing: {},
  cacheStatus: { cacheAge: 0, isValid: true },
  simulated: true,
}

function ScreenWithDialog() {
  useQuery(overviewQuery(ID))
  return <WhatIfDialog portfolioId={ID} onClose={() => {}} />
}

test('the figures of what was typed are asked for before one says so, once each', async () => {
  // jsdom lays nothing out; check boxes measure themselves.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  const { sent } = await renderRouted(<ScreenWithDialog />, {
    [`GET /api/portfolios/${ID}/positions`]: [position],
    [`GET /api/portfolios/${ID}/prices`]: prices,
  })
  const field = await screen.findByLabelText('AAPL: shares then')
  const overviews = () => sent.map(({ call }) => decodeURIComponent(call)).filter((call) => call.endsWith('/overview'))
  const tried = `GET /api/portfolios/${ID}~AAPL:4,$USD:600/overview`
  fireEvent.change(field, { target: { value: 'four' } })
  fireEvent.change(field, { target: { value: '4' } })
  await waitFor(() => expect(overviews()).toEqual([`GET /api/portfolios/${ID}/overview`, tried]))
})
