import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePosition, makePrices } from '../../test-positions.ts'
import { renderRouted, stubResizeObserver } from '../../test-screen.tsx'
import { overviewQuery } from './portfolios.queries.ts'
import { WhatIfDialog } from './what-if-dialog.tsx'

const ID = '7d0c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a11'
function ScreenWithDialog() {
  useQuery(overviewQuery(ID))
  return <WhatIfDialog portfolioId={ID} onClose={() => {}} />
}

test('the figures of what was typed are asked for before one says so, once each', async () => {
  stubResizeObserver()
  const { sent } = await renderRouted(<ScreenWithDialog />, {
    [`GET /api/portfolios/${ID}/positions`]: [makePosition({ ticker: 'AAPL' })],
    [`GET /api/portfolios/${ID}/prices`]: makePrices({ AAPL: 100 }),
  })
  const field = await screen.findByLabelText('AAPL: shares then')
  const overviews = () => sent.map(({ call }) => decodeURIComponent(call)).filter((call) => call.endsWith('/overview'))
  const tried = `GET /api/portfolios/${ID}~AAPL:4,$USD:600/overview`
  fireEvent.change(field, { target: { value: 'four' } })
  fireEvent.change(field, { target: { value: '4' } })
  await waitFor(() => expect(overviews()).toEqual([`GET /api/portfolios/${ID}/overview`, tried]))
})
