// Tests: ../features/admin/admin.test.ts, ../features/billing/billing.test.ts

import {
  countTokens,
  FEATURE_TERMS,
  type LedgerEntry,
  type MeteredFeature,
  tokenFeatureSchema,
} from '@ballast/contract'
import type { LedgerLine } from './token-ledger.repository.ts'

/** A line of the ledger as the API shows it, with words that a person understands. */
export function toLedgerEntry(line: LedgerLine): LedgerEntry {
  const { row, signedTokens } = line
  const feature = tokenFeatureSchema.safeParse(row.feature)
  return {
    sequence: row.sequence,
    at: row.createdAt.toISOString(),
    // Deliveries are left out when lines are listed: the use itself is the line.
    kind: row.kind === 'use-delivered' ? 'use' : row.kind,
    tokens: signedTokens,
    pool: poolOf(line),
    balanceAfter: row.balanceAfter,
    label: toLabel(line),
    feature: feature.success ? feature.data : null,
    amountPaid: row.amountCents === null ? null : row.amountCents / 100,
  }
}

function poolOf({ row }: LedgerLine): LedgerEntry['pool'] {
  const accounts = [row.fromAccount, row.toAccount]
  if (accounts.includes('unlimited')) return 'unlimited'
  return accounts.includes('monthly') ? 'monthly' : 'purchased'
}

function toLabel({ row, signedTokens }: LedgerLine): string {
  const tokens = countTokens(row.tokens)
  const feature = FEATURE_TERMS[row.feature as MeteredFeature]?.name ?? row.feature
  switch (row.kind) {
    case 'monthly-grant':
      return 'Tokens of the month'
    case 'monthly-lapse':
      return 'Unused tokens of the month lapsed'
    case 'purchase':
      return `${tokens} bought for $${(row.amountCents ?? 0) / 100}`
    case 'use':
    case 'use-delivered':
      return feature ?? 'Use'
    case 'refund':
      return `Given back: ${feature}`
    case 'purchase-reversal':
      return signedTokens === 0 ? `${tokens} of a payment taken back are owed` : 'Payment taken back'
    case 'purchase-restored':
      return signedTokens === 0 ? `${tokens} are no longer owed` : 'Payment restored'
    case 'debt-settlement':
      return 'Tokens that were owed'
    case 'admin-grant':
      return 'Given by the operator'
  }
}

/** A page of lines and where the next one begins. @param limit how many a full page has */
export function toLedgerPage<Entry extends { sequence: number }>(entries: Entry[], limit: number) {
  return { entries, nextBefore: entries.length === limit ? (entries.at(-1)?.sequence ?? null) : null }
}
