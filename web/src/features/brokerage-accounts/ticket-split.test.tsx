import type { HedgeStrategy } from '@ballast/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal, renderScreen } from '../../test-screen.tsx'
import { AccountsCard } from './accounts-card.tsx'
import { TicketSplit } from './ticket-split.tsx'

const ID = 'a3b9c1d2-0000-4000-8000-000000000001'
const LIST = `GET /api/portfolios/${ID}/accounts`
const PUT = `PUT /api/portfolios/${ID}/accounts`
const SPLIT = `POST /api/portfolios/${ID}/ticket-split`
const account = (name: string | null, level: string | null = null) => ({
  portfolioId: ID,
  portfolioName: 'Core',
  account: name,
  level,
  kind: level && 'margin',
})
const leg = (symbol: string, contracts: number) => ({
  symbol,
  underlying: 'SPY',
  type: 'put',
  strike: 700,
  expiry: '2027-02-19',
  contracts,
  premium: 5,
  multiplier: 100,
})
const strategy = {
  id: 's',
  legs: [leg('SPY270219P00700000', 5), leg('SPY270219P00600000', -5)],
  trades: [],
  cost: { fees: 6.5 },
} as unknown as HedgeStrategy
const shown = (of = strategy) => (
  <TicketSplit
    portfolioId={ID}
    strategy={of}
    renderTicket={({ name, legs }) => <p>{`${name}: ${legs.map(({ contracts }) => contracts).join(' ')}`}</p>}
  />
)
const answer = {
  accounts: [
    {
      ...account('Taxable', 'spreads'),
      legs: [
        { leg: 0, contracts: 3 },
        { leg: 1, contracts: -3 },
      ],
      trades: [],
    },
    { ...account('IRA'), legs: [{ leg: 0, contracts: 2 }], trades: [] },
    { ...account(null, 'none'), legs: [], trades: [] },
  ],
  unplaced: [{ leg: 1, ticker: 'SPY270219P00600000', quantity: -2, reason: 'Not approved in Core · IRA.' }],
}

test('what was saved is said although the form is gone before everything is renewed', async () => {
  let isSaved = false
  const both = (
    <>
      {shown()}
      <AccountsCard portfolioId={ID} />
    </>
  )
  renderScreen(both, {
    [SPLIT]: () => ({ unplaced: [], accounts: isSaved ? answer.accounts.slice(0, 1) : answer.accounts }),
    [LIST]: () => (isSaved ? new Promise(() => {}) : [account('Taxable', 'spreads')]),
    [PUT]: () => {
      isSaved = true
      return account('IRA', 'long')
    },
  })
  const form = within(await screen.findByRole('form', { name: 'IRA' }))
  fireEvent.change(form.getByLabelText('Options in IRA'), { target: { value: 'long' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'IRA' })).toBeNull())
  expect(await screen.findByText('Account saved')).toBeTruthy()
})

test('a ticket is shown by account, with what fits in none and why, and asks of accounts that nobody described', async () => {
  const { sent } = renderScreen(shown(), { [SPLIT]: answer, [PUT]: account('IRA', 'long') })
  expect(await screen.findByText('Taxable: 3 -3')).toBeTruthy()
  expect(screen.getByText('IRA: 2')).toBeTruthy()
  expect(screen.queryByText(/^Core:/)).toBeNull()
  expect(screen.getByText(/^Sell 2 × .*: Not approved in Core · IRA\.$/)).toBeTruthy()
  expect(sent.find(({ call }) => call === SPLIT)?.body).toMatchObject({
    fees: 6.5,
    legs: [{ contracts: 5 }, { contracts: -5 }],
  })
  const form = within(screen.getByRole('form', { name: 'IRA' }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Choose what your broker allows')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Options in IRA'), { target: { value: 'long' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call === PUT)?.body).toEqual({ account: 'IRA', level: 'long', kind: 'ira' }),
  )
  await waitFor(() => expect(sent.filter(({ call }) => call === SPLIT)).toHaveLength(2))
})

test('with one account nothing is added to the ticket', async () => {
  const { sent } = renderScreen(shown(), { [SPLIT]: { accounts: answer.accounts.slice(0, 1), unplaced: [] } })
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('Splitting the ticket')).toBeNull())
  expect(screen.queryByText('By Account')).toBeNull()
})

test('a failure says so', async () => {
  renderScreen(shown(), { [SPLIT]: new Refusal(500, { error: 'Something broke.' }) })
  expect(await screen.findByText('Failed to split the ticket')).toBeTruthy()
})

test('the settings list every account with what it may hold, and say where there is none', async () => {
  renderScreen(<AccountsCard portfolioId={ID} />, { [LIST]: [account('Taxable', 'spreads'), account(null)] })
  const level = await screen.findByLabelText<HTMLSelectElement>('Options in Taxable')
  expect(level.value).toBe('spreads')
  expect(screen.getByLabelText<HTMLSelectElement>('Options in Core').value).toBe('')
})

test('a portfolio without positions has no accounts, and a failure is said', async () => {
  renderScreen(<AccountsCard portfolioId={ID} />, { [LIST]: [] })
  expect(await screen.findByText(/has no accounts yet/)).toBeTruthy()
  cleanup()
  renderScreen(<AccountsCard portfolioId={ID} />, { [LIST]: new Refusal(500, { error: 'Broken.' }) })
  expect(await screen.findByText('Failed to load accounts')).toBeTruthy()
})

test('a ticket of more options than can be split says so, and asks for nothing', () => {
  const legs = Array.from({ length: 9 }, (_, place) => leg(`SPY270219P00${600 + place}000`, 1))
  renderScreen(shown({ ...strategy, legs } as unknown as HedgeStrategy), {})
  expect(screen.getByText(/is not split over accounts/)).toBeTruthy()
})
