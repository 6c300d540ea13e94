import type { HedgeProposal } from '@ballast/quant'
import { expect, test } from 'vitest'
import type { StrategyFacts } from '../../advice/texts/strategy-facts.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { writeEffect } from './write-effect.ts'

type Sale = HedgeProposal['saleTax']

/** Reads what is said of a move of shares: of its cost, and of puts that are held on what is sold. */
function read(kind: 'spread' | 'forgone-return', saleTax: Sale, trades: HedgeProposal['trades'] = []): string {
  const ledger = new FactLedger({ source: 'sample', simulated: true, asOf: '2026-11-20T21:00:00.000Z' })
  const tax = saleTax?.tax ?? 0
  const cost = new FactWriter(ledger, 'strategy.one').state(`strategy.cost.${kind}`, 40 + tax, { key: 'cost' })
  const proposal = {
    family: 'trim',
    legs: [],
    trades,
    cost: { kind, tax, total: 40 + tax },
    saleTax,
  } as unknown as HedgeProposal
  const parts = { proposal, effect: null, strategy: { cost } as StrategyFacts, key: 'action1', move: null }
  const put = { underlying: 'ONE', type: 'put', contracts: 3, multiplier: 100 }
  const situation = { holdings: [{ ticker: 'ONE', shares: 500 }], options: [put] }
  const frame = { ledger, riskFacts: {}, advice: { ownRisk: null }, context: { situation } } as unknown as AdviceFrame
  const sentences = writeEffect(frame, parts)
  return sentences.flatMap(({ text: pieces }) => pieces.map(({ text, fact }) => text ?? fact)).join('')
}

const sale = { gain: 1_000, unknownValue: 0, rate: null, tax: null }

test.each<[Sale, RegExp]>([
  [sale, /; the tax on \$1,000 of gains comes on top\.$/],
  [{ ...sale, unknownValue: 50 }, /; the tax on at least \$1,000 of gains comes on top\.$/],
  [{ ...sale, gain: -20 }, /; the sales realise no gain to tax\.$/],
  [{ ...sale, gain: 0, unknownValue: 50 }, /; taxes come on top\.$/],
  [{ ...sale, rate: 0.3, tax: 300 }, /, tax on gains included\.$/],
  [{ ...sale, rate: 0.3, tax: 300, unknownValue: 50 }, /; more tax may be due\.$/],
  [{ ...sale, rate: 0.3, tax: 0, gain: -20 }, /, with no tax on gains\.$/],
  [{ ...sale, rate: 0, tax: 0, unknownValue: 50 }, /, with no tax on gains\.$/],
  [null, /^Trading costs about [^;,]+\.$/],
])('tax comes on top of a cost only where the owner’s rate is not known: %j', (saleTax, expected) => {
  expect(read('spread', saleTax)).toMatch(expected)
})

test('a tax that is part of the cost of selling is not called expected return', () => {
  expect(read('forgone-return', { ...sale, rate: 0.3, tax: 300 })).toMatch(
    /^It costs about .*: expected return forgone, and tax on gains\.$/,
  )
  expect(read('forgone-return', sale)).toMatch(
    /^It gives up about .* of expected return; the tax on \$1,000 of gains comes on top\.$/,
  )
})

test('puts on shares that are sold are not left without a word', () => {
  const sell = (ticker: string, shares: number) => read('spread', null, [{ ticker, shares, amount: 1 }])
  expect(sell('ONE', -250)).toMatch(
    /Your puts on ONE then cover more shares than you own: sell those that are too many, /,
  )
  for (const text of [sell('ONE', -200), sell('ONE', 100), sell('TWO', -100)]) expect(text).not.toContain('puts')
})
