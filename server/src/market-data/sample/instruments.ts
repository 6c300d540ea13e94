/**
 * The instruments of the simulated market: 159 with figures of their own, then the funds of `held-funds.ts`. Betas,
 * volatilities, growth and prices are illustrative round figures, not market data; prices are split-adjusted levels on the
 * anchor date.
 */

import { HELD_FUNDS } from './held-funds.ts'
import type { SimulatedFactor } from './sector-factors.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

/** ticker, name, beta, volatility % a year, first day, price on the anchor date, log growth % a year */
type CompanyRow = readonly [string, string, number, number, string, number, number]
/** the same, then the internal diversification ratio */
type FundRow = readonly [...CompanyRow, number]

interface Members<Row> {
  factor: SimulatedFactor
  members: readonly Row[]
}

const COMPANIES: readonly Members<CompanyRow>[] = [
  {
    factor: 'Technology',
    members: [
      ['AAPL', 'Apple Inc.', 1.15, 29, '1998-01-02', 255, 29],
      ['MSFT', 'Microsoft Corporation', 1.05, 26, '1998-01-02', 518, 14],
      ['NVDA', 'NVIDIA Corporation', 1.75, 46, '1999-01-22', 187, 33],
      ['AVGO', 'Broadcom Inc.', 1.4, 38, '2009-08-06', 330, 32],
      ['ORCL', 'Oracle Corporation', 1.1, 34, '1998-01-02', 281, 14],
      ['CRM', 'Salesforce, Inc.', 1.2, 36, '2004-06-23', 237, 20],
      ['ADBE', 'Adobe Inc.', 1.2, 34, '1998-01-02', 353, 15],
      ['AMD', 'Advanced Micro Devices, Inc.', 1.7, 52, '1998-01-02', 162, 11],
      ['INTC', 'Intel Corporation', 1.1, 38, '1998-01-02', 34, 3],
      ['QCOM', 'QUALCOMM Incorporated', 1.25, 36, '1998-01-02', 166, 15],
      ['TXN', 'Texas Instruments Incorporated', 1.05, 29, '1998-01-02', 184, 12],
      ['MU', 'Micron Technology, Inc.', 1.45, 48, '1998-01-02', 167, 10],
      ['CSCO', 'Cisco Systems, Inc.', 0.95, 26, '1998-01-02', 68, 8],
      ['IBM', 'International Business Machines Corporation', 0.75, 24, '1998-01-02', 282, 8],
      ['PLTR', 'Palantir Technologies Inc.', 1.9, 65, '2020-09-30', 182, 59],
      ['SNOW', 'Snowflake Inc.', 1.4, 55, '2020-09-16', 226, 3],
      ['CRWD', 'CrowdStrike Holdings, Inc.', 1.25, 48, '2019-06-12', 490, 34],
      ['PANW', 'Palo Alto Networks, Inc.', 1.1, 38, '2012-07-20', 204, 22],
      ['SHOP', 'Shopify Inc.', 1.8, 55, '2015-05-21', 149, 38],
      ['TSM', 'Taiwan Semiconductor Manufacturing Company Limited', 1.25, 33, '1998-01-02', 279, 16],
      ['ASML', 'ASML Holding N.V.', 1.4, 36, '1998-01-02', 968, 20],
    ],
  },
  {
    factor: 'Communication Services',
    members: [
      ['GOOGL', 'Alphabet Inc. Class A', 1.1, 29, '2004-08-19', 243, 22],
      ['META', 'Meta Platforms, Inc.', 1.25, 38, '2012-05-18', 734, 22],
      ['NFLX', 'Netflix, Inc.', 1.15, 40, '2002-05-23', 120, 32],
      ['DIS', 'The Walt Disney Company', 0.95, 27, '1998-01-02', 115, 5],
      ['T', 'AT&T Inc.', 0.55, 22, '1998-01-02', 28, 4],
      ['VZ', 'Verizon Communications Inc.', 0.45, 20, '1998-01-02', 44, 4],
      ['CMCSA', 'Comcast Corporation', 0.85, 26, '1998-01-02', 31, 7],
      ['TMUS', 'T-Mobile US, Inc.', 0.65, 24, '2007-04-19', 239, 12],
      ['ROKU', 'Roku, Inc.', 1.8, 62, '2017-09-28', 100, 16],
    ],
  },
  {
    factor: 'Consumer Discretionary',
    members: [
      ['AMZN', 'Amazon.com, Inc.', 1.25, 34, '1998-01-02', 220, 29],
      ['TSLA', 'Tesla, Inc.', 1.9, 58, '2010-06-29', 445, 37],
      ['HD', 'The Home Depot, Inc.', 1, 25, '1998-01-02', 405, 13],
      ['MCD', "McDonald's Corporation", 0.65, 19, '1998-01-02', 304, 12],
      ['NKE', 'NIKE, Inc.', 1, 30, '1998-01-02', 70, 9],
      ['SBUX', 'Starbucks Corporation', 0.95, 28, '1998-01-02', 85, 13],
      ['LOW', "Lowe's Companies, Inc.", 1.05, 27, '1998-01-02', 251, 15],
      ['TGT', 'Target Corporation', 1, 32, '1998-01-02', 90, 7],
      ['BKNG', 'Booking Holdings Inc.', 1.25, 33, '1999-03-31', 5400, 15],
      ['ABNB', 'Airbnb, Inc.', 1.3, 42, '2020-12-10', 121, -4],
      ['F', 'Ford Motor Company', 1.15, 35, '1998-01-02', 12, 1],
      ['GM', 'General Motors Company', 1.2, 35, '2010-11-18', 61, 6],
      ['RIVN', 'Rivian Automotive, Inc.', 1.6, 65, '2021-11-10', 15, -48],
      ['BABA', 'Alibaba Group Holding Limited', 0.85, 42, '2014-09-19', 179, 6],
      ['GME', 'GameStop Corp.', 0.9, 85, '2002-02-13', 27, 11],
    ],
  },
  {
    factor: 'Consumer Staples',
    members: [
      ['WMT', 'Walmart Inc.', 0.55, 21, '1998-01-02', 103, 10],
      ['COST', 'Costco Wholesale Corporation', 0.85, 23, '1998-01-02', 926, 16],
      ['PG', 'The Procter & Gamble Company', 0.5, 18, '1998-01-02', 154, 8],
      ['KO', 'The Coca-Cola Company', 0.5, 18, '1998-01-02', 66, 6],
      ['PEP', 'PepsiCo, Inc.', 0.5, 19, '1998-01-02', 140, 7],
      ['MO', 'Altria Group, Inc.', 0.55, 21, '1998-01-02', 66, 12],
      ['PM', 'Philip Morris International Inc.', 0.6, 21, '2008-03-28', 162, 12],
      ['CL', 'Colgate-Palmolive Company', 0.5, 19, '1998-01-02', 80, 7],
      ['MDLZ', 'Mondelez International, Inc.', 0.6, 20, '2001-06-13', 63, 7],
    ],
  },
  {
    factor: 'Financials',
    members: [
      ['BRK.B', 'Berkshire Hathaway Inc. Class B', 0.8, 20, '1998-01-02', 503, 9],
      ['JPM', 'JPMorgan Chase & Co.', 1.1, 28, '1998-01-02', 315, 10],
      ['BAC', 'Bank of America Corporation', 1.25, 33, '1998-01-02', 52, 4],
      ['WFC', 'Wells Fargo & Company', 1.15, 31, '1998-01-02', 84, 7],
      ['C', 'Citigroup Inc.', 1.35, 38, '1998-01-02', 102, -3],
      ['GS', 'The Goldman Sachs Group, Inc.', 1.25, 31, '1999-05-04', 796, 10],
      ['MS', 'Morgan Stanley', 1.35, 35, '1998-01-02', 159, 9],
      ['BLK', 'BlackRock, Inc.', 1.25, 29, '1999-10-01', 1166, 18],
      ['SCHW', 'The Charles Schwab Corporation', 1.15, 33, '1998-01-02', 96, 10],
      ['AXP', 'American Express Company', 1.15, 30, '1998-01-02', 332, 10],
      ['V', 'Visa Inc.', 0.9, 23, '2008-03-19', 341, 18],
      ['MA', 'Mastercard Incorporated', 1, 25, '2006-05-25', 569, 25],
      ['PYPL', 'PayPal Holdings, Inc.', 1.3, 42, '2015-07-06', 67, 6],
      ['COIN', 'Coinbase Global, Inc.', 2.2, 75, '2021-04-14', 338, 1],
    ],
  },
  {
    factor: 'Health Care',
    members: [
      ['UNH', 'UnitedHealth Group Incorporated', 0.75, 27, '1998-01-02', 345, 15],
      ['JNJ', 'Johnson & Johnson', 0.5, 18, '1998-01-02', 185, 8],
      ['LLY', 'Eli Lilly and Company', 0.7, 29, '1998-01-02', 763, 11],
      ['MRK', 'Merck & Co., Inc.', 0.55, 22, '1998-01-02', 84, 6],
      ['PFE', 'Pfizer Inc.', 0.6, 23, '1998-01-02', 26, 3],
      ['ABBV', 'AbbVie Inc.', 0.6, 24, '2013-01-02', 232, 18],
      ['TMO', 'Thermo Fisher Scientific Inc.', 0.8, 24, '1998-01-02', 485, 14],
      ['ABT', 'Abbott Laboratories', 0.7, 21, '1998-01-02', 134, 11],
      ['AMGN', 'Amgen Inc.', 0.65, 24, '1998-01-02', 282, 12],
      ['GILD', 'Gilead Sciences, Inc.', 0.6, 26, '1998-01-02', 111, 16],
      ['ISRG', 'Intuitive Surgical, Inc.', 1.15, 31, '2000-06-13', 447, 22],
      ['CVS', 'CVS Health Corporation', 0.65, 28, '1998-01-02', 75, 5],
      ['BMY', 'Bristol-Myers Squibb Company', 0.55, 24, '1998-01-02', 45, 3],
      ['NVO', 'Novo Nordisk A/S', 0.6, 30, '1998-01-02', 56, 13],
    ],
  },
  {
    factor: 'Industrials',
    members: [
      ['CAT', 'Caterpillar Inc.', 1.15, 30, '1998-01-02', 477, 12],
      ['BA', 'The Boeing Company', 1.25, 37, '1998-01-02', 216, 7],
      ['GE', 'GE Aerospace', 1.2, 32, '1998-01-02', 301, 4],
      ['HON', 'Honeywell International Inc.', 1, 24, '1998-01-02', 211, 9],
      ['UPS', 'United Parcel Service, Inc.', 0.9, 26, '1999-11-10', 84, 3],
      ['LMT', 'Lockheed Martin Corporation', 0.55, 22, '1998-01-02', 499, 11],
      ['RTX', 'RTX Corporation', 0.85, 26, '1998-01-02', 167, 10],
      ['DE', 'Deere & Company', 1.05, 29, '1998-01-02', 457, 12],
      ['UNP', 'Union Pacific Corporation', 0.95, 25, '1998-01-02', 236, 13],
      ['UBER', 'Uber Technologies, Inc.', 1.35, 42, '2019-05-10', 98, 13],
    ],
  },
  {
    factor: 'Energy',
    members: [
      ['XOM', 'Exxon Mobil Corporation', 0.85, 26, '1998-01-02', 113, 8],
      ['CVX', 'Chevron Corporation', 0.9, 27, '1998-01-02', 155, 8],
      ['COP', 'ConocoPhillips', 1.05, 33, '1998-01-02', 95, 9],
      ['SLB', 'SLB Limited', 1.15, 36, '1998-01-02', 34, 2],
      ['OXY', 'Occidental Petroleum Corporation', 1.2, 42, '1998-01-02', 47, 7],
    ],
  },
  {
    factor: 'Materials',
    members: [
      ['LIN', 'Linde plc', 0.85, 23, '1998-01-02', 475, 14],
      ['FCX', 'Freeport-McMoRan Inc.', 1.45, 45, '1998-01-02', 39, 7],
      ['NEM', 'Newmont Corporation', 0.45, 36, '1998-01-02', 84, 5],
    ],
  },
  {
    factor: 'Utilities',
    members: [
      ['NEE', 'NextEra Energy, Inc.', 0.6, 23, '1998-01-02', 76, 12],
      ['DUK', 'Duke Energy Corporation', 0.4, 19, '1998-01-02', 124, 6],
      ['SO', 'The Southern Company', 0.4, 19, '1998-01-02', 95, 9],
    ],
  },
  {
    factor: 'Real Estate',
    members: [
      ['AMT', 'American Tower Corporation', 0.75, 26, '1998-06-05', 192, 11],
      ['PLD', 'Prologis, Inc.', 1, 29, '1998-01-02', 115, 9],
      ['O', 'Realty Income Corporation', 0.65, 22, '1998-01-02', 61, 11],
    ],
  },
]

/** The first fund of a factor is the one whose crisis returns the factor is bridged to. */
const FUNDS: readonly Members<FundRow>[] = [
  {
    factor: 'Broad Market',
    members: [
      ['SPY', 'SPDR S&P 500 ETF Trust', 1, 17, '1998-01-02', 666, 0, 1.75],
      ['VOO', 'Vanguard S&P 500 ETF', 1, 17, '2010-09-09', 612, 0, 1.75],
      ['VTI', 'Vanguard Total Stock Market ETF', 1.02, 17, '2001-05-31', 328, 0, 1.78],
      ['QQQ', 'Invesco QQQ Trust', 1.17, 22, '1999-03-10', 600, 10, 1.55],
      ['IWM', 'iShares Russell 2000 ETF', 1.15, 23, '2000-05-26', 242, 8, 2],
      ['DIA', 'SPDR Dow Jones Industrial Average ETF Trust', 0.93, 16, '1998-01-20', 464, 8.5, 1.6],
      ['USMV', 'iShares MSCI USA Min Vol Factor ETF', 0.72, 13, '2011-10-20', 95, 11, 1.7],
      ['ARKK', 'ARK Innovation ETF', 1.7, 42, '2014-10-31', 86, 14, 1.5],
    ],
  },
  {
    factor: 'International',
    members: [
      ['EFA', 'iShares MSCI EAFE ETF', 0.9, 18, '2001-08-27', 93, 5.5, 1.8],
      ['EEM', 'iShares MSCI Emerging Markets ETF', 0.95, 21, '2003-04-14', 53, 7, 1.9],
      ['FXI', 'iShares China Large-Cap ETF', 0.75, 29, '2004-10-08', 41, 4, 1.4],
      ['EWJ', 'iShares MSCI Japan ETF', 0.7, 18, '1998-01-02', 80, 3, 1.6],
      ['INDA', 'iShares MSCI India ETF', 0.75, 20, '2012-02-03', 52, 7, 1.6],
      ['EWZ', 'iShares MSCI Brazil ETF', 1.05, 33, '2000-07-14', 31, 7, 1.3],
      ['VGK', 'Vanguard FTSE Europe ETF', 0.95, 19, '2005-03-10', 80, 6, 1.8],
    ],
  },
  {
    factor: 'Technology',
    members: [
      ['XLK', 'Technology Select Sector SPDR Fund', 1.2, 22, '1998-12-22', 282, 8, 1.35],
      ['SMH', 'VanEck Semiconductor ETF', 1.45, 32, '2000-06-05', 326, 11, 1.3],
    ],
  },
  { factor: 'Semis', members: [['SOXX', 'iShares Semiconductor ETF', 1.45, 32, '2001-07-13', 271, 11, 1.3]] },
  {
    factor: 'Financials',
    members: [
      ['XLF', 'Financial Select Sector SPDR Fund', 1.1, 23, '1998-12-22', 54, 6, 1.35],
      ['KRE', 'SPDR S&P Regional Banking ETF', 1.15, 33, '2006-06-22', 63, 3, 1.3],
    ],
  },
  {
    factor: 'Energy',
    members: [
      ['XLE', 'Energy Select Sector SPDR Fund', 0.95, 28, '1998-12-22', 89, 8.5, 1.25],
      ['XOP', 'SPDR S&P Oil & Gas Exploration & Production ETF', 1.1, 38, '2006-06-22', 131, 0, 1.25],
    ],
  },
  {
    factor: 'Health Care',
    members: [
      ['XLV', 'Health Care Select Sector SPDR Fund', 0.72, 16, '1998-12-22', 139, 8.5, 1.45],
      ['XBI', 'SPDR S&P Biotech ETF', 1.05, 32, '2006-02-06', 100, 10, 1.6],
    ],
  },
  {
    factor: 'Industrials',
    members: [['XLI', 'Industrial Select Sector SPDR Fund', 1.03, 19, '1998-12-22', 154, 9, 1.4]],
  },
  {
    factor: 'Consumer Discretionary',
    members: [
      ['XLY', 'Consumer Discretionary Select Sector SPDR Fund', 1.15, 21, '1998-12-22', 240, 9.5, 1.4],
      ['XHB', 'SPDR S&P Homebuilders ETF', 1.2, 28, '2006-02-06', 111, 6, 1.35],
      ['XRT', 'SPDR S&P Retail ETF', 1.15, 27, '2006-06-22', 85, 8, 1.6],
    ],
  },
  {
    factor: 'Consumer Staples',
    members: [['XLP', 'Consumer Staples Select Sector SPDR Fund', 0.55, 13, '1998-12-22', 78, 6.5, 1.4]],
  },
  { factor: 'Utilities', members: [['XLU', 'Utilities Select Sector SPDR Fund', 0.5, 17, '1998-12-22', 87, 7, 1.25]] },
  { factor: 'Materials', members: [['XLB', 'Materials Select Sector SPDR Fund', 1.02, 20, '1998-12-22', 90, 8, 1.35]] },
  {
    factor: 'Real Estate',
    members: [
      ['XLRE', 'Real Estate Select Sector SPDR Fund', 0.85, 20, '2015-10-08', 42, 6, 1.3],
      ['VNQ', 'Vanguard Real Estate ETF', 0.9, 21, '2004-09-29', 91, 7.5, 1.35],
    ],
  },
  {
    factor: 'Communication Services',
    members: [['XLC', 'Communication Services Select Sector SPDR Fund', 1.02, 20, '2018-06-19', 118, 13, 1.4]],
  },
  {
    factor: 'Rates',
    members: [
      ['TLT', 'iShares 20+ Year Treasury Bond ETF', -0.2, 15, '2002-07-30', 89, 3.5, 1],
      ['IEF', 'iShares 7-10 Year Treasury Bond ETF', -0.1, 7, '2002-07-30', 96.5, 3.3, 1],
      ['SHY', 'iShares 1-3 Year Treasury Bond ETF', -0.01, 1.6, '2002-07-30', 83, 2, 1],
      ['AGG', 'iShares Core U.S. Aggregate Bond ETF', 0.02, 5.5, '2003-09-29', 100, 3, 1.05],
      ['TIP', 'iShares TIPS Bond ETF', 0.02, 6.5, '2003-12-05', 111, 3.3, 1],
    ],
  },
  {
    factor: 'Credit',
    members: [
      ['LQD', 'iShares iBoxx $ Investment Grade Corporate Bond ETF', 0.12, 8, '2002-07-30', 111.5, 4.3, 1.1],
      ['HYG', 'iShares iBoxx $ High Yield Corporate Bond ETF', 0.4, 9, '2007-04-11', 81, 4.8, 1.3],
    ],
  },
  {
    factor: 'Gold',
    members: [
      ['GLD', 'SPDR Gold Shares', 0.05, 16, '2004-11-18', 355, 10, 1],
      ['GDX', 'VanEck Gold Miners ETF', 0.45, 38, '2006-05-22', 76, 4, 1.2],
    ],
  },
  { factor: 'Silver', members: [['SLV', 'iShares Silver Trust', 0.25, 30, '2006-04-28', 42, 6, 1]] },
  {
    factor: 'Oil',
    members: [
      ['USO', 'United States Oil Fund, LP', 0.45, 38, '2006-04-10', 74, -11, 1],
      ['DBC', 'Invesco DB Commodity Index Tracking Fund', 0.35, 19, '2006-02-06', 23, 1, 1.3],
    ],
  },
  { factor: 'Gas', members: [['UNG', 'United States Natural Gas Fund, LP', 0.15, 50, '2007-04-18', 12.5, -38, 1]] },
  {
    factor: 'Dollar',
    members: [
      ['UUP', 'Invesco DB US Dollar Index Bullish Fund', -0.15, 7.5, '2007-02-20', 27.6, 2, 1],
      ['FXE', 'Invesco CurrencyShares Euro Trust', 0.1, 8.5, '2005-12-12', 108, -0.3, 1],
      ['FXY', 'Invesco CurrencyShares Japanese Yen Trust', -0.15, 10, '2007-02-12', 62, -1.5, 1],
    ],
  },
  { factor: 'Crypto', members: [['IBIT', 'iShares Bitcoin Trust ETF', 1.7, 52, '2024-01-11', 65, 52, 1]] },
  {
    factor: 'Volatility',
    members: [['VXX', 'iPath Series B S&P 500 VIX Short-Term Futures ETN', -2.6, 70, '2018-01-25', 33, -45, 1]],
  },
  { factor: 'Inverse', members: [['SH', 'ProShares Short S&P500', -1, 17, '2006-06-21', 37, -11, 1.75]] },
]

const TRACKERS: ReadonlySet<string> = new Set(['SPY', 'VOO', 'VTI', 'SH'])

function toInstrument(row: CompanyRow | FundRow, factor: SimulatedFactor): SimulatedInstrument {
  const [ticker, name, beta, volatilityPercent, start, anchorPrice, growthPercent, internalDiversification] = row
  return {
    ticker,
    name,
    factor,
    isFund: internalDiversification !== undefined,
    beta,
    volatility: volatilityPercent / 100,
    start,
    anchorPrice,
    growth: growthPercent / 100,
    isGrowthOverBenchmark: false,
    tracksBenchmark: TRACKERS.has(ticker),
    kin: null,
    internalDiversification: internalDiversification ?? 1,
  }
}

export const SIMULATED_INSTRUMENTS: ReadonlyMap<string, SimulatedInstrument> = new Map(
  [
    ...[...COMPANIES, ...FUNDS].flatMap(({ factor, members }) => members.map((row) => toInstrument(row, factor))),
    ...HELD_FUNDS,
  ].map((instrument) => [instrument.ticker, instrument]),
)
