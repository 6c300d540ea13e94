import type { Instrument } from '../../market-data/market-data.ts'

/** How issuers name funds that repeat a multiple of each day's move, or its opposite. */
const GEARED = /\b(?:ultra(?:pro|short)?|leveraged|inverse|bear|[1-4](?:\.\d+)?x)\b|\bproshares short\b/i
/** Funds of bonds that mature soon bear such a name as well. */
const SOON_DUE = /\bultra[- ]short\b/i

/** True if a fund repeats a multiple of each day's move, or its opposite: over weeks it drifts away from that multiple. */
export function isGearedFund({ name, isFund }: Pick<Instrument, 'name' | 'isFund'>): boolean {
  return isFund && GEARED.test(name) && !SOON_DUE.test(name)
}
