/** Lines above a table that name the account whose holdings follow. */

import type { SourceRow } from '../sources/source-table.ts'
import { isNothing } from './number-cells.ts'
import { isTotal } from './security-kinds.ts'

const LONGEST_TITLE = 100
/** `Account: Roth IRA …1234`. */
const LABELLED = /^account(?: name| number| no\.?)?\s?:\s?(.{3,100})$/i
const ACCOUNT_WORDS =
  /(?<!\p{L})(?:accounts?|acct|iras?|roth|rollover|401\(?k\)?|403\(?b\)?|457\(?b\)?|hsa|529|individual|joint|brokerage|taxable|custodial|utma|ugma|isa|sipp|tfsa|rrsp|resp|lira|fhsa|depot|konto|compte|pea|cuenta)(?!\p{L})/iu
/** `…1234`, `xxxx-4321`, `***987`: a number that is masked already. */
const MASKED_NUMBER = /(?:(?<!\.)\.{2,6}|…|(?<![xX*•])[xX*•]{2,12})-?\d{2,8}\b/
/** Other lines stand above tables too: titles of the whole report, and groups of one kind of security. */
const NO_ACCOUNT =
  /\b(?:as of|reports?|positions?|holdings?|summary|overview|portfolio|statement|all accounts|stocks?|bonds?|equit(?:y|ies)|funds?|etfs?|options?|securities)\b|\d{1,4}[./-]\d{1,2}[./-]\d{2,4}/i

/** Name of the account in a line that says that it is one. */
export const findLabelledAccount = (text: string) => LABELLED.exec(text)?.[1]

/** True if a text that stands alone, as a line above a header or as the name of a sheet, names an account. */
export function isAccountTitle(text: string): boolean {
  const title = text.trim()
  if (title.length > LONGEST_TITLE || isTotal(title) || NO_ACCOUNT.test(title)) return false
  return ACCOUNT_WORDS.test(title) || MASKED_NUMBER.test(title)
}

/** The text of a row in which nothing else stands, or `undefined`. */
export function toLoneText({ cells }: SourceRow): string | undefined {
  const filled = cells.filter((cell) => !isNothing(cell))
  return filled.length === 1 ? filled[0]?.trim() : undefined
}
