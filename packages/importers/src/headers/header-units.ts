// Tests: ../mapped-columns.test.ts, ../samples.test.ts

/** The currency that the name of a column states, for tables whose lines do not. */

const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' }
const CODE = /(?:^|[^A-Za-z])(USD|EUR|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|PLN|HKD|SGD|NZD|INR)\)?\s*$/
/** Pounds are often quoted in pence: `Price (p)`, `Cost (pence)`, `Average price GBX`. */
const PENCE = /\((?:in )?(?:p|pence|pennies)\)|\bpence\b|\b(?:GBX|GBp)\b/

export interface HeaderUnit {
  currency: string
  /** How many of what stands in the cells make one of the currency. */
  perUnit: 1 | 100
}

/** Unit of the cells of a column, or `undefined` when its name does not say it; a dollar sign alone does not. */
export function findHeaderUnit(name: string): HeaderUnit | undefined {
  const text = name.trim().slice(0, 60)
  if (PENCE.test(text)) return { currency: 'GBP', perUnit: 100 }
  const sign = /[€£¥₹]/.exec(text)?.[0]
  const currency = CODE.exec(text)?.[1] ?? (sign === undefined ? undefined : SIGNS[sign])
  return currency === undefined ? undefined : { currency, perUnit: 1 }
}
