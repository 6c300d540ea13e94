import type { Fact } from '@ballast/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../test-screen.tsx'
import { FactsProvider, Grounded } from './grounded-text.tsx'

const base = { asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true } as const
const LOSS: Fact = {
  ...base,
  ...{ id: 'F9', key: 'shock.m20.profitPercent', label: 'Loss if the market falls by 20%', value: -24.67 },
  ...{ unit: 'percent', decimals: 2, text: '−24.67%', formula: 'value × ((1 + move)^beta − 1)' },
  inputs: [{ fact: 'F2' }, { label: 'Move', value: '−20%' }],
}
const BETA: Fact = {
  ...base,
  ...{ id: 'F2', key: 'book.beta', label: 'Beta of the portfolio', value: 1.3, unit: 'ratio', decimals: 2 },
  ...{ text: '1.30', formula: 'Σ weight × beta', inputs: [] },
}
const TEXT = [
  { text: 'It loses ' },
  { text: '24.67%', fact: 'F9' },
  { text: ' (beta ' },
  { text: '1.30', fact: 'F2' },
  { text: '), and ' },
  { text: '7%', fact: 'F404' },
  { text: ' of something else.' },
]

function draw() {
  renderScreen(
    <FactsProvider facts={[LOSS, BETA]}>
      <p>
        <Grounded text={TEXT} />
      </p>
    </FactsProvider>,
  )
}

test('the text is whole, whatever clings to its figures', () => {
  draw()
  expect(document.querySelector('p')?.textContent).toBe('It loses 24.67% (beta 1.30), and 7% of something else.')
})

test('a figure opens its formula, what entered it, its source and its time', async () => {
  draw()
  fireEvent.click(screen.getByRole('button', { name: '24.67%' }))
  const panel = await screen.findByRole('dialog', { name: 'Where −24.67% comes from' })
  for (const text of [LOSS.formula, 'Beta of the portfolio1.30', 'Move−20%', 'Simulated market data', 'Nov 20, 2026']) {
    expect(panel.textContent).toContain(text)
  }
})

test('a figure whose fact is not known is no button', () => {
  draw()
  expect(screen.queryByRole('button', { name: '7%' })).toBeNull()
})
