import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FactLedger, type NewFact } from './fact-ledger.ts'
import { formatFigure } from './fact-text.ts'
import { abs, bare, ground, joinTexts, plain, toPlainText } from './grounded-text.ts'

const ORIGIN = { asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true } as const
const LOSS: NewFact = {
  key: 'shock.m20.profitPercent',
  label: 'Profit if the market falls 20%',
  value: -24.6712,
  unit: 'percent',
  formula: 'sum of V (1 + R)^beta - V over V',
}

describe('the ledger', () => {
  test('numbers its facts and shows them as people read them', () => {
    const ledger = new FactLedger(ORIGIN)
    const loss = ledger.add(LOSS)
    const cost = ledger.add({
      ...LOSS,
      key: 'cost',
      value: 4610.4,
      unit: 'usd',
      inputs: [loss, { label: 'V', value: '$1' }],
    })
    expect(loss).toMatchObject({ id: 'F1', text: '−24.67%', ...ORIGIN })
    expect(cost).toMatchObject({ id: 'F2', text: '$4,610', inputs: [{ fact: 'F1' }, { label: 'V', value: '$1' }] })
    expect(ledger.list()).toEqual([loss, cost])
    expect(ledger.find('F2')).toBe(cost)
    expect(ledger.get('cost')).toBe(cost)
  })

  test('has one fact for a key: the same again is the same, another value is refused', () => {
    const ledger = new FactLedger(ORIGIN)
    expect(ledger.add(LOSS)).toBe(ledger.add(LOSS))
    expect(() => ledger.add({ ...LOSS, value: -24 })).toThrow('shock.m20.profitPercent')
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('takes no %s', (value) => {
    expect(() => new FactLedger(ORIGIN).add({ ...LOSS, value })).toThrow('no finite value')
  })

  test('knows only what was entered', () => {
    const ledger = new FactLedger(ORIGIN)
    expect(ledger.find('F1')).toBeUndefined()
    expect(() => ledger.get('beta')).toThrow('There is no fact "beta"')
  })
})

describe('a figure in words', () => {
  test.each([
    [-0.001, 'percent', '0.00%'],
    [1.333, 'ratio', '1.33'],
    [1, 'contracts', '1 contract'],
    [-4, 'contracts', '−4 contracts'],
    [63, 'days', '63 days'],
    [32.25, 'usd-per-share', '$32.25'],
    [1234567, 'count', '1,234,567'],
    ['2027-02-19', 'date', 'Feb 19, 2027'],
    ['NVDA', 'text', 'NVDA'],
  ] as const)('%s in %s is %s', (value, unit, text) => {
    expect(formatFigure(value, unit)).toBe(text)
  })

  test('is never "−0", and reads back to the number that was rounded', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        (value, decimals) => {
          const text = formatFigure(value, 'percent', decimals)
          expect(text).not.toMatch(/^−0(\.0*)?%$/)
          const back = Number(text.replace('−', '-').replaceAll(/[,%]/g, ''))
          expect(Math.abs(back - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals * (1 + 1e-9) + 1e-6)
        },
      ),
    )
  })
})

describe('a grounded text', () => {
  const ledger = new FactLedger(ORIGIN)
  const loss = ledger.add(LOSS)
  const spreads = ledger.add({ ...LOSS, key: 'spreads', value: 4, unit: 'contracts' })

  test('refers to its facts, and reads as one sentence', () => {
    const text = ground`${'NVDA'} may lose ${abs(loss)}; buy ${bare(spreads)} spreads (${spreads}).`
    expect(text).toEqual([
      { text: 'NVDA may lose ' },
      { text: '24.67%', fact: 'F1' },
      { text: '; buy ' },
      { text: '4', fact: 'F2' },
      { text: ' spreads (' },
      { text: '4 contracts', fact: 'F2' },
      { text: ').' },
    ])
    expect(toPlainText(text)).toBe('NVDA may lose 24.67%; buy 4 spreads (4 contracts).')
  })

  test('cannot hold a figure that is no fact', () => {
    expect(() => ground`It loses 24.67%.`).toThrow('holds a figure that is no fact')
  })

  test('is put together from others', () => {
    const text = joinTexts([ground`Loss ${loss}.`, plain('Sell.'), ground`${ground`So it is ${loss}`}.`])
    expect(toPlainText(text)).toBe('Loss −24.67%. Sell. So it is −24.67%.')
    expect(text.filter(({ fact }) => fact === 'F1')).toHaveLength(2)
  })
})
