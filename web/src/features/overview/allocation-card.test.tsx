import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test-screen.tsx'
import { AllocationCard } from './allocation-card.tsx'

const PERCENT = 100 / 20_000
const entries = Array.from({ length: 20_000 }, (_, i) => ({ ticker: `T${i}`, value: 50, percent: PERCENT }))

test('the table of 20,000 tickers keeps only those in sight in the page, and tells how many there are', async () => {
  renderScreen(
    <AllocationCard
      allocation={{ basis: 'cost', gross: 1_000_000, hasShorts: false, entries, leftOut: [] }}
      asOf={null}
      simulated={false}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Table: Asset Allocation' }))

  const table = await screen.findByRole('table', { name: 'Asset Allocation' })
  expect(table.getAttribute('aria-rowcount')).toBe('20001')
  expect(table.querySelectorAll('[role=row]').length).toBeLessThan(40)
  expect(screen.getByRole('row', { name: 'T0 $50 0.0%' })).toBeTruthy()
})
