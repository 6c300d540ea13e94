// Tests: strategy-view.test.ts

import type { OptionContract } from '@ballast/contract'
import { countOf, formatCount, formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import type { ChartData } from '../charts/chart-data.ts'
import type { Curve } from '../charts/curve-chart.tsx'
import { type Leg, premiumOf, type StrategyView } from './strategy-view.ts'

/** `$140 call`, `$142.50 put`. */
export function nameContract({
  strikePrice,
  contractType,
}: Pick<OptionContract, 'strikePrice' | 'contractType'>): string {
  return `${formatMoney(strikePrice, { decimals: Number.isInteger(strikePrice) ? 0 : 2 })} ${contractType}`
}

/** `Costs $339.00` or `Brings in $217.00`. */
function describeCost(netCost: number): string {
  if (Math.abs(netCost) < 0.005) return 'Costs nothing'
  return netCost > 0 ? `Costs ${formatMoney(netCost)}` : `Brings in ${formatMoney(-netCost)}`
}

/** `$339.00` of a possible loss, `nothing` where there is none, `unlimited` where there is no end. */
export function describeLimit(amount: number | null): string {
  if (amount === null) return 'Unlimited'
  return amount > 0 ? formatMoney(amount) : 'Nothing'
}

export function describeBreakEvens(breakEvens: readonly number[]): string {
  return breakEvens.length === 0 ? 'None' : breakEvens.map((price) => formatMoney(price)).join(' and ')
}

/** Describes the payoff in a sentence or two. */
export function describePayoff({ netCost, maxLoss, maxGain, breakEvens, isMixed }: StrategyView): string {
  const loss = describeLimit(maxLoss === null ? null : -maxLoss)
  const gain = describeLimit(maxGain)
  const even = breakEvens.length === 0 ? 'It never breaks even' : `It breaks even at ${describeBreakEvens(breakEvens)}`
  const range = isMixed ? ' over the prices drawn' : ''
  return `${describeCost(netCost)}. ${even}. The most you can lose is ${loss.toLowerCase()}, the most you can gain ${gain.toLowerCase()}${range}.`
}

/** The payoff's lines, for the drawing. */
export function toPayoffCurves(view: StrategyView): Curve[] {
  const atExpiry: Curve = {
    id: 'expiry',
    label: 'At expiry',
    points: view.atExpiry,
    colour: 'var(--chart-1)',
    area: true,
  }
  const now: Curve = { id: 'now', label: 'Now', points: view.now, colour: 'var(--muted-foreground)', dashed: true }
  return view.now.length > 0 ? [now, atExpiry] : [atExpiry]
}

/** The payoff as figures, for its table and its downloads. */
export function toPayoffChart(
  title: string,
  view: StrategyView,
  from: Pick<ChartData, 'asOf' | 'simulated'>,
): ChartData {
  return {
    title,
    finding: describePayoff(view),
    asOf: from.asOf,
    simulated: from.simulated,
    columns: [
      { header: 'Price of the underlying', format: (value) => formatMoney(value) },
      { header: 'Profit at expiry', format: (value) => formatMoney(value) },
      { header: 'Profit now', format: (value) => formatMoney(value) },
    ],
    rows: view.atExpiry.map(({ x, y }, place) => [x, y, view.now[place]?.y ?? null]),
    legend: toPayoffCurves(view).map(({ label, colour }) => ({ label, colour })),
  }
}

export const NO_ORDER = 'This is not an order.'

/** The strategy as text, to take to a broker. */
export function toTicket(ticker: string, legs: readonly Leg[], view: StrategyView, shares: number): string {
  const lines = legs.map((leg) => {
    const { contract, contracts } = leg
    const side = contracts > 0 ? 'Buy' : 'Sell'
    const quote = contracts > 0 ? 'ask' : 'bid'
    return `${side} ${formatCount(Math.abs(contracts))} × ${ticker} ${formatDate(contract.expirationDate)} ${nameContract(contract)} at ${formatMoney(premiumOf(leg))} (${quote})  ${contract.symbol}`
  })
  return [
    `${ticker} options, ${countOf(legs.length, 'leg')}`,
    ...lines,
    ...(shares === 0 ? [] : [`With ${formatNumber(shares)} shares of ${ticker} held`]),
    `Net ${view.netCost >= 0 ? 'debit' : 'credit'} ${formatMoney(Math.abs(view.netCost))}`,
    `Most you can lose: ${describeLimit(view.maxLoss === null ? null : -view.maxLoss)}`,
    `Most you can gain: ${describeLimit(view.maxGain)}`,
    `Break-even at expiry: ${describeBreakEvens(view.breakEvens)}`,
    NO_ORDER,
  ].join('\n')
}
