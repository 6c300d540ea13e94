import { adoptImportedLots, getPolicy, listPolicies } from '@ballast/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, Refusal, renderScreen } from '../../test-screen.tsx'
import { ProtectionCard } from './protection-card.tsx'
import { makeCheck, makePolicy } from './test-policies.ts'

const LIST = `GET ${listPolicies.path}`
const policy = makePolicy()
const detail = (of = policy) => ({
  [`GET ${getPolicy.path.replace(':policyId', of.id)}`]: {
    policy: of,
    history: [makeCheck('2026-11-20T22:00:00.000Z', 12.9, 27.1), makeCheck('2026-11-18T22:00:00.000Z', 12.7, 27)],
  },
})
const card = (...others: string[]) => (
  <ProtectionCard
    portfolioIds={[policy.portfolioId, ...others]}
    renderPolicyLink={(id) => <a href={`/policies/${id}`}>Open</a>}
  />
)
const SENTENCE = 'Protected to −13.1% in a fall of 20% until Feb 19, 2027 · cost $3,507, worth $2,240 today'

test('one sentence says where the owner stands, and a table has the cover over time', async () => {
  renderScreen(card(), { [LIST]: [policy], ...detail() })
  expect(await screen.findByRole('heading', { name: SENTENCE })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(`/policies/${policy.id}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Table: Cover over time' }))
  await screen.findByRole('row', { name: '2026-11-18 −12.7% −27.0% −15.0% check' })
  expect(screen.getByRole('row', { name: '2027-02-19 −13.1% −27.0% −15.0% expected' })).toBeTruthy()
})

test('policies of other portfolios and closed ones are not shown, but a book shows those of its portfolios', async () => {
  const elsewhere = makePolicy({
    id: '5f0c8a44-58a5-4d5c-9d8e-0b5f1d1b8e12',
    portfolioId: 'a3b9c1d2-0000-4000-8000-000000000002',
  })
  const answers = { [LIST]: [elsewhere, makePolicy({ status: 'closed' })], ...detail(elsewhere) }
  const shown = renderScreen(card(), answers)
  await expect.poll(() => shown.sent.some(({ call }) => call === LIST)).toBe(true)
  expect(screen.queryByRole('heading')).toBeNull()
  renderScreen(card(elsewhere.portfolioId), answers)
  expect(await screen.findByRole('heading', { name: SENTENCE })).toBeTruthy()
})

test('with two policies one is chosen', async () => {
  const second = makePolicy(
    { id: '5f0c8a44-58a5-4d5c-9d8e-0b5f1d1b8e13', endsOn: '2027-06-18' },
    { sentence: 'Protected to −14.0% in a fall of 20% until Jun 18, 2027.', state: 'decayed', advice: 'Roll them.' },
  )
  renderScreen(card(), { [LIST]: [policy, second], ...detail(), ...detail(second) })
  fireEvent.click(await screen.findByRole('radio', { name: 'SPY Jun 18' }))
  expect(await screen.findByRole('heading', { name: /until Jun 18, 2027/ })).toBeTruthy()
  expect(screen.getByText(/Roll them\./)).toBeTruthy()
  expect(screen.getByText('Decayed')).toBeTruthy()
})

test('contracts that an import brought again are asked about', async () => {
  const again = makePolicy({ importedAgain: true })
  const call = `POST ${adoptImportedLots.path.replace(':policyId', again.id)}`
  const { sent } = renderScreen(card(), { [LIST]: [again], ...detail(again), [call]: again })
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, count them once' }))
  await expect.poll(() => sent.some((one) => one.call === call)).toBe(true)
})

test('a check that was made meanwhile is seen when one comes back to the window', async () => {
  const answers: Answers = { [LIST]: [policy], ...detail() }
  renderScreen(card(), answers)
  await screen.findByRole('heading', { name: SENTENCE })
  answers[LIST] = [makePolicy({}, { sentence: 'A fall of 20% costs up to 16.0%.', state: 'too-little' })]
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('heading', { name: /^A fall of 20% costs up to 16\.0%/ })).toBeTruthy()
})

test('a failure says so and can be tried again', async () => {
  renderScreen(card(), { [LIST]: new Refusal(500, { error: 'Something broke.' }) })
  expect(await screen.findByText('Failed to load policies')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})
