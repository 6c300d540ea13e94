// Tests: review-rules.test.ts

import identifiers from './known-identifiers.json' with { type: 'json' }

/**
 * International numbers (ISIN) of widely held securities with their tickers, for files that name no ticker. The CUSIP of
 * a security from the United States stands inside its ISIN. Every number is held to its check digit by a test.
 */
const TICKERS_BY_ISIN: ReadonlyMap<string, string> = new Map(Object.entries(identifiers))

const TICKERS_BY_CUSIP: ReadonlyMap<string, string> = new Map(
  [...TICKERS_BY_ISIN].filter(([isin]) => isin.startsWith('US')).map(([isin, ticker]) => [isin.slice(2, 11), ticker]),
)

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/
const CUSIP = /^[A-Z0-9]{8}\d$/

/** The ticker of an ISIN or CUSIP, or `undefined` when it is neither or not in the list. */
export function findTickerOfIdentifier(identifier: string): string | undefined {
  return TICKERS_BY_ISIN.get(identifier) ?? TICKERS_BY_CUSIP.get(identifier)
}

/** True for a text that is an ISIN or a CUSIP by its check digit; hardly any ticker is one by accident. */
export function isSecurityIdentifier(text: string): boolean {
  if (ISIN.test(text)) return luhnDigit(toDigits(text.slice(0, -1))) === Number(text.at(-1))
  return CUSIP.test(text) && /\d/.test(text.slice(0, 8)) && cusipDigit(text.slice(0, 8)) === Number(text.at(-1))
}

export const LISTED_IDENTIFIERS: readonly string[] = [...TICKERS_BY_ISIN.keys(), ...TICKERS_BY_CUSIP.keys()]

const toDigits = (text: string) => [...text].map((character) => Number.parseInt(character, 36)).join('')

/** The check digit of ISO 6166: Luhn's, over the letters as numbers from 10. */
function luhnDigit(digits: string): number {
  let sum = 0
  for (const [index, character] of [...digits].reverse().entries()) {
    const doubled = Number(character) * (index % 2 === 0 ? 2 : 1)
    sum += Math.floor(doubled / 10) + (doubled % 10)
  }
  return (10 - (sum % 10)) % 10
}

/** The check digit of ANSI X9.6: every second value doubled, digits summed. */
function cusipDigit(base: string): number {
  let sum = 0
  for (const [index, character] of [...base].entries()) {
    const value = Number.parseInt(character, 36) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10
}
