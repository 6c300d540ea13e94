// Tests: suggest-tickers.test.ts, review-rules.test.ts

import { WIDELY_HELD } from '@ballast/importers'
import { listKnownInstruments } from '../../market-data/known-instruments.ts'

/** Words after a company's own name: its form, its class of shares. */
const FORM_WORDS = new Set(
  `inc incorporated corp corporation co company companies ltd limited plc llc lp sa se nv ag ab asa spa the and of new
  class cl a b c common com stock shares share ord ordinary adr ads sponsored reg registered holdings holding group trust`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/**
 * Tickers and names of securities that exist, whether there are prices for them here or not: what a person writes or a
 * broker exports is not misspelled because a market that is only simulated does not have it.
 */
export function listReadableInstruments(): readonly { ticker: string; name: string }[] {
  readable ??= [
    ...new Map(
      [...WIDELY_HELD, ...listKnownInstruments()].map(({ ticker, name }) => [ticker, { ticker, name }]),
    ).values(),
  ]
  return readable
}

/** The name of a security that exists, or `undefined` where none of this ticker is known. */
export function findSecurityName(ticker: string): string | undefined {
  namesByTicker ??= new Map(listReadableInstruments().map((security) => [security.ticker, security.name]))
  return namesByTicker.get(ticker)
}

let readable: readonly { ticker: string; name: string }[] | undefined
let namesByTicker: ReadonlyMap<string, string> | undefined
let tickersByName: ReadonlyMap<string, string | null> | undefined

/** A name without its form, its class and its punctuation: "APPLE INC. COM" and "Apple" are one. */
export function toPlainName(name: string): string {
  return name
    .slice(0, 200)
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => !FORM_WORDS.has(word))
    .join(' ')
}

/** The ticker of the one known instrument of a name; `undefined` when there is none, or several (GOOG and GOOGL). */
export function findTickerOfName(name: string): string | undefined {
  tickersByName ??= indexNames()
  const plain = toPlainName(name)
  return plain === '' ? undefined : (tickersByName.get(plain) ?? undefined)
}

function indexNames(): ReadonlyMap<string, string | null> {
  const index = new Map<string, string | null>()
  for (const { ticker, name } of listReadableInstruments()) {
    const plain = toPlainName(name)
    if (plain !== '') index.set(plain, index.has(plain) ? null : ticker)
  }
  return index
}
