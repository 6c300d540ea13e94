import { runBacktestScenario } from '@ballast/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal, renderScreen } from '../../test-screen.tsx'
import { crisisQuery } from './crisis.queries.ts'
import { CrisisCard } from './crisis-card.tsx'
import { makeReplay } from './test-replay.ts'

const CALL = `POST ${runBacktestScenario.path}`
const card = <CrisisCard portfolioId="p1" renderHedgeLink={(crisis) => <a href={`/hedges?crisis=${crisis}`}>Cost</a>} />

test('2008 is answered first, in dollars, with both ways to lose less; the slider moves what is sold', async () => {
  const { sent } = renderScreen(card, { [CALL]: makeReplay({ totalReturn: -40, replayedValue: 100_000 }) })
  expect(await screen.findByText('You would lose about $40,000')).toBeTruthy()
  expect(sent.find(({ call }) => call === CALL)?.body).toEqual({ portfolioId: 'p1', scenarioId: 'gfc-2007' })
  expect(screen.getByText(/Sell 50% of every position/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cost' }).getAttribute('href')).toBe('/hedges?crisis=gfc-2007')
  fireEvent.change(screen.getByRole('slider'), { target: { value: '30' } })
  expect(screen.getByText(/Sell 25% of every position/)).toBeTruthy()
  fireEvent.change(screen.getByRole('slider'), { target: { value: '40' } })
  expect(screen.getByText(/This crisis stays within that/)).toBeTruthy()
})

test('another year is another replay', async () => {
  const { sent } = renderScreen(card, { [CALL]: makeReplay({ totalReturn: -10, replayedValue: 100_000 }) })
  fireEvent.click(await screen.findByRole('radio', { name: '2020' }))
  expect(await screen.findByRole('heading', { name: 'If 2020 came again' })).toBeTruthy()
  await expect
    .poll(() => sent.map(({ body }) => (body as { scenarioId?: string } | undefined)?.scenarioId))
    .toContain('covid-2020')
})

test('the same crisis can be asked for of another portfolio before it is shown', () => {
  expect(crisisQuery('p1', 'covid-2020').meta?.alike?.('p2').queryKey).toEqual(crisisQuery('p2', 'covid-2020').queryKey)
})

test('a portfolio that cannot be replayed says why, and nobody is asked to try again', async () => {
  renderScreen(card, { [CALL]: new Refusal(422, { error: 'The portfolio holds no share or fund with a price.' }) })
  expect(await screen.findByText('The portfolio holds no share or fund with a price.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
