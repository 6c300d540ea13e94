// Tests: odd-books.test.ts, comprehensive.test.ts

import type { Fact } from '@ballast/contract'
import { getScenario, LEAST_SEVERITY, sumGross } from '@ballast/quant'
import { MOST_PROXIED } from '../../advice/texts/write-risk.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { type FindingFacts, recordFindings } from './finding-facts.ts'
import { type HoldingVolatility, readVolatilities } from './holding-volatility.ts'
import { type EvidenceFacts, recordEvidence } from './write-evidence.ts'

export interface DescribedVolatility {
  ticker: string
  volatility: Fact
  move: Fact
}

/** The figures of an analysis that are no hedge's: what was looked at, what was found, how sure it is. */
export interface AdviceFacts extends FindingFacts {
  holdings: Fact
  cashPercent: Fact
  /** Funds that repeat a multiple of each day's move or its opposite; null where none is held. */
  geared: { tickers: readonly string[]; share: Fact } | null
  dataPercent: Fact
  /** How many positions are left out, of how many; null when none is. */
  leftOutCount: { left: Fact; held: Fact } | null
  /** Below this share of the value nothing is recommended. */
  threshold: Fact
  effectiveNames: Fact | null
  score: Fact | null
  averageCorrelation: Fact | null
  /** The crisis that would have cost most, the index beside it. */
  crisis: { name: string; own: Fact; index: Fact; isProxied: boolean } | null
  tail: Fact | null
  volatilities: readonly DescribedVolatility[]
  evidence: EvidenceFacts
}

/** Enters the figures that every text of the analysis may speak of. */
export function recordAdvice(frame: AdviceFrame): AdviceFacts {
  return { ...recordBasis(frame), ...recordFindings(frame), ...recordRiskShape(frame), evidence: recordEvidence(frame) }
}

function recordLeftOutCount(writer: FactWriter, { leftOut, situation }: AdviceFrame['built']) {
  if (leftOut.length === 0) return null
  const held = situation.holdings.length + situation.options.length + leftOut.length
  return {
    left: writer.state('basis.leftOutCount', leftOut.length),
    held: writer.state('basis.positionCount', held),
  }
}

function recordBasis({ ledger, input, built, advice }: AdviceFrame) {
  const writer = new FactWriter(ledger, 'basis')
  const { holdings, cash } = built.situation
  return {
    holdings: writer.state('basis.holdings', holdings.length),
    cashPercent: writer.state('basis.cashPercent', cash / (sumGross(built.situation) || 1)),
    geared: recordGeared(writer, input),
    dataPercent: writer.state('basis.dataPercent', advice.evidence.data),
    leftOutCount: recordLeftOutCount(writer, built),
    threshold: writer.state('basis.thresholdPercent', LEAST_SEVERITY),
  }
}

function recordGeared(writer: FactWriter, { hedging: { book } }: AdviceFrame['input']): AdviceFacts['geared'] {
  const geared = book.shares.filter(({ isGeared }) => isGeared === true)
  if (geared.length === 0) return null
  const sizeOf = (shares: typeof geared) => shares.reduce((sum, { value }) => sum + Math.abs(value), 0)
  return {
    tickers: geared.map(({ ticker }) => ticker),
    share: writer.state('basis.gearedPercent', sizeOf(geared) / sizeOf(book.shares)),
  }
}

function recordRiskShape({ ledger, risk, built, input, context }: AdviceFrame) {
  const { concentration, diversification, crises, tails } = risk
  const writer = new FactWriter(ledger, 'diversification')
  const effective = concentration?.detail.effectiveNames ?? null
  const score = diversification?.score ?? null
  const average = built.situation.holdings.length > 1 ? (diversification?.averageCorrelation ?? null) : null
  const proxyShares = new Map(built.crises.map(({ id, proxyShare }) => [id, proxyShare]))
  const isProxied = (scenario: string) => (proxyShares.get(scenario) ?? 0) > MOST_PROXIED
  // What proxies did is said only where there is no crisis of the holdings' own.
  const worst = crises.toSorted(
    (a, b) =>
      Number(isProxied(a.scenario)) - Number(isProxied(b.scenario)) ||
      a.bookReturn - b.bookReturn ||
      (a.scenario < b.scenario ? -1 : 1),
  )[0]
  const { horizonDays } = context.request
  return {
    effectiveNames: effective === null ? null : writer.state('diversification.effectiveNames', effective),
    score: score === null ? null : writer.state('diversification.score', score),
    averageCorrelation: average === null ? null : writer.state('diversification.averageCorrelation', average),
    crisis:
      worst === undefined
        ? null
        : {
            name: getScenario(worst.scenario).name,
            own: ledger.get(`crisis.${worst.scenario}.profitPercent`),
            index: ledger.get(`crisis.${worst.scenario}.indexPercent`),
            isProxied: isProxied(worst.scenario),
          },
    tail: tails.some(({ days }) => days === horizonDays) ? ledger.get(`tail.days${horizonDays}.cvar95Percent`) : null,
    volatilities: readVolatilities(built, input.volatilityChains).map((one) => recordVolatility(ledger, one)),
  }
}

function recordVolatility(
  ledger: AdviceFrame['ledger'],
  { ticker, volatility30, expectedMove }: HoldingVolatility,
): DescribedVolatility {
  const writer = new FactWriter(ledger, `options.${ticker}`)
  const volatility = writer.state('options.volatility30Percent', volatility30, { names: { ticker } })
  return {
    ticker,
    volatility,
    move: writer.state('options.expectedMovePercent', expectedMove, { names: { ticker }, inputs: [volatility] }),
  }
}
