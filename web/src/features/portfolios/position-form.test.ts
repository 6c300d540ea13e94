import { ApiError } from '@ballast/contract'
import { expect, test } from 'vitest'
import { parsePositionForm, toChanges, toFieldErrors } from './position-form.ts'

const VALUES = { ticker: 'AAPL', shares: '10', avgCost: '148.35', sector: '', account: '', statedPrice: '' }

test('what is typed becomes what the API takes; empty fields are unknown', () => {
  expect(parsePositionForm({ ...VALUES, shares: '1,250.5', avgCost: ' ', sector: ' Energy ' })).toEqual({
    ok: true,
    body: { ticker: 'AAPL', shares: 1_250.5, avgCost: null, sector: 'Energy', account: null },
  })
})

test('a short position is typed with either minus', () => {
  expect(parsePositionForm({ ...VALUES, shares: '−3' })).toMatchObject({ body: { shares: -3 } })
  expect(parsePositionForm({ ...VALUES, shares: '-3' })).toMatchObject({ body: { shares: -3 } })
})

test('a comma before one or two digits is that of decimals, and before three it is asked about', () => {
  expect(parsePositionForm({ ...VALUES, shares: '1,5', avgCost: '148,35' })).toMatchObject({
    body: { shares: 1.5, avgCost: 148.35 },
  })
  expect(parsePositionForm({ ...VALUES, shares: '1,500', avgCost: '1,500' })).toEqual({
    ok: false,
    errors: { shares: 'Write 1.5 or 1500.' },
  })
  expect(parsePositionForm({ ...VALUES, shares: '12.125' })).toMatchObject({ body: { shares: 12.125 } })
})

test('every wrong field is told at once', () => {
  const result = parsePositionForm({ ...VALUES, ticker: '', shares: 'ten', avgCost: '-1' })
  expect(result).toEqual({
    ok: false,
    errors: {
      ticker: 'Enter a ticker, such as AAPL.',
      shares: 'Enter a number, such as 10 or 1250.5.',
      avgCost: 'Avg cost cannot be negative',
    },
  })
})

test('the contract’s own rules are told at their fields', () => {
  expect(parsePositionForm({ ...VALUES, shares: '0' })).toMatchObject({ errors: { shares: 'Shares cannot be 0' } })
  const result = parsePositionForm({ ...VALUES, ticker: '<b>' })
  expect(!result.ok && result.errors.ticker).toContain('This is not a ticker')
})

test('an edit sends only what was changed; an emptied field is sent as unknown', () => {
  const body = { ticker: 'AAPL', shares: 12, avgCost: null, sector: null }
  const before = { ...VALUES, sector: 'Energy' }
  expect(toChanges(body, before, { ...before, shares: '12' })).toEqual({ shares: 12 })
  expect(toChanges(body, before, { ...before, avgCost: '', sector: '' })).toEqual({ avgCost: null, sector: null })
  expect(toChanges(body, before, before)).toEqual({})
})

test('a refusal names its fields; one about something else names none', () => {
  const refused = (details: unknown) =>
    new ApiError(400, '', { error: 'x', requestId: 'r', details } as ConstructorParameters<typeof ApiError>[2])
  expect(
    toFieldErrors(
      refused([
        { column: 'ticker', message: 'No.' },
        { column: 'weight', message: 'What?' },
      ]),
    ),
  ).toEqual({
    ticker: 'No.',
  })
  expect(toFieldErrors(refused('Too many positions.'))).toEqual({})
  expect(toFieldErrors(new TypeError('offline'))).toEqual({})
})
