import { describe, expect, test } from 'vitest'
import { FactLedger } from './fact-ledger.ts'
import { verifyText } from './verify-text.ts'

/** As the engines make them: key, label, value, unit, decimals. */
const FACTS = [
  ['book.value', 'Value of the portfolio', 100_000, 'usd', 0],
  ['book.beta', 'Beta of the portfolio', 0.8, 'ratio', 2],
  ['request.limitPercent', 'The most that may be lost', 15, 'percent', 0],
  ['request.shockPercent', 'Fall of the market that the limit is meant for', 20, 'percent', 0],
  ['request.budgetUsd', 'The most that the hedge may cost, in dollars', 3_000, 'usd', 0],
  ['shock.m10.profitPercent', 'Profit of the portfolio if the market falls by 10%', -9.1, 'percent', 1],
  ['shock.m20.profitPercent', 'Profit of the portfolio if the market falls by 20%', -18.4, 'percent', 1],
  ['shock.m20.profitUsd', 'The same in dollars if the market falls by 20%', -18_400, 'usd', 0],
  ['crisis.gfc.profitPercent', 'The portfolio of today through: Global financial crisis', -57.2, 'percent', 1],
  ['crisis.gfc.indexPercent', 'The index through: Global financial crisis', -56.8, 'percent', 1],
  ['crisis.covid.profitPercent', 'The portfolio of today through: COVID crash', -30.1, 'percent', 1],
  ['crisis.covid.indexPercent', 'The index through: COVID crash', -33.9, 'percent', 1],
  ['options.NVDA.expectedMovePercent', 'Move of NVDA within 30 days that its options price as usual', 17, 'percent', 1],
  ['options.KO.expectedMovePercent', 'Move of KO within 30 days that its options price as usual', 4.2, 'percent', 1],
  ['concentration.NVDA', 'Share of NVDA in the value of the holdings', 41.3, 'percent', 1],
  ['concentration.risk.NVDA', 'Share of NVDA in the variance of the portfolio', 60.9, 'percent', 1],
  ['trials.resampleCount', 'Resampled histories', 500, 'count', 0],
  ['trials.agreeingWindows', 'Past stretches and crises in which the first action helps', 5, 'count', 0],
  ['trials.windows', 'Past stretches and crises that it was tried on', 9, 'count', 0],
  ['strategy.put.cost', 'Cost', 2_100, 'usd', 0],
  ['strategy.put.costPercent', 'Cost in percent of the portfolio', 2.1, 'percent', 2],
  ['strategy.put.lossAtShockPercent', 'Loss with it at the asked fall', 14.2, 'percent', 1],
  ['strategy.put.expectedNetCost', 'What it is expected to cost in the end', 600, 'usd', 0],
  ['strategy.put.leg1.contracts', 'Contracts bought', 4, 'contracts', 0],
  ['strategy.put.leg2.contracts', 'Contracts sold', 3, 'contracts', 0],
  ['strategy.trim.trades.NVDA.shares', 'Shares of NVDA to trade', 120, 'shares', 0],
  ['strategy.trim.trades.SPY.shares', 'Shares of SPY to trade', 60, 'shares', 0],
] as const

const DRAFT = [
  'If the market falls by {{request.shockPercent}}, the portfolio loses {{strategy.put.lossAtShockPercent}} instead of {{shock.m20.profitPercent|abs}}.',
  'It costs {{strategy.put.cost}}.',
  'Sell {{strategy.trim.trades.NVDA.shares}} of NVDA, buy {{strategy.trim.trades.SPY.shares}} of SPY.',
]

const ledger = new FactLedger({ asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true })
for (const [key, label, value, unit, decimals] of FACTS) {
  ledger.add({ key, label, value, unit, decimals, formula: label })
}
const toReferences = (text: string) => text.replaceAll(/\{\{([\w.]+)/g, (_, key: string) => `{{${ledger.get(key).id}`)
const facts = ledger.list()
const trusted = new Set(DRAFT.map(toReferences))
const preferred = new Set(DRAFT.flatMap((text) => [...toReferences(text).matchAll(/F\d+/g)].map(([id]) => id)))

function isKept(text: string): boolean {
  const tickers = new Set(['NVDA', 'KO', 'SPY', 'T'])
  return (
    verifyText(toReferences(text), { facts, preferred, trusted, tickers, contracts: new Set() }).rejected.length === 0
  )
}

describe.each([
  [
    'dollars and their share of the portfolio belong together',
    ['It costs {{strategy.put.cost}}, or {{strategy.put.costPercent}} of the portfolio.'],
    ['It costs {{strategy.put.cost}}, or {{strategy.put.lossAtShockPercent}} of the portfolio.'],
  ],
  [
    'a figure stands in a sentence once',
    [
      'A loss of {{shock.m20.profitPercent|abs}} is larger than one of {{strategy.put.lossAtShockPercent}} with the hedge.',
    ],
    ['With the hedge the loss falls from {{shock.m20.profitPercent|abs}} to {{shock.m20.profitPercent|abs}}.'],
  ],
  [
    'a draft’s sentence keeps its figures',
    ['It costs {{strategy.put.cost}}.'],
    ['It costs {{strategy.put.expectedNetCost}}.', 'It costs {{book.value}}.'],
  ],
  [
    'within and beyond are as the figures are',
    [
      'The hedge brings the loss to {{strategy.put.lossAtShockPercent}}, inside the limit of {{request.limitPercent}}.',
      'A market fall of {{request.shockPercent}} would cost {{shock.m20.profitPercent|abs}}, beyond the limit of {{request.limitPercent}}.',
    ],
    [
      'A market fall of {{request.shockPercent}} would cost {{shock.m20.profitPercent|abs}}, inside the limit of {{request.limitPercent}}.',
      'The loss of {{strategy.put.lossAtShockPercent}} with the hedge breaks the limit of {{request.limitPercent}}.',
    ],
  ],
  [
    'a rank is one among the figures of its kind',
    [
      'NVDA is the wildest of them, with a usual move of {{options.NVDA.expectedMovePercent}} within a month.',
      'KO is the calmest of them, with a usual move of {{options.KO.expectedMovePercent}} within a month.',
    ],
    [
      'KO is the wildest of them, with a usual move of {{options.KO.expectedMovePercent}} within a month.',
      'The COVID crash would have been the worst of the crises, with a loss of {{crisis.covid.profitPercent|abs}}.',
      'It is the dearest of the strategies shown.',
      'Nothing else here protects as strongly.',
      'In all of the past crises these holdings lost more than the index.',
    ],
  ],
  [
    'the portfolio did better or worse than the index as the crisis had it',
    ['In the COVID crash these holdings would have held up better than the index.'],
    ['In the Global financial crisis these holdings would have held up better than the index.'],
  ],
  [
    'of losses the better one is the smaller one',
    [
      'In the COVID crash these holdings would have done better than the index, {{crisis.covid.profitPercent|abs}} against {{crisis.covid.indexPercent|abs}}.',
    ],
    [
      'In the COVID crash these holdings would have done worse than the index, {{crisis.covid.profitPercent|abs}} against {{crisis.covid.indexPercent|abs}}.',
    ],
  ],
  [
    'a level is no change',
    ['A market fall of {{request.shockPercent}} costs {{strategy.put.lossAtShockPercent}} with it.'],
    [
      'It takes {{strategy.put.lossAtShockPercent}} off the loss at a market fall of {{request.shockPercent}}.',
      'A market fall of {{request.shockPercent}} costs {{strategy.put.lossAtShockPercent}} more after it.',
    ],
  ],
  [
    'a period is the figure’s own',
    ['Options price a usual move of {{options.NVDA.expectedMovePercent}} within a month for NVDA.'],
    [
      'Options price a usual move of {{options.NVDA.expectedMovePercent}} a day for NVDA.',
      'Options price a usual move of {{options.NVDA.expectedMovePercent}} a year for NVDA.',
      'Options say that NVDA is to fall by {{options.NVDA.expectedMovePercent}} within a month.',
    ],
  ],
  [
    'a part is one of its whole',
    ['The action helps in {{trials.agreeingWindows}} of {{trials.windows}} past stretches and crises.'],
    [
      'The action helps in {{trials.agreeingWindows}} of {{trials.resampleCount}} resampled histories.',
      'It has helped in each of the {{trials.windows}} past stretches and crises.',
    ],
  ],
  [
    'what is bought is not sold',
    ['{{strategy.put.leg1.contracts|bare}} puts are bought and {{strategy.put.leg2.contracts|bare}} sold.'],
    [
      '{{strategy.put.leg2.contracts|bare}} puts are bought and {{strategy.put.leg1.contracts|bare}} sold.',
      'NVDA is bought with what the sale of SPY brings.',
      'KO is sold as well.',
    ],
  ],
  [
    'a share is one of what is named',
    ['NVDA is {{concentration.NVDA}} of the holdings.'],
    ['NVDA is {{request.limitPercent}} of the holdings.', 'KO is {{concentration.NVDA}} of the holdings.'],
  ],
  [
    'a crisis is told by its own figures',
    ['In the COVID crash today’s holdings would have lost {{crisis.covid.profitPercent|abs}}.'],
    ['In the COVID crash today’s holdings would have lost {{strategy.put.lossAtShockPercent}} with it.'],
  ],
  [
    'words of every day may be said, names and verdicts may not',
    [
      'Think of it as a belt worn with braces: it costs {{strategy.put.cost}}.',
      'The premium of {{strategy.put.cost}} buys a cushion, and the rest is up to the weather.',
      'That is the price of sleeping at night: {{strategy.put.cost}}.',
    ],
    [
      'It costs {{strategy.put.cost}}, and you can sleep well.',
      'It costs {{strategy.put.cost}}, which is tax-deductible.',
      'It costs {{strategy.put.cost}}, cheaper than any broker offers.',
      'It costs {{strategy.put.cost}}, said the professor.',
    ],
  ],
])('%s', (_, right, wrong) => {
  test.each(right)('right: %s', (text) => {
    expect(isKept(text)).toBe(true)
  })
  test.each(wrong)('wrong: %s', (text) => {
    expect(isKept(text)).toBe(false)
  })
})

test('a security of one letter leaves words alone', () => {
  expect(isKept('The cost of {{strategy.put.cost}} is what counts.')).toBe(true)
})
