import type { OptionContract, OptionExpiry } from '@ballast/contract'
import {
  computeAmericanPrice,
  computeBlackScholes,
  computeBlackScholesPrice,
  computeExerciseProbability,
  type OptionInputs,
  type OptionValuation,
} from '@ballast/quant'

/** Value of a contract by the model, at our volatility. Prices are per share. */
export interface ContractView {
  inputs: OptionInputs
  valuation: OptionValuation
  /** Value of the right to exercise early; 0 for a European option. */
  earlyExercise: number
  /** Odds, 0–100, of ending in the money, and of ending beyond the break-even of a buyer. */
  inTheMoneyPercent: number
  heat: HeatMap
}

/** Value of the contract by price of the underlying (rows, dearest first) and by days left (columns). */
export interface HeatMap {
  prices: readonly number[]
  days: readonly number[]
  /** By row, then column. */
  values: readonly (readonly number[])[]
}

/** Standard deviations from the price, at half of the way to expiry, that the rows of the heat table stand at. */
const ROW_DEVIATIONS = [2, 1.5, 1, 0.5, 0, -0.5, -1, -1.5, -2]
/** Shares of the time that is left at its columns. */
const COLUMN_SHARES = [1, 0.75, 0.5, 0.25, 0]

/** Fields of a contract and of its expiry that a valuation needs. */
export type ValuedContract = Pick<OptionContract, 'impliedVolatility' | 'contractType' | 'strikePrice' | 'style'>
export type ValuedExpiry = Pick<OptionExpiry, 'years' | 'days' | 'forward' | 'dividendYield'>

/** The contract by the model; null without a volatility of its own. */
export function toContractView(contract: ValuedContract, expiry: ValuedExpiry, rate: number): ContractView | null {
  const { impliedVolatility: volatility, contractType: type, strikePrice: strike } = contract
  if (volatility === null) return null
  const { years, forward, dividendYield } = expiry
  // Options of an index such as the VIX follow their forward; the price that belongs to it is then not the index.
  const spot = forward * Math.exp((dividendYield - rate) * years)
  const inputs = { type, spot, strike, years, rate, dividendYield, volatility }
  const valuation = computeBlackScholes(inputs)
  return {
    inputs,
    valuation,
    earlyExercise: contract.style === 'american' ? computeAmericanPrice(inputs).price - valuation.price : 0,
    inTheMoneyPercent: 100 * computeExerciseProbability(inputs),
    heat: toHeatMap(inputs, contract.style, expiry.days),
  }
}

/** Odds, 0–100, that the price ends beyond another one, on the side where the contract pays. */
export function computeOddsBeyond(inputs: OptionInputs, price: number): number {
  return 100 * computeExerciseProbability({ ...inputs, strike: price })
}

function toHeatMap(inputs: OptionInputs, style: OptionContract['style'], daysLeft: number): HeatMap {
  const unit = inputs.volatility * Math.sqrt(inputs.years)
  const prices = ROW_DEVIATIONS.map((deviations) => inputs.spot * Math.exp(deviations * unit))
  const days = [...new Set(COLUMN_SHARES.map((share) => Math.round(share * daysLeft)))]
  const value = style === 'american' ? (at: OptionInputs) => computeAmericanPrice(at).price : computeBlackScholesPrice
  const values = prices.map((spot) =>
    days.map((left) => value({ ...inputs, spot, years: daysLeft === 0 ? 0 : (inputs.years * left) / daysLeft })),
  )
  return { prices, days, values }
}
