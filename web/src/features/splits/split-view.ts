import type { SplitSuggestion } from '@ballast/contract'
import { formatDate, formatNumber } from '../../lib/format.ts'

type Split = Pick<SplitSuggestion, 'ticker' | 'date' | 'newShares' | 'oldShares' | 'sharesBefore' | 'sharesAfter'>

/** `4:1`: new shares for old ones. */
export function toRatio({ newShares, oldShares }: Pick<Split, 'newShares' | 'oldShares'>): string {
  return `${newShares}:${oldShares}`
}

/** `NVDA split 10:1 on Jun 10, 2024, after these positions were uploaded: 12.00 shares are 120.00 now.` */
export function describeSuggestion(split: Split): string {
  const { ticker, date, sharesBefore, sharesAfter } = split
  return `${ticker} split ${toRatio(split)} on ${formatDate(date)}, after these positions were uploaded: ${formatNumber(sharesBefore)} shares are ${formatNumber(sharesAfter)} now.`
}

/** `NVDA adjusted 10:1 for Jun 10, 2024: 12.00 to 120.00 shares.` */
export function describeAdjustment(split: Split): string {
  const { ticker, date, sharesBefore, sharesAfter } = split
  return `${ticker} adjusted ${toRatio(split)} for ${formatDate(date)}: ${formatNumber(sharesBefore)} to ${formatNumber(sharesAfter)} shares.`
}
