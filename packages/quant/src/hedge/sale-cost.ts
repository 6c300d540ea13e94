import { TRADING_DAYS } from '../constants.ts'
import type { HedgeHolding } from './hedge-market.ts'
import type { HedgeCost, HedgeProposal, ShareTrade } from './hedge-proposal.ts'
import { EQUITY_PREMIUM, type HedgeRequest } from './hedge-request.ts'

/** Gains that a sale realises, and the tax on them. Currency. */
export interface SaleTax {
  /** Price less cost of what is sold and whose cost is known, losses taken off; negative for a loss. */
  readonly gain: number
  /** Value of what is sold and whose cost is not known. */
  readonly unknownValue: number
  /** The owner's rate on gains; 0 in an IRA; null where it was not said. */
  readonly rate: number | null
  /** Rate × gain, 0 for a loss; null without a rate. */
  readonly tax: number | null
}

/**
 * Computes the return above cash that the market is expected to pay for what is sold: Σ value · β · 4.5 % a year ·
 * days/252. What has no beta or a negative one (gold, government bonds) earns no such premium and forgoes none.
 *
 * @param sold signed values in currency; what was sold short and is bought back has a negative one
 * @returns in currency, never negative
 */
export function computeForgoneReturn(
  sold: readonly { readonly value: number; readonly beta: number }[],
  horizonDays: number,
): number {
  const dollarBeta = sold.reduce((sum, { value, beta }) => sum + value * Math.max(0, beta), 0)
  return Math.max(0, dollarBeta) * EQUITY_PREMIUM * (horizonDays / TRADING_DAYS)
}

/**
 * The gain that trades realise, lot by lot, the dearest lots sold first, and the tax on it at the owner's rate. Nothing is
 * assumed of rates. Purchases, and buying back what was sold short, are left out.
 *
 * @returns null where nothing is sold
 */
export function measureSaleTax(
  holdings: readonly HedgeHolding[],
  trades: readonly ShareTrade[],
  { account, gainsTax }: Pick<HedgeRequest, 'account' | 'gainsTax'>,
): SaleTax | null {
  const byTicker = new Map(holdings.map((holding) => [holding.ticker, holding]))
  const sales = trades.flatMap(({ ticker, amount }) => {
    const holding = byTicker.get(ticker)
    return amount < 0 && holding !== undefined && holding.value > 0 ? [{ holding, amount: -amount }] : []
  })
  if (sales.length === 0) return null
  let [gain, unknownValue] = [0, 0]
  for (const { holding, amount } of sales) {
    const sold = realise(holding, amount)
    gain += sold.gain
    unknownValue += sold.unknownValue
  }
  const rate = account === 'ira' ? 0 : gainsTax
  return { gain, unknownValue, rate, tax: rate === null ? null : rate * Math.max(0, gain) }
}

function realise({ value, shares, lots = [] }: HedgeHolding, amount: number) {
  const price = value / shares
  let left = amount / price
  let gain = 0
  for (const lot of [...lots].sort((a, b) => b.cost - a.cost)) {
    const part = Math.min(left, Math.max(0, lot.shares))
    gain += part * (price - lot.cost)
    left -= part
  }
  return { gain, unknownValue: left > 1e-9 * shares ? left * price : 0 }
}

/**
 * Measures what a proposal takes out of the account whatever the market does, premiums aside: commissions, spreads and
 * tax. Return that selling forgoes is an expectation and no outlay: a history or a fall of the market shows what was
 * forgone by itself.
 */
export function measureOutlay({ kind, total, premium, tax }: HedgeCost): number {
  return kind === 'forgone-return' ? tax : total - premium
}

/** A hedge beside selling for the same limit. Currency and fractions. */
export interface SellingComparison {
  /** Return that selling is expected to forgo, and the expected cost of the hedge in the end. */
  readonly forgone: number
  readonly hedgeCost: number
  readonly sale: SaleTax
  /** The rate on gains above which the hedge is expected to cost less; null where tax does not decide, or is not known. */
  readonly breakEvenRate: number | null
  /** Which is expected to cost less; `tax` where that depends on a rate that was not said, or a cost that is not known. */
  readonly cheaper: 'selling' | 'hedge' | 'tax'
  /** Past crises in which the deepest point is higher after selling than with the hedge as it is. */
  readonly crises: { readonly better: number; readonly all: number }
}

/**
 * Holds a hedge against selling: expected cost against expected cost, tax included, and crisis by crisis.
 *
 * @returns null where one of them is missing, nothing is sold, or selling does not keep the limit and the hedge keeps it or
 *   loses less
 */
export function compareSelling(pick: HedgeProposal | null, selling: HedgeProposal | null): SellingComparison | null {
  if (pick === null || selling === null || pick.id === selling.id || selling.saleTax === null) return null
  if (!selling.holdsLimit && (pick.holdsLimit || selling.worstLoss > pick.worstLoss)) return null
  const sale = selling.saleTax
  const forgone = selling.cost.total - selling.cost.tax
  const hedgeCost = pick.expected?.netCost ?? pick.cost.total
  const ofHedge = new Map(pick.crises.map(({ scenario, worstHedged }) => [scenario, worstHedged]))
  const crises = selling.crises.filter(({ scenario }) => ofHedge.has(scenario))
  return {
    forgone,
    hedgeCost,
    sale,
    ...weighTax(hedgeCost - forgone, sale),
    crises: {
      better: crises.filter(({ scenario, worstHedged }) => worstHedged > ofHedge.get(scenario)!).length,
      all: crises.length,
    },
  }
}

/** @param saved what selling saves before tax */
function weighTax(saved: number, sale: SaleTax): Pick<SellingComparison, 'breakEvenRate' | 'cheaper'> {
  const { gain, unknownValue, rate, tax } = sale
  if (saved <= 0) return { breakEvenRate: null, cheaper: 'hedge' }
  const breakEvenRate = gain > saved && unknownValue === 0 ? saved / gain : null
  if (rate === 0) return { breakEvenRate, cheaper: 'selling' }
  if (tax !== null && tax >= saved) return { breakEvenRate, cheaper: 'hedge' }
  if (unknownValue > 0) return { breakEvenRate: null, cheaper: 'tax' }
  if (tax === null && breakEvenRate !== null) return { breakEvenRate, cheaper: 'tax' }
  return { breakEvenRate, cheaper: 'selling' }
}
