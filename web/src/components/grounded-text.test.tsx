import type { Fact } from '@ballast/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, Refusal, renderScreen } from '../test-screen.tsx'
import { FactsProvider, Grounded } from './grounded-text.tsx'

const base = { asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true } as const
const LOSS: Fact = {
  ...base,
  id: 'F9',
  key: 'shock.m20.profitPercent',
  label: 'Loss if the market falls by 20%',
  value: -24.67,
  unit: 'percent',
  decimals: 2,
  text: '−24.67%',
  formula: 'value × ((1 + move)^beta − 1)',
  inputs: [{ fact: 'F2' }, { label: 'Move', value: '−20%' }],
}
const BETA: Fact = {
  ...base,
  id: 'F2',
  key: 'book.beta',
  label: 'Beta of the portfolio',
  value: 1.3,
  unit: 'ratio',
  decimals: 2,
  text: '1.30',
  formula: 'Σ weight × beta',
  meaning: 'How far it moves with the market.',
  better: 'lower',
  inputs: [],
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

const RUN_ID = '0f9f4b80-5c1f-4a51-8d39-8f6f1c8b8f01'

function draw(answers: Answers = {}, runId?: string) {
  renderScreen(
    <FactsProvider facts={[LOSS, BETA]} {...(runId !== undefined && { runId })}>
      <p>
        <Grounded text={TEXT} />
      </p>
    </FactsProvider>,
    answers,
  )
}

async function recompute(answer: unknown) {
  draw({ [`GET /api/facts/${RUN_ID}.F9`]: answer }, RUN_ID)
  fireEvent.click(screen.getByRole('button', { name: '24.67%' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Recompute' }))
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

test('a figure says what it tells and which way is better, where its kind does', async () => {
  draw()
  fireEvent.click(screen.getByRole('button', { name: '1.30' }))
  const panel = await screen.findByRole('dialog', { name: 'Where 1.30 comes from' })
  expect(panel.textContent).toContain('How far it moves with the market. Lower is better.')
  fireEvent.click(screen.getByRole('button', { name: '24.67%' }))
  const other = await screen.findByRole('dialog', { name: 'Where −24.67% comes from' })
  expect(other.textContent).not.toContain('better')
})

test('a figure whose fact is not known is no button', () => {
  draw()
  expect(screen.queryByRole('button', { name: '7%' })).toBeNull()
})

test('a figure of a stored run is computed again, and comes to the same', async () => {
  await recompute({ fact: LOSS, recomputed: LOSS.value, matches: true })
  expect(await screen.findByText('Computed again from the stored inputs: −24.67%, the same.')).toBeTruthy()
})

test('a figure that comes to something else is not to be relied on', async () => {
  await recompute({ fact: LOSS, recomputed: -31.2, matches: false })
  expect(await screen.findByText(/it is −31\.20, not −24\.67%\. Do not rely/)).toBeTruthy()
})

test('a figure that cannot be computed again says why', async () => {
  await recompute(new Refusal(404, { error: 'There is no such fact.' }))
  expect(await screen.findByText('There is no such fact.')).toBeTruthy()
})

test('without a stored run there is nothing to compute again from', async () => {
  draw()
  fireEvent.click(screen.getByRole('button', { name: '24.67%' }))
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Recompute' })).toBeNull()
})
