// Tests: ../../features/facts/every-sentence.test.ts, ../../features/facts/every-kind.test.ts

import type { CaveatRule, RejectionRule, VulnerabilityRule } from '@ballast/quant'
import { defineKinds } from '../../grounding/sentence.ts'

/*
 * The catalogue of what an advice may say; `features/ask/sentence-kinds.ts` has the answers to questions. A row names what
 * a sentence is for, the facts that it may state, and whether it must be shown. In a summary of hedges that is decided by
 * what else there is to say.
 */

/** Summary of a hedge analysis. */
export const SUMMARY = defineKinds('summary', 'portfolio', {
  concentration: ['verdict', ['book', 'holding']],
  putsAlone: ['comparison', ['request', 'search']],
  unsearched: ['caveat', []],
  obstacle: ['caveat', ['found']],
  pick: ['verdict', ['leg', 'request', 'search', 'shock', 'strategy']],
  cheaper: ['comparison', ['cap', 'search']],
  upside: ['cost', ['strategy']],
  protectionEnd: ['caveat', ['search']],
  ownProtectionEnd: ['caveat', ['protection', 'request']],
  smallerHedge: ['background', []],
  covered: ['caveat', ['search']],
  beyondOptions: ['verdict', ['request', 'search', 'shock']],
  withoutOptions: ['verdict', ['request', 'search', 'shock']],
  otherHolder: ['comparison', ['cap', 'search']],
  noFloor: ['verdict', ['request']],
  shortfall: ['verdict', ['request', 'search']],
  nothingHelps: ['verdict', ['search', 'shock']],
  closeOptions: ['order', []],
  best: ['verdict', ['leg', 'request', 'search', 'shock', 'strategy']],
  kept: ['verdict', ['request', 'search', 'shock']],
  keptReplay: ['protection', ['replay']],
  keeping: ['cost', []],
  unhedgeable: ['verdict', ['book']],
  fall: ['protection', ['request', 'shock']],
  rise: ['caveat', ['shock']],
  selling: ['comparison', ['request', 'selling', 'strategy']],
  sellingPrice: ['comparison', ['request', 'selling', 'strategy']],
  sellingVerdict: ['comparison', ['selling']],
  contraryReplay: ['caveat', ['replay']],
  contraryRenewed: ['caveat', ['replay']],
  rareFall: ['caveat', ['history', 'request']],
  longerTerm: ['caveat', ['history']],
  shortTerm: ['caveat', ['request']],
  expectedCost: ['cost', ['strategy']],
  heldOptions: ['caveat', []],
  leftOut: ['caveat', []],
  ownKept: ['verdict', ['own', 'request']],
  ownThreat: ['verdict', ['own']],
  ownPick: ['verdict', ['leg', 'own', 'request', 'strategy']],
  ownShortfall: ['verdict', ['request', 'search']],
  ownBest: ['verdict', ['leg', 'own', 'request', 'strategy']],
  ownSelling: ['comparison', ['own', 'request']],
  sellOnly: ['order', []],
})

/** Sentences of a summary about a crisis that was asked about. */
export const CRISIS = defineKinds('crisis', 'crisis', {
  kept: ['verdict', ['replay', 'request']],
  loss: ['verdict', ['replay']],
  unhedgeable: ['verdict', ['book']],
  pick: ['verdict', ['leg', 'strategy']],
  shortfall: ['verdict', ['found', 'request', 'search']],
  best: ['verdict', ['leg', 'strategy']],
  nothingHelps: ['verdict', []],
  through: ['protection', ['replay']],
  expired: ['caveat', ['replay']],
  fitted: ['caveat', []],
  longerTerm: ['caveat', ['replay', 'request']],
  selling: ['comparison', ['request', 'selling', 'strategy']],
})

/** Reasoning of one strategy of a hedge analysis. */
export const STRATEGY = defineKinds('strategy', 'strategy', {
  cheapest: ['verdict', ['request', 'search'], 'must'],
  keeps: ['verdict', ['request'], 'must'],
  tightest: ['verdict', ['request', 'strategy'], 'must'],
  cheapestOnPaths: ['verdict', [], 'must'],
  lastDayPrice: ['comparison', ['request', 'search'], 'must'],
  stressedPrice: ['comparison', ['search'], 'must'],
  why: ['background', []],
  effect: ['protection', ['request', 'shock', 'strategy'], 'must'],
  ownEffect: ['protection', ['own', 'strategy'], 'must'],
  breakEven: ['cost', ['strategy'], 'must'],
  upside: ['cost', ['strategy'], 'must'],
  crisisKept: ['verdict', ['replay', 'request'], 'must'],
  crisisMissed: ['verdict', ['request'], 'must'],
  crisisEffect: ['protection', ['replay'], 'must'],
  crisisRenewals: ['cost', ['replay'], 'must'],
  yearly: ['cost', ['strategy']],
  expectedCost: ['cost', ['strategy']],
  odds: ['cost', ['strategy']],
  selling: ['comparison', ['request', 'strategy']],
  order: ['order', ['leg', 'strategy', 'trade'], 'must'],
  residual: ['caveat', ['leg', 'request', 'shock', 'strategy', 'uncovered'], 'must'],
})

/** Recommendation of a comprehensive analysis. */
export const ADVICE = defineKinds('advice', 'portfolio', {
  headline: ['verdict', ['own', 'plan', 'request'], 'must'],
  rationale: [
    'verdict',
    ['basis', 'move', 'own', 'protection', 'request', 'sector', 'shock', 'stake', 'trials'],
    'must',
  ],
})

/** Sentences about one action of a comprehensive analysis. */
export const ACTION = defineKinds('action', 'action', {
  order: ['order', ['leg', 'request', 'strategy', 'trade'], 'must'],
  step: ['protection', ['step'], 'must'],
  ownRelief: ['protection', ['own', 'request', 'strategy'], 'must'],
  move: ['protection', ['action', 'move'], 'must'],
  shock: ['protection', ['action', 'request', 'shock', 'strategy'], 'must'],
  cap: ['cost', ['cap'], 'must'],
  protectionEnd: ['caveat', ['search'], 'must'],
  expectedCost: ['cost', ['strategy'], 'must'],
  score: ['protection', ['action']],
  tailRelief: ['protection', ['action', 'request']],
  tailAdded: ['protection', ['action', 'request'], 'must'],
  crisesRelief: ['evidence', ['action']],
  crisesAdded: ['evidence', ['action'], 'must'],
  spread: ['cost', ['selling', 'strategy'], 'must'],
  forgone: ['cost', ['selling', 'strategy'], 'must'],
  sparePuts: ['caveat', [], 'must'],
  unjudged: ['caveat', ['basis'], 'must'],
  threshold: ['background', ['basis'], 'must'],
  unanswered: ['caveat', ['move', 'own', 'request', 'shock'], 'must'],
  unchanged: ['caveat', ['request', 'shock'], 'must'],
})

/** Reasons for the recommendation of a comprehensive analysis. */
export const REASON = defineKinds('reason', 'portfolio', {
  largest: ['background', ['diversification', 'holding']],
  sector: ['background', ['sector']],
  diversification: ['background', ['diversification']],
  market: ['protection', ['book', 'move', 'protection', 'request', 'shock']],
  geared: ['caveat', ['basis', 'request'], 'must'],
  crisis: ['evidence', ['crisis']],
  tail: ['evidence', ['request', 'tail']],
  volatility: ['evidence', ['options']],
  trials: ['evidence', ['request', 'trials'], 'must'],
  data: ['caveat', ['basis'], 'must'],
  basis: ['background', ['basis', 'book']],
  threshold: ['background', ['basis', 'book', 'stake']],
})

/** Sentences about an idea of Discovery. */
export const IDEA = defineKinds('idea', 'idea', {
  order: ['order', ['contract', 'idea', 'scan'], 'must'],
  use: ['protection', ['idea'], 'must'],
  correlation: ['evidence', ['idea']],
  breakEven: ['cost', ['idea'], 'must'],
  'moves-against': ['evidence', ['relation'], 'extra'],
  'moves-with': ['evidence', ['relation'], 'extra'],
  'gains-in-tail': ['evidence', ['relation'], 'extra'],
  'amplifies-tail': ['evidence', ['relation'], 'extra'],
  price: ['cost', ['idea'], 'extra'],
  mechanism: ['background', []],
  failure: ['caveat', []],
})

/** Caveats beside a strategy, by the rule that found it. */
export const CAVEAT = defineKinds<CaveatRule>('caveat', 'strategy', {
  'early-assignment': ['caveat', ['found'], 'must'],
  'ex-dividend-assignment': ['caveat', [], 'must'],
  'short-put-assignment': ['caveat', ['found'], 'must'],
  'ratio-left-over': ['caveat', ['found'], 'must'],
  'margin-needed': ['caveat', ['found'], 'must'],
  'tax-straddle': ['caveat', [], 'must'],
  'tax-collar': ['caveat', [], 'must'],
  'tax-constructive-sale': ['caveat', ['found'], 'must'],
  'tax-on-sale': ['caveat', ['found'], 'must'],
  decay: ['caveat', ['found'], 'must'],
  'ends-before-horizon': ['caveat', ['found'], 'must'],
  'odd-lot': ['caveat', ['found'], 'must'],
  'outside-united-states': ['caveat', [], 'must'],
  'income-not-hedge': ['caveat', [], 'must'],
  'cash-settled': ['caveat', [], 'must'],
  'bonds-fell-too': ['caveat', [], 'must'],
  'covers-part': ['caveat', ['found'], 'must'],
  'wide-quotes': ['caveat', ['found'], 'must'],
  'quotes-off-spot': ['caveat', ['found'], 'must'],
  'old-trade': ['caveat', ['found'], 'must'],
  'expected-to-cost': ['caveat', ['found'], 'must'],
})

/** Reasons why a kind of hedge was not proposed, by the rule that rejected it. */
export const REJECTED = defineKinds<RejectionRule>('rejected', 'strategy', {
  'options-not-wanted': ['comparison', []],
  'not-permitted': ['comparison', ['found']],
  'upside-to-be-kept': ['comparison', []],
  'no-chain': ['comparison', []],
  'no-tradable-contract': ['comparison', []],
  'limit-holds-already': ['comparison', []],
  'limit-not-reachable': ['comparison', ['found']],
  'over-budget': ['comparison', ['found']],
  'no-market-exposure': ['comparison', ['found']],
  'one-contract-too-large': ['comparison', ['found']],
  'short-calls-not-allowed': ['comparison', []],
  'fewer-than-100-shares': ['comparison', []],
  'calls-sold-already': ['comparison', []],
  'puts-held-already': ['comparison', []],
  'fits-no-account': ['comparison', []],
  'to-be-kept': ['comparison', []],
  'sector-not-overweight': ['comparison', []],
  'index-sectors-unknown': ['comparison', []],
  'sector-adds-too-little': ['comparison', ['found']],
  'volatility-out-of-schedule': ['comparison', ['found']],
  'no-history': ['comparison', []],
  'nothing-above-cap': ['comparison', ['found']],
  'does-not-help': ['comparison', ['found']],
  'not-cheapest': ['comparison', []],
  dominated: ['comparison', []],
  'not-foremost': ['comparison', []],
})

/** Cards of the risk assessment. */
export const RISK = defineKinds('risk', 'portfolio', {
  concentration: ['verdict', ['concentration', 'holding', 'sector']],
  sectors: ['evidence', ['request', 'sector']],
  market: ['verdict', ['book', 'protection', 'shock', 'request']],
  harder: ['caveat', ['shock']],
  explained: ['evidence', ['book']],
  unexplained: ['caveat', []],
})

/** Vulnerabilities of the risk assessment, by the rule that found them. */
export const VULNERABILITY = defineKinds<VulnerabilityRule>('vulnerability', 'portfolio', {
  'large-name': ['caveat', ['holding']],
  'heavy-sector': ['caveat', ['sector']],
  'high-beta': ['caveat', ['book', 'request', 'shock']],
  'worse-in-crisis': ['caveat', ['crisis']],
  'falls-harder': ['caveat', ['request', 'shock']],
  'index-explains-little': ['caveat', ['book', 'request']],
  'better-index': ['caveat', ['vulnerability']],
  'within-limit': ['verdict', ['request']],
})

/** How a comprehensive analysis was made, and from what. */
export const METHOD = defineKinds('method', 'portfolio', {
  risks: ['background', ['basis']],
  order: ['background', []],
  trials: ['background', ['request', 'trials']],
  evidence: ['background', []],
  record: ['background', ['trials']],
  positions: ['background', ['basis', 'source']],
  histories: ['background', ['basis', 'source']],
  chains: ['background', ['source']],
  volatilities: ['background', ['source']],
  crises: ['background', ['source']],
  index: ['background', ['request']],
})

/** The evidence for a plan, and the data that it could draw on. */
export const EVIDENCE = defineKinds('evidence', 'portfolio', {
  untested: ['caveat', []],
  trials: ['evidence', ['trials']],
  record: ['evidence', ['confidence', 'trials']],
  portfolio: ['background', ['basis']],
  correlation: ['background', ['basis', 'diversification']],
  chains: ['background', []],
  replays: ['background', ['trials']],
})

/** Summary of Discovery. */
export const SCAN = defineKinds('scan', 'portfolio', {
  found: ['verdict', ['choice', 'scan']],
  nothing: ['verdict', []],
  cashOnly: ['verdict', []],
  tooShort: ['verdict', ['scan']],
  looked: ['background', ['scan']],
  priced: ['background', ['scan']],
  together: ['cost', ['scan']],
  unrelated: ['caveat', []],
  unreadable: ['caveat', ['scan']],
  unfit: ['caveat', ['scan']],
})
