// Tests: read-request.test.ts

import type { RequestFields } from './templates.ts'
import { CRISES } from './vocabulary.ts'

const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { maximumFractionDigits: 2 })}`
const MEANINGS: { readonly [Name in keyof RequestFields]?: (value: NonNullable<RequestFields[Name]>) => string } = {
  limitPercent: (percent) => `At most ${percent}% may be lost`,
  limitUsd: (amount) => `At most ${dollars(amount)} may be lost`,
  shockPercent: (percent) => `The market falls by ${percent}%`,
  crisisId: (id) => `The crisis asked about is ${CRISES[id][0]}`,
  horizonDays: (days) => `Protection for ${days} trading days`,
  lastDay: (date) => `Protection until ${date}`,
  budgetPercent: (percent) => `The hedge may cost ${percent}% of the portfolio`,
  budgetUsd: (amount) => `The hedge may cost ${dollars(amount)}`,
  allowShortCalls: (isAllowed) => (isAllowed ? 'Calls may be sold on an index' : 'No calls are sold on an index'),
  allowOptions: (isAllowed) => (isAllowed ? 'Options may be used' : 'No options'),
  longOnly: () => 'Options are bought and none sold',
  noSpreads: () => 'No puts are sold',
  underlyings: (kind) => (kind === 'index' ? 'Options on an index only' : 'Options on holdings'),
  account: (kind) => `The account is ${kind === 'ira' ? 'an IRA' : `a ${kind} account`}`,
  gainsTaxPercent: (percent) => `Gains are taxed at ${percent}%`,
  wholeShares: () => 'Shares are traded in whole ones',
  keepUpside: () => 'Nothing that caps gains',
  keep: (tickers) => `Neither sold nor capped: ${tickers.join(', ')}`,
  objective: (kind) =>
    kind === 'floor' ? 'Each position has a floor' : 'The limit is meant for the mean of the worst paths',
}

/** What fields of a request mean, in words. */
export function describeRequest(fields: RequestFields): string {
  const meanings = Object.entries(fields).map(([name, value]) =>
    (MEANINGS[name as keyof RequestFields] as (value: unknown) => string)(value),
  )
  return meanings.join('; ')
}
