/** Trading days in a year: the factor behind every annualised figure. */
export const TRADING_DAYS = 252

/** Annual risk-free rate of all performance figures, as a fraction. Options are discounted at a rate of their own. */
export const RISK_FREE_RATE = 0.03

/** A sampled close older than this many calendar days is missing: long enough for a holiday week, too short for a halt. */
export const MAXIMUM_STALE_DAYS = 5

/** A pair of series with fewer common returns gets no correlation: at 60 the 95 % interval is already ±0.25 wide. */
export const MINIMUM_PAIR_RETURNS = 60

/** Standard deviations of daily returns below this are rounding noise, and a ratio over them has no meaning. */
export const ZERO_DEVIATION = 1e-12
