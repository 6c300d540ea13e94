import { expect, test } from 'vitest'
import type { Candidate } from '../layout.ts'
import { GlyphBank } from '../recognise/glyph-bank.ts'
import { placeText, toContext } from '../testing/placed-cells.ts'
import { readTickerClosely } from './ticker-reading.ts'

const { dictionary } = toContext([])
const ink = { width: 400, height: 60, pixels: new Uint8Array(400 * 60) }

/** A ticker that every look reads as the given text. */
function read(seen: string, candidate: Partial<Candidate>, looks: string = seen) {
  const cell = placeText(seen, 10, 10)
  const whole: Candidate = {
    security: dictionary.findIn(seen, false) ?? dictionary.toUnread(seen),
    symbol: { cell, pick: (text) => dictionary.findIn(text, false)?.ticker },
    terms: [],
    name: null,
    figures: {},
    currency: null,
    sector: null,
    costDoubt: null,
    costChoices: [],
    sharesDoubt: null,
    cells: [cell],
    others: [],
    ...candidate,
  }
  const recognise = async () => ({ text: looks, certainty: 0.95, words: [] })
  return readTickerClosely(whole, dictionary, { ink, bank: new GlyphBank(ink, []), recognise, mark: 'point' })
}

test('a ticker of another exchange stays what it is, whatever a company of that name has elsewhere', async () => {
  const name = placeText('Siemens AG', 100, 10)
  expect(await read('SIE.DE', { name })).toMatchObject({ security: { ticker: 'SIE.DE' } })
  expect(await read('SIE', { name })).toMatchObject({ security: { ticker: 'SIE' } })
})

test('a single letter is sure when the name beside it says so, and when every look is certain of it', async () => {
  expect(await read('O', { name: placeText('Realty Income', 100, 10) })).toMatchObject({ isSure: true })
  expect(await read('O', {})).toMatchObject({ security: { ticker: 'O' }, isSure: true })
})

test('a single letter that the looks do not agree on bears a doubt', async () => {
  const { isSure, doubt } = await read('O', {}, 'Q')
  expect([isSure, doubt]).toEqual([false, expect.stringContaining('hard to read')])
})

test('a company without a ticker is never sure, though its ticker be known', async () => {
  const security = dictionary.findCompany('Visa Inc.')
  expect(security.ticker).toBe('V')
  expect(await read('Visa Inc.', { security })).toMatchObject({
    isSure: false,
    doubt: expect.stringContaining('shows no ticker'),
  })
})

test('an option without all of its terms is not its underlying', async () => {
  const cells = [placeText('AAPL $190 Call', 10, 10)]
  expect(await read('AAPL', { cells })).toMatchObject({ security: { ticker: 'AAPL $190 CALL' }, isSure: false })
  expect(await read('AAPL', { terms: ['Dec 18', '640', 'P'] })).toMatchObject({ isSure: false })
  expect(await read('AAPL', { terms: ['Dec 18 2026', '640', 'P'] })).toMatchObject({
    security: { ticker: 'AAPL261218P00640000' },
    isSure: true,
  })
})

test('a stroke that was passed over is an I where that makes a ticker', async () => {
  const letters = placeText('IWM', 10, 10)
  const [bar, ...others] = letters.glyphs
  if (!bar) throw new Error('A text has letters.')
  const cell = { ...letters, text: 'WM', glyphs: [{ ...bar, right: bar.left + 4 }, ...others] }
  const symbol = { cell, pick: (text: string) => dictionary.findIn(text, false)?.ticker }
  expect(await read('WM', { symbol })).toMatchObject({ security: { ticker: 'IWM' } })
})

test('a digit between letters is the letter that looks like it, where such a ticker exists', async () => {
  expect(await read('I0NQ', {})).toMatchObject({ security: { ticker: 'IONQ' } })
  expect(await read('X0YZ', {})).toMatchObject({ security: { ticker: 'X0YZ' }, isSure: false })
})
