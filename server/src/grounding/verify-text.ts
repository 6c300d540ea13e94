import type { Fact, GroundedText } from '@ballast/contract'
import { contradictsItsFigure, findFalseClaims, findUnknownContracts } from './check-claims.ts'
import { ground, joinTexts, plain, SPELLINGS, type Spelling } from './grounded-text.ts'
import type { KnownEntities } from './known-entities.ts'
import { matchFact } from './match-fact.ts'
import { splitSentences } from './sentences.ts'
import { findStatedFigures, type StatedFigure } from './stated-figures.ts'

/** What a text may refer to and name. */
export interface VerificationContext extends KnownEntities {
  facts: readonly Fact[]
}

export interface VerifiedSentence {
  /** As it was written. */
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

const REFERENCE = /\{\{\s?(F\d{1,6})\s?(?:\|\s?([a-z]{1,8})\s?)?\}\}/g
/** Names and headings that hold digits and state nothing. */
const LITERALS =
  /\bS&P 500\b|\bRussell (?:1000|2000|3000)\b|\bNasdaq[- ]100\b|\b401\(k\)|\b10-[KQ]\b|\bQ[1-4]\b|\bSection \d{1,4}\b|^\s{0,3}(?:\d{1,2}[.)]|[-*•])\s/g
const YEAR = /^(?:199\d|20\d\d)$/

/**
 * Checks a text that somebody else has written, sentence by sentence: references must be to facts, figures written out
 * must be those of facts and become references, words must not say the opposite of a figure, and nothing may be named
 * or promised that is not so. Sentences that fail are left out and told with their faults.
 *
 * @param context facts, tickers and contracts of the run
 */
export function verifyText(text: string, context: VerificationContext): VerifiedText {
  const kept: VerifiedSentence[] = []
  const rejected: RejectedSentence[] = []
  for (const sentence of splitSentences(text)) {
    if (sentence.trim() === '') continue
    const checked = verifySentence(sentence.trim(), context)
    if ('faults' in checked) rejected.push(checked)
    else kept.push(checked)
  }
  return { parts: joinTexts(kept.map(({ parts }) => parts)), kept, rejected }
}

interface Slot {
  start: number
  end: number
  fact: Fact
  /** `words`: the figure is the fact's condition ("a fall of 20%"), stands as it is written and opens the fact. */
  as: Spelling | 'words' | undefined
}

function verifySentence(sentence: string, context: VerificationContext): VerifiedSentence | RejectedSentence {
  const faults: string[] = []
  const { slots, blanked } = readReferences(sentence, context.facts, faults)
  const references = slots.length
  const rest = blankOut(blankOut(blanked, LITERALS), listNamesWithDigits(context))
  const figures = findStatedFigures(rest)
  const unmatched = figures.filter((figure) => {
    if (isKnownYear(figure.text, context.facts)) return false
    const slot = findSlot(figure, rest, context.facts, faults)
    if (slot) slots.push(slot)
    return slot === undefined
  })
  for (const figure of unmatched) {
    const fact = findConditioned(figure, slots)
    if (fact) slots.push({ ...figure, fact, as: 'words' })
    else faults.push(`"${figure.text}" is no fact`)
  }
  for (const { start, fact } of slots.slice(0, references)) {
    if (contradictsItsFigure(rest.slice(0, start), fact, false)) faults.push(sayOpposite(`{{${fact.id}}}`, fact))
  }
  if (/\p{N}/u.test(cover(rest, figures))) faults.push('a figure stands where none can be read')
  const named = slots.map(({ fact }) => fact)
  faults.push(...findFalseClaims(rest, context), ...findUnknownContracts(named, context))
  if (faults.length > 0) return { text: sentence, faults }
  return { text: sentence, parts: assemble(sentence, slots), references, repaired: slots.length - references }
}

/** The fact behind a figure that is written out, or `undefined`; what else is wrong with it goes to the faults. */
function findSlot(figure: StatedFigure, text: string, facts: readonly Fact[], faults: string[]): Slot | undefined {
  const match = matchFact(figure, text, facts)
  if (match.is === 'none') return undefined
  if (match.is === 'ambiguous') {
    const [first] = match.facts
    const ids = match.facts.map(({ id }) => id).join(' or ')
    faults.push(`"${figure.text}" may be ${ids}; refer to the one that is meant`)
    return first && toSlot(figure, first, false)
  }
  if (contradictsItsFigure(text.slice(0, figure.start), match.fact, match.signFlipped)) {
    faults.push(sayOpposite(`"${figure.text}"`, match.fact))
  }
  return toSlot(figure, match.fact, match.signFlipped)
}

const sayOpposite = (figure: string, { label, text }: Fact) =>
  `the words around ${figure} say the opposite of "${label}: ${text}"`

/** The fact of the sentence whose own label states this figure as its condition: "Profit if the market falls 20%". */
function findConditioned({ value, units }: StatedFigure, slots: readonly Slot[]): Fact | undefined {
  const isSame = (other: StatedFigure) => other.value === value && other.units.some((unit) => units.includes(unit))
  return slots.find(({ fact }) => findStatedFigures(fact.label).some(isSame))?.fact
}

/** The references of a sentence; in `blanked` they have made way for blanks, so that places stay what they are. */
function readReferences(sentence: string, facts: readonly Fact[], faults: string[]) {
  const slots: Slot[] = []
  for (const match of sentence.matchAll(REFERENCE)) {
    const fact = facts.find(({ id }) => id === match[1])
    const as = match[2]
    if (!fact) faults.push(`there is no fact ${match[1]}`)
    else if (!isSpelling(as)) faults.push(`there is no spelling "${as}"`)
    else slots.push({ start: match.index, end: match.index + match[0].length, fact, as })
  }
  const blanked = blankOut(sentence, REFERENCE)
  if (/\{\{|\}\}/.test(blanked)) faults.push('a reference is not written as {{F1}}')
  return { slots, blanked }
}

/** A figure written out becomes its fact, without the sign where the words carry it. */
function toSlot({ start, end, value }: StatedFigure, fact: Fact, signFlipped: boolean): Slot {
  const isSigned = typeof value === 'number' && value < 0
  // "4 puts": the noun stands in the text already.
  const hasNoun = fact.unit === 'contracts' || fact.unit === 'shares' || fact.unit === 'days'
  const isUnsigned = signFlipped || (!isSigned && typeof fact.value === 'number' && fact.value < 0)
  const as = hasNoun ? 'bare' : isUnsigned ? 'abs' : undefined
  return { start, end, fact, as }
}

const isSpelling = (as: string | undefined): as is Spelling | undefined =>
  as === undefined || SPELLINGS.some((one) => one === as)

const cover = (text: string, places: readonly { start: number; end: number }[]) =>
  places.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text)

function assemble(sentence: string, slots: readonly Slot[]): GroundedText {
  const texts: GroundedText[] = []
  let at = 0
  for (const { start, end, fact, as } of slots.toSorted((a, b) => a.start - b.start)) {
    if (start > at) texts.push(plain(sentence.slice(at, start)))
    texts.push(toPiece({ fact, as }, sentence.slice(start, end)))
    at = end
  }
  if (at < sentence.length) texts.push(plain(sentence.slice(at)))
  return joinTexts(texts, '')
}

function toPiece({ fact, as }: Pick<Slot, 'fact' | 'as'>, written: string): GroundedText {
  if (as === 'words') return [{ text: written, fact: fact.id }]
  return as === undefined ? ground`${fact}` : ground`${{ fact, as }}`
}

function blankOut(text: string, pattern: RegExp | readonly string[]): string {
  if (pattern instanceof RegExp) return text.replace(pattern, (found) => ' '.repeat(found.length))
  return pattern.reduce((rest, name) => rest.replaceAll(name, ' '.repeat(name.length)), text)
}

/** Tickers such as `BRK.B` stay to be checked as names; those with digits would be taken for figures. */
const listNamesWithDigits = ({ tickers }: KnownEntities) => [...tickers].filter((ticker) => /\d/.test(ticker))

const isKnownYear = (text: string, facts: readonly Fact[]) =>
  YEAR.test(text) &&
  facts.some(({ unit, value, label }) => (unit === 'date' && String(value).startsWith(text)) || label.includes(text))
