// Written by scripts/generate-example-figures.ts from the simulated market; do not edit by hand.

/** The sample portfolio Core Growth through the COVID-19 crash: what the worked examples calculate with. */
export const WORKED_EXAMPLE = {
  name: 'the COVID-19 crash',
  from: '2019-12-02',
  through: '2020-06-30',
  returns: 145,
  first: 100000,
  last: 105404.21,
  peak: 105393.59,
  trough: 69675.36,
  totalReturnPercent: 5.4,
  annualizedReturnPercent: 9.58,
  dailyDeviationPercent: 2.34,
  volatilityPercent: 37.17,
  maxDrawdownPercent: 33.89,
  beta: 1.06,
  sharpeRatio: 0.35,
  downsideDeviationPercent: 26.91,
  sortinoRatio: 0.49,
  calmarRatio: 0.28,
  winRatePercent: 53.1,
  benchmarkTotalReturnPercent: -1.68,
  diversificationScore: 35,
  spreadPercent: 86.65,
  independencePercent: 40.74,
} as const
