// Tests: grounding.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import { formatFigure } from './fact-text.ts'

/** Other spellings of a fact: without its sign, without the noun of its unit. */
type Spelling = 'abs' | 'bare'

export interface FactReference {
  fact: Fact
  as: Spelling
}

type Piece = Fact | FactReference | GroundedText | string

/**
 * Writes a text whose figures are facts:
 *
 *     ground`If the market falls ${shock}, the portfolio loses ${abs(loss)}.`
 *
 * Names may be put in as strings; a figure may not, so that none can be read that cannot be opened.
 *
 * @throws Error when the words themselves hold a digit: a fault of the program
 */
export function ground(words: TemplateStringsArray, ...pieces: readonly Piece[]): GroundedText {
  const parts: GroundedText = []
  for (const [index, text] of words.entries()) {
    if (/\d/.test(text)) throw new Error(`"${text}" holds a figure that is no fact`)
    append(parts, { text })
    const piece = pieces[index]
    if (piece === undefined) continue
    if (typeof piece === 'string') append(parts, { text: piece })
    else if (Array.isArray(piece)) for (const part of piece) append(parts, part)
    else appendFact(parts, piece as Fact | FactReference)
  }
  return parts
}

/** The figure without its sign, where the words say which way it goes: "loses 24.67%". */
export const abs = (fact: Fact): FactReference => ({ fact, as: 'abs' })
/** The number alone, where the words name the unit: "4 put spreads". */
export const bare = (fact: Fact): FactReference => ({ fact, as: 'bare' })

/** A text without any figure. */
export const plain = (text: string): GroundedText => [{ text }]

/** Texts one after the other, a blank between them. */
export function joinTexts(texts: readonly GroundedText[], separator = ' '): GroundedText {
  const parts: GroundedText = []
  for (const [index, text] of texts.entries()) {
    if (index > 0) append(parts, { text: separator })
    for (const part of text) append(parts, part)
  }
  return parts
}

/** Returns the text as a person reads it. */
export function toPlainText(parts: GroundedText): string {
  return parts.map(({ text }) => text).join('')
}

function appendFact(parts: GroundedText, piece: Fact | FactReference): void {
  const { fact, as } = 'as' in piece ? piece : { fact: piece, as: undefined }
  append(parts, { text: as === undefined ? fact.text : respell(fact, as), fact: fact.id })
}

function respell({ value, unit, decimals, text }: Fact, as: Spelling): string {
  if (typeof value === 'string') return text
  return as === 'abs' ? formatFigure(Math.abs(value), unit, decimals) : formatFigure(value, 'count', decimals)
}

function append(parts: GroundedText, part: GroundedText[number]): void {
  const last = parts.at(-1)
  if (part.text === '') return
  if (part.fact === undefined && part.sentence === undefined && last && last.fact === undefined)
    parts[parts.length - 1] = { ...last, text: last.text + part.text }
  else parts.push(part)
}
