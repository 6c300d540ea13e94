/** Holdings that nobody has, whose figures agree with one another as those on a broker's screen do. */
export interface Holding {
  ticker: string
  name: string
  shares: number
  price: number
  cost: number
}

type Security = readonly [ticker: string, name: string, price: number]

export const SECURITIES: readonly Security[] = [
  ['AAPL', 'Apple Inc.', 268.56],
  ['MSFT', 'Microsoft Corp', 487.1],
  ['NVDA', 'NVIDIA Corp', 186.26],
  ['GOOG', 'Alphabet Inc Class C', 322.18],
  ['BRK.B', 'Berkshire Hathaway Inc Class B', 503.26],
  ['JPM', 'JPMorgan Chase & Co', 298.38],
  ['V', 'Visa Inc', 330.02],
  ['O', 'Realty Income Corp', 57.14],
  ['T', 'AT&T Inc', 24.91],
  ['F', 'Ford Motor Co', 13.05],
  ['KO', 'Coca-Cola Co', 71.3],
  ['LOW', "Lowe's Companies", 231.87],
  ['COST', 'Costco Wholesale Corp', 912.5],
  ['DIS', 'Walt Disney Co', 109.0],
  ['BA', 'Boeing Co', 187.66],
  ['LLY', 'Eli Lilly and Co', 1052.41],
  ['IBM', 'Intl Business Machines', 304.56],
  ['PYPL', 'PayPal Holdings', 61.48],
  ['SBUX', 'Starbucks Corp', 84.9],
  ['XOM', 'Exxon Mobil Corp', 117.08],
  ['VTI', 'Vanguard Total Stock Market ETF', 327.41],
  ['VXUS', 'Vanguard Total Intl Stock ETF', 74.86],
  ['SCHD', 'Schwab US Dividend Equity ETF', 27.4],
  ['QQQM', 'Invesco NASDAQ 100 ETF', 247.63],
  ['ARKK', 'ARK Innovation ETF', 76.29],
  ['SOFI', 'SoFi Technologies', 27.35],
  ['RKLB', 'Rocket Lab Corp', 44.08],
  ['HIMS', 'Hims & Hers Health', 36.74],
  ['IONQ', 'IonQ Inc', 47.52],
  ['ASML', 'ASML Holding NV', 1012.35],
  ['NU', 'Nu Holdings Ltd', 17.06],
  ['UPST', 'Upstart Holdings', 40.93],
  ['MELI', 'MercadoLibre Inc', 2061.17],
  ['TTD', 'The Trade Desk', 39.64],
  ['W', 'Wayfair Inc', 104.25],
  ['CRWD', 'CrowdStrike Holdings', 506.88],
]

/** Others than those by which the reading was written. */
export const OTHER_SECURITIES: readonly Security[] = [
  ['AMZN', 'Amazon.com Inc', 228.15],
  ['GOOGL', 'Alphabet Inc', 321.44],
  ['META', 'Meta Platforms Inc', 612.77],
  ['TSLA', 'Tesla Inc', 401.19],
  ['AMD', 'Advanced Micro Devices', 214.9],
  ['INTC', 'Intel Corp', 36.41],
  ['QCOM', 'Qualcomm Inc', 171.08],
  ['C', 'Citigroup Inc', 101.66],
  ['MO', 'Altria Group Inc', 58.02],
  ['PM', 'Philip Morris Intl', 154.85],
  ['BAC', 'Bank of America Corp', 52.47],
  ['WFC', 'Wells Fargo & Co', 85.33],
  ['GE', 'GE Aerospace', 302.7],
  ['UBER', 'Uber Technologies Inc', 88.61],
  ['SHOP', 'Shopify Inc', 159.24],
  ['SPY', 'SPDR S&P 500 ETF', 668.5],
  ['VOO', 'Vanguard S&P 500 ETF', 614.08],
  ['BND', 'Vanguard Total Bond Market', 74.31],
  ['JEPI', 'JPMorgan Equity Premium', 57.06],
  ['PLTR', 'Palantir Technologies', 168.45],
  ['CVX', 'Chevron Corp', 151.12],
  ['PEP', 'PepsiCo Inc', 146.87],
  ['UNH', 'UnitedHealth Group', 322.6],
  ['ABBV', 'AbbVie Inc', 235.18],
  ['HOOD', 'Robinhood Markets', 118.93],
  ['NIO', 'NIO Inc', 5.61],
  ['SNAP', 'Snap Inc', 7.84],
  ['MMM', '3M Co', 168.29],
  ['DE', 'Deere & Co', 479.35],
  ['BIL', 'SPDR Bloomberg 1-3 Month', 91.55],
  ['ZM', 'Zoom Communications', 83.7],
  ['AVGO', 'Broadcom Inc', 347.1],
  ['X', 'Example Steel Corp', 54.83],
  ['BF.B', 'Brown-Forman Corp', 29.17],
  ['TQQQ', 'ProShares UltraPro QQQ', 52.96],
  ['IWM', 'iShares Russell 2000', 235.6],
]

/** Numbers from 0 to 1 that are the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** So many different holdings; whole, long and fractional numbers of shares. */
export function inventHoldings(count: number, random: () => number, securities = SECURITIES): Holding[] {
  const left = [...securities]
  return Array.from({ length: count }, () => {
    const [[ticker, name, price] = ['AAPL', 'Apple Inc.', 268.56]] = left.splice(Math.floor(random() * left.length), 1)
    const cost = round(price * (0.55 + 0.8 * random()), 2)
    return { ticker, name, shares: inventShares(random), price, cost }
  })
}

function inventShares(random: () => number): number {
  const kind = random()
  if (kind < 0.35) return 1 + Math.floor(random() * 99)
  if (kind < 0.55) return 100 + Math.floor(random() * 900)
  if (kind < 0.7) return 1000 + Math.floor(random() * 9000)
  return round(random() * 120 + 0.1, 2 + Math.floor(random() * 5))
}

export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
