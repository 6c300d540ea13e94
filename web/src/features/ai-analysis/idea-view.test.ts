import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutSentences,
  describeReasons,
  formatQValue,
  nameContract,
  PLAY_TYPES,
  toCardFigures,
  toCostFigures,
  toEvidenceFigures,
  toPayoffView,
  toPricingSteps,
  toRelationFigures,
  toValueView,
} from './idea-view.ts'
import { PUT_PLAY, TEST_DISCOVERY } from './test-runs.ts'

describe('the words of an idea', () => {
  test('what protects is a hedge, a long shot is speculative', () => {
    expect(PLAY_TYPES.hedge.name).toBe('Hedge')
    expect(PLAY_TYPES['tail-risk'].name).toBe('Speculative')
  })

  test('the contract is named as it is spoken of', () => {
    expect(nameContract({ strike: 57.5, contractType: 'call', expiry: '2027-01-15' })).toBe(
      '57.50 call, expires Jan 15',
    )
  })

  test('several reasons make one sentence', () => {
    expect(describeReasons({ reasons: ['gains-in-tail', 'moves-against'] })).toBe(
      'Gains on the portfolio’s worst days and moves against the portfolio beyond the market',
    )
  })

  test('a q-value is never nought', () => {
    expect(formatQValue(0.00001)).toBe('< 0.1%')
    expect(formatQValue(0.015)).toBe('1.5%')
    expect(formatQValue(null)).toBe('—')
  })
})

describe('figures', () => {
  test('every figure of an idea has its fact', () => {
    const facts = new Set(TEST_DISCOVERY.facts.map(({ id }) => id))
    for (const idea of TEST_DISCOVERY.discoveries) {
      const figures = [toCardFigures, toEvidenceFigures, toRelationFigures, toPricingSteps].flatMap((list) =>
        list(idea),
      )
      for (const { field } of figures) expect(facts.has(idea.factIds[field]!), field).toBe(true)
    }
  })

  test('one contract and all of them are not said twice', () => {
    const labels = (contracts: number) => toCostFigures({ ...PUT_PLAY, contracts }).map(({ label }) => label)
    expect(labels(1)).toContain('With commission')
    expect(labels(7)).toContain('7 contracts, with fees')
    expect(new Set(labels(1)).size).toBe(labels(1).length)
  })

  test('the steps to the fair volatility multiply to it', () => {
    const { forecastVolatility, premiumRatio, smileShape, fairVolatility } = PUT_PLAY.pricing
    expect(forecastVolatility * premiumRatio * smileShape).toBeCloseTo(fairVolatility, 12)
  })
})

describe('the idea in the shared parts of option contracts', () => {
  test('its payoff breaks even where the answer says, and loses its cost at most', () => {
    const view = toPayoffView(PUT_PLAY)!
    expect(view.breakEvens[0]).toBeCloseTo(PUT_PLAY.breakEven, 6)
    expect(-view.maxLoss!).toBeCloseTo(PUT_PLAY.cost * PUT_PLAY.contracts, 6)
  })

  test('its value has the Greeks of the answer', () => {
    const { valuation } = toValueView(PUT_PLAY)!
    expect(valuation.delta).toBeCloseTo(PUT_PLAY.greeks.delta, 3)
    expect(valuation.vega).toBeCloseTo(PUT_PLAY.greeks.vega, 1)
  })
})

describe('the first sentences', () => {
  const TEXT = [{ text: 'Buy it at ' }, { text: '$11.00', fact: 'F1' }, { text: ' or less. It protects. It is fair.' }]

  test('end at a full stop and leave figures whole', () => {
    const { first, rest } = cutSentences(TEXT, 1)
    expect(first.map(({ text }) => text).join('')).toBe('Buy it at $11.00 or less.')
    expect(rest.map(({ text }) => text).join('')).toBe(' It protects. It is fair.')
  })

  test('no rest when there are fewer', () => {
    expect(cutSentences(TEXT, 9)).toEqual({ first: TEXT, rest: [] })
  })

  test('whatever the text, nothing of it is lost', () => {
    const piece = fc.record({ text: fc.string(), fact: fc.option(fc.constant('F1'), { nil: undefined }) })
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 4 }), (pieces, count) => {
        const text = pieces.map(({ text: words, fact }) =>
          fact === undefined ? { text: words } : { text: words, fact },
        )
        const { first, rest } = cutSentences(text, count)
        const join = (parts: readonly { text: string }[]) => parts.map(({ text: words }) => words).join('')
        expect(join(first) + join(rest)).toBe(join(text))
      }),
    )
  })
})
