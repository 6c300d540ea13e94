import type { Fact, GroundedText } from '@ballast/contract'
import { type AdviceEffect, countCoveredShares, findCappedGain, type HedgeProposal, keepsLimit } from '@ballast/quant'
import { recordOwnRisk } from '../../advice/texts/own-risk-facts.ts'
import { ACTION } from '../../advice/texts/sentence-kinds.ts'
import type { StrategyFacts } from '../../advice/texts/strategy-facts.ts'
import { writeExpectedRange, writeOdds } from '../../advice/texts/write-expected-cost.ts'
import { writeCap, writeShortStrike } from '../../advice/texts/write-terms.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { type Sentence, say } from '../../grounding/sentence.ts'
import type { AdviceFacts } from './advice-facts.ts'
import { type AdviceFrame, isForOwnRisk } from './advice-frame.ts'
import { describeMove, nameWorstMove } from './finding-facts.ts'

/** The move of the market that a rule found, where it is not the assumed fall. */
type Move = AdviceFacts['move']

interface Effected {
  proposal: HedgeProposal
  effect: AdviceEffect | null
  strategy: StrategyFacts
  key: string
  move: Move
}

/**
 * Writes the effects of an action on the loss that it is for, on the tail, on past crises and on diversification, and
 * their cost.
 */
export function writeEffect(frame: AdviceFrame, { proposal, effect, strategy, key, move }: Effected): Sentence[] {
  const { ledger, riskFacts } = frame
  const writer = new FactWriter(ledger, key)
  const sentences: Sentence[] = []
  const moveLoss = move && effect?.moveLoss
  if (isForOwnRisk(frame.advice, proposal)) sentences.push(...say(ACTION.ownRelief, writeOwnRelief(frame, writer)))
  else if (moveLoss) sentences.push(...say(ACTION.move, writeMove(writer, move, moveLoss)))
  else if (proposal.legs.length > 0 || proposal.family === 'reduce-exposure' || raisesLoss({ proposal, effect }))
    sentences.push(...say(ACTION.shock, writeShock(writer, frame, { proposal, strategy, effect })))
  sentences.push(...writeHedgeTerms(frame, { proposal, strategy, key }))
  const score = effect?.scoreChange ?? null
  if (score !== null && score !== 0) {
    const change = writer.state('action.scoreChange', score)
    const verb = score > 0 ? 'rises' : 'falls'
    sentences.push(...say(ACTION.score, ground`The diversification score ${verb} by ${abs(change)}.`))
  }
  const tail = recordRelief(writer, effect?.cvarChange ?? null, 'tail')
  if (tail) {
    const text = ground`The mean of the worst losses over ${bare(riskFacts.horizon)} trading days ${tail.verb} by ${tail.fact} of the portfolio.`
    sentences.push(...say(tail.isRelief ? ACTION.tailRelief : ACTION.tailAdded, text))
  }
  const crises = recordRelief(writer, effect?.crisisLossChange ?? null, 'crises')
  if (crises) {
    // A portfolio may have gained in them, so that the word loss would turn the sign.
    const verb = crises.isRelief ? 'improves' : 'worsens'
    const text = ground`Its mean result in past crises ${verb} by ${crises.fact} of the portfolio.`
    sentences.push(...say(crises.isRelief ? ACTION.crisesRelief : ACTION.crisesAdded, text))
  }
  if (proposal.cost.kind === 'spread') {
    sentences.push(...say(ACTION.spread, ground`Trading costs about ${strategy.cost}${writeTax(writer, proposal)}.`))
  }
  if (proposal.cost.kind === 'forgone-return') {
    const text =
      proposal.cost.tax > 0
        ? ground`It costs about ${strategy.cost}: expected return forgone, and tax on gains.`
        : ground`It gives up about ${strategy.cost} of expected return${writeTax(writer, proposal)}.`
    sentences.push(...say(ACTION.forgone, text))
  }
  return [...sentences, ...say(ACTION.sparePuts, ...writeSparePuts(frame, proposal))]
}

/** Writes what becomes of puts that are held on shares which are sold, one sentence for each such holding. */
function writeSparePuts({ context: { situation } }: AdviceFrame, { trades }: HedgeProposal): GroundedText[] {
  return trades.flatMap(({ ticker, shares }) => {
    if (shares === null || shares >= 0) return []
    const held = situation.holdings.find((holding) => holding.ticker === ticker)?.shares ?? 0
    if (countCoveredShares(situation.options, ticker) <= Math.max(0, held + shares)) return []
    return [
      ground`Your puts on ${ticker} then cover more shares than you own: sell those that are too many, or you bet on its fall.`,
    ]
  })
}

/** True if the assumed fall costs more after an action: that is said even where the limit is kept. */
const raisesLoss = ({ proposal, effect }: Pick<Effected, 'proposal' | 'effect'>) =>
  effect !== null && !keepsLimit(proposal.lossAtShock, effect.shockLossBefore)

/** Writes the part of a cost about tax, to follow it: nothing where nothing is sold. */
function writeTax(writer: FactWriter, { saleTax, cost }: HedgeProposal): GroundedText {
  if (saleTax === null) return []
  const { rate, gain, unknownValue } = saleTax
  const isUnknown = rate !== 0 && unknownValue > 0
  if (rate === null && gain > LEAST_GAIN)
    return ground`; the tax on ${isUnknown ? 'at least ' : ''}${writer.state('selling.gainUsd', gain)} of gains comes on top`
  if (rate === null && !isUnknown) return plain('; the sales realise no gain to tax')
  if (rate === null || isUnknown) return plain(cost.tax > 0 ? '; more tax may be due' : '; taxes come on top')
  return plain(cost.tax > 0 ? ', tax on gains included' : ', with no tax on gains')
}

/** Dollars below which a gain is none to speak of. */
const LEAST_GAIN = 0.5

/** Kinds of steps that open no option. */
const CLOSING: ReadonlySet<HedgeProposal['family']> = new Set(['reduce-exposure', 'close-options'])

/** Writes what else to know before options are bought: gains given up, where protection ends, what it costs in the end. */
function writeHedgeTerms(
  { ledger, context }: AdviceFrame,
  { proposal, strategy, key }: Pick<Effected, 'proposal' | 'strategy' | 'key'>,
): Sentence[] {
  // Options that are held are closed: nothing is bought, and what is sold caps nothing.
  if (proposal.legs.length === 0 || CLOSING.has(proposal.family)) return []
  const cap = findCappedGain(proposal.legs, context.underlyings)
  const { expected } = strategy
  const ends = writeShortStrike((prefix) => new FactWriter(ledger, prefix), proposal, {
    market: context,
    prefix: `${key}.beyond`,
  })
  return [
    ...say(ACTION.cap, cap && ground`It ${writeCap(new FactWriter(ledger, key), cap)}.`),
    ...say(ACTION.protectionEnd, ...ends),
    ...say(
      ACTION.expectedCost,
      expected && joinTexts([writeExpectedRange(expected, 'this strategy'), ...writeOdds(expected)]),
    ),
  ]
}

/** Writes the cost of the portfolio's own risk before and after its hedge. */
function writeOwnRelief(
  { advice: { ownRisk }, ledger, risk, riskFacts }: AdviceFrame,
  writer: FactWriter,
): GroundedText | null {
  const after = ownRisk?.effects.find(({ id }) => id === ownRisk.pick)
  if (!ownRisk || !after) return null
  const { move, lossPercent } = recordOwnRisk({ ledger, risk, riskFacts }, ownRisk)
  const left = writer.state('strategy.ownLossPercent', Math.max(0, after.loss))
  return ground`If ${move} on any day until ${riskFacts.lastDay}, the portfolio then loses at most ${left} instead of ${lossPercent}.`
}

function writeShock(
  writer: FactWriter,
  { riskFacts: { shock, lossPercent, lastDay } }: AdviceFrame,
  { proposal, strategy, effect }: Pick<Effected, 'proposal' | 'strategy' | 'effect'>,
): GroundedText {
  // What is sold or closed is gone: its spread is a cost of trading, and no loss of the fall (087).
  const loss =
    proposal.family === 'reduce-exposure' && effect?.moveLoss
      ? writer.state(
          'action.moveLossPercent',
          Math.max(0, effect.moveLoss.after),
          describeMove({ rise: null, fall: shock }),
        )
      : strategy.loss
  const until = proposal.legs.length > 0 ? ground` on any day until ${lastDay}` : []
  const before = effect
    ? writer.state('action.lossBeforePercent', Math.max(0, effect.shockLossBefore), { inputs: [shock] })
    : abs(lossPercent)
  return Number(loss.value) > 0
    ? ground`A market fall of ${shock}${until} then costs ${loss} of the portfolio instead of ${before}.`
    : ground`A market fall of ${shock}${until} then costs nothing instead of ${before}.`
}

function writeMove(
  writer: FactWriter,
  move: NonNullable<Move>,
  { before, after }: { before: number; after: number },
): GroundedText {
  const options = describeMove(move)
  const loss = writer.state('action.moveLossBeforePercent', Math.max(0, before), options)
  const left = writer.state('action.moveLossPercent', Math.max(0, after), options)
  return ground`${nameWorstMove(move)} then costs ${left} of the portfolio instead of ${loss}.`
}

/** How much of a loss an action takes off or adds, each a positive figure that says which. @param change of a loss, a fraction */
function recordRelief(
  writer: FactWriter,
  change: number | null,
  name: 'tail' | 'crises',
): { fact: Fact; isRelief: boolean; verb: string } | null {
  if (change === null) return null
  const isRelief = change <= 0
  const fact = writer.state(`action.${name}${isRelief ? 'Relief' : 'Added'}Percent`, Math.abs(change))
  return { fact, isRelief, verb: isRelief ? 'falls' : 'rises' }
}
