import { computeAmericanPrice, computeBlackScholes, computeLeisenReimer, type OptionInputs } from '../src/index.ts'
import type { Recorder } from './recorder.ts'

type GoldenArguments = readonly ['p' | 'c', number, number, number, number, number, number]

function toOption([letter, spot, strike, years, rate, dividendYield, volatility]: GoldenArguments): OptionInputs {
  return { type: letter === 'c' ? 'call' : 'put', spot, strike, years, rate, dividendYield, volatility }
}

/** Part of a golden file: Black–Scholes prices and Greeks. */
export function checkGoldenEuropean(part: unknown, recorder: Recorder): void {
  for (const { args, ...expected } of part as ({ args: GoldenArguments } & Record<string, number>)[]) {
    const found: Record<string, number> = { ...computeBlackScholes(toOption(args)) }
    for (const [field, value] of Object.entries(expected)) {
      recorder.compareNumber(`bsm ${args}`, field, found[field], value as number, { absolute: 1e-12, relative: 1e-11 })
    }
  }
}

/**
 * The stated American prices come from a coarse solution and are up to 2.1e−5 off: for the put S 100, K 130, one year,
 * r 5 %, σ 30 % they say 30.8944, where trees of 8,001 and 16,001 steps extrapolate to 30.89442, as ours does.
 */
const AMERICAN_TOLERANCE = 5e-5

/** Part of a golden file: American prices, and the same on a tree of 201 steps. */
export function checkGoldenAmerican(part: unknown, recorder: Recorder): void {
  for (const { args, ref, lr201 } of part as { args: GoldenArguments; ref: number; lr201: number }[]) {
    const option = toOption(args)
    recorder.compareNumber(`american ${args}`, 'price', computeAmericanPrice(option).price, ref, {
      absolute: AMERICAN_TOLERANCE,
    })
    const tree = computeLeisenReimer(option, { steps: 201, style: 'american' }).price
    recorder.compareNumber(`american ${args}`, 'tree of 201 steps', tree, lr201, { absolute: 1e-8 })
  }
}
