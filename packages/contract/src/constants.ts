/** Constants that both sides show. Percentages here are percents per year. */

export const PRODUCT_NAME = 'Ballast'
export const TAGLINE = 'See what your portfolio could lose, and what it costs not to.'
export const FIRST_YEAR = 2024
/**
 * Ticker that "the market" means: falls of the market, hedging betas and proxies are of this index, whatever the
 * benchmark.
 */
export const MARKET_INDEX = 'SPY'
/** Everything is shown in this currency; others are converted by a dated rate or left out and named. */
export const BASE_CURRENCY = 'USD'
export const ANNUAL_RISK_FREE_RATE_PERCENT = 3
export const TRADING_DAYS_PER_YEAR = 252
export const OPTION_MULTIPLIER = 100
export const UNKNOWN_SECTOR = 'Unknown'
export const CASH_SECTOR = 'Cash'
/** Options at their price: they have no sector of their own. */
export const OPTIONS_SECTOR = 'Options'
/** How cash in the base currency is held; cash in others lies under their codes. */
export const CASH_TICKER = 'CASH'
export const TOP_HOLDINGS_PER_SECTOR = 3
/** Size of a discovery: funds of every class and the portfolio's largest positions, over trading days. */
export const DISCOVERY_SCAN = { funds: 50, holdings: 5, days: 90 } as const
