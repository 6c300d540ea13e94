import type { GroundedText, HedgeAnalysis as HedgeAnswer } from '@ballast/contract'
import type { HedgeAnalysis } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { FactWriter } from './fact-writer.ts'
import type { RiskFacts } from './risk-facts.ts'
import type { StrategyFacts } from './strategy-facts.ts'

interface SummaryFrame {
  ledger: FactLedger
  analysis: HedgeAnalysis
  outcome: HedgeAnswer['outcome']
  facts: RiskFacts
  /** The search's choice in words, if there is one. */
  pick: { instrument: GroundedText; facts: StrategyFacts } | null
  /** Why no index hedge could be searched, in words; null when one was. */
  obstacle: GroundedText | null
  /** Selling instead, if something would have to be sold. */
  comparator: { instrument: GroundedText; facts: StrategyFacts; lossPercent: number } | null
  leftOut: readonly string[]
}

/** What an analysis came to. Whoever reads the words and not the numbers must not be misled by them. */
export function decideOutcome(analysis: HedgeAnalysis): HedgeAnswer['outcome'] {
  const { search, considered, pick, request, risk } = analysis
  if (request.objective === 'floor') return pick === null ? 'cannot-be-met' : 'hedge'
  if (search.status === 'found') return pick === null ? 'cannot-be-met' : 'hedge'
  if (search.status === 'not-needed') return 'limit-holds-already'
  if (search.status === 'not-reachable') return 'cannot-be-met'
  if (considered.some(({ rule, family }) => rule === 'no-market-exposure' && family === 'index-put'))
    return 'do-not-hedge'
  const loss = -(risk.shocks.find(({ marketReturn }) => marketReturn === request.shock)?.bookReturn ?? 0)
  return loss <= request.limit ? 'limit-holds-already' : 'cannot-be-met'
}

/** Three to five sentences, the verdict first. */
export function writeSummary(frame: SummaryFrame): GroundedText {
  const { pick, leftOut } = frame
  const texts = [...VERDICTS[frame.outcome](frame), ...writeComparator(frame)]
  if (
    pick?.facts.payoff &&
    pick.facts.netCost &&
    Number(pick.facts.netCost.value) > 0 &&
    Number(pick.facts.payoff.value) >= 0
  ) {
    texts.push(ground`The hedge is insurance: on average it is expected to pay back ${pick.facts.payoff} of its cost.`)
  }
  if (leftOut.length > 0) {
    const named = leftOut.slice(0, 3).join(', ')
    const more = leftOut.length > 3 ? ' and others' : ''
    texts.push(plain(`Left out, as the list says: ${named}${more}.`))
  }
  return joinTexts(texts)
}

const VERDICTS: Readonly<Record<HedgeAnswer['outcome'], (frame: SummaryFrame) => GroundedText[]>> = {
  hedge: (frame) => {
    const { facts, pick, analysis } = frame
    if (pick === null) return []
    const concentration = writeConcentration(frame)
    const { limit, shock, lossPercent, lossUsd } = facts
    const name =
      analysis.request.objective === 'floor'
        ? 'The cheapest floors under each holding'
        : concentration === null
          ? 'The cheapest hedge'
          : 'Then the cheapest index hedge'
    const target =
      analysis.request.objective === 'floor'
        ? ground`: none of those covered loses more than ${limit}.`
        : ground`: a market fall of ${shock} then costs at most ${limit} instead of ${abs(lossPercent)} (${abs(lossUsd)}).`
    return [
      ...(concentration === null ? [] : [concentration]),
      [
        ...ground`${name} is ${pick.instrument} for ${pick.facts.cost} (${pick.facts.costPercent} of the portfolio)`,
        ...target,
      ],
    ]
  },
  'cannot-be-met': ({ ledger, facts, pick, analysis, obstacle }) => {
    const { limit, shock, budgetUsd, budget, lossPercent } = facts
    const { reason, costWithoutBudget } = analysis.search
    if (obstacle !== null) {
      return [
        ground`A loss of at most ${limit} in a market fall of ${shock} cannot be had with options here; without a hedge it is ${abs(lossPercent)}.`,
        obstacle,
      ]
    }
    const first =
      reason === 'budget' && costWithoutBudget !== null
        ? ground`A loss of at most ${limit} in a market fall of ${shock} cannot be had for ${budgetUsd} (${budget}): it would cost ${new FactWriter(ledger, 'search').usd('costWithoutBudget', costWithoutBudget, { label: 'Cost of the cheapest hedge without a budget', formula: 'By the search' })}.`
        : ground`A loss of at most ${limit} in a market fall of ${shock} cannot be had at any price with the options that are offered.`
    if (pick === null) return [first, ground`No affordable hedge brings the loss of ${abs(lossPercent)} down.`]
    return [
      first,
      ground`The best that the budget buys is ${pick.instrument} for ${pick.facts.cost}: a loss of ${pick.facts.loss} instead of ${abs(lossPercent)}.`,
    ]
  },
  'limit-holds-already': ({ facts }) => [
    Number(facts.lossPercent.value) < 0
      ? ground`No hedge is needed: in a market fall of ${facts.shock} the portfolio loses ${abs(facts.lossPercent)}, within the limit of ${facts.limit}.`
      : ground`No hedge is needed: in a market fall of ${facts.shock} the portfolio does not lose, so the limit of ${facts.limit} holds.`,
    plain('Keeping it as it is costs nothing; a tighter limit or a deeper fall may ask for a hedge.'),
  ],
  'do-not-hedge': ({ facts }) => [
    ground`Do not hedge the market: with a beta of ${facts.beta} the portfolio hardly falls with it, and a put on an index would protect nothing.`,
    ground`In a market fall of ${facts.shock} its value is expected to change by ${facts.lossPercent}.`,
  ],
}

/** Concentration comes first where no index hedge covers most of the risk. */
function writeConcentration({ ledger, analysis, facts }: SummaryFrame): GroundedText | null {
  const finding = analysis.priorities.find(({ rule }) => rule === 'reduce-concentration')
  if (finding === undefined || facts.unexplained === null) return null
  const ticker = String(finding.parameters.ticker)
  const weight = new FactWriter(ledger, 'priority').percent('largestWeightPercent', Number(finding.parameters.weight), {
    label: `Share of ${ticker} in the value of the holdings`,
    formula: 'Value of the holding / gross value of all holdings',
  })
  return ground`Reduce ${ticker} first: it is ${weight} of the portfolio, and ${facts.unexplained} of the portfolio’s variance is no market risk, which no index hedge covers.`
}

function writeComparator({ comparator, facts, outcome, pick }: SummaryFrame): GroundedText[] {
  if (comparator === null || outcome === 'limit-holds-already' || outcome === 'do-not-hedge') return []
  const { cost } = comparator.facts
  const isCheaper = pick !== null && Number(cost.value) < Number(pick.facts.cost.value)
  const verb = isCheaper ? 'Selling is cheaper on paper' : 'The alternative is to sell'
  const isEnough = comparator.lossPercent <= Number(facts.limit.value) + 0.005
  const effect = isEnough
    ? ground`keeps ${facts.limit} at that fall`
    : ground`brings the loss to ${comparator.facts.loss} at that fall`
  return [
    ground`${verb}: ${lowerFirst(comparator.instrument)} ${effect} and forgoes about ${cost} of expected return over ${bare(facts.horizon)} trading days, taxes aside.`,
  ]
}

function lowerFirst(parts: GroundedText): GroundedText {
  const [first, ...rest] = parts
  return first ? [{ ...first, text: first.text.charAt(0).toLowerCase() + first.text.slice(1) }, ...rest] : parts
}
