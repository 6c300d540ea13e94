// Tests: hedge-verdicts.test.ts, hedges.test.ts

import { type GroundedText, namePositions } from '@ballast/contract'
import type { HedgeAnalysis } from '@ballast/quant'
import type { HedgeAnswer } from '../../advice/runs/answers.ts'
import { findRise } from '../../advice/texts/risk-facts.ts'
import { SUMMARY } from '../../advice/texts/sentence-kinds.ts'
import type { StrategyFacts } from '../../advice/texts/strategy-facts.ts'
import { writeExpectedRange } from '../../advice/texts/write-expected-cost.ts'
import { nameHolding } from '../../advice/texts/write-risk.ts'
import { writeProtectionEnd, writeShortTerm } from '../../advice/texts/write-term.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, plain } from '../../grounding/grounded-text.ts'
import { chain, type Sentence, say } from '../../grounding/sentence.ts'
import { after, answer, foldSummary, type RankedSentence, rank } from './fold-summary.ts'
import type { SummaryFrame } from './summary-frame.ts'
import { nameCheapest, writeCheaper, writeOtherHolder } from './write-cheapest.ts'
import { writeCrisisAnswer, writeCrisisSelling } from './write-crisis.ts'
import { writeEndOfProtection } from './write-end-of-protection.ts'
import { writeOwnAnswer } from './write-own-risk.ts'
import { findBrokenReplay, writeContraryReplay, writeKeptReplay, writeRareFall } from './write-replays.ts'
import { recordForgone, writeHedgeCost, writeSellingVerdict, writeTaxClause } from './write-selling.ts'
import {
  findPick,
  findUnhedged,
  isByPaths,
  isWithin,
  nameWorstFall,
  writePutsAlone,
  writeReached,
  writeShortfall,
  writeTarget,
  writeWanted,
} from './write-target.ts'

/** Decides the outcome of an analysis. A reader of the words alone must not be misled by them. */
export function decideOutcome(analysis: HedgeAnalysis): HedgeAnswer['outcome'] {
  const { search, considered, pick, request, ownRisk, isKept } = analysis
  if (request.objective === 'floor') return pick === null ? 'cannot-be-met' : 'hedge'
  if (isKept) {
    const isExposed = considered.every(({ rule, family }) => rule !== 'no-market-exposure' || family !== 'index-put')
    return isExposed || ownRisk !== null ? 'limit-holds-already' : 'do-not-hedge'
  }
  if (ownRisk !== null)
    return ownRisk.effects.some(({ id, holdsLimit }) => id === pick && holdsLimit) ? 'hedge' : 'cannot-be-met'
  if (search.status === 'found') return pick === null ? 'cannot-be-met' : 'hedge'
  return findPick(analysis)?.holdsLimit && request.objective === 'loss-curve' ? 'hedge' : 'cannot-be-met'
}

/** The verdict first, in at most five sentences; what else there is to say follows for whoever asks why. */
export function writeSummary(frame: SummaryFrame): Sentence[] {
  const { pick, leftOut, analysis } = frame
  const { crisis } = analysis.request
  const sentences =
    crisis === null
      ? analysis.ownRisk === null
        ? writeFallAnswer(frame)
        : writeOwnAnswer(frame, analysis.ownRisk)
      : [...writeCrisisAnswer(frame, crisis), ...rank(8, writeCrisisSelling(frame))]
  if (pick?.facts.expected)
    sentences.push(...rank(4, say(SUMMARY.expectedCost, writeExpectedRange(pick.facts.expected, 'the hedge'))))
  if (frame.holdsOptions) sentences.push(...rank(8, say(SUMMARY.heldOptions, OPTIONS_COUNT)))
  if (leftOut.length > 0) {
    const left = plain(`Not included: ${namePositions(leftOut, { most: NAMED, isCounted: false })}.`)
    sentences.push(...rank(2, say(SUMMARY.leftOut, left)))
  }
  return foldSummary(sentences)
}

/** The basis of every figure of a book with options, where Backtest has another. */
const OPTIONS_COUNT = plain(
  'Options that you hold count in these figures, in past crises by their value on each day. Backtest leaves them out.',
)

/** So many of what is left out are named, the others counted. */
const NAMED = 3

function writeFallAnswer(frame: SummaryFrame): RankedSentence[] {
  const { pick, ledger, analysis, facts } = frame
  const { protectionEnd } = analysis
  // Whichever is expected to cost less is said first.
  const isSellingFirst = analysis.selling?.cheaper === 'selling'
  const isExposed = frame.outcome === 'hedge' || frame.outcome === 'cannot-be-met'
  const [selling = [], price = [], ...verdicts] = writeComparator(frame)
  const compare = (first: number) => [
    ...rank(first, chain(say(SUMMARY.selling, selling), say(SUMMARY.sellingPrice, price))),
    ...after(8, say(SUMMARY.sellingVerdict, ...verdicts)),
  ]
  const [contrary = [], ...renewed] = writeContraryReplay(ledger, analysis)
  const [rare = [], ...longer] = writeRareFall(ledger, frame)
  return [
    ...(protectionEnd !== null && isExposed
      ? rank(1, say(SUMMARY.ownProtectionEnd, writeProtectionEnd(ledger, protectionEnd, facts)))
      : []),
    ...(isSellingFirst ? compare(1) : []),
    ...VERDICTS[frame.outcome](frame, isSellingFirst || !keepsBySelling(frame) ? [] : compare(1)),
    ...after(5, say(SUMMARY.contraryReplay, contrary)),
    ...after(8, say(SUMMARY.contraryRenewed, ...renewed)),
    ...rank(6, say(SUMMARY.rareFall, rare)),
    ...after(8, say(SUMMARY.longerTerm, ...longer)),
    ...rank(2, say(SUMMARY.shortTerm, ...(pick === null ? [] : writeShortTerm(ledger, analysis, facts)))),
    ...(isSellingFirst || keepsBySelling(frame) ? [] : compare(8)),
  ]
}

/** Where what is bought does not keep the limit, and selling does, that is said at once. */
const keepsBySelling = ({ outcome, comparator, analysis: { request }, facts }: SummaryFrame) =>
  outcome === 'cannot-be-met' &&
  request.objective === 'loss-curve' &&
  comparator !== null &&
  isWithin(comparator.lossPercent, facts)

type Verdict = (frame: SummaryFrame, selling: readonly RankedSentence[]) => RankedSentence[]

const VERDICTS: Readonly<Record<HedgeAnswer['outcome'], Verdict>> = {
  hedge: (frame) => {
    const { pick, analysis } = frame
    if (pick === null) return []
    const concentration = writeConcentration(frame)
    const isOther = analysis.search.status === 'not-reachable'
    const isUnsearched = analysis.request.objective !== 'floor' && analysis.search.status === 'not-possible'
    const name =
      analysis.request.objective === 'floor'
        ? 'The cheapest way to a floor under each position'
        : isUnsearched
          ? 'The way to keep the limit without selling shares'
          : isOther
            ? 'The ticket that keeps it'
            : `${concentration?.isReduced ? 'For the portfolio as it is, the' : 'The'} ${nameCheapest(frame)}`
    const isCapped = findPick(analysis)?.breakEven.cap != null
    const givesUp = (isOther || isUnsearched || isCapped) && Number(pick.facts.upside.value) > 0.05
    return [
      ...answer(
        say(SUMMARY.concentration, concentration?.text),
        say(SUMMARY.putsAlone, isOther && writePutsAlone(frame)),
        isUnsearched && frame.obstacle !== null
          ? [...say(SUMMARY.unsearched, UNSEARCHED), ...say(SUMMARY.obstacle, frame.obstacle)]
          : [],
        say(SUMMARY.pick, ground`${name} is ${pick.instrument} for ${writePaid(pick.facts)}: ${writeTarget(frame)}.`),
      ),
      ...after(2, say(SUMMARY.cheaper, ...writeCheaper(frame))),
      ...after(
        2,
        say(
          SUMMARY.upside,
          givesUp && ground`In a strong market the hedge gives up ${pick.facts.upside} of the portfolio.`,
        ),
      ),
      ...after(3, say(SUMMARY.protectionEnd, ...writeEndOfProtection(frame))),
      ...after(9, say(SUMMARY.smallerHedge, concentration?.isReduced && REDUCED)),
      ...after(3, say(SUMMARY.covered, ...writeCovered(frame))),
    ]
  },
  'cannot-be-met': (frame, selling) => {
    const { facts, pick, analysis, obstacle } = frame
    const { limit, budgetUsd, budget } = facts
    if (obstacle !== null) {
      const first = analysis.request.allowOptions
        ? [
            ...say(
              SUMMARY.beyondOptions,
              ground`${writeWanted(frame)} cannot be had with options here; without a hedge it is ${findUnhedged(frame)}.`,
            ),
            ...say(SUMMARY.obstacle, obstacle),
          ]
        : say(
            SUMMARY.withoutOptions,
            ground`Without options, as you asked, ${nameWorstFall(frame)} costs ${findUnhedged(frame)}, more than the limit of ${limit}.`,
          )
      return [...answer(first), ...after(2, say(SUMMARY.otherHolder, ...writeOtherHolder(frame))), ...selling]
    }
    if (analysis.request.objective === 'floor') {
      return answer(
        say(
          SUMMARY.noFloor,
          analysis.request.allowOptions
            ? ground`A floor of ${limit} under each position cannot be had for ${budgetUsd} (${budget}) with the options that are offered.`
            : ground`A floor of ${limit} under each position needs options, and you did not want any.`,
        ),
      )
    }
    const first = say(SUMMARY.shortfall, writeShortfall(frame))
    if (pick === null) {
      const closing = frame.comparator === null && frame.holdsOptions
      return [
        ...answer(first),
        ...selling,
        ...answer(
          say(SUMMARY.nothingHelps, ground`No affordable hedge brings the loss of ${findUnhedged(frame)} down.`),
          say(SUMMARY.closeOptions, closing && plain('To bring it down, close a part of the options you hold.')),
        ),
      ]
    }
    return [
      ...answer(first),
      ...selling,
      ...answer(
        say(
          SUMMARY.best,
          ground`The best that the budget buys is ${pick.instrument} for ${pick.facts.cost}: ${writeReached(frame, pick.facts)}.`,
        ),
      ),
      ...after(3, say(SUMMARY.protectionEnd, ...writeEndOfProtection(frame))),
    ]
  },
  'limit-holds-already': (frame) =>
    answer(
      say(SUMMARY.kept, writeHolds(frame)),
      say(SUMMARY.keptReplay, ...writeKeptReplay(frame)),
      say(
        SUMMARY.keeping,
        plain('Keeping it as it is costs nothing; a tighter limit or a deeper fall may ask for a hedge.'),
      ),
    ),
  'do-not-hedge': ({ ledger, facts }) =>
    answer(
      say(
        SUMMARY.unhedgeable,
        ground`Do not hedge the market: with a beta of ${facts.beta} the portfolio ${Number(facts.beta.value) < -HARDLY && Number(facts.lossPercent.value) >= 0 ? 'does not fall with it, it rises when the market falls' : 'hardly falls with it'}, and a put on an index would protect nothing.`,
      ),
      say(
        SUMMARY.fall,
        Number(facts.lossPercent.value) < 0
          ? ground`In a market fall of ${facts.shock} it is expected to lose ${abs(facts.lossPercent)}.`
          : Number(facts.lossPercent.value) > 0
            ? ground`In a market fall of ${facts.shock} it is expected to gain ${facts.lossPercent}.`
            : ground`In a market fall of ${facts.shock} it is expected not to lose (${facts.lossPercent}).`,
      ),
      say(SUMMARY.rise, ...writeThreat(ledger)),
    ),
}

/** Comes before the reason. */
const UNSEARCHED = plain('Puts on the index cannot be used here.')

/** A beta nearer zero than this is none to speak of. */
const HARDLY = 0.1

/** Sentence on what follows once the largest position is smaller. */
const REDUCED = plain('AI Analysis computes the smaller hedge for the rest.')

function writeThreat(ledger: FactLedger): GroundedText[] {
  const rise = findRise(ledger)
  return rise && Number(rise.value) < -0.5
    ? [ground`The portfolio loses when the market rises: a rise of a tenth costs about ${abs(rise)}.`]
    : []
}

/** "$4,610 (1.77% of the portfolio)", "a credit of $1,535 (0.91% of the portfolio)". */
function writePaid({ cost, costPercent }: StrategyFacts): GroundedText {
  const share = ground`${abs(cost)} (${abs(costPercent)} of the portfolio)`
  return Number(cost.value) < 0 ? ground`a credit of ${share}` : share
}

/** How much of the holdings has a floor, where not all have one. */
function writeCovered({ ledger, analysis }: SummaryFrame): GroundedText[] {
  if (analysis.request.objective !== 'floor') return []
  const share = findPick(analysis)?.caveats.find(({ rule }) => rule === 'covers-part')?.parameters.share
  if (typeof share !== 'number') return []
  const covered = new FactWriter(ledger, 'search').state('search.coveredPercent', share)
  return [
    ground`The hedge covers ${covered} of the positions; of the rest too few shares are held, or no such puts are offered.`,
  ]
}

function writeHolds(frame: SummaryFrame): GroundedText {
  const { limit, shock, lossPercent } = frame.facts
  if (isByPaths(frame)) {
    return ground`No hedge is needed: over the worst paths you lose ${findUnhedged(frame)} on average, within the limit of ${limit}.`
  }
  if (findBrokenReplay(frame.analysis) !== undefined && Number(lossPercent.value) < 0)
    return ground`In a market fall of ${shock} the portfolio loses ${abs(lossPercent)}, within the limit of ${limit}.`
  return Number(lossPercent.value) < 0
    ? ground`No hedge is needed: in a market fall of ${shock} the portfolio loses ${abs(lossPercent)}, within the limit of ${limit}.`
    : ground`No hedge is needed: in a market fall of ${shock} the portfolio does not lose, so the limit of ${limit} holds.`
}

/** Concentration comes first where no index hedge covers most of the risk. */
function writeConcentration({ ledger, analysis, facts, shorts }: SummaryFrame): {
  text: GroundedText
  /** True if it asks for less of the holding, and not for its own options. */
  isReduced: boolean
} | null {
  const finding = analysis.priorities.find(({ rule }) => rule === 'reduce-concentration')
  if (finding === undefined || facts.unexplained === null) return null
  const ticker = String(finding.parameters.ticker)
  const weight = new FactWriter(ledger, 'priority').state(
    'holding.weightOfAllPercent',
    Number(finding.parameters.weight),
    {
      key: 'largestWeightPercent',
      names: { ticker },
    },
  )
  const name = nameHolding(ticker, shorts)
  const isReduced = findPick(analysis)?.legs.every(({ underlying }) => underlying !== ticker) ?? true
  return {
    isReduced,
    text: isReduced
      ? ground`Reduce ${name} first: it is ${weight} of the portfolio, and an index hedge leaves ${facts.unexplained} of the variance open.`
      : ground`Reduce ${name} (${weight} of the portfolio) or hedge it by itself: an index hedge leaves ${facts.unexplained} of the variance open.`,
  }
}

function writeComparator(frame: SummaryFrame): GroundedText[] {
  const { ledger, comparator, soldLess, facts, outcome, analysis } = frame
  if (comparator === null || outcome === 'limit-holds-already' || outcome === 'do-not-hedge') return []
  const { loss } = comparator.facts
  // A limit of simulated paths, or of each holding by itself, is another promise than one for a fall of the market.
  const isSame = analysis.request.objective === 'loss-curve'
  const less = soldLess === null ? '' : ` ${soldLess},`
  const isEnough = isWithin(comparator.lossPercent, facts)
  const { selling } = analysis
  const opening = !isSame
    ? 'For a market fall alone, selling instead'
    : selling?.cheaper === 'selling'
      ? 'Selling is expected to cost less than a hedge'
      : keepsBySelling(frame)
        ? 'Selling keeps the limit'
        : 'Selling instead'
  const share = ledger.get('strategy.reduce-exposure.soldPercent')
  const { keep } = analysis.request
  const but = keep.length > 0 ? ` but ${namePositions(keep)}` : ''
  const forgone = recordForgone(ledger, comparator.facts, selling)
  const rival = selling?.cheaper === 'selling' ? ground`; ${writeHedgeCost(ledger, selling)}` : ''
  const effect = isEnough ? ground`stays within ${facts.limit}` : ground`is ${loss}`
  return [
    ground`${opening}: with ${share} of every position${but} sold,${less} the loss in a market fall of ${facts.shock} ${effect}.`,
    ground`Selling costs about ${forgone} of expected return over ${bare(facts.horizon)} trading days${writeTaxClause(ledger, analysis)}${rival}.`,
    ...writeSellingVerdict(ledger, analysis),
  ]
}
