import { listKnownInstruments } from '../../market-data/known-instruments.ts'

/** What is said after a company's own name: its form, its class of shares. */
const FORM_WORDS = new Set(
  `inc incorporated corp corporation co company companies ltd limited plc llc lp sa se nv ag ab asa spa the and of new
  class cl a b c common com stock shares share ord ordinary adr ads sponsored reg registered holdings holding group trust`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

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
  for (const { ticker, name } of listKnownInstruments()) {
    const plain = toPlainName(name)
    if (plain !== '') index.set(plain, index.has(plain) ? null : ticker)
  }
  return index
}
