import { describe, expect, test } from 'vitest'
import { understandPrompt } from './understand-prompt.ts'

const read = (text: string) =>
  understandPrompt(text, { held: new Set(['NVDA', 'AAPL']), names: new Map(), value: 200_000 })

describe('what is refused anywhere in its clause is never read as allowed', () => {
  test.each([
    'exclude short calls',
    'skip short calls, please',
    'short calls are not allowed',
    'short calls: no',
    'short calls forbidden',
    'margin is not available',
    "margin isn't an option for me",
    'please do not use short calls or margin',
    'neither short calls nor margin',
  ])('%s', (text) => {
    const { wish, notUsed } = read(text)
    expect(wish.allowShortCalls ?? false).toBe(false)
    // What was not heeded is given back, unless it was understood as a refusal.
    expect(notUsed.length > 0 || wish.allowShortCalls === false).toBe(true)
  })

  test.each([
    'short calls are fine',
    'allow short calls',
    'my account is margin approved',
    'no collars, but short calls are okay',
    'I have margin. No hurry',
  ])('what is allowed still is: %s', (text) => {
    expect(read(text).wish.allowShortCalls).toBe(true)
  })
})

test.each([
  'exclude options',
  'options are not allowed',
  'skip options',
  'no derivatives',
  'excluding options altogether',
  'no options needed',
])('options are left out by other words too: %s', (text) => {
  expect(read(text).wish).toEqual({ allowOptions: false })
})

test.each(['exclude options on TSLA', "don't exclude options", 'options are allowed'])(
  'and are not by words that say something else: %s',
  (text) => {
    expect(read(text).wish.allowOptions).toBeUndefined()
  },
)

test.each(['no need to keep the upside', 'upside does not matter', "I don't care about the upside"])(
  'what does not matter is not asked for: %s',
  (text) => {
    expect(read(text).wish.keepUpside).toBeUndefined()
    expect(read(text).notUsed).not.toEqual([])
  },
)

test('nor is what need not be kept', () => {
  expect(read('no need to keep NVDA').wish.keep).toBeUndefined()
  expect(read('keep NVDA').wish.keep).toEqual(['NVDA'])
})

test.each(['market down 20% -> lose at most 10%', 'market down 20% → lose at most 10%', '20% crash => max 10% loss'])(
  'an arrow parts what happens from what follows: %s',
  (text) => {
    expect({ shockPercent: 20, ...read(text).wish }).toEqual({ shockPercent: 20, limitPercent: 10 })
  },
)

describe('a figure that says what is, or what something else does, is no wish', () => {
  test.each([
    ['bring the loss from 25% to 12%', { limitPercent: 12 }],
    ['cut my loss from 25% to 12% in a 30% crash', { limitPercent: 12, shockPercent: 30 }],
    ['keep 80% of the upside', { keepUpside: true }],
    ['keep 80% of my gains', {}],
    ['keep 80% of my money', { limitPercent: 20 }],
    ['NVDA falls 20%', {}],
    ['if AAPL drops 40%', {}],
    ['if SPY falls 20%', { shockPercent: 20 }],
    ['if the market drops 40%', { shockPercent: 40 }],
    ['keep NVDA, crash 30%', { keep: ['NVDA'], shockPercent: 30 }],
  ])('%s', (text, wish) => {
    expect(read(text).wish).toEqual(wish)
  })
})
