import { expect, test } from 'vitest'
import { findInline, hasUnreadAmount, headOf } from './inline-figures.ts'

const shares = (text: string) => ({ role: 'quantity', text })
const cost = (text: string) => ({ role: 'avgCost', text })

test.each([
  ['T bought at $30.71', [cost('$30.71')]],
  ['278 x T bought at $30.71', [shares('278'), cost('$30.71')]],
  ['303 sh. @ 57.22', [shares('303'), cost('57.22')]],
  ['x 4.514118', [shares('4.514118')]],
  ['39x', [shares('39')]],
  ['CRWD x 182', [shares('182')]],
  ['@ 38.17', [cost('38.17')]],
  ['paid $8.61 ea.', [cost('$8.61')]],
  ['cost $389.50 / unit', [cost('$389.50')]],
  ['Avg. ₹98.67', [cost('₹98.67')]],
  ['$70.05 avg', [cost('$70.05')]],
  ['Qty. 20 « Avg. 691.26', [shares('20'), cost('691.26')]],
  ['BRK.B-45.686236 shares', [shares('45.686236')]],
  ['AMT. 23.0025 shares', [shares('23.0025')]],
  ['You own 75.93 shares at an average of $70.05', [shares('75.93'), cost('$70.05')]],
  [
    'Qty 12, paid $8.61 a share, worth $120.00 today',
    [shares('12'), cost('$8.61'), { role: 'value', text: '$120.00' }],
  ],
  ['You hold 56 shares bought for $35,437.92 in all', [shares('56'), { role: 'costTotal', text: '$35,437.92' }]],
  ['DIS: You own 75.93 shares. Avg cost 70.05', [shares('75.93'), cost('70.05')]],
  ['Your position: 8 shares', [shares('8')]],
  ['MO: Your position: 7,958 shares, @ 70.74', [shares('7,958'), cost('70.74')]],
  [
    '9,840 shares paid 59.62 a share currently valued at 736,622.40',
    [shares('9,840'), cost('59.62'), { role: 'value', text: '736,622.40' }],
  ],
  ['@ Kaufkurs 55,96 €, Anzahl 45', [cost('55,96 €'), shares('45')]],
  ['PRU 96,82 €', [cost('96,82 €')]],
  ['PRU 12 shares', [shares('12')]],
  ['Boeing (BA): 14 shares bought for $171.20 each, together $2,396.80.', [shares('14'), cost('$171.20')]],
  ['0: 66 shares, cost basis 4,058.34', [shares('66'), { role: 'costTotal', text: '4,058.34' }]],
  ['Montant investi 15 573,36 €', [{ role: 'costTotal', text: '15 573,36 €' }]],
  // A clause with a word that nothing explains says nothing.
  ['Fund 12 shares', []],
  ['Return 12%', []],
  // The name of a family of funds is no label, though it differs from one by a letter only.
  ['iShares 20+ Year Treasury Bond ETF', []],
])('%s', (text, expected) => {
  expect(findInline(text, 'point')).toEqual(expected)
})

test.each([
  ['12 shares, zug $70.74', true],
  ['12 shares · zug 70.74', true],
  ['12 shares at $70.74', false],
  ['12 shares · Today $4.50', false],
  ['12 shares (4.50%)', false],
  ['12 shares since 2024', false],
  // What says nothing at all is no sentence about a position.
  ['Zug $70.74', false],
])('%s has an amount that was not understood: %s', (text, isUnread) => {
  expect(hasUnreadAmount(text, 'point')).toBe(isUnread)
})

test.each([
  ['0: 66 shares, cost basis 4,058.34', 'O'],
  ['17V @ $201.33', 'V'],
  ['Kx1', 'K'],
  ['HD —1share @ $173.9', 'HD'],
  ['0-17 shares @ $31.02', '0'],
  ['DIS: You own 75.93 shares', 'DIS'],
  ['Boeing (BA): 14 shares', 'Boeing (BA)'],
  // US Steel was X: before a number alone it is the sign of multiplication.
  ['X 2.396', 'X 2.396'],
])('%s begins with %s', (text, head) => {
  expect(headOf(text)).toBe(head)
})
