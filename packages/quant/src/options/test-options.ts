import type { OptionColumns } from './black-scholes-kernel.ts'
import type { OptionInputs } from './option-contract.ts'

/** Put in the money with a dividend, whose early exercise has a value. */
export const EXERCISED_PUT = {
  type: 'put',
  spot: 100,
  strike: 105,
  years: 1,
  rate: 0.05,
  dividendYield: 0.01,
  volatility: 0.25,
} as const

/** Options as columns, as the batches take them. */
export function toColumns(options: readonly OptionInputs[]): OptionColumns {
  const column = (name: Exclude<keyof OptionInputs, 'type'>) => Float64Array.from(options, (option) => option[name])
  return {
    isCall: Uint8Array.from(options, ({ type }) => (type === 'call' ? 1 : 0)),
    spot: column('spot'),
    strike: column('strike'),
    years: column('years'),
    rate: column('rate'),
    dividendYield: column('dividendYield'),
    volatility: column('volatility'),
  }
}
