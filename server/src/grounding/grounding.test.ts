import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FactKind, SENSES } from './fact-kind.ts'
import { FACT_KINDS } from './fact-kinds.ts'
import { FactLedger, type NewFact } from './fact-ledger.ts'
import { formatFigure } from './fact-text.ts'
import { FactWriter } from './fact-writer.ts'
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

describe('a kind', () => {
  const writer = () => new FactWriter(new FactLedger(ORIGIN), 'strategy.pick')

  test('says of a figure what it is: its unit, its words, its formula, and which way is better', () => {
    const fact = writer().state('strategy.costPercent', 0.01774, { key: 'share' })
    expect(fact).toMatchObject({
      key: 'strategy.pick.share',
      kind: 'strategy.costPercent',
      text: '1.77%',
      better: 'lower',
    })
    expect(fact).toMatchObject({ label: 'Cost in percent of the portfolio', formula: 'Cost / value of the portfolio' })
    expect(writer().state('book.beta', 1.3).meaning).toMatch(/^How much today’s positions/)
  })

  test('has places for names, and a condition behind its label', () => {
    const fact = writer().state('shock.profitUsd', -4_610, { names: { move: 'falls by a fifth' } })
    expect(fact.label).toBe('The same in dollars if the market falls by a fifth')
  })

  test('shows decimals as chosen where its row says so', () => {
    expect(writer().state('request.limitPercent', 0.125).text).toBe('12.5%')
    expect(writer().state('request.limitPercent', 0.15).text).toBe('15%')
    expect(writer().state('leg.strike', 712.5, { names: { underlying: 'SPY', type: 'put', side: 'sold' } }).text).toBe(
      '$712.5',
    )
  })

  test('refuses a sign that it never has, unless it rounds to nothing', () => {
    expect(() => writer().state('strategy.fees', -5, { names: { fee: 1 } })).toThrow('never negative')
    expect(() =>
      writer().state('leg.contracts', -4, { names: { underlying: 'SPY', strike: 600, type: 'put', side: 'sold' } }),
    ).toThrow('never negative')
    expect(writer().state('strategy.fees', -0.001, { names: { fee: 1 } }).text).toBe('$0.00')
  })

  test('cannot be stated with another unit, without its names or with words for a number', () => {
    const compiled = () => {
      // @ts-expect-error a day is no number
      writer().state('contract.expiry', 20_260_101)
      // @ts-expect-error the commission is missing
      writer().state('strategy.fees', 5)
      // @ts-expect-error no such kind
      writer().state('strategy.price', 5)
    }
    expect(compiled).toThrow()
  })

  test.each(Object.entries(FACT_KINDS))('%s is a row that can be read', (id, row) => {
    const { label, formula, condition, sense }: FactKind = row
    expect(id).toMatch(/^[a-z_]+(?:\.[\w*-]+)+$/)
    expect(Object.keys(SENSES)).toContain(sense)
    expect(formula.trim()).not.toBe('')
    expect(`${label} ${condition ?? ''}`).toMatch(/^(?:[\p{Lu}{]).*[\p{L}%}). ]$/u)
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
