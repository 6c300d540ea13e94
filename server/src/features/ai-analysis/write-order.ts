// Tests: odd-books.test.ts, comprehensive.test.ts

import { type GroundedText, namePosition, type Operation } from '@ballast/contract'
import type { HedgeProposal } from '@ballast/quant'
import { describeOrder } from '../../advice/texts/describe-ticket.ts'
import type { StrategyFacts } from '../../advice/texts/strategy-facts.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { decimalsOf, type Trade } from './to-operations.ts'
import { listNames } from './write-reasoning.ts'

interface Ordered {
  key: string
  strategy: StrategyFacts
  operations: readonly Operation[]
}

/** Writes the orders to the letter: trades of shares, then one order of options. */
export function writeOrder(frame: AdviceFrame, proposal: HedgeProposal, { key, strategy, operations }: Ordered) {
  const trades = operations.flatMap((one) => (one.kind === 'trade' ? [one] : []))
  return joinTexts([
    ...(trades.length > 0 ? [writeTrades(frame, key, trades)] : []),
    ...(proposal.legs.length > 0 ? [writeTicket(frame, proposal, strategy, operations)] : []),
  ])
}

function writeTicket(
  { built }: AdviceFrame,
  { legs }: HedgeProposal,
  { legs: facts, cost, costPercent }: StrategyFacts,
  operations: readonly Operation[],
) {
  const held = built.situation.options
  const orders = legs.flatMap((leg, place) => {
    const [own, operation] = [facts[place], operations[place]]
    if (!own || operation?.kind !== 'option') return []
    return [describeOrder(leg, own, { symbol: operation.symbol, closes: held.some((one) => isClosed(one, leg)) })]
  })
  const total =
    Number(cost.value) < 0
      ? ground`a credit of ${abs(cost)} (${abs(costPercent)} of the portfolio)`
      : ground`${cost} in all (${costPercent} of the portfolio)`
  return ground`Place one order: ${joinTexts(orders, '; ')}. That is ${total}, commissions included.`
}

type Leg = HedgeProposal['legs'][number]

const isClosed = (held: Leg, { underlying, type, strike, expiry, contracts }: Leg) =>
  held.underlying === underlying &&
  held.type === type &&
  held.strike === strike &&
  held.expiry === expiry &&
  Math.sign(held.contracts) === -Math.sign(contracts)

/** So many trades are spelled out; the rest is in the operations. */
const SPELLED_TRADES = 4

/** Sales that bring so much more than is bought with them leave something to be put somewhere; less is rounding. */
const CLEARLY_LEFT = 0.02

const sumAmounts = (trades: readonly Trade[]) => trades.reduce((sum, { amount }) => sum + amount, 0)

/** Dollars below which cents matter. */
const CENTS_BELOW = 10

function writeTrades({ ledger, shorts, built }: AdviceFrame, key: string, trades: readonly Trade[]): GroundedText {
  const sales = trades.filter(({ shares }) => shares < 0)
  const purchases = trades.filter(({ shares }) => shares > 0)
  const describe = ({ ticker, shares, amount }: Trade) => {
    const writer = new FactWriter(ledger, `${key}.trade.${ticker}`)
    const count = writer.state('trade.stepShares', Math.abs(shares), {
      key: 'shares',
      names: { ticker, side: shares < 0 ? 'sell' : 'buy' },
      decimals: decimalsOf(shares),
    })
    const dollars = writer.state('trade.amount', Math.abs(amount), {
      names: { ticker, side: shares < 0 ? 'sell' : 'buy' },
      inputs: [count],
      ...(Math.abs(amount) < CENTS_BELOW && { decimals: 2 }),
    })
    return ground`${count} of ${namePosition(ticker)} (${dollars})`
  }
  const sold = sales.slice(0, SPELLED_TRADES).map(describe)
  const rest = sales.slice(SPELLED_TRADES)
  const others = rest.length > 0 ? ground` and the listed shares of ${listNames(rest.map(({ ticker }) => ticker))}` : []
  const covers = purchases.filter(({ ticker }) => shorts.has(ticker)).map(describe)
  const bought = purchases.filter(({ ticker }) => !shorts.has(ticker)).map(describe)
  const isCovering = covers.length > 0
  const isMuchLeft = sumAmounts(trades) < -CLEARLY_LEFT * sumAmounts(purchases)
  const all = isCovering ? 'rest' : 'proceeds'
  const texts = [
    ...(sold.length > 0 ? [ground`Sell ${joinTexts([joinTexts(sold, ', '), others], '')}.`] : []),
    ...(isCovering
      ? [ground`${sold.length > 0 ? 'With the proceeds, buy' : 'Buy'} back ${joinTexts(covers, ', ')}.`]
      : []),
    ...(bought.length > 0 ? [writePurchase()] : []),
    ...(bought.length === 0 && sold.length > 0 && isMuchLeft
      ? [plain(built.situation.cash < 0 ? `Repay the loan with the ${all}.` : `Keep the ${all} in cash.`)]
      : []),
  ]
  return joinTexts(texts)

  function writePurchase(): GroundedText {
    const names = joinTexts(bought, ' and ')
    // More than one share of what is bought is no rounding.
    const price = Math.max(0, ...purchases.map(({ shares, amount }) => amount / shares))
    if (!isMuchLeft || isCovering || -sumAmounts(trades) <= price) return ground`Put the ${all} into ${names}.`
    const rest = built.situation.cash < 0 ? 'repay the loan with the rest' : 'keep the rest in cash'
    return ground`Put a part of the ${all} into ${names}, and ${rest}.`
  }
}
