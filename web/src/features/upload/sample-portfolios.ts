export type SampleId = 'core-growth' | 'dividend-income' | 'one-big-winner'

export interface SamplePortfolio {
  id: SampleId
  name: string
  /** What is true of it at any price, or at the prices of the day the values below end. */
  description: string
  /** In the product's own CSV format; loaded by the ordinary upload. */
  csv: string
  /**
   * Its value in USD every fifth trading day of the simulated market, through `SAMPLE_VALUES_PERIOD`; a test computes
   * them again from that market.
   */
  values: readonly number[]
}

/** First and last day of the values below, ISO dates; the last is the day the simulated market is anchored at. */
export const SAMPLE_VALUES_PERIOD = { from: '2024-09-30', to: '2025-09-30' } as const

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
    values: [
      149040, 150271, 154736, 161117, 166640, 163497, 158056, 158808, 162045, 164905, 172496, 175119, 174095, 176130,
      177326, 179723, 184250, 184461, 184997, 183181, 176721, 184256, 183914, 185996, 183287, 172274, 144873, 150458,
      154654, 178658, 174600, 172062, 182975, 181828, 187848, 185822, 184879, 193109, 202034, 200067, 204867, 209581,
      212980, 210729, 217163, 212149, 206647, 208474, 213444, 214691, 220369,
    ],
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
    values: [
      81626, 81799, 83180, 83845, 85773, 85819, 85069, 85869, 86904, 87541, 90067, 90923, 91184, 91751, 91567, 92409,
      92961, 93348, 94402, 94585, 92527, 92465, 92534, 91989, 91358, 89106, 81300, 82877, 84014, 89990, 88831, 87753,
      89965, 89215, 89613, 89019, 89112, 89851, 90150, 89381, 90673, 90540, 91665, 91677, 92850, 93005, 92455, 91926,
      93100, 94123, 95635,
    ],
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
    values: [
      105498, 107811, 111418, 117371, 123357, 122177, 118885, 119186, 121877, 125909, 132846, 136295, 135951, 137107,
      139169, 144788, 148065, 144543, 148265, 143281, 135557, 141034, 141508, 140632, 136473, 126514, 96503, 101103,
      102875, 125082, 119775, 119188, 128843, 125018, 129047, 124714, 123031, 134156, 138661, 144154, 145395, 150770,
      153276, 153632, 155348, 149499, 149373, 150134, 156802, 158500, 165362,
    ],
  },
]

/** Positions in a sample: the lines of its CSV under the header. */
export function countPositions({ csv }: SamplePortfolio): number {
  return csv.trim().split('\n').length - 1
}
