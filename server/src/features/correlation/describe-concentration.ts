import type { ConcentrationDetail } from '@ballast/quant'

/** The rule that decided the level of concentration, as a sentence for the badge. */
export function describeConcentration({ rule, measured, bound, maxName, maxSector, hhi }: ConcentrationDetail): string {
  const limit = bound ?? 0
  switch (rule) {
    case 'largest-name':
      return `${maxName?.ticker} alone is ${toPercent(measured)} of value; ${toPercent(limit)} or more in one name counts.`
    case 'herfindahl':
      return `The Herfindahl index is ${hhi.toFixed(2)}, as concentrated as ${(1 / hhi).toFixed(1)} equal companies; ${limit.toFixed(2)} or more counts.`
    case 'largest-sector':
      return `${maxSector?.sector} is ${toPercent(measured)} of value; ${toPercent(limit)} or more in one sector counts.`
    case 'top-three-names':
      return `The three largest names are ${toPercent(measured)} of value; ${toPercent(limit)} or more counts.`
    case 'few-holdings':
      return `Only ${measured} ${measured === 1 ? 'holding' : 'holdings'}, fewer than ${limit}, and broad funds hold less than half of the value.`
    case null:
      return 'No single name, sector or handful of holdings decides the portfolio: no rule fired.'
  }
}

const toPercent = (fraction: number | null) => `${Number((100 * (fraction ?? 0)).toFixed(1))} %`
