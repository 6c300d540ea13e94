import { getCorrelationAnalysis, getHistory, getOverview, listPositions, listSplits } from '@ballast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../test-screen.tsx'
import { askAlike } from './ask-alike.ts'
import { apiQuery, figuresQuery } from './call-api.ts'

const SHOWN = '7d0c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a11'
const NEXT = `${SHOWN}~AAPL:4`
const OTHER = '8e1c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a11'

function Shown() {
  const client = useQueryClient()
  useQuery(figuresQuery(getOverview, { params: { portfolioId: SHOWN } }))
  useQuery(figuresQuery(getHistory, { params: { portfolioId: OTHER } }))
  useQuery(figuresQuery(getCorrelationAnalysis, { params: { portfolioId: SHOWN } }))
  useQuery({ ...figuresQuery(listPositions, { params: { portfolioId: SHOWN } }), enabled: false })
  useQuery(apiQuery(listSplits, { params: { portfolioId: SHOWN } }))
  return (
    <button type="button" onClick={() => void askAlike(client, SHOWN, NEXT)}>
      Next
    </button>
  )
}

test('what the screen shows of one portfolio is asked about the next, and nothing else', async () => {
  const { sent } = renderScreen(<Shown />)
  await waitFor(() => expect(sent).toHaveLength(4))
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toHaveLength(6))
  expect(sent.slice(4).map(({ call }) => decodeURIComponent(call))).toEqual([
    `GET /api/portfolios/${NEXT}/overview`,
    `GET /api/portfolios/${NEXT}/correlation-analysis`,
  ])
})
