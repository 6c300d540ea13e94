import fc from 'fast-check'
import type { OptionInputs, OptionType } from './option-contract.ts'

/** Generators of options for property tests; used by tests only, no part of the library's face. */

const optionType = fc.constantFrom<OptionType>('call', 'put')

function between(min: number, max: number) {
  return fc.double({ min, max, noNaN: true })
}

/** Options as markets list them: strikes 50–200 % of the spot, 1 day to 3 years, volatilities 5–200 %. */
export const listedOption: fc.Arbitrary<OptionInputs> = fc
  .record({
    type: optionType,
    spot: between(20, 800),
    moneyness: between(0.5, 2),
    years: between(1 / 365, 3),
    rate: between(0, 0.08),
    dividendYield: between(0, 0.05),
    volatility: between(0.05, 2),
  })
  .map(({ spot, moneyness, ...rest }) => ({ ...rest, spot, strike: spot * moneyness }))

/** Options near the money, where finite differences have digits to spare. */
export const centralOption: fc.Arbitrary<OptionInputs> = fc.record({
  type: optionType,
  spot: between(50, 150),
  strike: between(80, 120),
  years: between(0.1, 2),
  rate: between(0, 0.08),
  dividendYield: between(0, 0.06),
  volatility: between(0.12, 0.8),
})

/** The same contract of the other type. */
export function otherType<Option extends { readonly type: OptionType }>(option: Option): Option {
  return { ...option, type: option.type === 'call' ? 'put' : 'call' }
}
