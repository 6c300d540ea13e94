// Tests: ../file-fixtures.test.ts, ../samples.test.ts

/** Result of a folded history for one security: a position, or that it is no longer held, with its doubts. */
import { LIMITS, OPTION_MULTIPLIER, toOptionTerms } from '@ballast/contract'
import type { Big } from 'big.js'
import { findDecimalFault } from '../decimal-text.ts'
import { toCostPerShare } from './cost-per-share.ts'
import type { SourceReport } from './source-report.ts'
import type { Doubt } from './stated-holding.ts'
import type { Gap, Holding } from './transactions.ts'

/** Makes the position, and says of every line of the holding what became of it; an option may have ended by `lastDate`. */
export function settleHolding(holding: Holding, report: SourceReport, lastDate: string): void {
  const { first, last, gaps } = holding
  const { ticker } = first
  const shares = holding.shares.round(LIMITS.decimals)
  const expiry = first.isOption ? toOptionTerms(ticker)?.expiry : undefined
  if (shares.eq(0)) {
    const note = gaps.length === 0 ? `${ticker} is no longer held.` : `How much ${ticker} is held is not known.`
    sayAll(holding, report, gaps.length === 0 ? note : `${note} ${gaps[0]?.why}`)
    return
  }
  if (expiry !== undefined && expiry < lastDate) {
    sayAll(holding, report, `${ticker} expired on ${expiry}: no longer held.`)
    return
  }
  sayAll(holding, report, `Folded into ${ticker}.`)
  const doubts = toDoubts(gaps)
  report.hold(holding.rows, {
    ticker,
    name: last.name ?? first.name,
    identifier: last.identifier ?? first.identifier,
    kind: first.isOption ? 'option' : 'security',
    shares: toStorableShares(shares, holding.shares, doubts),
    avgCost: holding.isCostKnown ? toStorableCost(holding, doubts) : null,
    currency: first.currency,
    multiplier: first.isOption ? OPTION_MULTIPLIER : 1,
    account: first.account,
    doubts,
  })
}

function toStorableShares(shares: Big, exact: Big, doubts: Doubt[]): string | null {
  const text = shares.toFixed()
  const fault = findDecimalFault(text, LIMITS.shares)
  if (fault !== undefined) {
    doubts.push({ field: 'shares', reason: `${text.slice(0, 40)} ${fault.why}.` })
    return null
  }
  if (!shares.eq(exact)) {
    doubts.push({
      field: 'shares',
      reason: `It was rounded to ${LIMITS.decimals} decimals; a fraction may have been paid out.`,
    })
  }
  return text
}

function toStorableCost({ cost, shares }: Holding, doubts: Doubt[]): string | null {
  const text = toCostPerShare(cost.toFixed(), shares.toFixed())
  const fault = text === null ? undefined : findDecimalFault(text, LIMITS.avgCost)
  if (fault === undefined) return text
  doubts.push({ field: 'avgCost', reason: `A cost of ${text?.slice(0, 40)} ${fault.why}.` })
  return null
}

function toDoubts(gaps: readonly Gap[]): Doubt[] {
  const gap = gaps.find(({ mayBe }) => mayBe === 'more or less') ?? gaps[0]
  return gap === undefined ? [] : [{ field: 'shares', reason: `There may be ${gap.mayBe}. ${gap.why}` }]
}

function sayAll(holding: Holding, report: SourceReport, note: string): void {
  for (const row of holding.rows) report.say(row, 'transaction', note)
}
