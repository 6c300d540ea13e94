import { toBondTerms, toOptionTerms } from '@ballast/contract'
import type { Answers } from './ask-every-screen.ts'

/** A text that a screen shows, and where. */
export interface ShownText {
  place: string
  text: string
}

/** Every sentence of every answer: strings of two words and more. Symbols, addresses and identifiers have no blanks. */
export function listTexts(answers: Answers): ShownText[] {
  const texts: ShownText[] = []
  const read = (value: unknown, place: string): void => {
    if (typeof value === 'string') {
      if (value.includes(' ')) texts.push({ place, text: value })
      return
    }
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value) && isGrounded(value)) {
      texts.push({ place, text: value.map(({ text }) => text).join('') })
      return
    }
    for (const [key, inner] of Object.entries(value)) {
      // What facts are called is read beside their computation, and there by their symbols.
      if (key !== 'facts' && key !== 'figures') read(inner, `${place}.${key}`)
    }
  }
  const { exported: _exported, ...screens } = answers
  read(screens, '')
  return texts
}

const isGrounded = (value: readonly unknown[]): value is { text: string }[] =>
  value.length > 0 && value.every((one) => typeof one === 'object' && one !== null && 'text' in one)

/** Symbols of options and Treasuries as they are stored, where they are not in brackets behind a name, as in an order. */
export function findRawSymbols(text: string): string[] {
  const words = text.replaceAll(/\([\^A-Z0-9]+\)/g, '').match(/[\^A-Z][A-Z0-9.]*-?\d{6,8}[CP\d]*/g) ?? []
  return words.filter((word) => toOptionTerms(word) !== undefined || toBondTerms(word) !== undefined)
}

/** Sectors whose shares sentences tell. */
export const SECTORS = [
  'Technology',
  'Communication Services',
  'Consumer Discretionary',
  'Consumer Staples',
  'Energy',
  'Financials',
  'Health Care',
  'Industrials',
  'Materials',
  'Real Estate',
  'Utilities',
  'Fixed Income',
  'Commodities',
  'Digital Assets',
]
