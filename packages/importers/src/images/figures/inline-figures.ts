// Tests: inline-figures.test.ts, ../layouts.test.ts

import type { DecimalMark } from '../../decimal-text.ts'
import { findRoleByWords, isAllLabelWords } from '../../headers/header-grammar.ts'
import words from '../../words.json' with { type: 'json' }
import { type FigureRole, pickFigure, type Sighting } from '../layout.ts'
import { narrowTo } from '../recognise/read-cells.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { type Figure, readFigure } from './figures.ts'
import { type ImageRole, isLabelOfOther, toImageRole } from './labels.ts'

export const FIGURE_ROLES: readonly ImageRole[] = ['quantity', 'avgCost', 'costTotal', 'price', 'value', 'gain']
/** A dot between two figures may be read close to the first, or not at all. */
const SEPARATOR = / ?[·•|»«—*+=~°¢■▪●∙-] |(?<=\d) (?=avg\b.*\d)/i
/** Clauses of a sentence are parted by these, too; names of companies have them inside. */
const CLAUSE = /(?<=[\p{L}\d€%])(?:[,;] (?=\p{L}|[$€£]?\d)|\. (?=\p{Lu}))/u
/** Between a ticker and a figure a dash is a dot that was misread, also when it stands close to the figure. */
const LEADING_SEPARATOR = /^ ?(?:[·•|»«—*+=~°¢■▪●∙:-] ?|[.,] )/
/** Decimals that were read as two words. */
const BROKEN_FIGURE = /(\d[.,]\d{1,8}) (?=\d{1,8} [a-z])/
/** A number with its sign of money, also with blanks between its thousands, and with the unit that stands close to it. */
const FIGURE =
  /(?<![\p{L}\d])[-−–+]?(?:R[$S] ?|[$€£¥₹])?[-−+]?(?:\d{1,3}(?: \d{3})+(?:,\d+)?|\d[\d.,'’]*\d|\d)(?:[KMB]\b)?(?: ?[$€£¥₹%])?(?=[xX×]|[Ss]hares?\b|[Ss]hs?\b|[Uu]nits?\b|[Ss]tk\b|ea\b|\p{Lu}\p{Ll}|[^\p{L}\d]|$)/gu
/** "AAPL · 10 shares", "AAPL 10 @ $150.25" and "10 AAPL @ $150.25" begin with a ticker, or nearly so. */
const TICKER_THEN_FIGURE =
  /^([A-Z]{1,5}(?:[./][A-Z])?|0)(?:[.,]? (?=[-$]?\d)| ?(?=[x×] ?\d)| ?(?=\d[\d.,]* ?@)| ?(?=[-–—] ?\d[\d.,]* ?[a-z]))/
const FIGURE_THEN_TICKER =
  /^\d[\d.,]*(?: (?:x |× )?(?=[A-Z])|(?=[A-Z]{2,5}$)|(?=[A-Z]{1,5} ?@))([A-Z]{1,5}(?:[./][A-Z])?)(?= @| at | (?:bought|purchased|entered) | paid |$)/
/** "DIS: You own 75.93 shares" and "BA You hold 12 shares". */
const TICKER_THEN_SENTENCE =
  /^([A-Z]{1,5}(?:\.[A-Z])?)(?:[:;.] ?| )(?=(?:(?:you|your|own|hold|holding|qty|quantity)\b|\d).*\d)/iu
/** "Boeing (BA): 14 shares" and "Boeing (BA) 14 shares" begin with a name and its ticker. */
const NAME_AND_TICKER = /^\p{Lu}[^\d()·•|]{0,40}\((?:[A-Z]{1,5}(?:[./][A-Z])?)\)(?=[:;,.–—-]? .*\d)/u

/** No ticker is a number: a nought that a sentence about a holding begins with, or that has a colon, is the letter. */
const withLetterO = (text: string) =>
  text.replace(/^0(?=[:;.]? ?(?:you|own|hold|qty|quantity)\p{L}*\b|[:;] ?\d)/iu, 'O')

/** Words between shares and their cost each. */
const LINK = /^(?:[xX×*]$|@|(?:at|à|bought|purchased|entered|paid)(?!\p{L}))/u

/** Evidence for a figure from the words next to it. */
interface Evidence {
  side: 'before' | 'after'
  words: RegExp
  role: FigureRole
  weight: number
  /** Only of money, or only of what is none. */
  isMoney?: boolean
  /** Too little by itself: another figure stands before it in the same text. */
  isSecond?: boolean
}

const EVIDENCE: readonly Evidence[] = [
  {
    side: 'after',
    words: /^(?:shares?|shs?\.?|units?|stk\.?|stück|pcs\.?)(?: owned| held)?(?!\p{L})/iu,
    role: 'quantity',
    weight: 4,
  },
  { side: 'after', words: /^[xX×*](?!\p{L})/u, role: 'quantity', weight: 4, isMoney: false },
  {
    side: 'after',
    words: /^(?:ea\.?|each|[/|lI] ?(?:unit|share|sh)|per (?:unit|share)|a (?:unit|share))(?!\p{L})/iu,
    role: 'avgCost',
    weight: 4,
  },
  {
    side: 'after',
    words: /^(?:in (?:all|total)|altogether|overall|invested)(?!\p{L})/iu,
    role: 'costTotal',
    weight: 5,
  },
  { side: 'after', words: LINK, role: 'quantity', weight: 2, isMoney: false },
  { side: 'before', words: /^[xX×*]$/, role: 'quantity', weight: 3, isMoney: false },
  { side: 'before', words: /^[xX×*]$/, role: 'price', weight: 3, isMoney: true, isSecond: true },
  { side: 'before', words: /^@(?: avg\.?)?$/i, role: 'avgCost', weight: 3 },
  {
    side: 'before',
    words: /^(?:at|à|[Øø©®]|avg\.?|ave\.?|mean)(?: (?:avg\.?|an average(?: (?:cost|price))?(?: of)?))?$/i,
    role: 'avgCost',
    weight: 3,
    isSecond: true,
  },
  { side: 'before', words: /\b(?:bought|purchased|entered|paid)(?: (?:at|for))?$/i, role: 'avgCost', weight: 3 },
  { side: 'before', words: /\b(?:at )?(?:an? )?average(?: (?:cost|price))?(?: of)?$/i, role: 'avgCost', weight: 3 },
  { side: 'before', words: /^for$/i, role: 'costTotal', weight: 2, isSecond: true },
  { side: 'before', words: /\b(?:worth|valued at)$/i, role: 'value', weight: 3 },
  { side: 'before', words: /\b(?:own|hold|holding|held|position)$/i, role: 'quantity', weight: 2, isMoney: false },
]
/** Words of a sentence that say nothing of what a figure is. */
const FILLERS = new Set(words.fillers)

/** The part of a piece of text that names a security, when other figures stand behind or before it. */
export function headOf(raw: string): string {
  const text = withLetterO(raw)
  if (/^[xX×] ?\d/.test(text)) return text
  const sentence = TICKER_THEN_SENTENCE.exec(text)
  if (sentence?.[1] && /[a-z]/.test(text) && sentence[1] === sentence[1].toUpperCase()) return sentence[1]
  const named = NAME_AND_TICKER.exec(text)?.[0]
  if (named !== undefined) return named
  const head = text.split(SEPARATOR)[0] ?? ''
  return TICKER_THEN_FIGURE.exec(head)?.[1] ?? FIGURE_THEN_TICKER.exec(head)?.[1] ?? head
}

/**
 * Figures of a piece of text that says itself what they are: "7 shares", "Avg cost $644.42", "12 @ $150.25", "You own
 * 75.93 shares at an average of $70.05". A clause with a word that nothing explains says nothing.
 */
export function findInline(text: string, mark: DecimalMark): { role: FigureRole; text: string }[] {
  return toClauses(text).flatMap((clause, index) => readClause(clause, index > 0, mark))
}

/**
 * True if a piece of text that says what some of its figures are has an amount of which it says nothing that is understood:
 * what is left out there may be what a position needs.
 */
export function hasUnreadAmount(text: string, mark: DecimalMark): boolean {
  const clauses = toClauses(text).map((clause, index) => ({
    said: toSaid(clause, mark),
    read: readClause(clause, index > 0, mark),
  }))
  if (clauses.every(({ read }) => read.length === 0)) return false
  return clauses.some(({ said, read }) =>
    said.some(
      (one) =>
        (one.figure.isMoney || one.figure.rounding < 0.5) &&
        !one.figure.isPercent &&
        !read.some((figure) => figure.text === one.text) &&
        !isLabelOfOther(one.before),
    ),
  )
}

/** True if a number of shares directly follows another number: of one figure whose point was not read. */
export function hasSplitQuantity(text: string, mark: DecimalMark): boolean {
  return toClauses(text).some((clause) =>
    toSaid(clause, mark).some(
      (one, at, said) =>
        said[at - 1]?.after === '' &&
        one.before === '' &&
        weighEvidence(one, true) === 'quantity' &&
        !one.figure.isMoney,
    ),
  )
}

/** Capitals before an amount: some labels, such as PRU, are tickers too. */
const LABELLED_AMOUNT = /^[A-Z]+ [$€£]?\d[\d .,]*[.,]\d{2}(?: ?[€$£])?$/

/** The clauses of a piece of text behind the ticker that it begins with. */
function toClauses(text: string): string[] {
  const head = LABELLED_AMOUNT.test(text) && toFigureRole(headOf(text)) ? '' : headOf(text)
  const whole = withLetterO(text).replace(BROKEN_FIGURE, '$1')
  const rest = (
    /^(?:[A-Z./]+|0)$/.test(head) || NAME_AND_TICKER.test(text) ? whole.replace(head, '').replace(/ {2}/, ' ') : whole
  ).replace(LEADING_SEPARATOR, '')
  const clauses = rest.split(SEPARATOR).flatMap((part) => part.split(CLAUSE))
  return clauses.map((clause) => clause.trim().replace(/[.,]$/, ''))
}

/** True if the last words of a text announce a figure that is not there. */
export function endsOpen(text: string): boolean {
  const last =
    text
      .split(SEPARATOR)
      .flatMap((part) => part.split(CLAUSE))
      .at(-1) ?? ''
  const end = [...last.matchAll(FIGURE)].reduce((_, { index, 0: figure }) => index + figure.length, 0)
  const words = last.slice(end).trim()
  // A unit is that of the figure before it: without one, "Shares" announces its figure.
  const before = end === 0 ? words : words.slice(takeUnit(words).length).trim()
  return (
    before !== '' && [ONE_DOLLAR, ONE].some((figure) => weighEvidence({ text: '', figure, before, after: '' }, true))
  )
}

const ONE: Figure = { text: '1', value: 1, rounding: 0.5, isPercent: false, isMoney: false, isShortened: false }
const ONE_DOLLAR: Figure = { ...ONE, isMoney: true }

interface Said {
  text: string
  figure: Figure
  before: string
  after: string
}

function readClause(clause: string, isFollowing: boolean, mark: DecimalMark): { role: FigureRole; text: string }[] {
  const said = toSaid(clause, mark)
  if (!said.every(isExplained)) return []
  return said.flatMap((one, at) => {
    const role = weighEvidence(one, isFollowing || at > 0)
    return role === undefined ? [] : [{ role, text: one.text }]
  })
}

/** The figures of a clause, each with the words that are its own: a unit behind it, the rest belongs to the next. */
function toSaid(clause: string, mark: DecimalMark): Said[] {
  const found = [...clause.matchAll(FIGURE)].flatMap((match) => {
    const figure = readFigure(match[0], mark)
    return figure ? [{ match, figure }] : []
  })
  const said: Said[] = []
  let before = clause.slice(0, found[0]?.match.index ?? 0)
  for (const [at, { match, figure }] of found.entries()) {
    const end = match.index + match[0].length
    const next = found[at + 1]?.match.index
    const between = clause.slice(end, next).trim()
    const unit = next === undefined ? between : takeUnit(between)
    // "400 × $141.80" and "12 @ $150.25": the sign between them belongs to both.
    const link = LINK.exec(between)?.[0] ?? ''
    said.push({ text: match[0], figure, before: before.trim(), after: link === '' ? unit : link })
    before = (link === '' ? between.slice(unit.length) : between).replace(/^[,;.] ?/, '')
  }
  return said
}

function takeUnit(text: string): string {
  const units = EVIDENCE.flatMap(({ side, words }) => (side === 'after' ? (words.exec(text)?.[0] ?? []) : []))
  return units.reduce((longest, unit) => (unit.length > longest.length ? unit : longest), '')
}

/** True if every word beside a figure is a label, or says nothing: a name of a company or a date says something else. */
function isExplained({ before, after }: Said): boolean {
  return [before, after].every((phrase) => {
    const bare = withoutFillers(phrase)
    const isEvidence = EVIDENCE.some(({ words }) => {
      const found = words.exec(phrase)?.[0]
      return found !== undefined && withoutFillers(phrase.replace(found, ' ')) === ''
    })
    return bare === '' || isEvidence || toLabelRole(phrase) !== undefined || isAllLabelWords(bare)
  })
}

function weighEvidence({ figure, before, after }: Said, isSecond: boolean): FigureRole | undefined {
  if (figure.isPercent) return undefined
  const points = new Map<FigureRole, number>()
  const add = (role: FigureRole, weight: number) => points.set(role, (points.get(role) ?? 0) + weight)
  for (const { side, words, role, weight, isMoney, isSecond: needsFirst } of EVIDENCE) {
    if ((needsFirst && !isSecond) || (isMoney !== undefined && isMoney !== figure.isMoney)) continue
    if (words.test(side === 'before' ? before : after)) add(role, weight)
  }
  const labelled =
    toLabelRole(before) ?? (before === '' || withoutFillers(before) === '' ? toLabelRole(after) : undefined)
  if (labelled) add(labelled, OF_A_LABEL)
  if (figure.isMoney && !after.toLowerCase().includes('share')) points.delete('quantity')
  const [best] = [...points].sort(([, a], [, b]) => b - a)
  return best?.[0]
}

const OF_A_LABEL = 3.5

/** The sign of an average before its label, also as it is read. */
const MEAN = /^[@Øø©®] (?=\p{L}{2})/u

function toLabelRole(phrase: string): FigureRole | undefined {
  const label = phrase.replace(/[:.]$/, '').replace(MEAN, '').trim()
  if (!/^\p{L}[\p{L}.'&/ -]*$/u.test(label)) return undefined
  return toFigureRole(label) ?? toFigureRole(withoutFillers(label))
}

/** Role of the figure next to a label. A name that says no figure by itself, as the Spanish "Nombre", may by its words. */
export function toFigureRole(label: string): FigureRole | undefined {
  const role = toImageRole(label)
  const next = role && !isFigureRole(role) ? toImageRole(label, findRoleByWords) : role
  return next && isFigureRole(next) ? next : undefined
}

const withoutFillers = (phrase: string) =>
  phrase
    .split(/[\s:]+/)
    .filter((word) => word !== '' && !FILLERS.has(word.toLowerCase()))
    .join(' ')

/** Where the figure alone stands when that can be told, else the whole piece of text that it stands in. */
export function sightInline(cell: TextCell, role: FigureRole, mark: DecimalMark): Sighting {
  const pick = (text: string) => findInline(text, mark).find((part) => part.role === role)?.text
  const narrow = narrowTo(cell, pick(cell.text) ?? '')
  return narrow === cell ? { cell, pick } : { cell: narrow, pick: pickFigure }
}

export const isFigureRole = (role: ImageRole): role is FigureRole => FIGURE_ROLES.includes(role)
