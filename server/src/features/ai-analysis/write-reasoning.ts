// Tests: odd-books.test.ts, comprehensive.test.ts, comprehensive-model.test.ts

import { type GroundedText, namePositions } from '@ballast/contract'
import { findProtectionEnd, keepsLimit } from '@ballast/quant'
import { findRise } from '../../advice/texts/risk-facts.ts'
import { REASON } from '../../advice/texts/sentence-kinds.ts'
import { INDEX_NAME, nameHolding, nameSectorBasis } from '../../advice/texts/write-risk.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, joinTexts } from '../../grounding/grounded-text.ts'
import { type Sentence, type SentenceKind, say } from '../../grounding/sentence.ts'
import { toDiversificationLabel } from '../../risk/risk-measures.ts'
import type { AdviceFacts } from './advice-facts.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { writeTrials } from './write-evidence.ts'

type Write = (frame: AdviceFrame, facts: AdviceFacts) => GroundedText | null

interface Reason {
  kind: SentenceKind
  /** The smaller, the sooner it is left out of too many. */
  importance: number
  write: Write
}

const MOST_REASONS = 7
export const LEAST_REASONS = 4

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const isNegative = (fact: { value: number | string }) => Number(fact.value) < 0

const writeLargest: Write = ({ shorts }, { largest, effectiveNames }) => {
  if (largest) {
    const name = capitalise(nameHolding(largest.name, shorts))
    return largest.beside
      ? ground`${name} is ${largest.weight} of the value and ${largest.beside} of the risk.`
      : ground`${name} is ${largest.weight} of the value.`
  }
  return (
    effectiveNames &&
    ground`If you look inside its funds, the portfolio is like ${effectiveNames} companies of equal size.`
  )
}

const writeSector: Write = ({ risk }, { sector }) => {
  if (!sector) return null
  const basis = nameSectorBasis(risk, sector.name)
  if (isNegative(sector.weight)) return ground`${sector.name} is sold short by ${abs(sector.weight)} of ${basis}.`
  return sector.beside
    ? ground`${sector.name} is ${sector.weight} of ${basis}, against ${sector.beside} in the ${INDEX_NAME}.`
    : ground`${sector.name} is ${sector.weight} of ${basis}.`
}

const writeDiversification: Write = (_, { score, averageCorrelation }) => {
  if (!score) return null
  const label = toDiversificationLabel(Number(score.value)).toLowerCase()
  const begin = ground`The diversification score is ${score}, ${label}`
  return averageCorrelation
    ? ground`${begin}: weighted by risk and looking inside funds, the parts correlate by ${averageCorrelation} on average.`
    : ground`${begin}.`
}

const writeMarket: Write = (frame, { move }) => {
  const { beta, shock, lastDay, lossPercent, lossUsd, limit } = frame.riskFacts
  const end = findProtectionEnd(frame.context)
  // The beta of today counts options that will be gone, and the loss does not.
  const begin =
    end === null
      ? frame.built.situation.options.length > 0 && isNegative(lossPercent)
        ? ground`The hedging beta is ${beta} today, options included; on the worst day until ${lastDay} a market fall of ${shock}`
        : ground`With a hedging beta of ${beta}, a market fall of ${shock}`
      : ground`The hedging beta is ${beta} until options end on ${new FactWriter(frame.ledger, 'protection').state('protection.end', end.date)}; after that day a market fall of ${shock}`
  const worse = move && !keepsLimit(Number(move.loss.value) / 100, Number(limit.value) / 100) ? move : null
  if (!isNegative(lossPercent)) {
    return Number(lossPercent.value) > 0
      ? ground`${begin} implies a gain of about ${lossPercent}${writeThreat(frame, worse)}.`
      : ground`${begin} leaves the portfolio where it is (${lossPercent})${writeThreat(frame, worse)}.`
  }
  if (worse) return ground`${begin} implies a loss of about ${abs(lossPercent)}${writeThreat(frame, worse)}.`
  const isKept = keepsLimit(-Number(lossPercent.value) / 100, Number(limit.value) / 100)
  const against = isKept ? ground`within the limit of ${limit}` : ground`against a limit of ${limit}`
  return ground`${begin} implies a loss of about ${abs(lossPercent)} (${abs(lossUsd)}), ${against}.`
}

/** Writes the move that costs more than a fall does: a rise, or options that end. */
function writeThreat({ ledger, riskFacts: { limit } }: AdviceFrame, worse: AdviceFacts['move']): GroundedText {
  if (worse?.fall) {
    return ground`; a smaller one of ${worse.fall} costs more, ${worse.loss}, against a limit of ${limit}`
  }
  if (worse && !worse.rise) {
    return ground`; if the market does not move, its options end, which costs about ${worse.loss}, against a limit of ${limit}`
  }
  const rise = findRise(ledger)
  if (!rise || !isNegative(rise)) return []
  const tenth = ground`; it loses when the market rises: a rise of a tenth costs about ${abs(rise)}`
  return worse?.rise
    ? ground`${tenth}, and one of ${worse.rise}, which undoes such a fall, ${worse.loss}, against a limit of ${limit}`
    : tenth
}

const writeGeared: Write = ({ riskFacts: { horizon } }, { geared }) => {
  if (!geared) return null
  const one = geared.tickers.length === 1
  return ground`${listNames(geared.tickers)} ${one ? 'repeats' : 'repeat'} a multiple of each day’s move or its opposite, and ${one ? 'makes' : 'make'} up ${geared.share} of the positions. Over ${bare(horizon)} trading days the result drifts away from that multiple, most of all in a wild market. So the figures here are rougher for ${one ? 'it' : 'them'}.`
}

const writeCrisis: Write = ({ built }, { crisis }) => {
  if (!crisis) return null
  const { name, own, index, isProxied } = crisis
  const what = built.situation.options.length > 0 ? 'today’s shares, funds and options' : 'today’s positions'
  const held = isProxied ? `the proxies of ${what}` : what
  const theIndex = isNegative(index) ? ground`the index lost ${abs(index)}` : ground`the index gained ${index}`
  return isNegative(own)
    ? ground`In “${name}” ${held} would have lost ${abs(own)}; ${theIndex}.`
    : ground`No past crisis would have cost ${held} anything. In “${name}” they would have gained ${own}; ${theIndex}.`
}

const writeTail: Write = ({ built, riskFacts: { horizon } }, { tail }) => {
  if (!tail) return null
  const without = built.situation.options.length > 0 ? ', options left out' : ''
  return isNegative(tail)
    ? ground`We also simulate paths at today’s volatility${without}. Over ${bare(horizon)} trading days even the worst twentieth gains ${abs(tail)} on average.`
    : ground`We also simulate paths at today’s volatility${without}. Over ${bare(horizon)} trading days the worst twentieth loses ${tail} on average.`
}

const writeVolatility: Write = ({ shorts }, { volatilities: [first, second] }) => {
  if (!first) return null
  const begin = ground`Options price a usual move of ${first.move} within a month for ${nameHolding(first.ticker, shorts)} (volatility ${first.volatility})`
  return second
    ? ground`${begin}, and of ${second.move} for ${nameHolding(second.ticker, shorts)} (${second.volatility}).`
    : ground`${begin}.`
}

const writeEvidenceTrials: Write = (frame, { evidence }) => writeTrials(frame, evidence)

const writeData: Write = ({ built, input }, { dataPercent, leftOutCount }) => {
  const first = leftOutCount
    ? ground`${leftOutCount.left} of ${leftOutCount.held} positions could not be used.`
    : ground`${dataPercent} of the portfolio has a year of its own prices and a fresh quote.`
  const names = built.leftOut.map(({ ticker }) => ticker)
  const older = input.stalePrices
  return joinTexts([
    first,
    ...(names.length > 0 ? [ground`Left out: ${listNames(names)}.`] : []),
    ...(older.length > 0 ? [ground`Older prices are used for ${listNames(older)}.`] : []),
  ])
}

const writeBasis: Write = ({ built, riskFacts: { value } }, { holdings, cashPercent }) => {
  const count = Number(holdings.value)
  const shares = ground`${holdings} ${count === 1 ? 'position' : 'positions'}`
  const options = built.situation.options.length > 0
  const covered = options ? (count === 0 ? ground`options alone` : ground`${shares} and the options`) : shares
  return ground`The analysis covers ${covered} in a portfolio worth ${value}. Cash is ${cashPercent} of the value.`
}

const writeThreshold: Write = ({ advice, riskFacts: { value } }, { stakes, threshold }) => {
  const [largest] = advice.findings.filter(({ severity }) => severity > 0)
  const stake = largest && stakes.get(largest.rule)
  return stake
    ? ground`The largest risk that we found is ${stake} of the portfolio. Apart from the limit, we recommend a trade from ${threshold} on.`
    : ground`Our checks find no risk to the ${value}. Apart from the limit, we recommend a trade from ${threshold} of the portfolio on.`
}

/** In the order in which they are read. */
const REASONS: readonly Reason[] = [
  { kind: REASON.largest, importance: 8, write: writeLargest },
  { kind: REASON.sector, importance: 5, write: writeSector },
  { kind: REASON.diversification, importance: 4, write: writeDiversification },
  { kind: REASON.market, importance: 9, write: writeMarket },
  { kind: REASON.geared, importance: 8.5, write: writeGeared },
  { kind: REASON.crisis, importance: 7, write: writeCrisis },
  { kind: REASON.tail, importance: 2, write: writeTail },
  { kind: REASON.volatility, importance: 3, write: writeVolatility },
  { kind: REASON.trials, importance: 10, write: writeEvidenceTrials },
  { kind: REASON.data, importance: 6, write: writeData },
  { kind: REASON.basis, importance: 1, write: writeBasis },
  { kind: REASON.threshold, importance: 0, write: writeThreshold },
]
const FILLERS: ReadonlySet<SentenceKind> = new Set([REASON.basis, REASON.threshold])

/**
 * Four to seven reasons, each with its figures, in the order in which they are read. What matters least is left out of
 * too many but can be chosen, and what was analysed fills up too few. Good data need no reason of their own. How often the
 * recommendation would have helped, and what is wrong with the data, is always said.
 */
export function writeReasoning(frame: AdviceFrame, facts: AdviceFacts): Sentence[] {
  const isClean = frame.advice.evidence.data > 1 - 1e-9 && frame.built.leftOut.length === 0
  const written = REASONS.flatMap(({ kind, importance, write }) => {
    const text = isClean && write === writeData ? null : write(frame, facts)
    return text === null ? [] : [{ kind, importance, text }]
  })
  const byImportance = written.toSorted((a, b) => b.importance - a.importance)
  const wanted = byImportance.filter(({ kind }) => !FILLERS.has(kind)).slice(0, MOST_REASONS)
  const kept = wanted.length >= LEAST_REASONS ? wanted : byImportance.slice(0, LEAST_REASONS)
  return written.flatMap((one) => say(kept.includes(one) ? one.kind : { ...one.kind, shown: 'extra' }, one.text))
}

const SHOWN_NAMES = 5

/** Positions by name, each once; of many the first few. */
export const listNames = (tickers: readonly string[]): string =>
  namePositions([...new Set(tickers)], { most: SHOWN_NAMES, isCounted: false })
