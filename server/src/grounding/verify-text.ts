import type { Fact, GroundedText } from '@ballast/contract'
import { assemble } from './assemble-sentence.ts'
import { findUnsupportedSayings } from './check-advice.ts'
import { ACRONYMS, findFalseClaims } from './check-claims.ts'
import { findUnprovenComparisons } from './check-comparatives.ts'
import { findFalsePairs, findFalseSides, findOtherGrade, tellsTrueSide } from './check-comparisons.ts'
import { findOtherContract, findUnknownContracts } from './check-contracts.ts'
import { findOutsideCrisis } from './check-crises.ts'
import {
  type Context,
  findMisplacedFigures,
  findUnnamedSubjects,
  leansOnBefore,
  listTickers,
} from './check-entities.ts'
import { findFalseLimits } from './check-limits.ts'
import { listKinds, rateMeaning } from './check-meaning.ts'
import { findFalseFairness, findOtherOptions, listOptions } from './check-options.ts'
import { findFalseEffects, findFalseLimitSayings } from './check-outcomes.ts'
import { findBareQuantities } from './check-quantities.ts'
import { findFalseRanks } from './check-ranks.ts'
import { findWrongRoles } from './check-roles.ts'
import { findBareStatements, listDraftStems } from './check-statements.ts'
import { findFalseShares, findOtherShares, findRepeated } from './check-sums.ts'
import { findOtherSide, findUnorderedTrades, listSides } from './check-trades.ts'
import { findFalseComparisons, findMisuse, findSwapped } from './check-usage.ts'
import { findUnknownWords, listDraftWords, listFactWords, listSectorWords } from './check-words.ts'
import { carriesSign } from './directions.ts'
import { findTemplate, listText, listWritten } from './draft-sentences.ts'
import { indexFacts } from './fact-index.ts'
import { isAlwaysSo } from './general-truths.ts'
import { joinTexts } from './grounded-text.ts'
import type { KnownEntities } from './known-entities.ts'
import { lookAround, type Place, toUse } from './look-around.ts'
import { matchFact } from './match-fact.ts'
import { hasStrangeCharacters, toPlainCharacters } from './plain-characters.ts'
import { blankOut, readSentence, type Slot, toPhrase } from './read-sentence.ts'
import { remembered } from './remembered.ts'
import { splitSentences } from './sentences.ts'
import { findStatedFigures, type StatedFigure } from './stated-figures.ts'

/** What a text may refer to and name. */
export interface VerificationContext extends KnownEntities {
  facts: readonly Fact[]
  /** Facts whose labels' words may be used, when they are more than those: all of the run. */
  vocabulary?: readonly Fact[]
  /** Whether the text is about what a fact is of; without it, it is about all of its facts. */
  isOwn?(fact: Fact): boolean
  /** How a sentence must name what a fact is of that this text is not about; `undefined` when it may not refer to it. */
  namesOf?(fact: Fact): readonly string[] | undefined
  /** Facts that are meant rather than others of the same value: those of the text that it stands in for. */
  preferred?: ReadonlySet<string>
  /** Sentences with their references that are known to be true: those of the text that it stands in for. */
  trusted?: ReadonlySet<string>
  /** The same sentences as they read, each with its references: who writes their figures out says the same. */
  told?: { get(sentence: string): string | undefined }
  /** Numbers in words that state no fact and may be said, each with the word behind it: "two lines". */
  phrases?: { has(phrase: string): boolean }
}

export interface VerifiedSentence {
  /** As it was written, in plain characters. */
  text: string
  parts: GroundedText
  /** Figures in it, those that were references and those that were repaired into one. */
  references: number
  repaired: number
}

export interface RejectedSentence {
  text: string
  /** Why, in words that a model can mend it by. */
  faults: string[]
}

export interface VerifiedText {
  /** The sentences that hold, put together; every figure in it is a fact. */
  parts: GroundedText
  kept: readonly VerifiedSentence[]
  rejected: readonly RejectedSentence[]
}

/** What is the same for every sentence of a text. */
interface Frame extends VerificationContext {
  byId: ReadonlyMap<string, Fact>
  vocabulary: readonly Fact[]
  isOwn(fact: Fact): boolean
  preferred: ReadonlySet<string>
  phrases: { has(phrase: string): boolean }
  trusted: ReadonlySet<string>
  isSmall: boolean
  draft: string
  /** What a text may say beside its figures: what the one that it replaces says. */
  replaced: Replaced
}

type Replaced = Parameters<typeof findBareStatements>[2] &
  Parameters<typeof findBareQuantities>[2] &
  Parameters<typeof findOtherOptions>[1]

const NONE: ReadonlySet<string> = new Set()
const YEAR = /^(?:199\d|20\d\d)$/
const YEAR_BEFORE = /\b(?:in|of|since|until|through|during|by|from|to|and|the|year|late|early|mid|after|before)[ -]$/i
const YEAR_BEHIND = /^(?:\s?(?:crash|crisis|bear|sell-?off|rally|recession|low|high|shock|drawdown)|[’']s|[.,;:)]|$)/i
const MEASURED = /^\s?(?:dollars?|contracts?|puts?|calls?|shares?|days?|weeks?|months?|years?|percent|points?|times)\b/i
/** Signs of money and parts that no figure stands beside. */
const LOOSE_SIGN = /[%$€£¥‰¢]/
const MARKET_MOVES_BY =
  /\b(?:market|index|it|S&P 500) (?:falls?|fell|drops?|declines?|slides?|sinks?|slips?|rises?|rose|gains?|rallies|climbs?) (?:by |another )?$|\b(?:fall|drop|decline|rise|rally|setback|slide|slump|correction|pullback|dip|sell-off|shock|gain|one|that) of $|\b(?:in|at|for|after) an? (?:\w+ )?$|\b(?:deeper|milder|smaller|larger|harder) fall, $|\brather than $/i
const SMALL_LEDGER = 60
const NUMERAL = /\d+/g
/** Of the longest orders a sentence has some forty references, and dates have three numbers. */
const MOST_NUMERALS = 120
const CREDIT = /\b(?:credit|receives?|income)\b/i

/** Reads what texts are held against, so that it has been read when they come. */
export function prepareContext({ facts, vocabulary = facts, trusted = NONE }: VerificationContext): void {
  const { byId } = indexFacts(vocabulary)
  listFactWords(vocabulary)
  listKinds(vocabulary)
  listDraftWords(trusted)
  listText(trusted)
  listSides(trusted, byId)
  findTemplate('{{', trusted)
  listOptions(facts)
  listDraftStems(trusted, byId)
}

/**
 * Checks a text that somebody else has written, sentence by sentence: references must be to facts and be used as what
 * they are, figures written out must be those of facts and become references, and nothing may be named or promised that
 * is not so. Sentences that fail are left out and told with their faults.
 *
 * @param context facts, tickers and contracts of the run
 */
export function verifyText(text: string, context: VerificationContext): VerifiedText {
  const frame = toFrame(context)
  const kept: VerifiedSentence[] = []
  const rejected: RejectedSentence[] = []
  let discourse: Context = { tickers: [], isWhole: true }
  for (const sentence of splitSentences(toPlainCharacters(text)).map((one) => one.trim())) {
    if (sentence === '') continue
    const checked = verifyTold(sentence, frame, discourse)
    const isKept = 'parts' in checked
    if (isKept) kept.push(checked)
    else rejected.push(checked)
    const named = listTickers(sentence, context).map(({ entity }) => entity)
    discourse = { tickers: named.length > 0 || !leansOnBefore(sentence) ? named : discourse.tickers, isWhole: isKept }
  }
  return { parts: joinTexts(kept.map(({ parts }) => parts)), kept, rejected }
}

function toFrame(context: VerificationContext): Frame {
  const { facts, trusted = NONE, vocabulary = facts, isOwn = () => true, tickers, subjects = [] } = context
  const { byId } = indexFacts(vocabulary)
  const ofSectors = () => listSectorWords(vocabulary)
  return {
    ...{ preferred: NONE, phrases: NONE },
    ...context,
    ...{ trusted, vocabulary, byId, isOwn },
    isSmall: facts.length <= SMALL_LEDGER,
    draft: context.trusted ? listWritten(trusted) : '',
    replaced: { facts, vocabulary, subjects, isOwn, trusted, byId, tickers, ofSectors, draft: listText(trusted) },
  }
}

/** A sentence of the text that is replaced, word by word, is that sentence, however its figures are written. */
function verifyTold(sentence: string, frame: Frame, discourse: Context): VerifiedSentence | RejectedSentence {
  const asReferences = sentence.includes('{{') ? undefined : frame.told?.get(sentence)
  if (asReferences === undefined) return verifySentence(sentence, frame, discourse)
  const checked = verifySentence(asReferences, frame, discourse)
  return 'parts' in checked ? { ...checked, references: 0, repaired: checked.references } : checked
}

function verifySentence(sentence: string, frame: Frame, discourse: Context): VerifiedSentence | RejectedSentence {
  if (hasStrangeCharacters(sentence)) {
    return { text: sentence, faults: ['contains characters that are no plain letters, digits or signs'] }
  }
  if (sentence.length > MOST_NUMERALS && (sentence.match(NUMERAL)?.length ?? 0) > MOST_NUMERALS) {
    return { text: sentence, faults: ['holds more figures than a sentence can'] }
  }
  const { slots, rest, listed, faults } = readSentence(sentence, frame.byId, frame)
  const references = slots.length
  for (const { fact } of slots) {
    if (!frame.isOwn(fact) && !isNamed(fact, sentence, frame)) faults.push(`there is no fact ${fact.id} for this text`)
  }
  if (faults.length === 0 && frame.trusted.has(sentence)) {
    return { text: sentence, parts: assemble(sentence, slots), references, repaired: 0 }
  }
  const template = frame.trusted.size > 0 ? findTemplate(sentence, frame.trusted) : undefined
  if (template !== undefined && slots.some(({ fact }, place) => isOther(fact, frame.byId.get(template[place] ?? '')))) {
    faults.push('a sentence of the draft, with another figure in its place')
  }
  const stated = findStatedFigures(rest)
  const figures = stated.filter((figure) => !isKnownYear(figure, rest, frame.facts) && !frame.tickers.has(figure.text))
  const loose = figures.filter((figure) => {
    const condition = MARKET_MOVES_BY.test(rest.slice(0, figure.start)) ? findConditioned(figure, slots) : undefined
    const slot = condition
      ? { ...figure, fact: condition, as: 'words' as const, isReference: false }
      : findSlot(figure, rest, [...slots, ...figures], frame, faults)
    if (slot) slots.push(slot)
    return slot === undefined
  })
  for (const figure of loose) {
    const fact = findConditioned(figure, slots)
    if (fact) slots.push({ ...figure, fact, as: 'words', isReference: false })
    else if (!frame.phrases.has(toPhrase(rest, figure))) faults.push(`"${figure.text}" is no fact`)
  }
  slots.sort((a, b) => a.start - b.start)
  const words = coverKnown(rest, stated, frame.tickers)
  if (/\p{N}/u.test(words) || LOOSE_SIGN.test(words)) faults.push('a figure stands where none can be read')
  const known = listed.length > 0 ? { ...frame, contracts: new Set(listed) } : frame
  faults.push(...findFaults(sentence, words, slots, known, discourse))
  if (faults.length > 0) return { text: sentence, faults: [...new Set(faults)] }
  return { text: sentence, parts: assemble(sentence, slots), references, repaired: slots.length - references }
}

const isOther = (fact: Fact, meant: Fact | undefined) => meant !== undefined && meant.text !== fact.text

/** What a text is not about it may compare with when it names it: "more than the put spread with {{F63}}". */
function isNamed(fact: Fact, sentence: string, { namesOf }: Frame): boolean {
  const lower = sentence.toLowerCase()
  return (namesOf?.(fact) ?? []).some((name) => lower.includes(name))
}

/** Everything but whether figures are facts. */
function findFaults(
  sentence: string,
  words: string,
  slots: readonly Slot[],
  frame: Frame,
  discourse: Context,
): string[] {
  const uses = slots.map((slot) => toUse(sentence, words, slot, slots))
  const { replaced } = frame
  const placed = slots.filter(({ as }) => as !== 'words')
  // Two blanks tell a figure as well as more do, and are sooner read.
  const close = words.replace(/ {3,}/g, '  ')
  const isTrue = slots.length === 0 && (isAlwaysSo(words) || tellsTrueSide(sentence, frame.vocabulary))
  const named = new Set(listTickers(words, frame).map(({ entity }) => entity))
  return [
    ...uses.flatMap((use) => findMisuse(use, frame)),
    ...findFalseComparisons(uses),
    ...findSwapped(uses.filter(({ isReference }) => isReference)),
    ...findMisplacedFigures(words, placed, frame, discourse),
    ...findUnnamedSubjects(words, placed, frame),
    ...findUnknownContracts(uses, named, frame),
    ...findFalseClaims(close, frame, frame.facts),
    ...findUnknownWords(close, listFactWords(frame.vocabulary), frame.trusted, frame, ACRONYMS),
    ...findUnsupportedSayings(
      close,
      frame.trusted,
      slots.map(({ fact }) => fact),
    ),
    ...findWrongRoles(
      uses.filter(({ as }) => as !== 'words'),
      frame.vocabulary,
      frame.preferred,
    ),
    ...findFalseRanks(words, uses, replaced.draft, frame.vocabulary),
    ...findFalseLimits(words, uses, frame.vocabulary),
    ...findFalseLimitSayings(words, uses, frame),
    ...findFalseEffects(words, uses, frame),
    ...(isTrue ? [] : findBareQuantities(words, uses, replaced)),
    ...(isTrue ? [] : findUnprovenComparisons(words, uses, replaced.draft, frame.vocabulary)),
    ...findFalsePairs(uses),
    ...findFalseShares(uses, frame.vocabulary),
    ...findRepeated(
      words,
      uses.filter(({ as }) => as !== 'words'),
    ),
    ...findOtherShares(uses, frame.tickers),
    ...findOutsideCrisis(uses, frame.vocabulary),
    ...findFalseSides(sentence, uses, replaced.draft, frame.vocabulary),
    ...(isTrue ? [] : findBareStatements(words, slots, replaced)),
    ...findUnorderedTrades(words, frame),
    ...findOtherContract(words, frame),
    ...findOtherOptions(words, replaced),
    ...findFalseFairness(words, frame),
    ...findOtherGrade(words, replaced.draft),
    ...findOtherSide(words, uses, listSides(frame.trusted, frame.byId)),
  ]
}

/** The fact behind a figure that is written out, or `undefined`; what else is wrong with it goes to the faults. */
function findSlot(
  figure: StatedFigure,
  text: string,
  places: readonly Place[],
  frame: Frame,
  faults: string[],
): Slot | undefined {
  const around = { ...lookAround(text, figure, places), raw: text }
  const { before, lead, behind } = around
  let isFlipping: boolean | undefined
  const match = matchFact(
    figure,
    {
      ...{
        text,
        window: `${before} ${behind}`,
        preferred: frame.preferred,
      },
      mayFlip() {
        isFlipping ??= carriesSign(lead, behind) || CREDIT.test(text)
        return isFlipping
      },
      rate: (fact) => rateMeaning(fact, around),
      suits(fact, signFlipped) {
        const slot = toSlot(figure, fact, signFlipped)
        const misplaced = findMisplacedFigures(text, [slot], frame, NOWHERE)
        return misplaced.length === 0 && findMisuse(toUse(text, text, slot, places), frame).length === 0
      },
    },
    frame.facts,
  )
  if (match.is === 'none') return undefined
  const [fact] = match.is === 'found' ? [match.fact] : match.facts
  if (match.is === 'ambiguous') {
    const ids = match.facts.slice(0, 5).map(({ id }) => id)
    faults.push(`"${figure.text}" may be ${ids.join(' or ')}; refer to the one that is meant`)
  }
  return fact && toSlot(figure, fact, match.is === 'found' && match.signFlipped)
}

const NOWHERE: Context = { tickers: [], isWhole: true }
const figuresOf = remembered(4_000, findStatedFigures)

/** The fact of the sentence whose own label states this figure as its condition: "Profit if the market falls 20%". */
function findConditioned({ value, units, noun }: StatedFigure, slots: readonly Slot[]): Fact | undefined {
  const isSame = (other: StatedFigure) =>
    other.value === value && (other.units.some((unit) => units.includes(unit)) || (noun !== '' && other.noun === noun))
  return slots.find(({ fact }) => figuresOf(fact.label).some(isSame))?.fact
}

/** A figure written out becomes its fact, without the sign where the words carry it. */
function toSlot({ start, end, value, noun }: StatedFigure, fact: Fact, signFlipped: boolean): Slot {
  const place = { start, end, fact, isReference: false }
  if (typeof value === 'string') return { ...place, as: value.endsWith('-') ? 'words' : undefined }
  const isUnsigned = signFlipped || (value >= 0 && typeof fact.value === 'number' && fact.value < 0)
  // "4 puts": the noun stands in the text already. "730 puts": so does no dollar sign.
  const isBare =
    fact.unit === 'contracts' ||
    fact.unit === 'shares' ||
    fact.unit === 'days' ||
    (fact.unit === 'usd-per-share' && /^(?:put|call)/.test(noun))
  return { ...place, as: isBare ? 'bare' : isUnsigned ? 'abs' : undefined }
}

/** The sentence without figures that were understood, years included. */
function coverKnown(text: string, stated: readonly StatedFigure[], tickers: ReadonlySet<string>): string {
  return blankOut(
    text,
    stated.filter((figure) => !tickers.has(figure.text)),
  )
}

/** A year of the facts, where the words mean a year: "in 2020", "the 2020 crash". */
function isKnownYear({ text, start, end }: StatedFigure, sentence: string, facts: readonly Fact[]): boolean {
  if (!YEAR.test(text) || MEASURED.test(sentence.slice(end))) return false
  if (!YEAR_BEFORE.test(sentence.slice(0, start)) && !YEAR_BEHIND.test(sentence.slice(end))) return false
  return facts.some(
    ({ unit, value, label }) => (unit === 'date' && String(value).startsWith(text)) || label.includes(text),
  )
}
