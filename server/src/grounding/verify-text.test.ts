import type { Fact, FactUnit } from '@ballast/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FactLedger } from './fact-ledger.ts'
import { toPlainText } from './grounded-text.ts'
import { type VerificationContext, verifyText } from './verify-text.ts'

const ledger = new FactLedger({ asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true })
const add = (key: string, label: string, value: number | string, unit: FactUnit, decimals?: number): Fact =>
  ledger.add({ key, label, value, unit, formula: label, ...(decimals !== undefined && { decimals }) })

add('value', 'Portfolio value', 260766.4, 'usd')
add('shock.m20.profitPercent', 'Profit if the market falls 20%', -24.6712, 'percent')
add('shock.m10.profitPercent', 'Profit if the market falls 10%', -12.6534, 'percent')
add('shock.p10.profitPercent', 'Profit if the market rises 10%', 13.2711, 'percent')
add('request.shockPercent', 'Fall of the market asked about', 20, 'percent', 0)
add('request.limitPercent', 'Limit of loss', 15, 'percent', 0)
add('beta', 'Beta of the portfolio', 1.3342, 'ratio')
add('volatilityPercent', 'Volatility a year', 25.91, 'percent', 1)
add('rSquaredPercent', 'Share of variance that the market explains', 58.6, 'percent', 1)
add('hedge.cost', 'Cost of the hedge', 4610.4, 'usd')
add('hedge.costPercent', 'Cost of the hedge as a share of the portfolio', 1.768, 'percent')
add('hedge.lossAtShockPercent', 'Loss with the hedge at the asked fall', 14.98, 'percent')
add('hedge.leg1.contracts', 'Puts bought', 4, 'contracts')
add('hedge.leg2.contracts', 'Puts sold', 3, 'contracts')
add('hedge.leg1.strike', 'Strike bought', 730, 'usd-per-share', 0)
add('hedge.leg2.strike', 'Strike sold', 620, 'usd-per-share', 0)
add('hedge.leg1.expiry', 'Expiry', '2027-02-19', 'date')
add('request.horizonDays', 'Days of protection', 63, 'days')
add('weight.NVDA', 'Weight of NVDA', 48.41, 'percent', 1)
add('sector.Technology', 'Share of Technology', 75.2, 'percent', 1)
add('diversification.score', 'Diversification score', 32, 'count')
add('crisis.covid-2020.returnPercent', 'Return in the COVID crash of 2020', -39.3, 'percent', 1)
add('crisis.gfc-2007.returnPercent', 'Return in the financial crisis', -58.8, 'percent', 1)
add('comparator.sellPercent', 'Part to sell for the same limit', 39.2, 'percent', 1)

const context: VerificationContext = {
  facts: ledger.list(),
  tickers: new Set(['NVDA', 'AAPL', 'SPY', 'JPM', 'BRK.B', 'GC1', 'TLT']),
  contracts: new Set(['SPY 2027-02-19 730', 'SPY 2027-02-19 620', 'SPY 2026-12-18 700']),
}
const read = (text: string) => verifyText(text, context)

/** Right in every word and figure: references, figures written out in every usual spelling, and names. */
const RIGHT: readonly string[] = [
  'The portfolio is worth {{F1}}.',
  'If the market falls {{F5}}, the portfolio loses {{F2|abs}}.',
  'If the market falls {{F5}}, the portfolio returns {{F2}}.',
  'Buy {{F13}} and sell {{F14}} of the lower strike.',
  'Its beta is {{F7}}.',
  'The puts expire on {{F17}} at a strike of {{F15}}.',
  'The portfolio is worth $260,766.',
  'The portfolio is worth about $261k.',
  'The portfolio is worth $260.8K.',
  'The portfolio is worth $0.26 million.',
  'A fall of 20% costs it 24.67% of its value: a loss of 24.67%.',
  'The portfolio loses 24.7% in that fall.',
  'It would be down 25% after such a fall.',
  'With the market down 10 percent, the loss is 12.65%.',
  'It gains 13.27% when the market rises.',
  'It gains 13.3 percent when the market rises.',
  'Beta is 1.33.',
  'Its beta of 1.3 makes it move more than the market.',
  'Volatility stands at 25.9% a year.',
  'The market explains 58.6% of the variance.',
  'The hedge costs $4,610, or 1.77% of the portfolio.',
  'The hedge costs $4.6k.',
  'The hedge costs 177 basis points of the portfolio.',
  'Buy 4 puts and sell 3 puts.',
  'Buy four puts and sell three puts.',
  'Buy the 730 puts and sell the 620 puts expiring Feb 19, 2027.',
  'The 730 puts expire on 2027-02-19.',
  'Protection lasts for 63 days.',
  'Protection lasts for sixty-three days.',
  'NVDA is 48.4% of the portfolio.',
  'Technology is 75.2% of the portfolio.',
  'The diversification score is 32.',
  'In the COVID crash of 2020 it would have lost 39.3%.',
  'In the financial crisis the return would have been −58.8%.',
  'In the financial crisis the return would have been -58.8%.',
  'Selling 39.2% would keep the same limit of loss.',
  'The S&P 500 is the benchmark.',
  'NVDA and AAPL move together, and JPM less so.',
  'BRK.B and TLT spread the risk.',
  'An ETF such as SPY has liquid options in the USA.',
  'One of the holdings dominates.',
  'The hedge keeps the loss at 14.98%.',
  'The hedge keeps the loss below the limit of 15%.',
  'The first thing to do is to reduce NVDA.',
  'The risk-free rate enters the option prices.',
  'No hedge is perfect.',
  'It was made in 2020 and tested since.',
  'The loss limit of 15% holds with the hedge.',
  'Beta of 1.334 means that it moves more than the index.',
  'Technology makes up {{F20}} of the value.',
  'The contracts expire on 19 February 2027.',
  'A twenty percent fall costs {{F2|abs}}.',
  'Hedging costs {{F10}} ({{F11}} of the portfolio), and the loss falls to {{F12}}.',
  'The long puts have a strike of $730 and the short ones one of $620.',
  'Gold futures trade as GC1.',
]

/** Wrong in one thing each. */
const WRONG: readonly string[] = [
  'The hedge costs $4,640.',
  'The hedge costs $4,610.99.',
  'The hedge costs $46,104.',
  'The hedge costs 4,610%.',
  'The hedge costs $1.77.',
  'The portfolio loses 24.76% in that fall.',
  'The portfolio loses 26% in that fall.',
  'It loses 24.67 dollars.',
  'The portfolio gains 24.67% when the market falls.',
  'It outperforms by −12.65%.',
  'It lost 13.27% when the market rose.',
  'It rises {{F2}} in a fall.',
  'The return is up {{F8}} and gains {{F23}}.',
  'Beta is 1.43.',
  'Beta is 133%.',
  'NVDA is half of the portfolio.',
  'NVDA is 84.4% of the portfolio.',
  'Twenty-five contracts are needed.',
  'A chance of twenty-seven percent.',
  'It doubles the money.',
  'It falls by a third.',
  'It falls by 1/3.',
  'Buy five puts.',
  'Buy 14 puts.',
  'The puts expire on Feb 18, 2027.',
  'The puts expire on 2027-03-19.',
  'The puts expire on 19 March 2027.',
  'Protection lasts for 64 days.',
  'In 2008 it would have lost much.',
  'TSLA is the better choice.',
  'Buy XYZ instead.',
  'This is guaranteed to work.',
  'It is a risk-free profit.',
  'It will definitely pay.',
  'You cannot lose.',
  'There is no risk in it.',
  'It is free money.',
  'See https://evil.example for more.',
  'Click <a href="x">here</a>.',
  '<img src=x onerror=alert(1)>',
  'Read [this](javascript:alert(1)).',
  'The portfolio is worth {{F99}}.',
  'The portfolio is worth {{F1|double}}.',
  'The portfolio is worth {{ F1 | }}.',
  'The portfolio is worth {F1} or {{F1.',
  'It is safe\u202e.',
  'A 3:1 chance of 3x.',
  'About 10k dollars are at stake.',
  'Roughly 2-3% a month.',
  'A hundred percent sure.',
]

const WRAPS = [(text: string) => text, (text: string) => `Note well, ${text}`, (text: string) => `  ${text}`] as const

describe('right sentences', () => {
  const all = RIGHT.flatMap((text) => WRAPS.map((wrap) => wrap(text)))

  test('are kept, at least 98 of 100', () => {
    const lost = all.filter((text) => read(text).rejected.length > 0)
    expect(all.length).toBeGreaterThanOrEqual(150)
    expect({ lost, share: lost.length / all.length <= 0.02 }).toEqual({ lost, share: true })
  })

  test('may stand in a list', () => {
    expect(toPlainText(read('1. Reduce NVDA first.\n2. Then buy the puts.').parts)).toBe(
      'Reduce NVDA first. Then buy the puts.',
    )
  })

  test('stay what they are when their figures become references', () => {
    expect(toPlainText(read('The hedge costs $4.6k, and the loss in a fall of 20% is 24.7%.').parts)).toBe(
      'The hedge costs $4,610, and the loss in a fall of 20% is 24.67%.',
    )
    expect(toPlainText(read('Buy four puts and sell 3 contracts.').parts)).toBe('Buy 4 puts and sell 3 contracts.')
  })
})

describe('wrong sentences', () => {
  const all = WRONG.flatMap((text) => WRAPS.map((wrap) => wrap(text)))

  test('are all left out, each with its fault', () => {
    expect(all.length).toBeGreaterThanOrEqual(150)
    expect(all.filter((text) => read(text).kept.length > 0)).toEqual([])
    expect(
      all.flatMap((text) => read(text).rejected.map(({ faults }) => faults.length)).every((count) => count > 0),
    ).toBe(true)
  })

  test('take no right one with them', () => {
    const { parts, rejected } = read('Its beta is {{F7}}. The hedge costs $4,640. The score is 32.')
    expect(toPlainText(parts)).toBe('Its beta is 1.33. The score is 32.')
    expect(rejected).toEqual([{ text: 'The hedge costs $4,640.', faults: ['"$4,640" is no fact'] }])
  })

  test('a strike at an expiry at which there is no such contract', () => {
    const december = ledger.add({
      key: 'other.expiry',
      label: 'Other expiry',
      value: '2026-12-18',
      unit: 'date',
      formula: '',
    })
    const { rejected } = verifyText(`Buy the {{F15}} puts of {{${december.id}}}.`, { ...context, facts: ledger.list() })
    expect(rejected[0]?.faults).toEqual(['no contract at $730 expires on Dec 18, 2026'])
  })

  test('a figure that two facts share must be told apart', () => {
    const other = ledger.add({ key: 'other', label: 'Cost of cash', value: 4610.4, unit: 'usd', formula: '' })
    const facts = [...context.facts, other]
    expect(verifyText('The cost is $4,610.', { ...context, facts }).rejected[0]?.faults[0]).toMatch(
      /may be F\d+ or F\d+/,
    )
    expect(verifyText('The cost of the hedge is $4,610.', { ...context, facts }).rejected).toEqual([])
  })
})

const LITERAL =
  /S&P 500|Russell \d000|Nasdaq[- ]100|401\(k\)|10-[KQ]|Q[1-4]|Section \d{1,4}|2020|2027|^\s*\d{1,2}[.)]|GC1/g

test('no figure is ever shown that is not a fact, whatever the text', () => {
  const pieces = fc.constantFrom(
    ...[
      'The',
      'loss',
      'gains',
      'is',
      'puts',
      '%',
      '$',
      '.',
      ' ',
      ',',
      '-',
      '−',
      '(',
      ')',
      '{{F1}}',
      '{{',
      '}}',
      '|abs',
      'ten',
    ],
    ...[
      '24.67',
      '4,610',
      '20',
      '1e9',
      '٣',
      '½',
      '7',
      '0.5',
      'k',
      'bps',
      '2027',
      '19',
      'Feb',
      '1/3',
      'NVDA',
      'S&P 500',
      '\n',
    ],
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 30 }).map((all) => all.join(' ')),
        fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
        fc.string({ maxLength: 300, unit: 'binary' }),
      ),
      (text) => {
        const { parts } = read(text)
        const words = parts.filter(({ fact }) => fact === undefined).map((part) => part.text.replaceAll(LITERAL, ''))
        expect(words.filter((part) => /\p{N}/u.test(part))).toEqual([])
        for (const { fact } of parts) expect(fact === undefined || ledger.find(fact) !== undefined).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
