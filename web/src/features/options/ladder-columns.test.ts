import { expect, test } from 'vitest'
import { makeChain } from '../../components/options/test-chain.ts'
import {
  DEFAULT_COLUMNS,
  LADDER_COLUMNS,
  leastPhoneWidthOf,
  mirrorTracks,
  PHONE_SETS,
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

test('on the narrowest phone the figures beside a bar keep the room they need', () => {
  // 320 px less the sides of page and card, the strikes between and the padding of a side.
  const side = (320 - 2 * 16 - 2 - 60) / 2 - 2 * 8
  for (const { tracks } of PHONE_SETS) {
    const gaps = 6 * (tracks.length - 1)
    const least = tracks.reduce((sum, track) => sum + leastPhoneWidthOf(track, tracks), 0)
    expect(least + gaps).toBeLessThanOrEqual(side)
  }
  const withBar = ['delta', 'mid', 'bar'] as const
  // The widest that they say: −0.99 and 999.99 in tabular figures of 13.5 px.
  expect(leastPhoneWidthOf('delta', withBar)).toBeGreaterThanOrEqual(39)
  expect(leastPhoneWidthOf('mid', withBar)).toBeGreaterThanOrEqual(45)
})

test('a remembered choice is taken as far as its columns exist', () => {
  expect(toChosenColumns(['gamma', 'no-such-column', 'bid'])).toEqual(['gamma', 'bid'])
  expect(toChosenColumns(['no-such-column'])).toBe(DEFAULT_COLUMNS)
  expect(toChosenColumns(undefined)).toBe(DEFAULT_COLUMNS)
})

test('a figure that is not known is a dash in every column, never a zero', () => {
  const contract = {
    ...makeChain().options[0]!,
    bid: null,
    ask: null,
    mid: null,
    last: null,
    volume: null,
    openInterest: null,
    impliedVolatility: null,
    delta: null,
    gamma: null,
    theta: null,
    vega: null,
    rho: null,
    probabilityInTheMoneyPercent: null,
  }
  expect(LADDER_COLUMNS.map(({ id }) => toCellText(id, contract))).toEqual(LADDER_COLUMNS.map(() => '—'))
})
