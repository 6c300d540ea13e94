// Tests: ../../../server/src/features/hedges/sample-hedge.test.ts

export type SampleId = 'core-growth' | 'dividend-income' | 'one-big-winner'

/** A portfolio for those who want to see first, in the product's own CSV format. */
export interface SamplePortfolio {
  id: SampleId
  name: string
  /** Description that is true at any price, or at the prices of the day that the simulated market is anchored at. */
  description: string
  csv: string
}

const HEADER = 'ticker,shares,avgCost,sector'

export const SAMPLE_PORTFOLIOS: readonly SamplePortfolio[] = [
  {
    id: 'core-growth',
    name: 'Core Growth',
    description: 'Technology heavy, with gold and Treasuries',
    csv: `${HEADER}
AAPL,120,148.35,Technology
NVDA,180,62.40,Technology
MSFT,45,291.70,Technology
AMZN,80,131.05,Consumer Discretionary
GOOGL,90,118.20,Communication Services
JPM,60,139.80,Financials
XOM,95,108.90,Energy
GLD,40,182.15,Commodities
UNH,18,498.60,Health Care
NEE,110,74.60,Utilities
JNJ,50,161.20,Health Care
COST,14,512.30,Consumer Staples
TLT,70,101.40,Fixed Income
BA,30,208.90,Industrials
`,
  },
  {
    id: 'dividend-income',
    name: 'Dividend Income',
    description: 'Staples, utilities, health care',
    csv: `${HEADER}
JNJ,60,158.40,Health Care
PG,65,142.75,Consumer Staples
KO,140,58.90,Consumer Staples
PEP,55,151.20,Consumer Staples
MO,130,44.80,Consumer Staples
ABBV,45,148.60,Health Care
DUK,70,96.35,Utilities
SO,85,68.90,Utilities
NEE,90,71.25,Utilities
O,130,57.10,Real Estate
VZ,160,39.45,Communication Services
`,
  },
  {
    id: 'one-big-winner',
    name: 'One Big Winner',
    description: 'A single stock is more than half of value',
    csv: `${HEADER}
NVDA,540,21.60,Technology
BRK.B,30,352.40,Financials
VTI,60,221.30,Diversified Fund
LIN,20,372.00,Materials
COST,12,541.80,Consumer Staples
AGG,90,98.70,Fixed Income
`,
  },
]

/** As much of a position as tells a sample from others. */
interface HeldLot {
  ticker: string
  kind: string
  /** A number, or its exact text; so is the cost. */
  shares: number | string
  avgCost: number | string | null
  currency: string
  sector: string | null
  statedPrice?: unknown
  account?: string | null | undefined
}

/** True when exactly the positions of a sample portfolio are held, under whatever name: their hedge takes no token. */
export function isSampleHeld(positions: readonly HeldLot[]): boolean {
  // First by their number: those of a large portfolio are not looked at.
  const samples = SAMPLE_PORTFOLIOS.map(readLots).filter(({ length }) => length === positions.length)
  if (samples.length === 0) return false
  const isOther = ({ kind, currency, account, statedPrice }: HeldLot) =>
    kind !== 'security' || currency !== 'USD' || account || statedPrice
  if (positions.some(isOther)) return false
  const held = toSortedLines(positions)
  return samples.some((lots) => toSortedLines(lots) === held)
}

type Lot = Pick<HeldLot, 'ticker' | 'shares' | 'avgCost' | 'sector'>

const readLots = ({ csv }: SamplePortfolio): Lot[] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [ticker = '', shares, avgCost, sector = ''] = line.split(',')
      return { ticker, shares: Number(shares), avgCost: Number(avgCost), sector }
    })

const toSortedLines = (lots: readonly Lot[]) =>
  lots
    .map(({ ticker, shares, avgCost, sector }) =>
      JSON.stringify([ticker, Number(shares), avgCost === null ? null : Number(avgCost), sector]),
    )
    .sort()
    .join('\n')
