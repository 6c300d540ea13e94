// Tests: odd-books.test.ts, comprehensive.test.ts

import { type GroundedText, namePosition, SOURCE_NAMES } from '@ballast/contract'
import { formatIsoDate } from '@ballast/quant'
import { METHOD } from '../../advice/texts/sentence-kinds.ts'
import { INDEX_NAME } from '../../advice/texts/write-risk.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { listShown, say, tell } from '../../grounding/sentence.ts'
import type { AdviceFacts } from './advice-facts.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { LARGEST_HOLDINGS } from './holding-volatility.ts'
import { listNames } from './write-reasoning.ts'

const SOURCES = { ...SOURCE_NAMES, sample: 'the simulated market' }

/** How the analysis was made: what was done in which order, and what evidence is. */
export function writeApproach(
  { advice, riskFacts: { horizon, shock } }: AdviceFrame,
  facts: AdviceFacts,
): GroundedText {
  const { threshold, evidence } = facts
  const trials =
    advice.evidence.histories > 0
      ? ground`the finished plan is tried on ${evidence.histories} resampled histories over ${bare(horizon)} trading days and on the ${evidence.crises} past crises in which most of the portfolio had its own prices`
      : ground`there is too little history to try the plan on`
  return joinTexts([
    tell(
      METHOD.risks,
      ground`We check four risks: the largest company, the market, the sectors and missing data. A loss beyond your limit is always answered; the other risks count from ${threshold} of the portfolio on.`,
    ),
    tell(
      METHOD.order,
      ground`Steps that are free and last come first: data, trims, other sectors. A hedge covers what is left. Each step is measured on the portfolio after the steps before it.`,
    ),
    tell(METHOD.trials, ground`The market is assumed to fall by ${shock}; ${trials}.`),
    tell(
      METHOD.evidence,
      ground`Evidence is how often the plan keeps the limit on these histories, less how often the best cheaper plan does. It is never more than the share with good data.`,
    ),
    tell(METHOD.record, writeRecord(evidence)),
  ])
}

/** Writes what the evidence was corrected by, or why it is not called confidence. */
function writeRecord({ record }: AdviceFacts['evidence']): GroundedText {
  return record
    ? ground`We call it confidence because ${record.scored} recommendations like it have been scored. Their results correct it.`
    : plain('We do not call it confidence yet, because too few recommendations like it have been scored.')
}

/** Writes what the analysis was made from: sources, windows, dates and coverage. */
export function writeSources(frame: AdviceFrame, facts: AdviceFacts): GroundedText[] {
  return listShown([
    ...say(METHOD.positions, writePositions(frame, facts)),
    ...say(METHOD.histories, writeHistories(frame, facts)),
    ...say(METHOD.chains, writeChains(frame)),
    ...say(METHOD.volatilities, writeVolatilities(frame)),
    ...say(METHOD.crises, writeCrises(frame)),
    ...say(METHOD.index, writeIndex(frame)),
  ])
}

function writePositions({ ledger, built, input }: AdviceFrame, { holdings }: AdviceFacts): GroundedText {
  const { asOf, source } = input.hedging.frame
  const writer = new FactWriter(ledger, 'source')
  const day = writer.state('source.pricesAsOf', asOf.slice(0, 10))
  const out = built.leftOut.length
  const left = writer.state('source.leftOut', out)
  const end = out > 0 ? ground`; ${left} left out` : ground``
  return ground`Positions: ${holdings} at prices of ${day} from ${SOURCES[source]}${end}`
}

function writeHistories({ ledger, built, input }: AdviceFrame, { dataPercent }: AdviceFacts): GroundedText {
  const { returns } = built.situation
  const writer = new FactWriter(ledger, 'source')
  const days = writer.state('source.returns', returns.columns)
  const last = writer.state('source.lastClose', formatIsoDate(returns.dates.at(-1) ?? 0))
  const old = input.hedging.oldHistories
  const older = old.length > 0 ? ground`; older ones are used for ${listNames(old)}` : []
  return ground`Histories: ${days} daily returns up to ${last} from ${SOURCES[input.hedging.frame.source]}, adjusted for splits and dividends; ${dataPercent} of the portfolio has a full year${older}`
}

function writeChains({ ledger, built }: AdviceFrame): GroundedText {
  const used = [...built.quotes]
  if (used.length === 0) return ground`Option chains: none could be read`
  const writer = new FactWriter(ledger, 'source')
  const contracts = writer.state(
    'source.contracts',
    used.reduce((sum, [, quotes]) => sum + quotes.contracts, 0),
  )
  const oldest = used.map(([, { asOf }]) => asOf).reduce((first, one) => (one < first ? one : first))
  const day = writer.state('source.chainsAsOf', oldest.slice(0, 10))
  const names = used.map(([ticker]) => namePosition(ticker)).join(', ')
  return ground`Option chains: ${contracts} contracts of ${names}, quotes of ${day}`
}

function writeVolatilities({ ledger, built, input }: AdviceFrame): GroundedText | null {
  const names = input.volatilityChains.map(({ ticker }) => namePosition(ticker)).join(', ')
  if (names === '' || built.quotes.size === 0) return null
  const largest = new FactWriter(ledger, 'source').state('source.largestHoldings', LARGEST_HOLDINGS)
  return ground`Option chains read for volatility alone: ${names}, among the largest ${largest} positions`
}

function writeCrises({ ledger, built }: AdviceFrame): GroundedText | null {
  const { crises } = built
  if (crises.length === 0) return null
  const writer = new FactWriter(ledger, 'source')
  const count = writer.state('source.crises', crises.length)
  const own = writer.state(
    'source.crisisOwnPercent',
    1 - crises.reduce((sum, one) => sum + one.proxyShare, 0) / crises.length,
  )
  return ground`Past crises: ${count} replays with today’s positions, on average ${own} of the portfolio by its own prices, the rest by proxies`
}

function writeIndex({ riskFacts: { indexSectorsAsOf } }: AdviceFrame): GroundedText {
  return ground`Sector weights of the ${INDEX_NAME} as of ${indexSectorsAsOf}`
}
