import { changePolicy } from '@ballast/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test-screen.tsx'
import { RenewalCard } from './renewal-card.tsx'
import { RepairCard } from './repair-card.tsx'
import { ADD, makePolicy, ROLL } from './test-policies.ts'

const policy = makePolicy({}, { state: 'decayed' })
const card = (of = policy, repairs = [ADD, ROLL]) => (
  <RepairCard
    policy={of}
    repairs={repairs}
    renderTicketCopy={({ kind, legs }) => (
      <p>
        copy {kind} {legs.length}
      </p>
    )}
  />
)

test('the cheapest repair comes first, others can be chosen, and each can be copied', async () => {
  renderScreen(card())
  expect(await screen.findByRole('heading', { name: 'Cheapest repair' })).toBeTruthy()
  expect(screen.getByText(ADD.text)).toBeTruthy()
  expect(screen.getByText('copy add 1')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Roll' }))
  expect(screen.getByText('copy roll 3')).toBeTruthy()
  const orders = within(screen.getByRole('table', { name: 'Orders of the repair' })).getAllByRole('row')
  expect(orders.map((row) => row.textContent)).toEqual([
    'OrderContractsPrice',
    'Sell to closeSPY 730 put, Feb 19, 2027413.00 bid',
    'Buy to closeSPY 620 put, Feb 19, 202735.00 ask',
    'Buy to openSPY 720 put, May 21, 2027413.75 ask',
  ])
})

test('a repair that was placed changes the policy to what is held then', async () => {
  const call = `PATCH ${changePolicy.path.replace(':policyId', policy.id)}`
  const { sent } = renderScreen(card(policy, [ROLL]), { [call]: policy })
  fireEvent.click(await screen.findByRole('button', { name: 'I placed this' }))
  const dialog = screen.getByRole('dialog', { name: 'I placed this repair' })
  fireEvent.change(within(dialog).getByLabelText('Average price per share'), { target: { value: '13.60' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save policy' }))
  await expect
    .poll(() => sent.find((one) => one.call === call)?.body)
    .toMatchObject({
      endsOn: '2027-05-21',
      legs: [{ symbol: 'SPY270521P00720000', ordered: 4, filled: 4, price: 13.6 }],
    })
})

test('a hedge that is taken off ends its policy; options that may expire need no order', async () => {
  const off = { ...ROLL, kind: 'take-off' as const, orders: ROLL.orders.slice(0, 2) }
  const { rerender } = renderScreen(card(policy, [off]))
  fireEvent.click(await screen.findByRole('button', { name: 'I placed this' }))
  expect(screen.getByRole('alertdialog', { name: 'Close this policy?' })).toBeTruthy()
  rerender(card(policy, [{ ...off, kind: 'let-expire', orders: [], text: 'Let the options expire.' }]))
  expect(await screen.findByText('Let the options expire.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('renewing now or later is a sentence, a chart and a table', async () => {
  const point = { proceeds: 300, cost: 2000, until: '2027-03-19', holds: true }
  const renewals = [
    { ...point, tradingDays: 0, date: '2026-11-20', costPerMonth: 700 },
    { ...point, tradingDays: 5, date: '2026-11-30', costPerMonth: 650, holds: false },
  ]
  renderScreen(<RenewalCard judgement={{ ...(policy.judgement as NonNullable<typeof policy.judgement>), renewals }} />)
  expect(await screen.findByText(/Waiting is not cheaper while the limit holds/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Table: Renew now or later' }))
  expect(await screen.findByRole('row', { name: 'Nov 30, 2026 $300 $2,000 $650 Mar 19, 2027 no' })).toBeTruthy()
})
