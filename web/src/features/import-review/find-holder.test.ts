import type { Portfolio } from '@ballast/contract'
import { expect, test } from 'vitest'
import { describeHolder, findHolder } from './find-holder.ts'

const portfolio = (name: string, accounts?: string[], updatedAt = '2026-11-01T10:00:00.000Z'): Portfolio => ({
  id: `7d0c3f0e-95c0-4b1d-9f0c-0c3b1b8f4a1${name.length}`,
  name,
  positionCount: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt,
  benchmark: { label: 'SPY', parts: [{ ticker: 'SPY', percent: 100 }] },
  ...(accounts && { accounts }),
})
const of = (...accounts: (string | null)[]) => accounts.map((account) => ({ account }))

test('the portfolio with the most of the accounts is the one, and of several the newest', () => {
  const [core, old, both] = [
    portfolio('Core', ['Roth']),
    portfolio('Old one', ['Roth'], '2026-10-01T10:00:00.000Z'),
    portfolio('Both', ['IRA', 'Roth', 'Joint']),
  ]
  expect(findHolder(of('Roth', 'IRA', null), [core, old, both])).toEqual({ portfolio: both, accounts: ['IRA', 'Roth'] })
  expect(findHolder(of('Roth'), [old, core])?.portfolio).toBe(core)
})

test('a file without accounts, or with others, belongs nowhere yet', () => {
  expect(findHolder(of(null), [portfolio('Core', ['Roth'])])).toBeUndefined()
  expect(findHolder(of('IRA'), [portfolio('Core', ['Roth']), portfolio('None')])).toBeUndefined()
})

test('what it holds is named', () => {
  const describe = (...accounts: string[]) => describeHolder({ portfolio: portfolio('Core'), accounts })
  expect(describe('Roth')).toBe('Core already holds Roth.')
  expect(describe('Roth', 'IRA')).toBe('Core already holds Roth and IRA.')
  expect(describe('Roth', 'IRA', 'HSA')).toBe('Core already holds Roth and 2 others.')
})
