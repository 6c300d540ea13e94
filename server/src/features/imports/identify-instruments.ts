// Tests: review-rules.test.ts

import { isTicker } from '@ballast/contract'
import type { ImportedSource, SourcePosition } from '@ballast/importers'
import { findTickerOfName } from './instrument-names.ts'
import { findTickerOfIdentifier, isSecurityIdentifier } from './known-identifiers.ts'

/**
 * Gives positions that the source names by an ISIN, a CUSIP or a name alone their ticker, where it is known. What the
 * source itself pairs in another row counts like the list of ours. A number proves a security; a name only suggests it,
 * so that the person is asked to look.
 */
export function identifyInstruments(imported: ImportedSource): ImportedSource {
  const paired = pairOwn(imported.positions)
  const positions = imported.positions.map((position) => {
    if (position.kind !== 'security') return position
    const { ticker, identifier, name } = position
    const isNamed = ticker !== '' && ticker !== identifier && !isSecurityIdentifier(ticker) && !isNameItself(position)
    if (isNamed) return position
    const number = identifier ?? ticker
    const byNumber = paired.get(number) ?? findTickerOfIdentifier(number)
    if (byNumber !== undefined) {
      const doubts = position.doubts.filter(({ field }) => field !== 'ticker')
      return { ...position, ticker: byNumber, identifier: number, doubts }
    }
    const byName = name === null ? undefined : findTickerOfName(name)
    if (byName === undefined || byName === ticker)
      return isNameItself(position) && isTicker(ticker) ? { ...position, name: null } : position
    const reason = `The source gives no ticker. ${byName} was found by the name “${name}”; check that it is meant.`
    const doubts = position.doubts.filter(({ field }) => field !== 'ticker')
    return { ...position, ticker: byName, doubts: [...doubts, { field: 'ticker' as const, reason }] }
  })
  return { ...imported, positions }
}

/** A name that stands for a ticker is cut to so many characters by the reader. */
const LONGEST_TICKER_READ = 40

/** True if what stands as the ticker is only the name in capitals: a line that was typed says "Apple" for both. */
function isNameItself({ ticker, name }: SourcePosition): boolean {
  return name !== null && ticker === name.toUpperCase().slice(0, LONGEST_TICKER_READ)
}

function pairOwn(positions: readonly SourcePosition[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const { ticker, identifier, kind } of positions) {
    if (kind !== 'security' || identifier === null || identifier === ticker || ticker === '') continue
    if (!isSecurityIdentifier(ticker)) pairs.set(identifier, ticker)
  }
  return pairs
}
