/**
 * The funds that Americans hold most, beside those of `instruments.ts`. Tickers and names are those of real funds, so that
 * people find what they hold. Nothing else is taken from a source: prices are levels invented for the simulation, first
 * months are approximate and only decide from when the demo has a history, and how a fund moves is its class's: beta,
 * volatility and rates duration are illustrative round figures for a whole class. None of it is market data.
 */

import type { SimulatedFactor } from './sector-factors.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

/** Volatility a year of a bond fund for each year of its duration, a fraction: yields move by about .9 points a year. */
const YIELD_VOLATILITY = 0.009
/** Treasuries rise a little when shares fall, by their duration. */
const TREASURY_BETA = -0.012
/** The least that moves at all: a fund of bills. */
const LEAST_VOLATILITY = 0.002

interface FundClass {
  factor: SimulatedFactor
  /** Against the simulated benchmark. */
  beta: number
  /** Annual, percent. */
  volatility: number
  /** Logarithmic growth a year until the anchor date over beta times the benchmark's, percent. */
  excess: number
  /** A fund of the same kind: what moves it alone moves its relatives too. The class itself where there is none. */
  kin?: string
  /** A broad fund that holds the same sectors. */
  sectorsOf?: string
  tracksBenchmark?: boolean
  /** Diversification ratio inside the fund. */
  inside: number
}

const shares = (beta: number, volatility: number, excess: number, rest: Partial<FundClass> = {}): FundClass => ({
  factor: 'Broad Market',
  beta,
  volatility,
  excess,
  inside: 1.75,
  ...rest,
})

/** Bonds whose volatility is their duration's, in years; Treasuries also have the beta of it. */
const bonds = (duration: number, excess: number, rest: Partial<FundClass> = {}): FundClass => ({
  factor: 'Rates',
  beta: TREASURY_BETA * duration,
  excess,
  inside: 1.05,
  volatility: 100 * Math.max(LEAST_VOLATILITY, YIELD_VOLATILITY * duration),
  ...rest,
})

/** A class, and its funds: ticker, first simulated month, invented price on the anchor date in USD, name. */
const CLASSES: readonly (readonly [name: string, kind: FundClass, funds: string])[] = [
  [
    'S&P 500',
    shares(1, 17, 0, { tracksBenchmark: true, sectorsOf: 'SPY' }),
    `IVV 2000-06 669 iShares Core S&P 500 ETF
     SPLG 2005-12 78 SPDR Portfolio S&P 500 ETF
     SPYM 2005-12 78 State Street SPDR Portfolio S&P 500 ETF
     IWB 2000-06 365 iShares Russell 1000 ETF
     SCHX 2009-12 26 Schwab US Large-Cap ETF
     VV 2004-02 307 Vanguard Large-Cap ETF
     ESGU 2017-01 146 iShares ESG Aware MSCI USA ETF
     DFUS 2021-07 72 Dimensional US Equity ETF
     VFIAX 2000-12 618 Vanguard 500 Index Fund Admiral
     VINIX 1998-01 540 Vanguard Institutional Index Fund
     FXAIX 2011-06 232 Fidelity 500 Index Fund
     FNILX 2018-10 24 Fidelity ZERO Large Cap Index Fund
     SWPPX 1998-01 17 Schwab S&P 500 Index Fund`,
  ],
  [
    'US total market',
    shares(1.02, 17, 0, { tracksBenchmark: true, inside: 1.78, sectorsOf: 'VTI' }),
    `ITOT 2004-02 146 iShares Core S&P Total US Stock Market ETF
     SCHB 2009-12 26 Schwab US Broad Market ETF
     SPTM 2000-11 80 SPDR Portfolio S&P 1500 Composite Stock Market ETF
     IWV 2000-06 378 iShares Russell 3000 ETF
     VTSAX 2000-12 160 Vanguard Total Stock Market Index Fund Admiral
     FSKAX 2011-10 184 Fidelity Total Market Index Fund
     FZROX 2018-09 23 Fidelity ZERO Total Market Index Fund
     SWTSX 1999-07 18 Schwab Total Stock Market Index Fund`,
  ],
  [
    'US growth',
    shares(1.1, 20.5, 0.8, { kin: 'QQQ', inside: 1.6 }),
    `VUG 2004-02 480 Vanguard Growth ETF
     IWF 2000-06 468 iShares Russell 1000 Growth ETF
     IVW 2000-06 121 iShares S&P 500 Growth ETF
     SCHG 2010-01 32 Schwab US Large-Cap Growth ETF
     SPYG 2000-10 104 SPDR Portfolio S&P 500 Growth ETF
     VOOG 2010-10 434 Vanguard S&P 500 Growth ETF
     VONG 2010-10 121 Vanguard Russell 1000 Growth ETF
     MGK 2008-01 402 Vanguard Mega Cap Growth ETF
     VIGAX 2000-12 245 Vanguard Growth Index Fund Admiral
     FSPGX 2016-07 47 Fidelity Large Cap Growth Index Fund
     FCNTX 1998-01 25 Fidelity Contrafund
     FBGRX 1998-01 265 Fidelity Blue Chip Growth Fund
     AGTHX 1998-01 85 American Funds Growth Fund of America`,
  ],
  [
    'Nasdaq',
    shares(1.17, 22, 1.5, { kin: 'QQQ', inside: 1.55, sectorsOf: 'QQQ' }),
    `QQQM 2020-11 247 Invesco NASDAQ 100 ETF
     ONEQ 2003-10 89 Fidelity Nasdaq Composite Index ETF`,
  ],
  ['Nasdaq threefold', shares(3.5, 66, -4, { kin: 'QQQ', inside: 1.55 }), 'TQQQ 2010-03 103 ProShares UltraPro QQQ'],
  [
    'US value',
    shares(0.93, 17.8, -0.8),
    `VTV 2004-02 186 Vanguard Value ETF
     IWD 2000-06 203 iShares Russell 1000 Value ETF
     IVE 2000-06 206 iShares S&P 500 Value ETF
     SCHV 2010-01 29 Schwab US Large-Cap Value ETF
     SPYV 2000-10 55 SPDR Portfolio S&P 500 Value ETF
     VOOV 2010-10 199 Vanguard S&P 500 Value ETF
     RSP 2003-05 190 Invesco S&P 500 Equal Weight ETF
     COWZ 2017-01 57 Pacer US Cash Cows 100 ETF
     MOAT 2012-05 99 VanEck Morningstar Wide Moat ETF
     DFAC 2021-07 39 Dimensional US Core Equity 2 ETF
     DODGX 1998-01 17 Dodge & Cox Stock Fund`,
  ],
  [
    'US dividends',
    shares(0.82, 15.8, -0.3),
    `SCHD 2011-11 27 Schwab US Dividend Equity ETF
     VYM 2006-12 141 Vanguard High Dividend Yield ETF
     VIG 2006-05 216 Vanguard Dividend Appreciation ETF
     DGRO 2014-07 68 iShares Core Dividend Growth ETF
     HDV 2011-04 122 iShares Core High Dividend ETF
     DVY 2003-12 142 iShares Select Dividend ETF
     SDY 2005-12 140 SPDR S&P Dividend ETF
     SPYD 2015-11 44 SPDR Portfolio S&P 500 High Dividend ETF
     NOBL 2013-11 103 ProShares S&P 500 Dividend Aristocrats ETF
     DGRW 2013-06 88 WisdomTree US Quality Dividend Growth Fund
     FDVV 2016-10 56 Fidelity High Dividend ETF
     SPLV 2011-06 73 Invesco S&P 500 Low Volatility ETF`,
  ],
  [
    'US quality and momentum',
    shares(1, 18, 0.5),
    `QUAL 2013-08 194 iShares MSCI USA Quality Factor ETF
     MTUM 2013-05 256 iShares MSCI USA Momentum Factor ETF`,
  ],
  [
    'Covered calls',
    shares(0.65, 12, -1.5),
    `JEPI 2020-06 57 JPMorgan Equity Premium Income ETF
     JEPQ 2022-06 57 JPMorgan Nasdaq Equity Premium Income ETF
     QYLD 2014-01 17 Global X NASDAQ 100 Covered Call ETF
     XYLD 2013-07 39 Global X S&P 500 Covered Call ETF
     SPYI 2022-09 52 NEOS S&P 500 High Income ETF
     DIVO 2017-01 44 Amplify CWP Enhanced Dividend Income ETF`,
  ],
  [
    'US mid caps',
    shares(1.08, 20.5, -0.8, { inside: 1.9 }),
    `VO 2004-02 293 Vanguard Mid-Cap ETF
     IJH 2000-06 65 iShares Core S&P Mid-Cap ETF
     MDY 1998-01 596 SPDR S&P MidCap 400 ETF
     VIMAX 2001-12 363 Vanguard Mid-Cap Index Fund Admiral
     FSMDX 2011-10 38 Fidelity Mid Cap Index Fund`,
  ],
  [
    'US small caps',
    shares(1.15, 23, -1.5, { kin: 'IWM', inside: 2, sectorsOf: 'IWM' }),
    `IJR 2000-06 119 iShares Core S&P Small-Cap ETF
     VB 2004-02 254 Vanguard Small-Cap ETF
     VBR 2004-02 208 Vanguard Small-Cap Value ETF
     VBK 2004-02 297 Vanguard Small-Cap Growth ETF
     SCHA 2009-12 28 Schwab US Small-Cap ETF
     IWN 2000-08 177 iShares Russell 2000 Value ETF
     IWO 2000-08 320 iShares Russell 2000 Growth ETF
     VTWO 2010-10 98 Vanguard Russell 2000 ETF
     AVUV 2019-10 99 Avantis US Small Cap Value ETF
     VSMAX 2000-12 121 Vanguard Small-Cap Index Fund Admiral
     FSSNX 2011-10 31 Fidelity Small Cap Index Fund`,
  ],
  [
    'World',
    shares(0.97, 17.2, -2, { inside: 1.9 }),
    `VT 2008-07 138 Vanguard Total World Stock ETF
     ACWI 2008-04 138 iShares MSCI ACWI ETF`,
  ],
  [
    'Developed markets',
    shares(0.9, 18, -4, { factor: 'International', kin: 'EFA', inside: 1.85, sectorsOf: 'EFA' }),
    `VXUS 2011-02 73 Vanguard Total International Stock ETF
     VEA 2007-08 60 Vanguard FTSE Developed Markets ETF
     IEFA 2012-11 87 iShares Core MSCI EAFE ETF
     IXUS 2012-11 83 iShares Core MSCI Total International Stock ETF
     VEU 2007-04 71 Vanguard FTSE All-World ex-US ETF
     SCHF 2009-12 23 Schwab International Equity ETF
     SPDW 2007-05 43 SPDR Portfolio Developed World ex-US ETF
     ACWX 2008-04 65 iShares MSCI ACWI ex US ETF
     VYMI 2016-04 85 Vanguard International High Dividend Yield ETF
     IDV 2007-07 36 iShares International Select Dividend ETF
     AVDV 2019-10 88 Avantis International Small Cap Value ETF
     VTIAX 2010-12 40 Vanguard Total International Stock Index Fund Admiral
     FTIHX 2016-07 16 Fidelity Total International Index Fund
     FZILX 2018-09 14 Fidelity ZERO International Index Fund
     FSPSX 2011-10 61 Fidelity International Index Fund
     SWISX 1998-01 30 Schwab International Index Fund`,
  ],
  [
    'Emerging markets',
    shares(0.95, 21, -5, { factor: 'International', kin: 'EEM', inside: 1.9, sectorsOf: 'EEM' }),
    `VWO 2005-04 54 Vanguard FTSE Emerging Markets ETF
     IEMG 2012-11 66 iShares Core MSCI Emerging Markets ETF
     SCHE 2010-02 33 Schwab Emerging Markets Equity ETF
     SPEM 2007-04 47 SPDR Portfolio Emerging Markets ETF
     AVEM 2019-10 77 Avantis Emerging Markets Equity ETF`,
  ],
  [
    'China',
    shares(0.75, 29, -5, { factor: 'International', kin: 'FXI', inside: 1.4 }),
    `MCHI 2011-04 66 iShares MSCI China ETF
     KWEB 2013-08 42 KraneShares CSI China Internet ETF`,
  ],
  [
    'Technology',
    shares(1.2, 22.5, 1.5, { factor: 'Technology', kin: 'XLK', inside: 1.35 }),
    `VGT 2004-02 746 Vanguard Information Technology ETF
     FTEC 2013-11 222 Fidelity MSCI Information Technology Index ETF
     IGV 2001-08 115 iShares Expanded Tech-Software Sector ETF`,
  ],
  [
    'Health care',
    shares(0.74, 16.5, 0.5, { factor: 'Health Care', kin: 'XLV', inside: 1.45 }),
    'VHT 2004-02 260 Vanguard Health Care ETF',
  ],
  [
    'Biotechnology',
    shares(0.95, 26, 0, { factor: 'Health Care', kin: 'XBI', inside: 1.6 }),
    'IBB 2001-03 144 iShares Biotechnology ETF',
  ],
  [
    'Financials',
    shares(1.1, 23, -2.5, { factor: 'Financials', kin: 'XLF', inside: 1.35 }),
    'VFH 2004-02 131 Vanguard Financials ETF',
  ],
  [
    'Energy',
    shares(0.95, 28, -2, { factor: 'Energy', kin: 'XLE', inside: 1.25 }),
    'VDE 2004-10 126 Vanguard Energy ETF',
  ],
  [
    'Utilities',
    shares(0.5, 17, 2.5, { factor: 'Utilities', kin: 'XLU', inside: 1.25 }),
    'VPU 2004-02 190 Vanguard Utilities ETF',
  ],
  [
    'Aerospace',
    shares(1.03, 22, 1, { factor: 'Industrials', kin: 'XLI', inside: 1.3 }),
    'ITA 2006-06 209 iShares US Aerospace & Defense ETF',
  ],
  [
    'Real estate',
    shares(0.9, 21, -1, { factor: 'Real Estate', kin: 'VNQ', inside: 1.35 }),
    `IYR 2000-07 97 iShares US Real Estate ETF
     SCHH 2011-02 21 Schwab US REIT ETF`,
  ],
  [
    'Balanced',
    shares(0.62, 10.8, 0.5, { inside: 1.6 }),
    `VWELX 1998-01 46 Vanguard Wellington Fund
     FBALX 1998-01 34 Fidelity Balanced Fund
     VFORX 2006-07 55 Vanguard Target Retirement 2040 Fund
     VFIFX 2006-07 61 Vanguard Target Retirement 2050 Fund
     VTTSX 2012-02 60 Vanguard Target Retirement 2060 Fund`,
  ],
  [
    'US bonds',
    bonds(6, 2.9, { beta: 0.02, kin: 'AGG' }),
    `BND 2007-05 74 Vanguard Total Bond Market ETF
     SCHZ 2011-08 23 Schwab US Aggregate Bond ETF
     SPAB 2007-06 26 SPDR Portfolio Aggregate Bond ETF
     BIV 2007-05 78 Vanguard Intermediate-Term Bond ETF
     MBB 2007-04 95 iShares MBS ETF
     BNDX 2013-07 49 Vanguard Total International Bond ETF
     VBTLX 2001-12 9.7 Vanguard Total Bond Market Index Fund Admiral
     FXNAX 2011-06 10.5 Fidelity US Bond Index Fund`,
  ],
  [
    'Short bonds',
    bonds(2.6, 2.4, { beta: 0.01, kin: 'SHY' }),
    `BSV 2007-05 79 Vanguard Short-Term Bond ETF
     VTIP 2012-11 50 Vanguard Short-Term Inflation-Protected Securities ETF`,
  ],
  ['Long bonds', bonds(13.5, 4, { beta: 0, kin: 'TLT' }), 'BLV 2007-05 71 Vanguard Long-Term Bond ETF'],
  [
    'Short Treasuries',
    bonds(1.9, 2, { kin: 'SHY', inside: 1 }),
    `VGSH 2009-12 59 Vanguard Short-Term Treasury ETF
     SCHO 2010-09 24 Schwab Short-Term US Treasury ETF`,
  ],
  [
    'Treasuries',
    bonds(5.5, 2.8, { kin: 'IEF', inside: 1 }),
    `VGIT 2009-12 60 Vanguard Intermediate-Term Treasury ETF
     IEI 2007-02 119 iShares 3-7 Year Treasury Bond ETF
     GOVT 2012-03 23 iShares US Treasury Bond ETF`,
  ],
  [
    'Long Treasuries',
    bonds(14.5, 3.2, { kin: 'TLT', inside: 1 }),
    `VGLT 2009-12 57 Vanguard Long-Term Treasury ETF
     SPTL 2007-06 27 SPDR Portfolio Long Term Treasury ETF`,
  ],
  [
    'Bills',
    bonds(0.15, 1.9, { beta: 0, inside: 1 }),
    `SGOV 2020-06 100 iShares 0-3 Month Treasury Bond ETF
     BIL 2007-06 92 SPDR Bloomberg 1-3 Month T-Bill ETF
     SHV 2007-02 110 iShares Short Treasury Bond ETF
     USFR 2014-03 50 WisdomTree Floating Rate Treasury Fund
     JPST 2017-06 51 JPMorgan Ultra-Short Income ETF`,
  ],
  [
    'Inflation-protected bonds',
    bonds(6.6, 3, { beta: 0.02, kin: 'TIP', inside: 1 }),
    'SCHP 2010-09 27 Schwab US TIPS ETF',
  ],
  [
    'Municipal bonds',
    bonds(6, 2.7, { beta: 0.05 }),
    `MUB 2007-10 106 iShares National Muni Bond ETF
     VTEB 2015-09 50 Vanguard Tax-Exempt Bond ETF`,
  ],
  [
    'Corporate bonds',
    bonds(6.2, 3.5, { factor: 'Credit', beta: 0.1, kin: 'LQD', inside: 1.1 }),
    'VCIT 2009-12 84 Vanguard Intermediate-Term Corporate Bond ETF',
  ],
  [
    'Short corporate bonds',
    bonds(2.7, 2.8, { factor: 'Credit', beta: 0.05, kin: 'LQD', inside: 1.1 }),
    `VCSH 2009-12 80 Vanguard Short-Term Corporate Bond ETF
     FLOT 2011-07 51 iShares Floating Rate Bond ETF`,
  ],
  [
    'High-yield bonds',
    shares(0.4, 9, 0.8, { factor: 'Credit', kin: 'HYG', inside: 1.3 }),
    `JNK 2007-12 98 SPDR Bloomberg High Yield Bond ETF
     USHY 2017-11 38 iShares Broad USD High Yield Corporate Bond ETF
     EMB 2008-01 95 iShares JP Morgan USD Emerging Markets Bond ETF`,
  ],
  [
    'Gold',
    shares(0.05, 16, 9, { factor: 'Gold', kin: 'GLD', inside: 1 }),
    `IAU 2005-02 73 iShares Gold Trust
     GLDM 2018-07 76 SPDR Gold MiniShares Trust`,
  ],
  [
    'Bitcoin',
    shares(1.7, 52, 20, { factor: 'Crypto', kin: 'IBIT', inside: 1 }),
    `FBTC 2024-02 100 Fidelity Wise Origin Bitcoin Fund
     GBTC 2024-02 90 Grayscale Bitcoin Trust`,
  ],
  ['Ether', shares(1.9, 68, 0, { factor: 'Crypto', inside: 1 }), 'ETHA 2024-08 31 iShares Ethereum Trust ETF'],
  [
    'Commodities',
    shares(0.35, 19, -3, { factor: 'Oil', kin: 'DBC', inside: 1.3 }),
    'PDBC 2014-12 13 Invesco Optimum Yield Diversified Commodity Strategy',
  ],
]

/** Every fund, in the order of its class. */
export const HELD_FUNDS: readonly SimulatedInstrument[] = CLASSES.flatMap(([name, kind, funds]) =>
  funds.split('\n').map((line) => toInstrument(line.trim().split(' '), name, kind)),
)

/** The broad fund that holds the sectors a ticker's fund holds; `undefined` where none is known to. */
export function findSectorTwin(ticker: string): string | undefined {
  sectorTwins ??= new Map(
    CLASSES.flatMap(([, { sectorsOf }, funds]) =>
      sectorsOf === undefined
        ? []
        : funds.split('\n').map((line) => [line.trim().split(' ')[0] ?? '', sectorsOf] as const),
    ),
  )
  return sectorTwins.get(ticker)
}

let sectorTwins: ReadonlyMap<string, string> | undefined

function toInstrument(
  [ticker = '', month = '', price = '', ...words]: readonly string[],
  className: string,
  { factor, beta, volatility, excess, kin, tracksBenchmark = false, inside }: FundClass,
): SimulatedInstrument {
  return {
    ticker,
    name: words.join(' '),
    factor,
    isFund: true,
    beta,
    volatility: volatility / 100,
    start: `${month}-01`,
    anchorPrice: Number(price),
    growth: excess / 100,
    isGrowthOverBenchmark: true,
    tracksBenchmark,
    kin: kin ?? className,
    internalDiversification: inside,
  }
}
