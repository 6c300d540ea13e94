const CAPITAL_A = 65
const LETTERS = 27
const LONGEST_WORD = 5
const WORDS = LETTERS ** LONGEST_WORD
const BITS = 32

/**
 * True if a ticker came twice. Tickers of up to five capital letters, which most are, take a bit each in a table of
 * 1.8 MB: for a hundred thousand rows a set of strings would cost as much as splitting the file into cells.
 */
export class SeenTickers {
  hasRepeated = false
  readonly #words = new Uint32Array(Math.ceil(WORDS / BITS))
  readonly #others = new Set<string>()

  add(ticker: string): void {
    const word = toWord(ticker)
    if (word === -1) {
      if (this.#others.has(ticker)) this.hasRepeated = true
      else this.#others.add(ticker)
      return
    }
    const place = Math.floor(word / BITS)
    const bits = this.#words[place] ?? 0
    const bit = 1 << (word % BITS)
    if ((bits & bit) !== 0) this.hasRepeated = true
    this.#words[place] = bits | bit
  }
}

/** The ticker as a number of base 27 whose digits are its letters, or −1 when it is not one to five capital letters. */
function toWord(ticker: string): number {
  const { length } = ticker
  if (length === 0 || length > LONGEST_WORD) return -1
  let word = 0
  for (let index = 0; index < length; index++) {
    const letter = ticker.charCodeAt(index) - CAPITAL_A + 1
    if (letter < 1 || letter >= LETTERS) return -1
    word = word * LETTERS + letter
  }
  return word
}
