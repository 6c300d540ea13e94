import type { Covers } from '@ballast/contract'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CoverageChip } from './coverage-chip.tsx'

const leave = (...leftOut: Covers['leftOut']): Covers => ({ covered: 7 - leftOut.length, positions: 7, leftOut })

test('a headline over a hole says how many positions it covers and why the others are left out', async () => {
  render(
    <CoverageChip
      covers={leave(
        { ticker: 'XYZQ', reason: 'not-simulated' },
        { ticker: 'SPY260618P00600000', reason: 'expired' },
        { ticker: 'KO', reason: 'no-cost' },
      )}
    />,
  )
  expect(screen.getByText('covers 4 of 7 positions')).toBeTruthy()
  const items = await screen.findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'XYZQ: not in the demo market',
    'SPY $600 put: expired',
    'KO: no cost',
  ])
})

test('a figure that covers everything bears no chip', () => {
  const { container } = render(<CoverageChip covers={leave()} />)
  expect(container.textContent).toBe('')
})

test('a long list is counted', async () => {
  const leftOut = Array.from({ length: 40 }, (_, i) => ({ ticker: `T${i}`, reason: 'no-price' as const }))
  render(<CoverageChip covers={{ covered: 0, positions: 40, leftOut }} />)
  const items = (await screen.findAllByRole('listitem')).map((item) => item.textContent)
  expect(items).toHaveLength(13)
  expect(items.at(-1)).toBe('and 28 more')
})
