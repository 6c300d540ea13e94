// Written by scripts/generate-example-figures.ts from the simulated market; do not edit by hand.

/** The sample portfolio Core Growth through the COVID-19 crash: what the worked examples calculate with. */
export const WORKED_EXAMPLE = {
  name: 'the COVID-19 crash',
  from: '2019-12-02',
  through: '2020-06-30',
  returns: 145,
  first: 100000,
  last: 106005.31,
  peak: 104980.2,
  trough: 67735.23,
  totalReturnPercent: 6.01,
  annualizedReturnPercent: 10.67,
  dailyDeviationPercent: 2.47,
  volatilityPercent: 39.28,
  maxDrawdownPercent: 35.48,
  beta: 1.11,
  sharpeRatio: 0.38,
  downsideDeviationPercent: 28.44,
  sortinoRatio: 0.52,
  calmarRatio: 0.3,
  winRatePercent: 55.17,
  benchmarkTotalReturnPercent: -1.68,
  diversificationScore: 33,
  spreadPercent: 82.48,
  independencePercent: 39.86,
} as const
