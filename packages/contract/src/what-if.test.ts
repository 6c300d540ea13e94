import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPortfolioId } from './portfolio-id.ts'
import { changeWhatIf, MAX_WHAT_IF_CHANGES, MAX_WHAT_IF_CHARACTERS, parseWhatIfId, toWhatIfId } from './what-if.ts'

const ID = '0b0c6a52-6a5c-4f6e-9f43-2f4f0c1a7b11'

describe('the id of a what-if', () => {
  it('says what would be held', () => {
    const changes = [
      { ticker: 'AAPL', isCash: false, shares: 50, price: null },
      { ticker: 'NVDA', isCash: false, shares: 0, price: null },
      { ticker: 'BRK.B', isCash: false, shares: 2.5, price: 451.25 },
      { ticker: 'SPY261218P00500000', isCash: false, shares: -3, price: 4.1 },
      { ticker: 'USD', isCash: true, shares: 1200, price: null },
    ]
    const id = toWhatIfId({ portfolioId: ID, changes })
    expect(id).toBe(`${ID}~AAPL:50,NVDA:0,BRK.B:2.5@451.25,SPY261218P00500000:-3@4.1,$USD:1200`)
    expect(parseWhatIfId(id)).toEqual({ portfolioId: ID, changes })
    expect(toPortfolioId(id)).toBe(ID)
  })

  it('is that of the portfolio when nothing changes', () => {
    expect(toWhatIfId({ portfolioId: ID, changes: [] })).toBe(ID)
    expect(parseWhatIfId(ID)).toEqual({ portfolioId: ID, changes: [] })
    expect(toPortfolioId(ID)).toBe(ID)
  })

  it.each([
    'AAPL',
    'AAPL:',
    'AAPL:1e5',
    'AAPL:50@',
    'AAPL:50@-1',
    'aapl:50',
    'AAPL:50,',
    'AAPL:50,AAPL:60',
    '$AAPL:50',
    'AAPL:1234567890123',
    '',
  ])('cannot be read from %j', (text) => {
    expect(parseWhatIfId(`${ID}~${text}`)).toBeUndefined()
  })

  it('takes further changes, the last word of each ticker', () => {
    const cash = { ticker: 'USD', isCash: true, shares: 5, price: null }
    const fund = { ticker: 'USD', isCash: false, shares: 7, price: null }
    const [less, more] = [1, 2].map((shares) => ({ ticker: 'AAPL', isCash: false, shares, price: null }))
    if (!less || !more) throw new Error('Two changes were made')
    const id = changeWhatIf(ID, [less, cash]) ?? ''
    expect(id).toBe(`${ID}~AAPL:1,$USD:5`)
    expect(changeWhatIf(id, [more, fund])).toBe(`${ID}~$USD:5,AAPL:2,USD:7`)
    expect(changeWhatIf(`${ID}~?`, [more])).toBeUndefined()
  })

  it('has bounds', () => {
    const many = Array.from({ length: MAX_WHAT_IF_CHANGES + 1 }, (_, place) => `A${place}:1`)
    expect(parseWhatIfId(`${ID}~${many.slice(1).join(',')}`)?.changes).toHaveLength(MAX_WHAT_IF_CHANGES)
    expect(parseWhatIfId(`${ID}~${many.join(',')}`)).toBeUndefined()
    const longest = Array.from({ length: MAX_WHAT_IF_CHANGES }, (_, place) => ({
      ticker: `SPXW2612${10 + (place % 20)}P0${1000000 + place}`,
      isCash: false,
      shares: -123_456_789_012.125,
      price: 123_456_789_012.125,
    }))
    const longestId = toWhatIfId({ portfolioId: ID, changes: longest })
    expect(longestId.length).toBeLessThanOrEqual(MAX_WHAT_IF_CHARACTERS)
    expect(parseWhatIfId(`${longestId}${' '.repeat(MAX_WHAT_IF_CHARACTERS)}`)).toBeUndefined()
  })

  it('keeps eight decimals of every amount', () => {
    const amount = fc.integer({ min: 0, max: 10 ** 14 }).map((units) => units / 10 ** 8)
    fc.assert(
      fc.property(amount, fc.boolean(), fc.option(amount), (size, isShort, price) => {
        const shares = isShort && size > 0 ? -size : size
        const changes = [{ ticker: 'AAPL', isCash: false, shares, price }]
        expect(parseWhatIfId(toWhatIfId({ portfolioId: ID, changes }))).toEqual({ portfolioId: ID, changes })
      }),
    )
  })
})
