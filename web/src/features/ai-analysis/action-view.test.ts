import { describe, expect, test } from 'vitest'
import {
  type Action,
  toActionTarget,
  toEffectFigures,
  toFollowingStep,
  toOperationLines,
  toOperationsText,
} from './action-view.ts'
import { TEST_ANALYSIS } from './test-runs.ts'

const SALE = { kind: 'trade', ticker: 'NVDA', shares: -237.97, amount: -100_051 } as const
const PUT = { kind: 'option', symbol: 'SPY270219P00730000', contracts: 4, premium: 15.3 } as const
const SOLD = { kind: 'option', symbol: 'SPY270219P00620000', contracts: -3, premium: 5.05 } as const

describe('what to trade', () => {
  test('shares and contracts are written as a broker asks for them', () => {
    const lines = toOperationLines([SALE, PUT, SOLD])
    expect(lines.map(({ text, detail }) => `${text}, ${detail}`)).toEqual([
      'Sell 237.97 NVDA, about $100,051',
      'Buy 4 × SPY Feb 19, 2027 $730 put, at $15.30 a share (ask)',
      'Sell 3 × SPY Feb 19, 2027 $620 put, at $5.05 a share (bid)',
    ])
    expect(lines.map(({ symbol }) => symbol)).toEqual([null, PUT.symbol, SOLD.symbol])
  })

  test('options are counted apart from shares, as their facts are', () => {
    expect(toOperationLines([SALE, PUT, SOLD]).map(({ facts }) => facts.text)).toEqual([
      'trade.NVDA.shares',
      'leg1.contracts',
      'leg2.contracts',
    ])
  })

  test('every line of an answer of the server has its facts', () => {
    const keys = new Set(TEST_ANALYSIS.facts.map(({ key }) => key))
    for (const [place, action] of TEST_ANALYSIS.actions.entries()) {
      const names = toOperationLines(action.operations).flatMap(({ facts }) => [facts.text, facts.detail])
      for (const name of [...names, ...toEffectFigures(action).map(({ fact }) => fact)]) {
        const known = keys.has(`action${place + 1}.${name}`) || keys.has(`strategy.action${place + 1}.${name}`)
        expect(known, name).toBe(true)
      }
    }
  })

  test('the text to take along says that it is no order', () => {
    expect(toOperationsText({ operations: [PUT] })).toBe(
      'Buy 4 × SPY Feb 19, 2027 $730 put  at $15.30 a share (ask)  SPY270219P00730000\nThis is not an order.',
    )
  })

  test('an amount tells the side when no shares are known', () => {
    const [line] = toOperationLines([{ kind: 'trade', ticker: 'KO', shares: 0, amount: -500 }])
    expect(line!.text).toBe('Sell 0.00 KO')
  })
})

describe('what it changes', () => {
  test('smaller losses and a higher score are gains; what was not computed is left out', () => {
    const effect = { scoreChange: 27, cvarChangePercent: -8.57, crisisLossChangePercent: 1.2, costPercent: null }
    expect(toEffectFigures({ effect })).toMatchObject([
      { label: 'Diversification score', text: '+27', tone: 'gain' },
      { label: 'Loss in the worst 5%', text: '−8.6 pp', tone: 'gain' },
      { label: 'Loss in past crises', text: '+1.2 pp', tone: 'loss' },
    ])
    expect(toEffectFigures({ effect: null })).toEqual([])
  })
})

test.each([
  ['hedge', [PUT], { to: '/hedges' }],
  ['monitor', [], { to: '/analysis' }],
  ['data', [], { to: '/portfolios/$portfolioId' }],
  ['trim', [SALE], { to: '/portfolios/$portfolioId' }],
  ['rebalance', [PUT], { to: '/options', search: { ticker: 'SPY', expiry: '2027-02-19' } }],
] as const)('an action to %s leads to the screen that carries it out', (type, operations, target) => {
  expect(toActionTarget({ type, operations: [...operations] } as Action)).toMatchObject(target)
})

describe('one after the other', () => {
  const left = { cash: 0, holdings: [], marketPercent: -20, lossPercent: 12 }
  const step = { status: 'instead', excludes: [0], operations: [PUT], left } as const
  const toStep = (changes: object) =>
    toFollowingStep({ step: Object.assign({}, step, changes) as unknown as Action['step'] })

  test('what does not add up as it stands says what to do instead, after what', () => {
    expect(toStep({})).toMatchObject({ title: 'Instead, after action 1', lines: [{ symbol: PUT.symbol }] })
    expect(toStep({ status: 'not-needed', operations: [] })).toEqual({ title: 'Not together with action 1', lines: [] })
    expect(toStep({ excludes: [0, 2] })?.title).toBe('Instead, after actions 1 and 3')
  })

  test('nothing is said of what can be added as it stands, or trades nothing', () => {
    expect(toStep({ status: 'as-it-stands', excludes: [] })).toBeNull()
    expect(toFollowingStep({ step: null })).toBeNull()
  })

  test('a few hundredths of a share are written as finely as they are traded', () => {
    const [line] = toOperationLines([{ kind: 'trade', ticker: 'AAPL', shares: -0.043, amount: -18 }])
    expect(line!.text).toBe('Sell 0.0430 AAPL')
  })
})
