import {
  computeAmericanPrice,
  computeBaroneAdesiWhaley,
  computeBjerksundStensland,
  computeBlackScholes,
  type OptionInputs,
  type OptionType,
  type OptionValuation,
} from '../src/index.ts'
import { type Schema, statesSchema } from './registry.ts'

interface PublishedCase {
  readonly source: string
  readonly method: string
  readonly quantity: string
  readonly type: OptionType
  readonly S: number
  readonly K: number
  readonly T: number
  readonly r: number
  readonly q: number
  readonly sigma: number
  readonly published: number
  readonly decimals: number
  readonly computed: number
}

const METHODS: Record<string, (option: OptionInputs, quantity: string) => number | undefined> = {
  BSM: (option, quantity) => computeBlackScholes(option)[quantity as keyof OptionValuation],
  'Barone-Adesi Whaley': (option) => computeBaroneAdesiWhaley(option),
  'Bjerksund-Stensland 1993': (option) => computeBjerksundStensland(option),
  exact: (option) => computeAmericanPrice(option).price,
}

/** Textbook figures: equal to the full-precision value, and to the printed one within half of its last digit. */
export const optionsPublished: Schema = {
  name: 'options-published/1',
  recognises: statesSchema('options-published/1'),
  check: (content, recorder) => {
    for (const [index, one] of (content as { cases: PublishedCase[] }).cases.entries()) {
      const id = `${index}: ${one.source}`
      recorder.attempt(id, () => {
        const option = {
          type: one.type,
          spot: one.S,
          strike: one.K,
          years: one.T,
          rate: one.r,
          dividendYield: one.q,
          volatility: one.sigma,
        }
        const found = METHODS[one.method]?.(option, one.quantity)
        const isIterative = one.method !== 'BSM'
        // Books and other libraries stop their search for the critical spot at about 1e−6 of it.
        const solver = (isIterative ? 2e-6 : 1e-12) * one.S
        const tolerance = { absolute: solver, relative: 1e-9 }
        recorder.compareNumber(id, `${one.method} ${one.quantity}`, found, one.computed, tolerance)
        const lastDigit = { absolute: 0.5 * 10 ** -one.decimals + solver }
        recorder.compareNumber(id, `${one.quantity} as printed`, found, one.published, lastDigit)
      })
    }
  },
}
