// Tests: options-page.test.tsx

import type { OptionPosition } from '@ballast/contract'
import type { BadgeTone } from '../../components/ui/badge.tsx'
import { formatNumber } from '../../lib/format.ts'

/** How an option position is called, with the colour of what it risks. */
export const COVERAGES: Readonly<Record<OptionPosition['coverage'], { label: string; tone: BadgeTone }>> = {
  long: { label: 'Long', tone: 'secondary' },
  covered: { label: 'Covered', tone: 'gain' },
  'cash-secured': { label: 'Cash-secured', tone: 'gain' },
  'partly-covered': { label: 'Partly covered', tone: 'warning' },
  naked: { label: 'Naked', tone: 'destructive' },
  expired: { label: 'Expired', tone: 'secondary' },
}

const ABSENCES: Readonly<Record<NonNullable<OptionPosition['missing']>, string>> = {
  expired: 'It has expired',
  'no-options': 'Its underlying has no option chain',
  'not-listed': 'The chain does not list it',
  'no-quote': 'Nobody quotes it',
  'provider-down': 'The market data provider did not answer',
  unauthorized: 'Options data requires a paid Polygon plan',
}

/** Why an option has no price, as a sentence without its stop. */
export function describeAbsence(absence: NonNullable<OptionPosition['missing']>): string {
  return ABSENCES[absence]
}

/** `14`, and `1.50` of those that no exchange lists but a file may hold. */
export function formatContracts(contracts: number): string {
  return formatNumber(contracts, { decimals: Number.isInteger(contracts) ? 0 : 2 })
}

/** Sold ones count like bought ones: `−1 contract`, `−5 contracts`. */
export function countContracts(contracts: number): string {
  return `${formatContracts(contracts)} ${Math.abs(contracts) === 1 ? 'contract' : 'contracts'}`
}

/** `Expired`, `Today`, `27d`. */
export function formatDaysLeft(days: number): string {
  if (days < 0) return 'Expired'
  return days === 0 ? 'Today' : `${days}d`
}
