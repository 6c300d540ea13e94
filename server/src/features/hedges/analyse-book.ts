// Tests: hedges.test.ts, hedge-verdicts.test.ts

import type { MessagePort } from 'node:worker_threads'
import {
  BUILT_IN_ENGINE_NAME,
  HEDGE_FAMILIES,
  type HedgeCrisis,
  type HedgeStrategy,
  MARKET_INDEX,
  NOTHING_CHOSEN,
  namePosition,
} from '@ballast/contract'
import {
  getScenario,
  type HedgeAnalysis,
  type HedgeContext,
  type HedgeProposal,
  type LimitPrice,
  proposeFrontier,
  proposeHedges,
  selectUnderlyings,
} from '@ballast/quant'
import { assessBook } from '../../advice/book/assess-book.ts'
import type { BookInput } from '../../advice/book/book-input.ts'
import type { BookModel } from '../../advice/book/build-book-model.ts'
import type { HedgeAnswer } from '../../advice/runs/answers.ts'
import { nameLegs } from '../../advice/texts/describe-ticket.ts'
import { recordRisk } from '../../advice/texts/risk-facts.ts'
import { writeRisk } from '../../advice/texts/write-risk.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { joinTexts, toPlainText } from '../../grounding/grounded-text.ts'
import { listFolded, listShown, type Sentence } from '../../grounding/sentence.ts'
import { createTimedSteps } from '../../workers/run-reporting.ts'
import { createKeys, type ShapedStrategy, type ShapeFrame, shapeStrategy } from './shape-strategy.ts'
import { toRule, writeRejection } from './write-rejection.ts'
import { nameSoldLess } from './write-strategy.ts'
import { decideOutcome, writeSummary } from './write-summary.ts'

/** Sentences of an answer, for a model to choose from. */
export interface AnswerSentences {
  summary: Sentence[]
  /** Reasoning of each strategy, in their order. */
  reasoning: Sentence[][]
}

export type AnalysisOutcome =
  | { status: 'ok'; answer: HedgeAnswer; sentences: AnswerSentences; milliseconds: Record<EngineStep, number> }
  | { status: 'impossible'; message: string }

export type EngineStep = 'risk' | 'search' | 'texts'

export interface AnalysisTask {
  input: BookInput
  /** Told when a step begins. */
  progress?: MessagePort
}

/**
 * A whole analysis: risk facts, search, texts. It runs in a thread of its own, and the same input gives the same answer to
 * the byte.
 */
export function analyseBook({ input, progress }: AnalysisTask): AnalysisOutcome {
  const { step, milliseconds } = createTimedSteps<EngineStep>(['risk', 'search', 'texts'], progress)
  const prepared = step('risk', () => assessBook(input))
  if (prepared === null) return { status: 'impossible', message: input.request.crisis ? UNREPLAYABLE : WORTHLESS }
  const { built, context, risk } = prepared
  const { analysis, frontier } = step('search', () => {
    const found = proposeHedges(context, risk)
    return { analysis: found, frontier: proposeFrontier(context, risk, found.frontier) }
  })
  const written = step('texts', () => writeAnswer({ input, built, context, analysis, frontier }))
  return { status: 'ok', ...written, milliseconds }
}

const WORTHLESS =
  'There is no value to protect: the portfolio owes as much as it holds, or nothing in it has a price. Nothing was charged.'

const UNREPLAYABLE =
  'We cannot replay this crisis with your portfolio. There is no price history that reaches back to it, or most of the value did not trade then and has no proxy. Choose another crisis. Nothing was charged.'

interface Parts {
  input: BookInput
  built: BookModel
  context: HedgeContext
  analysis: HedgeAnalysis
  frontier: readonly (HedgeProposal | null)[]
}

function writeAnswer(parts: Parts): { answer: HedgeAnswer; sentences: AnswerSentences } {
  const { input, built, analysis } = parts
  const { risk, request } = analysis
  const { source, simulated, asOf } = input.frame
  const ledger = new FactLedger({ source, simulated, asOf })
  const facts = recordRisk(ledger, risk, { request, term: analysis.term, indexSectors: input.indexSectors })
  const shorts = new Set(built.situation.holdings.filter(({ value }) => value < 0).map(({ ticker }) => ticker))
  const frame: ShapeFrame = {
    ledger,
    risk,
    request,
    situation: built.situation,
    listings: built.listings,
    crises: built.crises,
    riskFacts: facts,
    prices: analysis.prices,
    pick: analysis.pick,
    isReached: analysis.search.status === 'found',
    ownRisk: analysis.ownRisk,
    comparator: analysis.proposals.find(({ family }) => family === 'reduce-exposure') ?? null,
    today: built.situation.today,
  }
  const riskAssessment = writeRisk({
    ledger,
    facts,
    risk,
    vulnerabilities: analysis.vulnerabilities,
    crises: built.crises,
    shorts,
    holdsOptions: built.situation.options.length > 0,
    protectionEnd: analysis.protectionEnd,
  })
  const outcome = decideOutcome(analysis)
  const shaped = shapeStrategies(frame, analysis, outcome)
  const considered = shapeConsidered(ledger, parts)
  const summary = summarise({ ledger, facts, outcome, shaped, considered, ...parts })
  const shown = listShown(summary)
  const summaryParts = joinTexts(shown)
  const curve = shapeFrontier(frame, parts, shaped)
  const answer: HedgeAnswer = {
    riskAssessment,
    hedgeStrategies: shaped.map(({ strategy }) => strategy),
    summary: toPlainText(summaryParts),
    analysisId: input.frame.analysisId,
    portfolioId: input.frame.portfolioId,
    portfolioName: input.frame.portfolioName,
    createdAt: input.frame.createdAt,
    summaryParts,
    whyParts: joinTexts(listFolded(summary, shown)),
    outcome,
    request: echoRequest(input, request),
    ...shapeTerm(analysis),
    ...curve,
    considered,
    repricing: shapeRepricing(parts, [...shaped.map(({ strategy }) => strategy), ...curve.frontierStrategies]),
    leftOut: built.leftOut,
    chains: input.chainOutcomes.map(({ ticker, state, note }) => {
      const quotes = built.quotes.get(ticker)
      return { ticker, state, note, asOf: quotes?.asOf ?? null, contracts: quotes?.contracts ?? 0 }
    }),
    facts: ledger.list(),
    engine: { kind: 'built-in', name: BUILT_IN_ENGINE_NAME, fallbackReason: null },
    verification: NOTHING_CHOSEN,
    stale: input.isStale,
    source,
    simulated,
    asOf,
  }
  return { answer, sentences: { summary, reasoning: shaped.map(({ reasoning }) => reasoning) } }
}

function shapeStrategies(
  frame: ShapeFrame,
  { proposals, unhedged, pick }: HedgeAnalysis,
  outcome: HedgeAnswer['outcome'],
): ShapedStrategy[] {
  const keyOf = createKeys()
  const isLeft = outcome === 'limit-holds-already' || outcome === 'do-not-hedge'
  const toRole = ({ id, family }: HedgeProposal): HedgeStrategy['role'] => {
    if (isLeft && family === 'do-nothing') return 'recommended'
    if (!isLeft && id === pick) return 'recommended'
    const { role } = HEDGE_FAMILIES[family]
    return role === 'concentration' || role === 'comparator' ? role : 'alternative'
  }
  const ordered = isLeft ? [unhedged, ...proposals] : [...proposals, unhedged]
  return ordered.map((proposal) =>
    shapeStrategy(frame, proposal, { key: keyOf(proposal.family), role: toRole(proposal) }),
  )
}

function shapeConsidered(ledger: FactLedger, { analysis, built, input }: Parts): HedgeAnswer['considered'] {
  const names = new Map(
    analysis.proposals.map(({ id, family, legs: [leg] }) => {
      return [
        id,
        leg ? `${HEDGE_FAMILIES[family].name} on ${namePosition(leg.underlying)}` : HEDGE_FAMILIES[family].name,
      ]
    }),
  )
  const { holdings } = built.situation
  return analysis.considered.map((one, place) => {
    const rule = toRule(one, holdings)
    const parts = writeRejection(
      {
        ledger,
        holdings,
        key: `considered.${place + 1}`,
        chains: input.chainOutcomes,
        nameOf: (id) => names.get(id) ?? HEDGE_FAMILIES[familyOf(id)].name,
      },
      { ...one, rule },
    )
    return {
      family: one.family,
      instrument: one.instrument,
      rule,
      reason: toPlainText(parts),
      reasonParts: parts,
    }
  })
}

/** Why no option was searched on the fund of the portfolio's own risk. */
function writeOwnObstacle(
  ledger: FactLedger,
  { analysis: { ownRisk }, built, input }: Pick<Parts, 'analysis' | 'built' | 'input'>,
) {
  if (ownRisk === null || ownRisk.isKept || ownRisk.obstacle === null) return null
  const { holdings } = built.situation
  const frame = { ledger, holdings, key: 'own.obstacle', chains: input.chainOutcomes, nameOf: () => '' }
  return writeRejection(frame, { ...ownRisk.obstacle, family: 'own-risk', instrument: ownRisk.driver.ticker })
}

/** An id begins with its family. */
function familyOf(id: string): HedgeProposal['family'] {
  const [name = ''] = id.split(' ')
  return name in HEDGE_FAMILIES ? (name as HedgeProposal['family']) : 'do-nothing'
}

function summarise({
  ledger,
  facts,
  outcome,
  shaped,
  considered,
  analysis,
  built,
  input,
}: Parts & {
  ledger: FactLedger
  facts: ReturnType<typeof recordRisk>
  outcome: HedgeAnswer['outcome']
  shaped: readonly ShapedStrategy[]
  considered: HedgeAnswer['considered']
}) {
  const toShort = (found: ShapedStrategy | undefined) =>
    found
      ? {
          instrument: found.strategy.instrumentParts,
          facts: found.facts,
          lossPercent: found.strategy.lossAtShockPercent,
        }
      : null
  const isSearched = analysis.search.status !== 'not-possible' || analysis.request.objective === 'floor'
  const obstacle = considered.find(({ family }) => family === 'index-put')?.reasonParts ?? null
  const selling = shaped.find(({ strategy }) => strategy.family === 'reduce-exposure')
  return writeSummary({
    ledger,
    analysis,
    outcome,
    facts,
    pick: toShort(shaped.find(({ strategy }) => strategy.id === analysis.pick)),
    obstacle: isSearched ? null : obstacle,
    ownObstacle: writeOwnObstacle(ledger, { input, built, analysis }),
    comparator: toShort(selling),
    soldLess: selling === undefined ? null : nameSoldLess(selling.strategy, built.situation, analysis.request),
    leftOut: built.leftOut.map(({ ticker }) => ticker),
    holdsOptions: built.situation.options.length > 0,
    history: input.series.find(({ ticker }) => ticker === MARKET_INDEX) ?? null,
    shorts: new Set(built.situation.holdings.filter(({ value }) => value < 0).map(({ ticker }) => ticker)),
  })
}

/** The term, the end of what protects already, and the three prices of the limit. */
function shapeTerm({
  term,
  asked,
  protectionEnd,
  prices,
  ownRisk,
}: HedgeAnalysis): Pick<HedgeAnswer, 'term' | 'protectionEnd' | 'prices' | 'ownRisk'> {
  const shapePrice = (price: LimitPrice | null) =>
    price && {
      cost: price.cost,
      percent: 100 * price.fraction,
      instrument: price.legs.length === 0 ? null : nameLegs(price.legs),
    }
  return {
    term: { lastDay: term.date, tradingDays: term.tradingDays, askedDay: asked.date },
    protectionEnd: protectionEnd && {
      date: protectionEnd.date,
      lossBeforePercent: 100 * protectionEnd.lossBefore,
      lossAfterPercent: 100 * protectionEnd.lossAfter,
    },
    ownRisk: ownRisk && {
      kind: ownRisk.driver.kind,
      ticker: ownRisk.driver.ticker,
      fallPercent: -100 * ownRisk.driver.fall,
      lossPercent: 100 * ownRisk.loss,
      isKept: ownRisk.isKept,
    },
    prices: prices && {
      lastDay: shapePrice(prices.lastDay),
      everyDay: shapePrice(prices.everyDay),
      stressed: shapePrice(prices.stressed),
    },
  }
}

function shapeFrontier(
  frame: ShapeFrame,
  { analysis, frontier, context }: Parts,
  shaped: readonly ShapedStrategy[],
): Pick<HedgeAnswer, 'frontier' | 'frontierStrategies'> {
  const unreachable = context.room === null ? 'liquidity-or-strikes' : 'accounts'
  const known = new Set(shaped.map(({ strategy }) => strategy.id))
  const strategies: HedgeStrategy[] = []
  const { unhedgedLoss } = analysis.search
  const points = analysis.frontier.map((point, place): HedgeAnswer['frontier'][number] => {
    const proposal = frontier[place] ?? null
    if (proposal !== null && !known.has(proposal.id)) {
      known.add(proposal.id)
      strategies.push(shapeStrategy(frame, proposal, { key: `frontier${place + 1}`, role: 'alternative' }).strategy)
    }
    const reason = point.cost === null ? unreachable : point.withinBudget ? null : 'budget'
    return {
      limitPercent: 100 * point.limit,
      costPercent: point.costFraction === null ? null : 100 * point.costFraction,
      cost: point.cost,
      reason,
      sellingPercent:
        unhedgedLoss === null || unhedgedLoss <= 0 ? 0 : 100 * Math.max(0, 1 - point.limit / unhedgedLoss),
      sellingCostPercent: (100 * point.sellingCost) / analysis.risk.value,
      strategyId: proposal?.id ?? null,
    }
  })
  return { frontier: points, frontierStrategies: strategies }
}

/** Shapes what a browser reprices with: the expiries that occur in any strategy, or are held. */
function shapeRepricing({ context, built }: Parts, strategies: readonly HedgeStrategy[]): HedgeAnswer['repricing'] {
  const { book, underlyings } = context
  return {
    book: {
      value: book.value,
      exposures: book.exposures.map(({ value, beta }) => ({ value, beta })),
      options: book.options.map((leg) => ({ ...leg })),
    },
    underlyings: selectUnderlyings(underlyings, [
      ...strategies.flatMap(({ legs }) => legs),
      ...built.situation.options,
    ]),
  }
}

function echoRequest({ echo }: BookInput, request: HedgeContext['request']): HedgeAnswer['request'] {
  const toPercent = (fraction: number) => Math.round(1e8 * fraction) / 1e6
  const { allowOptions, longOnly, account, approval } = echo.permissions ?? request
  return {
    limitPercent: toPercent(request.limit),
    shockPercent: toPercent(-request.shock),
    crisisId: request.crisis as HedgeCrisis | null,
    crisisName: request.crisis === null ? null : getScenario(request.crisis).name,
    horizonDays: request.horizonDays,
    budgetPercent: toPercent(request.maximumPremium),
    allowShortCalls: request.allowShortCalls,
    allowOptions,
    longOnly,
    noSpreads: request.maximumLines === 1,
    underlyings: request.underlyings,
    account,
    gainsTaxPercent: request.gainsTax === null ? null : toPercent(request.gainsTax),
    approval,
    wholeShares: request.wholeShares,
    lastDay: echo.fields.lastDay ?? null,
    keepUpside: request.keepUpside,
    keep: [...request.keep],
    objective: request.objective,
    customPrompt: echo.customPrompt,
    understood: echo.understood,
    notUsed: echo.notUsed,
  }
}
