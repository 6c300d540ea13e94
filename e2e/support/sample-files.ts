/** Header of the product's own CSV format. */
export const CSV_HEADER = 'ticker,shares,avgCost,sector'

/** Tickers that are distinct and valid, so that no two rows are merged: AAA, AAB, … */
function toTicker(index: number): string {
  const letters = []
  for (let rest = index, place = 0; place < 4; place += 1, rest = Math.floor(rest / 26)) {
    letters.unshift(String.fromCharCode(65 + (rest % 26)))
  }
  return letters.join('')
}

/** A file of so many distinct positions. */
export function toCsv(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, index) => `${toTicker(index)},${index + 1},${(index % 97) + 0.25},Technology`,
  )
  return [CSV_HEADER, ...lines].join('\n')
}

/** A portfolio with a risk that can be hedged. */
export const HEDGEABLE_CSV = [
  'ticker,shares,avgCost,sector',
  'AAPL,100,150,Technology',
  'NVDA,300,100,Technology',
  'JPM,80,150,Financials',
  'KO,100,55,Consumer Staples',
].join('\n')

const FRIDAY = 5

/** A put on SPY at $780 that expires on the third Friday of next year's December, so that on no day of a run it is over. */
export function makeLongDatedPut(): string {
  const year = new Date().getUTCFullYear() + 1
  const earliest = new Date(Date.UTC(year, 11, 15))
  const day = 15 + ((FRIDAY - earliest.getUTCDay() + 7) % 7)
  return `SPY${year % 100}12${day}P00780000`
}
