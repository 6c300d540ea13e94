// Tests: hedge-verdicts.test.ts, hedges.test.ts

import { type GroundedText, HEDGE_FAMILIES, namePosition, namePositions, toBondTerms } from '@ballast/contract'
import { nameCrisis } from '@ballast/contract/hedge-request'
import type { HedgeProposal, HedgeRequest, HedgeSituation } from '@ballast/quant'
import { describeLegs, describeOrder } from '../../advice/texts/describe-ticket.ts'
import { STRATEGY } from '../../advice/texts/sentence-kinds.ts'
import type { TextFrame } from '../../advice/texts/strategy-facts.ts'
import { writeExpectedRange, writeOdds } from '../../advice/texts/write-expected-cost.ts'
import { formatFigure } from '../../grounding/fact-text.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { chain, type Sentence, say, tell } from '../../grounding/sentence.ts'
import { INDEX_PUTS } from './index-puts.ts'
import { sayUpside, writeCrisisReasoning } from './write-crisis.ts'
import { writeOwnEffect } from './write-own-risk.ts'
import { writeResidual } from './write-residual.ts'
import { isWithin } from './write-target.ts'

export interface StrategyTexts {
  instrument: GroundedText
  reasoning: Sentence[]
  implementation: GroundedText
  residualRisk: GroundedText
}

/** Writes what to trade, why, how, and what is left uncovered. */
export function writeStrategy(frame: TextFrame): StrategyTexts {
  const { proposal } = frame
  return {
    instrument: proposal.legs.length > 0 ? describeLegs(proposal, frame.facts.legs) : writeTrades(frame),
    reasoning: [...writeWhyAndEffect(frame), ...writePrice(frame), ...say(STRATEGY.selling, writeSelling(frame))],
    implementation: tell(STRATEGY.order, writeImplementation(frame)),
    residualRisk: tell(STRATEGY.residual, writeResidual(frame)),
  }
}

function writeWhyAndEffect(frame: TextFrame): Sentence[] {
  const { why } = HEDGE_FAMILIES[frame.proposal.family]
  const { crisis } = frame.request
  return crisis === null
    ? [...chain(writeMerit(frame)), ...say(STRATEGY.why, plain(why)), ...writeEffect(frame)]
    : writeCrisisReasoning(frame, crisis, why)
}

/** Writes what the recommended hedge has over all others; empty for the others. */
function writeMerit(frame: TextFrame): Sentence[] {
  const { proposal, riskFacts, isPick, isReached, request } = frame
  if (proposal.family === 'own-risk') return []
  if (isPick && request.objective === 'cvar') {
    return say(
      STRATEGY.cheapestOnPaths,
      plain(
        'Among puts on the index it is the cheapest against the worst simulated paths, or the best that your budget buys.',
      ),
    )
  }
  if (!isPick || request.objective !== 'loss-curve') return []
  const { limit, shock, lastDay } = riskFacts
  if (!proposal.holdsLimit) return say(STRATEGY.tightest, writeTightest(frame))
  const kept = ground`It keeps the loss within ${limit} at every market fall down to ${shock} and on every day until ${lastDay}.`
  if (!isReached) {
    const alone = ground`Puts on the index alone do not keep the loss within ${limit} for the budget. This ticket does, at every market fall down to ${shock} and on every day until ${lastDay}.`
    return say(STRATEGY.keeps, frame.prices === null ? kept : alone)
  }
  if (proposal.family === 'close-options')
    return [
      ...say(STRATEGY.cheapest, ground`${kept} It costs no more than puts on the index that do the same.`),
      ...writeLastDayAlone(frame),
    ]
  const merit = INDEX_PUTS.has(proposal.family)
    ? ground`Among puts on ${namePosition(proposal.legs[0]?.underlying ?? '')}, with or without puts sold below them, this ticket is the cheapest that keeps the loss within ${limit}. It does so at every market fall down to ${shock} and on every day until ${lastDay}.`
    : proposal.family === 'split-hedge'
      ? ground`${kept} It also covers moves of ${namePosition(proposal.legs[0]?.underlying ?? '')} beyond the market, which puts on the index do not${writePutsAlone(frame)}. For its higher price it takes away more risk than they do for theirs.`
      : ground`${kept} It costs no more than puts on the index that do the same, and leaves less open beyond the market.`
  return [...say(STRATEGY.cheapest, merit), ...writePrices(frame)]
}

/** " (they would cost $1,697)": what the same limit costs with puts on the index alone. */
function writePutsAlone({ ledger, prices }: TextFrame): GroundedText {
  if (!prices?.everyDay) return []
  const price = new FactWriter(ledger, 'search').state('search.costWithoutBudget', prices.everyDay.cost)
  return ground` (they would cost ${price})`
}

/** Writes the cost of the same limit where less or more is meant by it. */
function writePrices({ ledger, prices, facts, riskFacts }: TextFrame): Sentence[] {
  if (prices === null) return []
  const writer = new FactWriter(ledger, 'search.prices')
  const { lastDay, everyDay, stressed } = prices
  const said = writeLastDayAlone({ prices, riskFacts })
  // What keeps it on every day may be the same ticket, where another one is recommended.
  if (
    lastDay !== null &&
    lastDay.legs.length > 0 &&
    (everyDay === null || lastDay.cost < everyDay.cost - 0.5) &&
    lastDay.cost < Number(facts.cost.value) - 0.5
  ) {
    const price = writer.state('search.prices.lastDay', lastDay.cost, { key: 'lastDay' })
    said.push(
      ...say(
        STRATEGY.lastDayPrice,
        ground`A ticket for ${price} keeps the limit on ${riskFacts.lastDay} alone, and breaks it on days before.`,
      ),
    )
  }
  if (stressed === null)
    return [
      ...said,
      ...say(
        STRATEGY.stressedPrice,
        plain('If your positions fall as hard as on past falling days, no such ticket keeps the limit.'),
      ),
    ]
  const price = writer.state('search.prices.stressed', stressed.cost, { key: 'stressed' })
  if (Number(price.value) > Number(facts.cost.value) + 0.5)
    said.push(
      ...say(
        STRATEGY.stressedPrice,
        ground`If your positions fall as hard as on past falling days, keeping the limit costs ${price} instead.`,
      ),
    )
  return said
}

/** Writes where options that were sold break the limit until they end. */
function writeLastDayAlone({ prices, riskFacts }: Pick<TextFrame, 'prices' | 'riskFacts'>): Sentence[] {
  const isKept = prices?.lastDay?.legs.length === 0
  return say(
    STRATEGY.lastDayPrice,
    isKept && ground`Without any ticket the limit is kept on ${riskFacts.lastDay} alone, and broken on days before.`,
  )
}

/** The best that the budget buys, and where it does not keep the limit. */
function writeTightest({ ledger, key, proposal, facts, riskFacts }: TextFrame): GroundedText {
  const { limit, shock } = riskFacts
  if (!isWithin(Number(facts.loss.value), riskFacts)) {
    return ground`It does not keep the loss within ${limit}; it is the tightest protection that the budget buys, ${facts.loss} at a fall of ${shock}.`
  }
  if (isWithin(100 * proposal.worstLoss, riskFacts)) {
    return ground`It keeps the loss within ${limit} down to a fall of ${shock}, but not in deeper falls. Your budget buys nothing tighter.`
  }
  const worst = new FactWriter(ledger, `strategy.${key}`).state('strategy.worstLossPercent', proposal.worstLoss, {
    inputs: [shock],
  })
  return ground`It keeps the loss within ${limit} at a fall of ${shock}, but not in every smaller one (up to ${worst}). Your budget buys nothing tighter.`
}

function writeEffect(frame: TextFrame): Sentence[] {
  const { proposal, facts, riskFacts } = frame
  const sayOwn = () => say(STRATEGY.ownEffect, ...writeOwnEffect(frame))
  if (proposal.family === 'own-risk') return sayOwn()
  const { shock, lossPercent, lossUsd } = riskFacts
  if (proposal.family === 'do-nothing') {
    const market =
      Number(lossPercent.value) < 0
        ? ground`If the market falls by ${shock}, it loses ${abs(lossPercent)} (${abs(lossUsd)}).`
        : ground`If the market falls by ${shock}, it does not lose.`
    return [...sayOwn(), ...say(STRATEGY.effect, market)]
  }
  const [left, lost] = [Number(facts.loss.value), -Number(lossPercent.value)]
  // What reads the same is no change.
  const isSofter = left < lost && formatFigure(left, 'percent') !== formatFigure(lost, 'percent')
  const effect =
    lost <= 0
      ? []
      : left < 0
        ? ground`If the market falls by ${shock}, the portfolio gains ${abs(facts.loss)} instead of losing ${abs(lossPercent)} (${abs(lossUsd)}).`
        : isSofter
          ? ground`If the market falls by ${shock}, the portfolio loses ${facts.loss} instead of ${abs(lossPercent)} (${abs(lossUsd)}).`
          : ground`It does not soften a market fall of ${shock}: the portfolio loses ${facts.loss} with it and ${abs(lossPercent)} (${abs(lossUsd)}) without.`
  return [
    ...say(STRATEGY.effect, effect),
    ...say(
      STRATEGY.breakEven,
      facts.breakEven &&
        Number(facts.breakEven.value) < 0 &&
        ground`At expiry it pays for itself from a fall of ${abs(facts.breakEven)} on.`,
    ),
    ...sayUpside(frame),
  ]
}

function writePrice({ proposal, facts }: TextFrame): Sentence[] {
  const { annual, rolled, expected } = facts
  if (proposal.legs.length === 0 || proposal.cost.total <= 0) return []
  const yearly =
    annual && rolled
      ? // A sale that would bring a gain rests on a price that nobody knows.
        Number(rolled.value) > 0
        ? ground`Held to expiry and bought again it costs ${annual} of the portfolio a year. Sold early and bought again it costs ${rolled}, if prices and volatility stay as they are. Count on the first figure, because nobody knows at what price you will sell.`
        : ground`Held to expiry and bought again it costs ${annual} of the portfolio a year.`
      : []
  return chain(
    say(STRATEGY.yearly, yearly),
    expected
      ? [
          ...say(STRATEGY.expectedCost, writeExpectedRange(expected, 'this strategy')),
          ...say(STRATEGY.odds, ...writeOdds(expected)),
        ]
      : [],
  )
}

function writeSelling({ facts: { selling }, riskFacts, request }: TextFrame): GroundedText {
  if (selling === null) return []
  const when =
    request.crisis === null
      ? ground`at a fall of ${riskFacts.shock}`
      : plain(`by the lowest day of ${nameCrisis(request.crisis)}`)
  const effect = selling.isForLimit ? ground`keep the loss within ${riskFacts.limit} too` : ground`do the same ${when}`
  return ground`If you sell ${selling.share} of everything instead, you ${effect}. Selling costs about ${selling.forgone} of expected return over ${bare(riskFacts.horizon)} trading days${selling.isTaxed ? ', before tax on gains' : ''}.`
}

function writeImplementation(frame: TextFrame): GroundedText {
  const { proposal, facts, symbols } = frame
  if (proposal.legs.length === 0) return writeShareOrders(frame)
  const isClosing = proposal.family === 'close-options'
  const orders = proposal.legs.flatMap((leg, place) => {
    const own = facts.legs[place]
    return own === undefined ? [] : [describeOrder(leg, own, { symbol: symbols[place] ?? '', closes: isClosing })]
  })
  const isOne = proposal.legs.length === 1
  const head = isOne
    ? 'One order: '
    : new Set(proposal.legs.map(({ underlying }) => underlying)).size > 1
      ? 'An order for each: '
      : 'Enter both as one order: '
  const total = proposal.cost.premium < 0 ? 'a credit of at least' : 'a debit of at most'
  const middle = Number(facts.atMid.value) - proposal.cost.fees
  const atMid = new FactWriter(frame.ledger, `strategy.${frame.key}`).state('strategy.premiumAtMid', middle)
  return joinTexts([
    [...plain(head), ...joinTexts(orders, '; '), ...plain('.')],
    ground`In all ${total} ${abs(facts.premium)}, ${proposal.cost.premium < 0 ? 'less' : 'plus'} ${facts.fees} of commissions; begin with a limit at the middle, ${abs(atMid)}.`,
    ...writeMissingCash(frame),
    ...(facts.renewal && proposal.family !== 'covered-call'
      ? [ground`Look at it again on ${facts.renewal}: renew it then, or sell what is left.`]
      : []),
  ])
}

/** Cash that a ticket needs and the portfolio does not have, where it has no debt. */
function writeMissingCash({ proposal: { cost }, situation: { cash }, ledger, key }: TextFrame): GroundedText[] {
  const missing = cost.premium + cost.fees - cash
  if (cash < 0 || missing < LEAST_MISSING) return []
  const amount = new FactWriter(ledger, `strategy.${key}`).state('strategy.missingCashUsd', missing)
  return [ground`Your cash does not pay for it: pay in ${amount}, or sell shares for that first.`]
}

/** Dollars that nobody misses. */
const LEAST_MISSING = 1

function writeShareOrders({ proposal, ledger, key }: TextFrame): GroundedText {
  const writer = new FactWriter(ledger, `strategy.${key}.trades`)
  const sales = proposal.trades.filter(({ amount }) => amount < 0)
  const purchases = proposal.trades.filter(({ amount }) => amount > 0)
  if (proposal.trades.length === 0)
    return plain('There is nothing to do. Look again when the portfolio or the market has changed.')
  const describe = (trade: HedgeProposal['trades'][number], verb: string): GroundedText => {
    const { ticker, amount, shares } = trade
    const value = writer.state('trade.value', Math.abs(amount), { key: `${ticker}.usd`, names: { ticker } })
    // A Treasury is traded by its face value, which dollars tell better than pieces of a hundred.
    if (shares === null || toBondTerms(ticker)) return ground`${verb} ${value} of ${namePosition(ticker)}`
    const count = writer.state('trade.shares', Math.abs(shares), { key: `${ticker}.shares`, names: { ticker } })
    return ground`${verb} ${count} of ${namePosition(ticker)} (${value})`
  }
  const all = [...sales.map((trade) => describe(trade, 'sell')), ...purchases.map((trade) => describe(trade, 'buy'))]
  const listed = joinTexts(all.slice(0, LISTED_TRADES), ', ')
  const rest = all.length - LISTED_TRADES
  const more = rest > 0 ? ground`, and ${writer.state('trade.more', rest)} more as listed` : []
  return [...capitalise(listed), ...more, ...plain('. Use limit orders; round to whole shares.')]
}

const LISTED_TRADES = 8

function capitalise(parts: GroundedText): GroundedText {
  const [first, ...rest] = parts
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : parts
}

/** "Sell 39.2% of every holding" */
function writeTrades({ proposal, ledger, key, risk, request, situation }: TextFrame): GroundedText {
  const { family, trades } = proposal
  if (family === 'do-nothing') return plain('The portfolio as it is')
  const writer = new FactWriter(ledger, `strategy.${key}`)
  const moved = trades.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0)
  if (family === 'trim') {
    const sold = trades.filter(({ amount }) => amount < 0).map(({ ticker }) => ticker)
    const cap = writer.state('strategy.trimCapPercent', 0.1, { key: 'cap' })
    return ground`Sell ${namePositions(sold)} down to ${cap}${sold.length > 1 ? ' each' : ''}, buy ${trades.find(({ amount }) => amount > 0)?.ticker ?? 'the index'}`
  }
  if (family === 'diversifiers') {
    const share = writer.state('strategy.movedPercent', moved / risk.value)
    const funds = trades.filter(({ amount }) => amount > 0).map(({ ticker }) => ticker)
    return ground`Move ${share} of the portfolio into ${namePositions(funds)}`
  }
  const parts = listSoldParts(proposal, situation, request)
  const part = writer.state('strategy.soldPercent', Math.max(0, ...parts.map(({ sold }) => sold)))
  const kept = request.keep.length > 0 ? ` but ${namePositions(request.keep)}` : ''
  const less = nameSoldLess(proposal, situation, request)
  return ground`Sell ${part} of every position${kept}${less === null ? '' : `, ${less}`}`
}

/** The part of each holding that is sold, 0 to 1, of those that need not be kept, and what one share is of it. */
function listSoldParts(
  { trades }: Pick<HedgeProposal, 'trades'>,
  { holdings }: HedgeSituation,
  { keep }: Pick<HedgeRequest, 'keep'>,
): { sold: number; share: number }[] {
  const amounts = new Map(trades.map(({ ticker, amount }) => [ticker, amount]))
  return holdings.flatMap(({ ticker, value, shares }) =>
    value === 0 || keep.includes(ticker)
      ? []
      : [{ sold: -(amounts.get(ticker) ?? 0) / value, share: 1 / Math.abs(shares) }],
  )
}

/**
 * Why not the same part is sold of every holding: calls were sold against some and the shares that these need stay, or
 * parts of a share are not traded. Null where the parts are the same.
 */
export function nameSoldLess(
  proposal: Pick<HedgeProposal, 'trades'>,
  situation: HedgeSituation,
  request: Pick<HedgeRequest, 'keep' | 'wholeShares'>,
): string | null {
  const parts = listSoldParts(proposal, situation, request)
  const most = Math.max(...parts.map(({ sold }) => sold))
  const oneShare = request.wholeShares ? Math.max(...parts.map(({ share }) => share)) : 0
  const isEven = (slack: (share: number) => number) =>
    parts.every(({ sold, share }) => most - sold <= slack(share) + EVEN)
  if (isEven(() => 0)) return null
  return isEven((share) => (request.wholeShares ? share + oneShare : 0))
    ? 'rounded to whole shares'
    : 'less of what sold calls need'
}

const EVEN = 1e-9
