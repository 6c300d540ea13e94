// Tests: analyse-portfolio.test.ts, correlation.test.ts

import type { Concentration } from '@ballast/quant'

/** The rule that decided the level of concentration, as a sentence for the badge. */
export function describeConcentration({ level, detail }: Concentration): string {
  const { rule, measured, bound, maxName, maxSector, hhi } = detail
  const limit = bound ?? 0
  const isCalled = `the risk is ${level.toLowerCase()}`
  switch (rule) {
    case 'largest-name':
      return `${maxName?.ticker} alone is ${toPercent(measured)} of value; from ${toPercent(limit)} in one name ${isCalled}.`
    case 'herfindahl':
      return `The HHI, the sum of the squared weights, is ${hhi.toFixed(2)}; from ${limit.toFixed(2)} ${isCalled}.`
    case 'largest-sector':
      return `${maxSector?.sector} is ${toPercent(measured)} of value; from ${toPercent(limit)} in one sector ${isCalled}.`
    case 'top-three-names':
      return `The three largest names are ${toPercent(measured)} of value; from ${toPercent(limit)} ${isCalled}.`
    case 'few-holdings':
      return `Only ${measured} ${measured === 1 ? 'position' : 'positions'}, fewer than ${limit}, and broad funds hold less than half of the value.`
    case null:
      return 'No single name, sector or handful of shares decides the portfolio.'
  }
}

const toPercent = (fraction: number | null) => `${Number((100 * (fraction ?? 0)).toFixed(1))}%`
