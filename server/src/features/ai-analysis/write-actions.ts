import { type ComprehensiveAnalysis, type GroundedText, type Operation, toOptionSymbolOf } from '@ballast/contract'
import type { AdvisedAction, HedgeProposal } from '@ballast/quant'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { describeOrder, recordStrategy, type StrategyFacts, toContractKey } from '../hedges/situation.service.ts'
import type { AdviceFacts } from './advice-facts.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { writeEffect } from './write-effect.ts'
import { writeIdleAction } from './write-idle-action.ts'
import { listNames } from './write-reasoning.ts'

export type ActionType = ComprehensiveAnalysis['actions'][number]['type']

/** An action in words and in a form that can be carried out. */
export interface WrittenAction {
  type: ActionType
  /** What to do, to the letter: nobody writes it anew. */
  order: GroundedText
  /** What it does. */
  effectText: GroundedText
  operations: Operation[]
  effect: ComprehensiveAnalysis['actions'][number]['effect']
}

/** The actions of the engine, the headline's first. @param today day from which days to expiry count, ISO */
export function writeActions(frame: AdviceFrame, facts: AdviceFacts, today: string): WrittenAction[] {
  const written = frame.advice.actions.map((action, place) =>
    writeAction(frame, facts, { action, today, key: `action${place + 1}` }),
  )
  return written.map((action, place) => {
    const isAlone = action.operations.length === 0 || place === 0
    return isAlone ? action : { ...action, effectText: joinTexts([action.effectText, plain(STANDS_ALONE)]) }
  })
}

/** Two actions may sell the same shares, so that doing both as they stand could sell more than is held. */
const STANDS_ALONE =
  'It is measured on the portfolio as it is now, not on top of what stands before it: run the analysis again between the two.'

function writeAction(
  frame: AdviceFrame,
  facts: AdviceFacts,
  { action, today, key }: { action: AdvisedAction; today: string; key: string },
): WrittenAction {
  const { proposal, effect } = action
  if (proposal === null) return writeIdleAction(frame, facts, action)
  const { ledger, risk, riskFacts, context } = frame
  const strategy = recordStrategy({ ledger, key, risk, riskFacts, request: context.request, today }, proposal)
  const operations = toOperations(frame, proposal)
  const order =
    proposal.legs.length > 0 ? writeTicket(proposal, strategy, operations) : writeTrades(frame, key, operations)
  return {
    type: proposal.family === 'reduce-exposure' ? 'rebalance' : action.type,
    order,
    effectText: writeEffect(frame, { proposal, effect, strategy, key }),
    operations,
    effect: effect && {
      scoreChange: effect.scoreChange,
      cvarChangePercent: toPercent(effect.cvarChange),
      crisisLossChangePercent: toPercent(effect.crisisLossChange),
      costPercent: toPercent(effect.cost),
    },
  }
}

const toPercent = (fraction: number | null) => (fraction === null ? null : 100 * fraction)

/** Shares are traded in hundredths at the finest: what brokers take. */
const roundShares = (shares: number) => Math.trunc(100 * shares + Math.sign(shares) * 1e-6) / 100

function toOperations({ built, shorts }: AdviceFrame, { legs, trades }: HedgeProposal): Operation[] {
  const options = legs.map((leg): Operation => {
    const { underlying, expiry, type, strike, contracts, premium } = leg
    const listing = built.listings.get(toContractKey(underlying, expiry, type, strike))
    const symbol = listing?.symbol ?? toOptionSymbolOf(leg) ?? toContractKey(underlying, expiry, type, strike)
    return { kind: 'option', symbol, contracts, premium }
  })
  const shares = trades.flatMap(({ ticker, amount, shares: exact }) => {
    if (exact === null || exact === 0) return []
    const [traded, price] = [roundShares(exact), amount / exact]
    return traded === 0 ? [] : [{ kind: 'trade' as const, ticker, shares: traded, amount: price * traded }]
  })
  return [...options, ...keepWithinProceeds(shares, shorts)]
}

type Trade = Extract<Operation, { kind: 'trade' }>

/** Sales are rounded down, so that what they pay for may have to be a hundredth of a share less. */
function keepWithinProceeds(trades: readonly Trade[], shorts: ReadonlySet<string>): Trade[] {
  const isBought = ({ ticker, shares }: Trade) => shares > 0 && !shorts.has(ticker)
  const sum = (some: readonly Trade[]) => some.reduce((total, { amount }) => total + amount, 0)
  const bought = sum(trades.filter(isBought))
  const share = -sum(trades.filter(({ shares }) => shares < 0)) / bought
  if (!(bought > 0 && share < 1)) return [...trades]
  return trades.flatMap((trade) => {
    if (!isBought(trade)) return [trade]
    const shares = Math.floor(100 * share * trade.shares) / 100
    return shares === 0 ? [] : [{ ...trade, shares, amount: (trade.amount / trade.shares) * shares }]
  })
}

function writeTicket(
  { legs }: HedgeProposal,
  { legs: facts, cost, costPercent }: StrategyFacts,
  operations: Operation[],
) {
  const orders = legs.flatMap((leg, place) => {
    const [own, operation] = [facts[place], operations[place]]
    return own && operation?.kind === 'option' ? [describeOrder(leg, own, operation.symbol)] : []
  })
  const total =
    Number(cost.value) < 0
      ? ground`a credit of ${abs(cost)} (${abs(costPercent)} of the portfolio)`
      : ground`${cost} in all (${costPercent} of the portfolio)`
  return ground`Place one order: ${joinTexts(orders, '; ')}. That is ${total}, commissions included.`
}

/** So many trades are spelled out; the rest is in the operations. */
const SPELLED_TRADES = 4

function writeTrades({ ledger, shorts }: AdviceFrame, key: string, operations: readonly Operation[]): GroundedText {
  const trades = operations.flatMap((one) => (one.kind === 'trade' ? [one] : []))
  const sales = trades.filter(({ shares }) => shares < 0)
  const purchases = trades.filter(({ shares }) => shares > 0)
  const describe = ({ ticker, shares, amount }: (typeof trades)[number]) => {
    const writer = new FactWriter(ledger, `${key}.trade.${ticker}`)
    const count = writer.count('shares', Math.abs(shares), 'shares', {
      label: `Shares of ${ticker} to ${shares < 0 ? 'sell' : 'buy'}`,
      formula: 'By the rule, in hundredths of a share',
      decimals: Number.isInteger(shares) ? 0 : 2,
    })
    const dollars = writer.usd('amount', Math.abs(amount), {
      label: `Worth of the ${ticker} to ${shares < 0 ? 'sell' : 'buy'}`,
      formula: 'Shares × price',
      inputs: [count],
    })
    return ground`${count} of ${ticker} (${dollars})`
  }
  const sold = sales.slice(0, SPELLED_TRADES).map(describe)
  const rest = sales.slice(SPELLED_TRADES)
  const others = rest.length > 0 ? ground` and the listed shares of ${listNames(rest.map(({ ticker }) => ticker))}` : []
  const covers = purchases.filter(({ ticker }) => shorts.has(ticker)).map(describe)
  const bought = purchases.filter(({ ticker }) => !shorts.has(ticker)).map(describe)
  const texts = [
    ...(sold.length > 0 ? [ground`Sell ${joinTexts([joinTexts(sold, ', '), others], '')}.`] : []),
    ...(covers.length > 0 ? [ground`Buy back ${joinTexts(covers, ', ')}.`] : []),
    ...(bought.length > 0 ? [ground`Put the proceeds into ${joinTexts(bought, ' and ')}.`] : []),
    ...(bought.length === 0 && sold.length > 0 ? [plain('Keep the proceeds in cash.')] : []),
  ]
  return joinTexts(texts)
}
