import type { ComprehensiveAnalysis, Fact, GroundedText, Operation } from '@ballast/contract'
import { toOptionSymbolOf } from '@ballast/contract'
import type { AdviceEffect, AdvisedAction, HedgeProposal } from '@ballast/quant'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { describeOrder, recordStrategy, type StrategyFacts, toContractKey } from '../hedges/situation.service.ts'
import type { AdviceFacts } from './advice-facts.ts'
import type { AdviceFrame } from './advice-frame.ts'
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
  return frame.advice.actions.map((action, place) =>
    writeAction(frame, facts, { action, today, key: `action${place + 1}` }),
  )
}

function writeAction(
  frame: AdviceFrame,
  facts: AdviceFacts,
  { action, today, key }: { action: AdvisedAction; today: string; key: string },
): WrittenAction {
  const { proposal, effect } = action
  if (proposal === null) return writeWithoutTrade(frame, facts, action)
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

function toOperations({ built }: AdviceFrame, { legs, trades }: HedgeProposal): Operation[] {
  const options = legs.map((leg): Operation => {
    const { underlying, expiry, type, strike, contracts, premium } = leg
    const listing = built.listings.get(toContractKey(underlying, expiry, type, strike))
    const symbol = listing?.symbol ?? toOptionSymbolOf(leg) ?? toContractKey(underlying, expiry, type, strike)
    return { kind: 'option', symbol, contracts, premium }
  })
  const shares = trades.flatMap(({ ticker, amount, shares: exact }): Operation[] => {
    if (exact === null || exact === 0) return []
    const traded = roundShares(exact)
    return traded === 0 ? [] : [{ kind: 'trade', ticker, shares: traded, amount: (amount / exact) * traded }]
  })
  return [...options, ...shares]
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
  const others = rest.length > 0 ? ground` and as listed of ${listNames(rest.map(({ ticker }) => ticker))}` : []
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

interface Effected {
  proposal: HedgeProposal
  effect: AdviceEffect | null
  strategy: StrategyFacts
  key: string
}

/** What an action does to the loss that it is for, to the tail, to past crises and to diversification, and for how much. */
function writeEffect(frame: AdviceFrame, { proposal, effect, strategy, key }: Effected): GroundedText {
  const { ledger, riskFacts } = frame
  const writer = new FactWriter(ledger, key)
  const texts: GroundedText[] = []
  if (proposal.legs.length > 0 || proposal.family === 'reduce-exposure') texts.push(writeShock(frame, strategy))
  const score = effect?.scoreChange ?? null
  if (score !== null && score !== 0) {
    const change = writer.count('scoreChange', score, 'count', {
      label: 'Change of the diversification score',
      formula: 'Score after − score before',
    })
    texts.push(ground`The diversification score ${score > 0 ? 'rises' : 'falls'} by ${abs(change)}.`)
  }
  const tail = recordRelief(writer, effect?.cvarChange ?? null, RELIEFS.tail)
  if (tail) {
    texts.push(
      ground`The mean of the worst losses over ${bare(riskFacts.horizon)} trading days ${tail.verb} by ${tail.fact} of the portfolio.`,
    )
  }
  const crises = recordRelief(writer, effect?.crisisLossChange ?? null, RELIEFS.crises)
  if (crises) texts.push(ground`The mean loss over past crises ${crises.verb} by ${crises.fact} of the portfolio.`)
  if (proposal.cost.kind === 'spread') {
    texts.push(ground`Trading costs about ${strategy.cost}; taxes come on top.`)
  }
  if (proposal.cost.kind === 'forgone-return') {
    texts.push(ground`It forgoes about ${strategy.cost} of expected return; taxes come on top.`)
  }
  return joinTexts(texts)
}

function writeShock({ riskFacts: { shock, lossPercent } }: AdviceFrame, { loss }: StrategyFacts): GroundedText {
  return Number(loss.value) > 0
    ? ground`A market fall of ${shock} then costs ${loss} of the portfolio instead of ${abs(lossPercent)}.`
    : ground`A market fall of ${shock} then costs nothing instead of ${abs(lossPercent)}.`
}

const RELIEFS = {
  tail: { name: 'tail', what: 'the mean of the worst 5% of losses over the horizon' },
  crises: { name: 'crises', what: 'the mean loss over past crises' },
} as const

/** How much of a loss an action takes off or adds, each a positive figure that says which. @param change of a loss, a fraction */
function recordRelief(
  writer: FactWriter,
  change: number | null,
  { name, what }: (typeof RELIEFS)[keyof typeof RELIEFS],
): { fact: Fact; verb: string } | null {
  if (change === null) return null
  const isRelief = change <= 0
  const fact = writer.percent(`${name}${isRelief ? 'Relief' : 'Added'}Percent`, Math.abs(change), {
    label: `What it ${isRelief ? 'takes off' : 'adds to'} ${what}`,
    formula:
      'The difference between the loss with it, costs included, and the loss without, in percent of the portfolio',
  })
  return { fact, verb: isRelief ? 'falls' : 'rises' }
}

/** What can be done where nothing is to be traded. */
function writeWithoutTrade(
  { riskFacts, built, input }: AdviceFrame,
  { dataPercent, threshold }: AdviceFacts,
  { type, rule }: AdvisedAction,
): WrittenAction {
  const base = { operations: [], effect: null }
  if (type === 'data') {
    const names = [...built.leftOut.map(({ ticker }) => ticker), ...input.stalePrices]
    const order =
      names.length > 0
        ? ground`Look at ${listNames(names)}: mend tickers that are misspelt, and run the analysis again when prices are there.`
        : plain('Run the analysis again when the holdings have a year of prices of their own.')
    return {
      ...{ ...base, type, order },
      effectText: ground`Until then ${dataPercent} of the portfolio is all that can be judged.`,
    }
  }
  if (rule === null) {
    return {
      ...{ ...base, type },
      order: ground`Trade nothing, and look again in ${riskFacts.horizon} of trading or when positions change.`,
      effectText: ground`A rule speaks up from ${threshold} of the portfolio at stake.`,
    }
  }
  return {
    ...{ ...base, type },
    order: plain(NOTHING_TO_TRADE[rule]),
    effectText: ground`The loss at a market fall of ${riskFacts.shock} stays what it is (${riskFacts.lossPercent}).`,
  }
}

const NOTHING_TO_TRADE: Readonly<Record<NonNullable<AdvisedAction['rule']>, string>> = {
  'reduce-concentration':
    'Nothing that is held can be sold for it by the rules: the largest company adds no more risk than its weight. Let it shrink with new money.',
  'hedge-market-risk':
    'No option that is offered brings the loss down at a price worth paying, and there is nothing to sell for it.',
  diversify: 'Nothing of the sector can be sold for it by the rules. Put new money elsewhere.',
  'improve-data': 'Run the analysis again when prices are there.',
}
