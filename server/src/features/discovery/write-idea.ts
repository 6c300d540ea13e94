// Tests: discovery.test.ts, discovery-runs.test.ts

import { type Fact, type GroundedText, MARKET_INDEX } from '@ballast/contract'
import type { DiscoveredIdea, IdeaReason } from '@ballast/quant'
import { IDEA } from '../../advice/texts/sentence-kinds.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { type Sentence, say, tell } from '../../grounding/sentence.ts'
import { describeKind } from './asset-classes.ts'
import { IDEA_BUDGET } from './build-market.ts'
import type { UniverseAsset } from './discovery-input.ts'
import type { IdeaFacts } from './idea-facts.ts'
import type { RelationFacts } from './relation-facts.ts'
import type { ScanFacts } from './scan-facts.ts'

interface TextFrame {
  scan: ScanFacts
  relation: RelationFacts
  asset: UniverseAsset
  facts: IdeaFacts
  idea: DiscoveredIdea
  fallsWithMarket: boolean
}

export interface IdeaTexts {
  /** Order and its cost: no other words may replace them. */
  order: GroundedText
  /** Sentences on why, and on what it does. */
  reasoning: Sentence[]
  /** Mechanism, evidence, price, and what would falsify it. */
  firstPrinciple: GroundedText
  pricing: GroundedText
}

/** Why an idea is shown, from the asset's own mechanism to what would prove it wrong. */
export function writeIdea(frame: TextFrame): IdeaTexts {
  const { asset, idea } = frame
  const { mechanism } = describeKind(asset.kind)
  const pricing = tell(IDEA.price, writePricing(frame))
  const evidence = idea.side.reasons.map((reason) => [IDEA[reason], EVIDENCE[reason](frame)] as const)
  return {
    order: tell(IDEA.order, writeOrder(frame)),
    reasoning: [
      ...writeReasoning(frame),
      ...evidence.flatMap(([kind, text]) => say(kind, text)),
      ...say(IDEA.price, pricing),
    ],
    pricing,
    firstPrinciple: joinTexts([
      tell(IDEA.mechanism, plain(mechanism)),
      ...evidence.map(([kind, text]) => tell(kind, text)),
      pricing,
      tell(IDEA.failure, plain(`It would be falsified by ${describeFailure(frame)}.`)),
    ]),
  }
}

/**
 * Describes how the idea could fail. Failures of kinds of assets are about falls of the market; a portfolio with other
 * bad days has others.
 */
function describeFailure({ asset, idea: { side }, fallsWithMarket }: TextFrame): string {
  if (fallsWithMarket) return describeKind(asset.kind).falsifiedBy[side.type]
  return `days on which the portfolio loses and ${asset.ticker} does not ${side.type === 'call' ? 'rise' : 'fall'}`
}

const EVIDENCE: Readonly<Record<IdeaReason, (frame: TextFrame) => GroundedText>> = {
  'moves-against': (frame) => writePartial(frame, 'against'),
  'moves-with': (frame) => writePartial(frame, 'with'),
  'gains-in-tail': ({ asset: { ticker }, relation: { tail } }) =>
    tail === null
      ? []
      : ground`On the worst ${bare(tail.days)} of ${bare(tail.observations)} trading days of the portfolio ${ticker} returned ${tail.mean} on average and rose on ${tail.rise} of them; ${writeChance('gains', tail.gainQValue)}.`,
  'amplifies-tail': ({ asset: { ticker }, relation: { tail } }) =>
    tail === null
      ? []
      : ground`On the worst ${bare(tail.days)} of ${bare(tail.observations)} trading days of the portfolio ${ticker} returned ${tail.mean} on average. That is ${abs(tail.excess)} worse than its beta of ${tail.beta} explains; ${writeChance('falls', tail.excessQValue)}.`,
}

function writePartial({ asset, relation: { partial } }: TextFrame, way: 'with' | 'against'): GroundedText {
  if (partial === null) return []
  const book = asset.isHeld ? 'the rest of the portfolio' : 'the portfolio'
  return ground`Over ${bare(partial.observations)} trading days ${asset.ticker} moved ${way} ${book}, beyond what the market explains. Its partial correlation is ${partial.correlation}, with the same sign in ${partial.stability} of the other windows; ${writeChance('relations', partial.qValue)}.`
}

/** Prices that are off by more than themselves are to be doubted first. */
const ODD = 1

/** Figure below which a rounded value reads as nothing and is left out. */
const NEARLY_NONE = 0.05

function writeChance(findings: string, qValue: Fact): GroundedText {
  return Number(qValue.value) < NEARLY_NONE
    ? ground`of ${findings} as clear as this, hardly any is expected to be chance`
    : ground`of ${findings} as clear as this, about ${qValue} are expected to be chance`
}

function writePricing({ idea, facts }: TextFrame): GroundedText {
  const { mid, fairValue, fairLow, fairHigh, mispricing, forecastUncertainty } = facts
  const isOdd = Math.abs(idea.fair.mispricing) > ODD
  const caution = plain(
    isOdd ? ' So far from normal, an event to come or a wrong quote is likelier than a bargain.' : '',
  )
  const band = ground`fair value is ${fairValue}, between ${fairLow} and ${fairHigh} for a forecast that is usually ${forecastUncertainty} off`
  if (idea.fair.insideNoise) return ground`At ${mid} a share its price is not distinguishable from fair: ${band}.`
  return idea.fair.mispricing > 0
    ? ground`At ${mid} a share it is cheap against its own normal, fair value lying ${mispricing} above: ${band}.${caution}`
    : ground`At ${mid} a share it is dear against its own normal, fair value lying ${abs(mispricing)} below: ${band}.`
}

function writeOrder({ asset: { ticker }, idea, facts, scan }: TextFrame): GroundedText {
  const isOverBudget = idea.costShare > IDEA_BUDGET
  return joinTexts([
    ground`Buy ${facts.contracts} of the ${ticker} ${facts.expiry} ${bare(facts.strike)} ${idea.side.type} at ${facts.ask} a share or less: ${facts.totalCost} with commissions, ${facts.totalCostPercent} of the portfolio.`,
    ...(isOverBudget
      ? [ground`One contract already costs more than the ${scan.budget} that we allow for one idea.`]
      : []),
  ])
}

function writeReasoning(frame: TextFrame): Sentence[] {
  const { asset, idea, facts } = frame
  const { ticker } = asset
  const beyond = idea.side.type === 'call' ? 'above' : 'below'
  return [
    ...say(IDEA.use, writePurpose(frame)),
    ...say(
      IDEA.correlation,
      ground`As a position, its correlation with the portfolio is ${facts.effectiveCorrelation}. The beta-weighted delta goes from ${bare(facts.deltaBefore)} to ${bare(facts.deltaAfter)} shares of ${MARKET_INDEX}.`,
    ),
    ...say(
      IDEA.breakEven,
      ground`At expiry it pays back its price with ${ticker} ${beyond} ${facts.breakEven}, and the most that a contract can lose is ${facts.maxLoss}.`,
    ),
  ]
}

/** Writes what it does when it is needed, and what it costs when it is not. */
function writePurpose({ idea, facts }: TextFrame): GroundedText {
  const { conditionalReturn, badPortfolio, expectedReturn } = facts
  const inBadTimes = ground`in the worst tenth of simulated paths to its expiry, in which the portfolio returns ${badPortfolio} on average, it returns ${conditionalReturn} on its cost`
  const always = ground`by the forecast of its volatility alone, without a view on direction, ${expectedReturn} is to be expected`
  const caution = plain(
    idea.expectedReturn > 0 && idea.fair.insideNoise
      ? ' That this is a gain rests on the forecast: its price is not distinguishable from fair.'
      : '',
  )
  if (idea.kind === 'long-shot') {
    return ground`It is a long shot that does not protect the portfolio, shown because it costs less than is normal for it: ${inBadTimes}, and ${always}.${caution}`
  }
  if (idea.side.role === 'contrary') {
    return ground`The relation speaks for the other side, and yet it costs little enough to protect: ${inBadTimes}; ${always}.${caution}`
  }
  return ground`It protects: ${inBadTimes}; ${always}.${caution}`
}
