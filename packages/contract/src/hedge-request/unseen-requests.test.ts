import { expect, test } from 'vitest'
import type { RequestFields } from './index.ts'
import { mergeChips, readRequest } from './index.ts'

const SUBJECT = {
  held: new Set(['NVDA', 'AAPL', 'MSFT', 'KO', 'COST', 'SPY']),
  names: new Map([
    ['apple', 'AAPL'],
    ['nvidia', 'NVDA'],
    ['microsoft', 'MSFT'],
  ]),
  today: '2026-11-23',
}

/** Written before the table was last changed, in words that no other test has: what a person would fill in. */
const REQUESTS: readonly (readonly [text: string, fields: RequestFields])[] = [
  ['cap my losses at 9%', { limitPercent: 9 }],
  ["I can't afford to lose more than $40k", { limitUsd: 40000 }],
  ['nothing worse than -12%', { limitPercent: 12 }],
  ['want protection through next June', { lastDay: '2027-06-30' }],
  ['hedge for 4 months, spend up to $1,800', { horizonDays: 84, budgetUsd: 1800 }],
  ['what if the S&P tanks 35%', { shockPercent: 35 }],
  ["don't touch KO", { keep: ['KO'] }],
  ['no selling of AAPL please', { keep: ['AAPL'] }],
  ['8% max drawdown, 1.5% cost', { limitPercent: 8, budgetPercent: 1.5 }],
  ['limit downside to 11% in a 22% correction', { limitPercent: 11, shockPercent: 22 }],
  ["my IRA can't do spreads", { account: 'ira', noSpreads: true }],
  ['keep the premium below $900', { budgetUsd: 900 }],
  ['at most 2% premium', { budgetPercent: 2 }],
  ['ready to lose 18% but no more', { limitPercent: 18 }],
  ['survive a 45% crash losing at most 20%', { shockPercent: 45, limitPercent: 20 }],
  ['puts on SPY only', { underlyings: 'index' }],
  ['no writing options', { longOnly: true }],
  ['long puts only', { longOnly: true }],
  ["I don't want to sell any Nvidia", { keep: ['NVDA'] }],
  ['leave my Microsoft and KO alone', { keep: ['MSFT', 'KO'] }],
  ['budget is 0.75%', { budgetPercent: 0.75 }],
  ['pay no more than 75 bps', { budgetPercent: 0.75 }],
  ['horizon 8 weeks', { horizonDays: 40 }],
  ['cover me until Feb 19', { lastDay: '2027-02-19' }],
  ['protect me for the coming 5 months', { horizonDays: 105 }],
  ['as in 2008', { crisisId: 'gfc-2007' }],
  ['replay the covid crash, lose max 14%', { crisisId: 'covid-2020', limitPercent: 14 }],
  ['what would a dotcom style meltdown do, keep COST', { crisisId: 'dotcom-2000', keep: ['COST'] }],
  ['2022 bear market, max loss 10%', { crisisId: 'bear-2022', limitPercent: 10 }],
  ['no derivatives', { allowOptions: false }],
  ['whole shares only', { wholeShares: true }],
  ['taxes on gains are 20%', { gainsTaxPercent: 20 }],
  ['capital gains tax 15 percent', { gainsTaxPercent: 15 }],
  ['I want to keep 85% of what I have', { limitPercent: 15 }],
  ['floor at 92%, half a year', { limitPercent: 8, horizonDays: 126 }],
  ['stay above 88%', { limitPercent: 12 }],
  ['each stock gets a floor of 20%', { objective: 'floor', limitPercent: 20 }],
  ['expected shortfall under 9%', { objective: 'cvar', limitPercent: 9 }],
  ["don't give up the upside", { keepUpside: true }],
  ['nothing that caps my gains', { keepUpside: true }],
  ['no collars', { keepUpside: true }],
  ['can you get the loss down to 7%', { limitPercent: 7 }],
  ['collars are fine', {}],
  ['protect til mid January', {}],
  ['max loss €20.000', {}],
  ['lose 5 to 8 percent', {}],
  ['I lost 30% in 2022', {}],
  ['my NVDA is up 40%', {}],
  ['the market fell 12% this year', {}],
  ['sell MSFT first', {}],
  ['hedge just my tech stocks', {}],
  ['not more than a fifth', {}],
  ["I'm paying 2% on my margin loan", {}],
  ['I pay 1% a year to my adviser', {}],
  ['spend 3% if it saves 10%', {}],
  ['loss of 10% is too much for me', {}],
  ['drop of 10% would be fine, 20% not', {}],
  ['unless the market falls 20%', {}],
  ['max loss 10% not counting NVDA', {}],
  ['insure $50,000 of it', {}],
]

const fieldsOf = (text: string) => mergeChips(readRequest(text, SUBJECT).chips)

test('of sixty unseen requests none is read wrongly', () => {
  const wrong = REQUESTS.filter(([text, wanted]) =>
    Object.entries(fieldsOf(text)).some(([name, value]) => {
      return JSON.stringify(value) !== JSON.stringify(wanted[name as keyof RequestFields])
    }),
  )
  expect(wrong).toEqual([])
})

/** As measured when the table was done; before, fourteen were missed and one was read wrongly. */
const MOST_MISSED = 3

test('of sixty unseen requests nearly all that say something are read', () => {
  const missed = REQUESTS.filter(([text, wanted]) =>
    Object.keys(wanted).some((name) => fieldsOf(text)[name as keyof RequestFields] === undefined),
  )
  expect(missed.length, missed.map(([text]) => text).join('\n')).toBeLessThanOrEqual(MOST_MISSED)
})

test('a request that fits no row stays visible', () => {
  for (const [text, wanted] of REQUESTS) {
    if (Object.keys(wanted).length === 0)
      expect([text, readRequest(text, SUBJECT).notUnderstood.length]).not.toEqual([text, 0])
  }
})
