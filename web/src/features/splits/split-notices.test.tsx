import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test-screen.tsx'
import { SplitNotices } from './split-notices.tsx'
import { SplitsCard } from './splits-card.tsx'

const SPLITS = 'GET /api/portfolios/p/splits'
const ADJUST = 'POST /api/portfolios/p/splits'
const ID = '0a1f6a39-4a44-4a55-8a10-9d3b0f5b6f11'
const UNDO = `DELETE /api/portfolios/p/splits/${ID}`
const SPLIT = {
  ticker: 'NVDA',
  name: null,
  date: '2026-06-10',
  newShares: 4,
  oldShares: 1,
  sharesBefore: 12,
  sharesAfter: 48,
  note: 'One option contract on NVDA is left as it is.',
}
const APPLIED = { ...SPLIT, adjustmentId: ID, appliedAt: '2026-11-21T10:00:00.000Z' }

/** A server that remembers what was decided. */
function renderSplits() {
  let isApplied = false
  return renderScreen(
    <>
      <SplitNotices portfolioId="p" />
      <SplitsCard portfolioId="p" />
    </>,
    {
      [SPLITS]: () => ({
        suggested: isApplied ? [] : [SPLIT],
        applied: isApplied ? [APPLIED] : [],
        unchecked: ['AAPL'],
      }),
      [ADJUST]: () => {
        isApplied = true
        return { adjustmentId: ID }
      },
      [UNDO]: () => {
        isApplied = false
        return { restored: 1 }
      },
    },
  )
}

test('a split is offered, adjusted and undone', async () => {
  const { sent } = renderSplits()
  expect(
    await screen.findByText(
      'NVDA split 4:1 on Jun 10, 2026, after these positions were uploaded: 12.00 shares are 48.00 now.',
    ),
  ).toBeTruthy()
  expect(screen.getByText(SPLIT.note)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Adjust shares 4:1 of NVDA' }))
  const [undo] = await screen.findAllByRole('button', { name: 'Undo the split of NVDA' })
  expect(screen.getAllByText('NVDA adjusted 4:1 for Jun 10, 2026: 12.00 to 48.00 shares.')).toHaveLength(2)
  expect(sent).toContainEqual({ call: ADJUST, body: { ticker: 'NVDA', date: '2026-06-10', action: 'adjust' } })
  expect(screen.getByText('AAPL could not be checked for splits at the moment.')).toBeTruthy()
  fireEvent.click(undo!)
  expect(await screen.findByRole('button', { name: 'Adjust shares 4:1 of NVDA' })).toBeTruthy()
})

test('a suggestion is dismissed', async () => {
  const { sent } = renderSplits()
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss the split of NVDA' }))
  await waitFor(() =>
    expect(sent).toContainEqual({ call: ADJUST, body: { ticker: 'NVDA', date: '2026-06-10', action: 'dismiss' } }),
  )
})
