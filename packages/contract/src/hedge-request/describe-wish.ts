// Tests: read-wish.test.ts

import type { WishFields } from './templates.ts'

/** What crises are called within a sentence. */
const CRISES: Readonly<Record<NonNullable<WishFields['crisisId']>, string>> = {
  'dotcom-2000': 'the dot-com crash',
  'gfc-2007': 'the global financial crisis',
  'lehman-2008': 'the Lehman collapse',
  'debt-ceiling-2011': 'the debt ceiling and euro crisis',
  'china-oil-2015': 'the China and oil slump',
  'volmageddon-2018': 'the volatility shock of February 2018',
  'q4-2018': 'the fourth quarter of 2018',
  'covid-2020': 'the COVID crash',
  'bear-2022': 'the bear market of 2022',
  'carry-2024': 'the carry trade unwind',
  'tariff-2025': 'the tariff crash',
}
const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { maximumFractionDigits: 2 })}`
const ACCOUNTS = {
  ira: 'The account is an IRA',
  cash: 'The account is a cash account',
  margin: 'The account is a margin account',
}
const MEANINGS: { readonly [Name in keyof WishFields]-?: (value: NonNullable<WishFields[Name]>) => string } = {
  limitPercent: (percent) => `At most ${percent}% may be lost`,
  limitUsd: (amount) => `At most ${dollars(amount)} may be lost`,
  shockPercent: (percent) => `The market falls by ${percent}%`,
  crisisId: (id) => `The crisis asked about is ${CRISES[id]}`,
  horizonDays: (days) => `Protection for ${days} trading days`,
  lastDay: (date) => `Protection until ${date}`,
  budgetPercent: (percent) => `The hedge may cost ${percent}% of the portfolio`,
  budgetUsd: (amount) => `The hedge may cost ${dollars(amount)}`,
  allowShortCalls: (isAllowed) => (isAllowed ? 'Calls may be sold on an index' : 'No calls are sold on an index'),
  allowOptions: (isAllowed) => (isAllowed ? 'Options may be used' : 'No options'),
  longOnly: () => 'Options are bought and none sold',
  noSpreads: () => 'No puts are sold',
  underlyings: (kind) => (kind === 'index' ? 'Options on an index only' : 'Options on holdings'),
  account: (kind) => ACCOUNTS[kind],
  gainsTaxPercent: (percent) => `Gains are taxed at ${percent}%`,
  approval: (level) => `Approved for: ${level}`,
  wholeShares: () => 'Shares are traded in whole ones',
  keepUpside: () => 'Nothing that caps gains',
  keep: (tickers) => `Neither sold nor capped: ${tickers.join(', ')}`,
  objective: (kind) =>
    ({
      'loss-curve': 'The limit is meant for any fall',
      cvar: 'The limit is meant for the mean of the worst paths',
      floor: 'Each holding has a floor of its own',
    })[kind],
}

/** What fields of a wish mean, in words. */
export function describeWish(wish: WishFields): string {
  const meanings = Object.entries(wish).map(([name, value]) =>
    (MEANINGS[name as keyof WishFields] as (value: unknown) => string)(value),
  )
  return meanings.join('; ')
}
