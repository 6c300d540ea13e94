import { findTickerOfName, listReadableInstruments, toPlainName } from './instrument-names.ts'

export interface TickerSuggestion {
  ticker: string
  reason: string
}

const MOST_SUGGESTIONS = 3
/** Nobody means one of so many by a slip; each would be compared with every unknown ticker. */
const MOST_HELD = 2_000
/** In a ticker this short one letter is a large part of it, and nearly every ticker is one away from another. */
const SHORT_TICKER = 2
/** A held ticker this long bears two slips and is still recognised. */
const LONG_TICKER = 5
/** `VOD.L` says at which exchange it is: VOD, traded elsewhere for another price, is no slip for it. */
const ABROAD = /\.(?:L|[A-Z]{2,3})$/
/** Longer than any stock ticker: an option or a number, which is not a slip away from a company. */
const LONGEST_TICKER = 8

/** Suggests tickers that may be meant by ones that no instrument bears. */
export class TickerSuggester {
  readonly #held: ReadonlySet<string>
  readonly #names: ReadonlyMap<string, string>
  /** All tickers that may be meant, by their length: one or two slips away is one or two letters longer at most. */
  readonly #byLength = new Map<number, string[]>()
  readonly #answers = new Map<string, readonly TickerSuggestion[]>()

  /** @param held tickers that the user holds already; they come first */
  constructor(held: readonly string[]) {
    this.#held = new Set(held.slice(0, MOST_HELD))
    this.#names = new Map(listReadableInstruments().map(({ ticker, name }) => [ticker, name]))
    for (const ticker of new Set([...this.#held, ...this.#names.keys()])) {
      const alike = this.#byLength.get(ticker.length)
      if (alike) alike.push(ticker)
      else this.#byLength.set(ticker.length, [ticker])
    }
  }

  /**
   * At most three tickers that an unknown one may stand for, the likeliest first: the one whose name the source gives,
   * then those a letter or two away, held ones before others.
   *
   * @param isProven true when figures beside it prove that the row was read as it stands: then only a name counts,
   *   because nothing was misread
   */
  suggest(ticker: string, name: string | null, isProven: boolean): readonly TickerSuggestion[] {
    if (ABROAD.test(ticker)) return []
    const key = `${ticker}\n${name ?? ''}\n${isProven}`
    const known = this.#answers.get(key)
    if (known) return known
    const byName = name === null ? undefined : findTickerOfName(name)
    const named =
      byName === undefined || byName === ticker
        ? []
        : [{ ticker: byName, reason: `Did you mean ${byName}? It is ${this.#names.get(byName) ?? 'the name given'}.` }]
    const near = (isProven ? [] : this.#findNear(ticker, name)).filter((other) => other !== byName)
    const suggestions = [
      ...named,
      ...near.map((other) => ({ ticker: other, reason: `Did you mean ${other}?${this.#describe(other)}` })),
    ].slice(0, MOST_SUGGESTIONS)
    this.#answers.set(key, suggestions)
    return suggestions
  }

  #findNear(ticker: string, name: string | null): string[] {
    if (ticker.length < SHORT_TICKER || ticker.length > LONGEST_TICKER) return []
    const mostTo = (other: string) => (ticker.length >= LONG_TICKER && this.#held.has(other) ? 2 : 1)
    return [-2, -1, 0, 1, 2]
      .flatMap((longer) => this.#byLength.get(ticker.length + longer) ?? [])
      .flatMap((other) => {
        const most = mostTo(other)
        if (!mayBeWithin(ticker, other, most)) return []
        const distance = countSlips(ticker, other, most)
        if (distance > most || distance === 0) return []
        // A name beside the ticker that is another company's says that the ticker is right as it stands.
        if (name !== null && !isSameCompany(name, this.#names.get(other))) return []
        return [{ other, rank: distance * 4 - (this.#held.has(other) ? 2 : 0) }]
      })
      .sort((a, b) => a.rank - b.rank || a.other.localeCompare(b.other))
      .slice(0, MOST_SUGGESTIONS)
      .map(({ other }) => other)
  }

  #describe(ticker: string): string {
    const name = this.#names.get(ticker)
    if (this.#held.has(ticker)) return name ? ` You hold it: ${name}.` : ' You hold it.'
    return name ? ` It is ${name}.` : ''
  }
}

/** True if so few slips are possible: each leaves the letters before it as they are, and those behind it, too. */
function mayBeWithin(a: string, b: string, most: number): boolean {
  const shorter = Math.min(a.length, b.length)
  if (Math.max(a.length, b.length) - shorter > most) return false
  let alike = 0
  while (alike < shorter && a[alike] === b[alike]) alike++
  let alikeBehind = 0
  while (alikeBehind < shorter - alike && a[a.length - 1 - alikeBehind] === b[b.length - 1 - alikeBehind]) alikeBehind++
  // A swap of neighbours is one slip and leaves two letters between; a second slip may stand anywhere.
  return most > 1 || shorter - alike - alikeBehind <= 2
}

/**
 * True if two names are probably of one company: all words of the shorter one are in the other. "Schwab US Dividend
 * Equity" and "Charles Schwab" share a word and are two. A name that is not known contradicts nothing.
 */
function isSameCompany(name: string, other: string | undefined): boolean {
  const [a, b] = [name, other ?? ''].map(
    (text) =>
      new Set(
        toPlainName(text)
          .split(' ')
          .filter((word) => word !== ''),
      ),
  )
  if (!a || !b || a.size === 0 || b.size === 0) return true
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a]
  return [...fewer].every((word) => more.has(word))
}

/**
 * How many slips of a finger or of a recogniser lie between two tickers: a letter added, left out, replaced, or two
 * neighbours swapped (optimal string alignment).
 *
 * @param most where counting may stop; a larger answer only says "more"
 * @see Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964
 */
export function countSlips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let slips = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        slips = Math.min(slips, (before[column - 2] ?? 0) + 1)
      }
      current.push(slips)
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
