/** @module-tag full */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, Refusal, renderScreen } from '../../test-screen.tsx'
import { HistoryCard } from './history-card.tsx'
import { CHANGE, HISTORY } from './test-history.ts'

const READ = 'GET /api/portfolios/p1/history'
const ANSWER = `PUT /api/portfolios/${CHANGE.portfolioId}/history/changes/2`
const show = (answers: Answers = { [READ]: HISTORY }) => renderScreen(<HistoryCard portfolioId="p1" />, answers)

test('the finding first, then both lines and every figure with its explanation', async () => {
  show()
  expect(await screen.findAllByText(/^Since Jun 5, 2026, what you held gained 8\.6%/)).not.toHaveLength(0)
  expect(screen.getByText('As it was held')).toBeTruthy()
  expect(screen.getAllByText('Today’s positions over the past')).not.toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Time-weighted return' }))
  expect(await screen.findByText(/How a dollar that stayed in/)).toBeTruthy()
})

test('asks what happened and sends the answer', async () => {
  const { sent } = show({ [READ]: HISTORY, [ANSWER]: { answered: true } })
  const question = await screen.findByRole('region', { name: 'What happened?' })
  expect(question.textContent).toContain('+20 AAPL ($4,120)')
  expect(
    within(question)
      .getByRole('radio', { name: /Money came in/ })
      .getAttribute('aria-checked'),
  ).toBe('true')
  const amount = within(question).getByLabelText('Amount in dollars')
  fireEvent.change(amount, { target: { value: 'lots' } })
  fireEvent.click(within(question).getByRole('button', { name: 'Save Answer' }))
  expect(within(question).getByRole('alert').textContent).toBe('Enter an amount in dollars, such as 1,500.')
  fireEvent.change(amount, { target: { value: '4,000' } })
  fireEvent.click(within(question).getByRole('button', { name: 'Save Answer' }))
  await waitFor(() => expect(sent).toContainEqual({ call: ANSWER, body: { moneyIn: 4_000 } }))
})

test('a portfolio without cash pays from outside, and that is the answer offered', async () => {
  show({ [READ]: { ...HISTORY, changes: [{ ...CHANGE, cashListed: false }] } })
  const offered = await screen.findByRole('radio', { name: /Bought or sold.*does not list/ })
  expect(offered.getAttribute('aria-checked')).toBe('true')
})

test('before the second close it says what will be here', async () => {
  show({ [READ]: { ...HISTORY, figures: null, closes: 1, points: [], changes: [] } })
  expect(await screen.findByText('Here you will see how you have done')).toBeTruthy()
  expect(screen.getByText(/It begins with the close of Jun 5, 2026/)).toBeTruthy()
})

test('a failure says so and can be tried again', async () => {
  show({ [READ]: new Refusal(503, { error: 'The database does not answer at the moment.' }) })
  expect(await screen.findByText('Failed to load the history')).toBeTruthy()
  expect(screen.getByText('The database does not answer at the moment.')).toBeTruthy()
})

test('an answer can be changed later', async () => {
  show({ [READ]: { ...HISTORY, changes: [{ ...CHANGE, status: 'answered', moneyIn: 0 }] } })
  fireEvent.click(await screen.findByText('Earlier changes (1)'))
  expect(screen.getByText('Bought or sold inside the account')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Change Answer' }))
  expect(screen.getByRole('radio', { name: /Bought or sold/ }).getAttribute('aria-checked')).toBe('true')
})
