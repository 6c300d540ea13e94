import type { Portfolio } from '@ballast/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRouted } from '../../test-screen.tsx'
import { PortfolioSelector } from './portfolio-selector.tsx'
import { useSelectedPortfolio } from './use-selected-portfolio.ts'

const portfolioOf = (id: string, name: string, createdAt = '2026-11-21T10:00:00.000Z') => ({
  id,
  name,
  positionCount: 1,
  createdAt,
  updatedAt: createdAt,
  benchmark: { label: 'SPY', parts: [{ ticker: 'SPY', percent: 100 }] },
})
const PORTFOLIOS = [portfolioOf('a', 'Core'), portfolioOf('b', 'Income')]

function Chooser({ portfolios = PORTFOLIOS }: { portfolios?: Portfolio[] }) {
  const { selected, select } = useSelectedPortfolio(portfolios)
  return <PortfolioSelector portfolios={portfolios} selectedId={selected?.id ?? ''} onSelect={select} />
}

const chosen = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Portfolio' }).value

test('the first portfolio is shown without being stored', async () => {
  await renderRouted(<Chooser />)
  expect(chosen()).toBe('a')
  expect(localStorage.getItem('lastSelectedPortfolioId')).toBeNull()
})

test('a choice is stored and comes back', async () => {
  await renderRouted(<Chooser />)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'b' } })
  expect(chosen()).toBe('b')
  expect(localStorage.getItem('lastSelectedPortfolioId')).toBe('b')
})

test('a stored portfolio that was deleted gives way to the first', async () => {
  localStorage.setItem('lastSelectedPortfolioId', 'gone')
  await renderRouted(<Chooser />)
  expect(chosen()).toBe('a')
})

test('what another user shares names them', async () => {
  await renderRouted(<Chooser portfolios={[...PORTFOLIOS, { ...portfolioOf('c', 'Core'), sharedBy: 'Ada' }]} />)
  const labels = screen.getAllByRole('option').map((option) => option.textContent)
  expect(labels.slice(1)).toEqual(['Income', 'Core (shared by Ada)'])
})

test('two portfolios of one name are told apart by when they came', async () => {
  const twins = [
    portfolioOf('a', 'Core'),
    portfolioOf('b', 'Core', '2026-11-22T10:00:00.000Z'),
    portfolioOf('c', 'Income'),
  ]
  await renderRouted(<Chooser portfolios={twins} />)
  const labels = screen.getAllByRole('option').map((option) => option.textContent)
  expect(new Set(labels).size).toBe(3)
  expect(labels[2]).toBe('Income')
})
