import { describe, expect, test } from 'vitest'
import type { ReadFigure } from '../figures/close-reading.ts'
import { readFigure } from '../figures/figures.ts'
import type { FigureRole } from '../layout.ts'
import { type Figures, findRelations, holds, mend, proves } from './arithmetic.ts'

function read(text: string, ...others: string[]): ReadFigure {
  const [figure, ...rest] = [text, ...others].map((one) => readFigure(one, 'point'))
  if (!figure) throw new Error(`${text} is no figure`)
  return {
    figure,
    isSure: false,
    hasSureDigits: false,
    isAlike: false,
    others: rest.filter((one) => one !== undefined),
  }
}
const row = (texts: Partial<Record<FigureRole, string>>): Figures =>
  Object.fromEntries(Object.entries(texts).map(([role, text]) => [role, read(text)]))
const relationsOf = (figures: Figures) => findRelations(figures)

describe('what the figures of a row say about each other', () => {
  // 72.091744 × 327.41 = 23,603.557…, shown as 23,603.56
  const right = row({ quantity: '72.091744', price: '$327.41', value: '$23,603.56' })

  test('shares × price is the value, to the rounding of what is shown', () => {
    const [relation] = relationsOf(right)
    expect(relation && holds(relation, right, 1)).toBe(true)
    const wrong = row({ quantity: '72.091744', price: '$327.41', value: '$23,603.96' })
    // The price may be rounded by half a cent, which makes 36 cents of the value; 40 are more.
    const [other] = relationsOf(wrong)
    expect(other && holds(other, wrong, 1)).toBe(false)
  })

  test('shares × (price − average cost) is the gain, where no value is shown', () => {
    const of = (avgCost: string) => row({ quantity: '222', price: '186.26', avgCost, gain: '16,170.48' })
    const [relation] = relationsOf(of('113.42'))
    expect(relation && holds(relation, of('113.42'), 1)).toBe(true)
    expect(relation && proves(relation, of('113.42'), 1, 'avgCost')).toBe(true)
    expect(relation && holds(relation, of('13.42'), 1)).toBe(false)
  })

  test('of an option the multiplier counts', () => {
    const option = row({ quantity: '-2', price: '4.15', value: '-830.00' })
    const [relation] = relationsOf(option)
    expect(relation && holds(relation, option, 100)).toBe(true)
    expect(relation && holds(relation, option, 1)).toBe(false)
  })

  test('whole shares are proven by price and value, the last decimals of fractional ones are not', () => {
    const whole = row({ quantity: '120', price: '$24.91', value: '$2,989.20' })
    const [relation] = relationsOf(whole)
    expect(relation && proves(relation, whole, 1, 'quantity')).toBe(true)
    // A millionth of a share is a thirtieth of a cent.
    const [other] = relationsOf(right)
    expect(other && proves(other, right, 1, 'quantity')).toBe(false)
  })

  test('a value without decimals does not prove the cents of a price of few shares', () => {
    const coarse = row({ quantity: '3', price: '117.08', value: '351' })
    const [relation] = relationsOf(coarse)
    expect(relation && proves(relation, coarse, 1, 'price')).toBe(false)
  })
})

describe('mending a row', () => {
  test('takes the other reading of the one figure that is wrong', () => {
    const figures = { ...row({ quantity: '15', price: '601.40' }), value: read('9,027', '9,021') }
    const { mended, figures: right } = mend(figures, 1, relationsOf(figures))
    expect(mended).toEqual(['value'])
    expect(right.value?.figure.text).toBe('9021')
  })

  test('finds the point that was lost', () => {
    const figures = row({ quantity: '72091744', price: '$327.41', value: '$23,603.56' })
    const { mended, figures: right } = mend(figures, 1, relationsOf(figures))
    expect(mended).toEqual(['quantity'])
    expect(right.quantity?.figure.text).toBe('72.091744')
  })

  test('takes a 5 in front for the dollar sign that it was', () => {
    const figures = row({ quantity: '23.02', avgCost: '514.75', costTotal: '$339.55' })
    expect(mend(figures, 1, relationsOf(figures)).figures.avgCost?.figure.text).toBe('14.75')
  })

  test('leaves alone what can be mended in two ways, and what agrees', () => {
    const twoWays = { price: read('2', '3'), value: read('30', '20'), quantity: read('10') }
    expect(mend(twoWays, 1, relationsOf(twoWays)).mended).toEqual([])
    const right = row({ quantity: '2', price: '3', value: '6' })
    expect(mend(right, 1, relationsOf(right))).toEqual({ figures: right, mended: [] })
  })
})
