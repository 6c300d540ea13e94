import { expect, test } from 'vitest'
import { DEFAULT_OPTIONS, describePeriod, findRangeFault, toRequest } from './backtest-options.ts'

const custom = { ...DEFAULT_OPTIONS, scenarioId: 'custom' }

test('the default is the last six months at today’s weights, bought and held', () => {
  expect(toRequest('p1', DEFAULT_OPTIONS)).toEqual({
    portfolioId: 'p1',
    scenarioId: 'recent-6m',
    basis: 'weights-today',
    rebalance: 'none',
    ownDataOnly: false,
  })
})

test('dates are sent with the custom range only', () => {
  const dated = { ...custom, start: '2020-01-02', end: '2020-06-30' }
  expect(toRequest('p1', dated)).toMatchObject({ start: '2020-01-02', end: '2020-06-30' })
  expect(toRequest('p1', { ...dated, scenarioId: 'covid-2020' })).not.toHaveProperty('start')
})

test.each([
  ['', '', 'Choose the first and the last day.'],
  ['2020-01-02', '', 'Choose the first and the last day.'],
  ['1997-12-31', '2020-01-02', 'Histories begin on Jan 2, 1998.'],
  ['2020-01-02', '2020-01-02', 'The last day must come after the first.'],
  ['2020-01-02', '2020-03-02', null],
])('from %j to %j: %s', (start, end, fault) => expect(findRangeFault({ ...custom, start, end })).toBe(fault))

test.each([
  ['crisis', '2020-02-19', '2020-03-23', 'Feb to Mar 2020'],
  ['crisis', '2007-10-09', '2009-03-09', 'Oct 2007 to Mar 2009'],
  ['crisis', '2020-03-02', '2020-03-23', 'Mar 2020'],
  ['recent', '2026-05-20', '2026-11-20', 'Since May 20, 2026'],
  ['custom', null, null, 'Any dates'],
  ['crisis', null, null, 'No history'],
] as const)('a %s from %s to %s reads %s', (kind, start, end, text) =>
  expect(describePeriod({ kind, start, end })).toBe(text),
)
