import type { Fact, FactUnit } from '@ballast/contract'
import { describe, expect, test } from 'vitest'
import { FactLedger } from './fact-ledger.ts'
import { verifyText } from './verify-text.ts'

const FACTS: readonly (readonly [key: string, label: string, value: number, unit: FactUnit])[] = [
  ['book.beta', 'Beta of the portfolio', 0.12, 'ratio'],
  ['request.limitPercent', 'The most that may be lost', 15, 'percent'],
  ['request.shockPercent', 'Fall of the market that the limit is meant for', 20, 'percent'],
  ['shock.m20.profitPercent', 'Profit of the portfolio if the market falls by 20%', -24.67, 'percent'],
  ['shock.p10.profitPercent', 'Profit of the portfolio if the market rises by 10%', 2.4, 'percent'],
  ['crisis.covid.profitPercent', 'The portfolio of today through: COVID crash', -30.1, 'percent'],
  ['crisis.covid.indexPercent', 'The index through: COVID crash', -33.9, 'percent'],
  ['concentration.weight', 'Share of JPM in the value of the holdings', 31.8, 'percent'],
  ['concentration.risk', 'Share of JPM in the variance of the portfolio', 38.5, 'percent'],
  ['sector.percent', 'Share of Energy in the holdings', 15.1, 'percent'],
  ['sector.index', 'Share of Energy in the S&P 500', 3, 'percent'],
  ['diversification.correlation', 'Average correlation between holdings', 0.08, 'ratio'],
  ['strategy.put.cost', 'Cost', 4600, 'usd'],
  ['strategy.put.costPercent', 'Cost in percent of the portfolio', 1.76, 'percent'],
  ['strategy.put.payoff', 'Mean payoff at expiry', 1200, 'usd'],
  ['strategy.put.lossAtShockPercent', 'Loss with it at the asked fall', 14.4, 'percent'],
  ['strategy.trim.lossAtShockPercent', 'Loss with it at the asked fall', 24.9, 'percent'],
  ['strategy.trim.worst', 'What it adds to the mean of the worst 5% of losses over the horizon', 2, 'percent'],
  ['play.one', 'The most that one contract can lose', 177.65, 'usd'],
  ['play.contracts', 'Contracts to buy', 6, 'contracts'],
  ['strategy.put.leg1.strike', 'Strike of the SPY puts bought', 730, 'usd-per-share'],
  ['play.low', 'Fair value with a volatility one forecast error lower', 10.1, 'usd-per-share'],
  ['play.high', 'Fair value with a volatility one forecast error higher', 14.2, 'usd-per-share'],
  ['play.middle', 'Middle of the quote', 12.3, 'usd-per-share'],
]
const ledger = new FactLedger({ asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true })
for (const [key, label, value, unit] of FACTS) ledger.add({ key, label, value, unit, formula: label })
const toReferences = (text: string) => text.replaceAll(/\{\{([\w.-]+)/g, (_, key: string) => `{{${ledger.get(key).id}`)

const DRAFT = [
  'If the market falls by {{request.shockPercent}}, the portfolio loses {{strategy.put.lossAtShockPercent}} instead of {{shock.m20.profitPercent|abs}}.',
  'The price is not distinguishable from fair, and no index hedge covers the rest.',
  'On average it pays back {{strategy.put.payoff}} of its {{strategy.put.cost}}.',
].map(toReferences)

/** Whether a sentence of a text about one action is kept. */
function isKept(text: string, about: 'put' | 'trim' = 'put'): boolean {
  const isOwn = ({ key }: Fact) => !key.startsWith('strategy.') || key.startsWith(`strategy.${about}.`)
  const { kept } = verifyText(toReferences(text), {
    ...{ facts: ledger.facts.filter(isOwn), vocabulary: ledger.facts, isOwn },
    namesOf: ({ key }) => (key.startsWith('strategy.trim.') ? ['trimming'] : undefined),
    tickers: new Set(['JPM', 'SPY', 'XOM', 'KO']),
    contracts: new Set(),
    trusted: new Set(DRAFT),
  })
  return kept.length > 0
}

describe.each<[rule: string, right: string[], wrong: string[]]>([
  [
    'a sentence without a figure says what the draft says, or what is always so',
    [
      'Its price is not distinguishable from fair.',
      'No index hedge covers the rest.',
      'Trimming JPM reduces company risk, and the spread handles market risk.',
      'Taxes come on top.',
    ],
    [
      'The put covers every holding of the portfolio.',
      'The hedge pays for itself out of the dividends.',
      'Its price is distinguishable from fair.',
      'An index hedge covers the rest.',
      'Energy is the largest sector of the portfolio by far.',
      'The spread reduces company risk, and trimming JPM handles market risk.',
    ],
  ],
  [
    'a reason is the analysis’s own',
    ['The portfolio hardly moves with the market, because its beta is {{book.beta}}.'],
    [
      'In the COVID crash today’s holdings would have lost {{crisis.covid.profitPercent|abs}}, because the price of oil turned negative.',
      'It costs {{strategy.put.cost}}, since the dollar is strong.',
    ],
  ],
  [
    'a quantity in words has a figure, or is the draft’s',
    [
      'On average the put pays back {{strategy.put.payoff}} of its cost of {{strategy.put.cost}}, so most of it is expected to be lost.',
      'The portfolio hardly moves with the market, with a beta of {{book.beta}}.',
      'It costs {{strategy.put.cost}} in all.',
    ],
    [
      'JPM is {{concentration.weight}} of the holdings, so the risk is almost entirely its own.',
      'JPM is {{concentration.weight}} of the holdings but hardly adds to the risk.',
      'On average the put pays back {{strategy.put.payoff}} and thus most of its cost of {{strategy.put.cost}}.',
      'Most of the {{strategy.put.cost}} comes back on average, as the mean payoff is {{strategy.put.payoff}}.',
      'With it a market fall of {{request.shockPercent}} costs nothing.',
      'The put is the only way to stay within {{request.limitPercent}}.',
      'Energy is {{sector.percent}} of the holdings, about double its weight in the index.',
    ],
  ],
  [
    'a comparison stands between two figures that are so',
    [
      'JPM is {{concentration.weight}} of the holdings and {{concentration.risk}} of the risk, so it weighs more in the risk than in the value.',
      'Energy weighs more here than in the index, {{sector.percent}} against {{sector.index}}.',
      'In the COVID crash today’s holdings would have lost {{crisis.covid.profitPercent|abs}}, less than the index with {{crisis.covid.indexPercent|abs}}.',
      'The holdings would have done better than the index in the COVID crash.',
      'JPM carries {{concentration.risk}} of the risk, more than its weight.',
      'JPM carries more of the variance ({{concentration.risk}}) than of the value ({{concentration.weight}}).',
    ],
    [
      'JPM carries less of the variance ({{concentration.risk}}) than of the value ({{concentration.weight}}).',
      'JPM is {{concentration.weight}} of the holdings and {{concentration.risk}} of the risk, so it weighs less in the risk than in the value.',
      'Energy weighs less here than in the index, {{sector.percent}} against {{sector.index}}.',
      'Energy is {{sector.percent}} of the holdings, which is below its weight in the S&P 500.',
      'In the COVID crash today’s holdings would have lost {{crisis.covid.profitPercent|abs}}, more than the index with {{crisis.covid.indexPercent|abs}}.',
      'JPM carries {{concentration.risk}} of the risk, less than its weight.',
      'It costs {{strategy.put.cost}}, which is more than XOM puts cost.',
      'JPM is {{concentration.weight}} of the holdings, as much as its part in the risk.',
    ],
  ],
  [
    'what is denied of a limit is the opposite of it',
    [
      'With it the loss of {{strategy.put.lossAtShockPercent}} does not exceed the limit of {{request.limitPercent}}.',
      'With it the loss of {{strategy.put.lossAtShockPercent}} no longer exceeds the limit.',
      'With it the loss of {{strategy.put.lossAtShockPercent}} is no larger than the limit of {{request.limitPercent}}.',
      'Without the hedge the loss of {{shock.m20.profitPercent|abs}} is not within the limit of {{request.limitPercent}}.',
      'The loss of {{shock.m20.profitPercent|abs}} is beyond the limit of {{request.limitPercent}}, not just near it.',
      'The loss of {{shock.m20.profitPercent|abs}} without the hedge is beyond the limit of {{request.limitPercent}}.',
      'The loss of {{shock.m20.profitPercent|abs}} with no hedge is beyond the limit.',
    ],
    [
      'The loss of {{shock.m20.profitPercent|abs}} does not exceed the limit of {{request.limitPercent}}.',
      'The loss of {{shock.m20.profitPercent|abs}} isn’t above the limit of {{request.limitPercent}}.',
      'The loss of {{shock.m20.profitPercent|abs}} is no more than the limit of {{request.limitPercent}}.',
      'The loss of {{shock.m20.profitPercent|abs}} is no larger than the limit of {{request.limitPercent}}.',
      'The loss of {{shock.m20.profitPercent|abs}} does not exceed the limit.',
      'With it the loss of {{strategy.put.lossAtShockPercent}} does not stay within the limit of {{request.limitPercent}}.',
      'The loss of {{shock.m20.profitPercent|abs}} without the hedge is within the limit of {{request.limitPercent}}.',
      'The loss of {{shock.m20.profitPercent|abs}} with no hedge is within the limit.',
      'Even without the hedge the loss of {{shock.m20.profitPercent|abs}} is within the limit.',
    ],
  ],
  [
    'with a put it is the portfolio that loses in a fall, which nobody expects',
    [
      'With the put the portfolio loses {{strategy.put.lossAtShockPercent}} if the market falls by {{request.shockPercent}}.',
      'Without the put the portfolio loses {{shock.m20.profitPercent|abs}} if the market falls by {{request.shockPercent}}.',
    ],
    [
      'The put loses {{strategy.put.cost}} if the market falls by {{request.shockPercent}}.',
      'The market is expected to fall by {{request.shockPercent}}.',
      'A fall of {{request.shockPercent}} is likely.',
    ],
  ],
  [
    'an index moved in a crisis as the facts have it',
    ['In the COVID crash the index fell by {{crisis.covid.indexPercent|abs}}.'],
    [
      'In the COVID crash the index fell by {{crisis.covid.profitPercent|abs}}.',
      'If the market falls by {{crisis.covid.indexPercent|abs}}, the portfolio loses {{shock.m20.profitPercent|abs}}.',
    ],
  ],
  [
    'a part of the portfolio is none of a holding',
    ['It costs {{strategy.put.costPercent}} of the portfolio.'],
    ['It costs {{strategy.put.costPercent}} of the value of JPM.'],
  ],
  [
    'a gain costs nothing',
    ['A rise of the market by 10% brings {{shock.p10.profitPercent}}.'],
    ['A rise of the market by 10% costs {{shock.p10.profitPercent}}.'],
  ],
  [
    'the loss of another action is no effect of this one',
    ['Trimming would leave a larger loss of {{strategy.trim.lossAtShockPercent}} in that market fall.'],
    ['It leaves a larger loss of {{strategy.put.lossAtShockPercent}} in that market fall.'],
  ],
  [
    'one security did not do what the portfolio would have done',
    ['In the COVID crash the portfolio would have lost {{crisis.covid.profitPercent|abs}}.'],
    ['In the COVID crash JPM itself fell by {{crisis.covid.profitPercent|abs}}.'],
  ],
  [
    'one contract is not all of them',
    ['The most that one contract can lose is {{play.one}}.'],
    [
      'The {{play.contracts}} together can lose {{play.one}} at most.',
      'The whole position can lose {{play.one}} at most.',
    ],
  ],
  [
    'puts are no calls, and what is bought is not sold',
    ['The puts that are bought cost {{strategy.put.cost}}.'],
    ['The calls cost {{strategy.put.cost}}.', 'The puts that are sold cost {{strategy.put.cost}}.'],
  ],
  [
    'a price within the band is not distinguishable from fair',
    ['At {{play.middle}} in the middle of the quote the price is not distinguishable from fair.'],
    ['At {{play.middle}} in the middle of the quote the price is clearly distinguishable from fair.'],
  ],
  [
    'a mean is no bound',
    ['On average it pays back {{strategy.put.payoff}}.'],
    ['It pays back {{strategy.put.payoff}} at most.', 'It pays back at most {{strategy.put.payoff}}.'],
  ],
  [
    'holdings that hardly correlate do not move together',
    ['The holdings hardly move together, with an average correlation of {{diversification.correlation}}.'],
    [
      'The holdings move together, as an average correlation of {{diversification.correlation}} shows.',
      'The holdings move against the market, with an average correlation of {{diversification.correlation}}.',
    ],
  ],
])('%s', (_, right, wrong) => {
  test.each(right)('right: %s', (text) => expect(isKept(text)).toBe(true))
  test.each(wrong)('wrong: %s', (text) => expect(isKept(text)).toBe(false))
})

describe('what an action does to the loss is computed where the sentence does not tell it', () => {
  const SAID: readonly (readonly [text: string, isTrueOf: 'put' | 'trim'])[] = [
    [
      'It keeps the loss in a market fall of {{request.shockPercent}} within the limit of {{request.limitPercent}}.',
      'put',
    ],
    ['With it a market fall of {{request.shockPercent}} still exceeds the limit of {{request.limitPercent}}.', 'trim'],
    ['It softens a market fall of {{request.shockPercent}}.', 'put'],
    ['It makes the loss in a market fall of {{request.shockPercent}} larger.', 'trim'],
  ]
  test.each(SAID)('%s', (text, isTrueOf) => {
    expect({ put: isKept(text, 'put'), trim: isKept(text, 'trim') }).toEqual({
      put: isTrueOf === 'put',
      trim: isTrueOf === 'trim',
    })
  })

  test('what it adds it does not take off', () => {
    expect(isKept('It adds {{strategy.trim.worst}} to the mean of the worst losses over the horizon.', 'trim')).toBe(
      true,
    )
    expect(isKept('It takes {{strategy.trim.worst}} off the mean of the worst losses over the horizon.', 'trim')).toBe(
      false,
    )
  })
})
