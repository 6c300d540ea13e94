// Tests: odd-books.test.ts, comprehensive.test.ts

import type { MessagePort } from 'node:worker_threads'
import { type ComprehensiveAnalysis, type Fact, type GroundedText, toBondTerms, toOptionTerms } from '@ballast/contract'
import { advisePortfolio, proposeHedges } from '@ballast/quant'
import { assessBook } from '../../advice/book/assess-book.ts'
import type { BookModel } from '../../advice/book/build-book-model.ts'
import { recordRisk } from '../../advice/texts/risk-facts.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import type { Sentence } from '../../grounding/sentence.ts'
import { createTimedSteps } from '../../workers/run-reporting.ts'
import { recordAdvice } from './advice-facts.ts'
import type { AdviceFrame } from './advice-frame.ts'
import type { AnalysisInput } from './analysis-input.ts'
import { describeContext } from './describe-context.ts'
import { type RecordedAdvice, stateOperations } from './state-operations.ts'
import { writeActions } from './write-actions.ts'
import { type EvidenceFacts, writeEvidence } from './write-evidence.ts'
import { writeApproach, writeSources } from './write-methodology.ts'
import { writeReasoning } from './write-reasoning.ts'
import { type WrittenRecommendation, writeRecommendation } from './write-recommendation.ts'
import type { WrittenAction } from './written-action.ts'

export type EngineStep = 'risk' | 'hedges' | 'trials' | 'texts'

export interface AdviceTask {
  input: AnalysisInput
  /** Told when a step begins. */
  progress?: MessagePort
}

/** An analysis in pieces, before a model may have chosen what some of its texts say. */
export interface AdviceDraft
  extends Pick<
    ComprehensiveAnalysis,
    'headline' | 'confidence' | 'confidenceDetail' | 'context' | 'leftOut' | 'stale'
  > {
  recommendation: WrittenRecommendation
  reasons: Sentence[]
  actions: WrittenAction[]
  approach: GroundedText
  sources: GroundedText[]
  evidence: GroundedText
  facts: Fact[]
  /** Tickers that are held or mentioned. */
  tickers: string[]
  /** Evidence before it was corrected by the record; a fraction. */
  estimatedConfidence: number
  recorded: RecordedAdvice
}

export type AdviceOutcome =
  | { status: 'ok'; draft: AdviceDraft; milliseconds: Record<EngineStep, number> }
  | { status: 'worthless' }

/**
 * A whole comprehensive analysis: risk, hedges, advice with its evidence, texts. It runs in a thread of its own, and the
 * same input gives the same answer to the byte.
 */
export function adviseBook({ input, progress }: AdviceTask): AdviceOutcome {
  const { step, milliseconds } = createTimedSteps<EngineStep>(['risk', 'hedges', 'trials', 'texts'], progress)
  const prepared = step('risk', () => assessBook(input.hedging))
  if (prepared === null) return { status: 'worthless' }
  const { built, context, risk } = prepared
  const hedges = step('hedges', () => proposeHedges(context, risk))
  const advice = step('trials', () => {
    // What an option is worth is known as well as its underlying.
    const underlyings = input.stalePrices.flatMap((ticker) => toOptionTerms(ticker)?.underlying ?? [])
    const unreliable = new Set([...input.stalePrices, ...underlyings])
    const followed = new Set(context.situation.holdings.map(({ ticker }) => ticker).filter(toBondTerms))
    const quality = { unreliable, followed, unpricedShare: input.leftOutShare }
    const crisisCoverage = Object.fromEntries(built.crises.map(({ id, proxyShare }) => [id, 1 - proxyShare]))
    return advisePortfolio({ context, risk, hedges, quality, crisisCoverage })
  })
  const draft = step('texts', () => writeDraft({ input, built, context, risk, advice }))
  return { status: 'ok', draft, milliseconds }
}

function writeDraft(parts: Omit<AdviceFrame, 'ledger' | 'riskFacts' | 'shorts'>): AdviceDraft {
  const { input, built, risk, advice } = parts
  const { source, simulated, asOf } = input.hedging.frame
  const ledger = new FactLedger({ source, simulated, asOf })
  const { indexSectors } = input.hedging
  const { request, term } = parts.context
  const frame: AdviceFrame = {
    ...parts,
    ledger,
    riskFacts: recordRisk(ledger, risk, { request, term, indexSectors }),
    shorts: new Set(built.situation.holdings.filter(({ value }) => value < 0).map(({ ticker }) => ticker)),
  }
  const facts = recordAdvice(frame)
  const actions = writeActions(frame, facts, built.situation.today)
  const draft = {
    headline: advice.headline,
    ...stateEvidence(frame, facts.evidence),
    recommendation: writeRecommendation(frame, facts),
    reasons: writeReasoning(frame, facts),
    actions,
    approach: writeApproach(frame, facts),
    sources: writeSources(frame, facts),
    context: describeContext(frame, facts),
    leftOut: built.leftOut,
    stale: input.hedging.isStale || input.stalePrices.length > 0,
  }
  return {
    ...draft,
    facts: ledger.list(),
    tickers: nameTickers(built),
    estimatedConfidence: advice.confidence,
    recorded: stateOperations(frame, actions),
  }
}

/** States the evidence in percent, and its parts. */
function stateEvidence(frame: AdviceFrame, facts: EvidenceFacts) {
  const { kind, data, helps, within, alternative, histories, crises } = frame.advice.evidence
  const isCalibrated = facts.record !== null
  return {
    confidence: Number(facts.percent.value),
    evidence: writeEvidence(frame, facts),
    confidenceDetail: {
      data,
      within: kind === 'own-risk' ? null : within,
      alternative: alternative?.within ?? null,
      resamples: helps,
      windows: crises.filter(({ agrees }) => agrees).length / Math.max(1, crises.length),
      resampleCount: histories,
      windowCount: crises.length,
      calibrated: isCalibrated,
      calibratedBy: isCalibrated ? ('record' as const) : null,
    },
  }
}

function nameTickers({ situation, leftOut }: BookModel): string[] {
  const { holdings, returns, markets, sectorFunds, otherIndexes, diversifiers, index } = situation
  const named = [index, ...holdings, ...markets, ...sectorFunds, ...diversifiers, ...leftOut].map(
    ({ ticker }) => ticker,
  )
  return [...new Set([...named, ...otherIndexes, ...returns.tickers].map((ticker) => ticker.replace(/^\^/, '')))]
}
