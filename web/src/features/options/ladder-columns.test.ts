import { expect, test } from 'vitest'
import { makeChain } from '../../components/options/test-chain.ts'
import {
  DEFAULT_COLUMNS,
  LADDER_COLUMNS,
  mirrorTracks,
  toCellText,
  toChosenColumns,
  toTracks,
} from './ladder-columns.ts'

test('the calls read outwards from the strike, the puts mirror them, and a bid stays left of its ask', () => {
  const calls = toTracks(DEFAULT_COLUMNS)
  expect(calls).toEqual(['delta', 'iv', 'volume', 'openInterest', 'bar', 'bid', 'ask'])
  expect(mirrorTracks(calls)).toEqual(['bid', 'ask', 'bar', 'openInterest', 'volume', 'iv', 'delta'])
})

test('the bar comes with open interest only', () => {
  expect(toTracks(['delta', 'mid'])).toEqual(['delta', 'mid'])
})

test('a remembered choice is taken as far as its columns exist', () => {
  expect(toChosenColumns(['gamma', 'no-such-column', 'bid'])).toEqual(['gamma', 'bid'])
  expect(toChosenColumns(['no-such-column'])).toBe(DEFAULT_COLUMNS)
  expect(toChosenColumns(undefined)).toBe(DEFAULT_COLUMNS)
})

test('a figure that is not known is a dash in every column, never a zero', () => {
  const contract = {
    ...makeChain().options[0]!,
    ...{ bid: null, ask: null, mid: null, last: null, volume: null, openInterest: null, impliedVolatility: null },
    ...{ delta: null, gamma: null, theta: null, vega: null, rho: null, probabilityInTheMoneyPercent: null },
  }
  expect(LADDER_COLUMNS.map(({ id }) => toCellText(id, contract))).toEqual(LADDER_COLUMNS.map(() => '—'))
})
