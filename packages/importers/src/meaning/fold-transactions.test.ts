import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSource } from '../read-source.ts'

const HEADER = 'Date,Action,Symbol,Quantity,Price\n'
const read = (rows: readonly string[]) => readSource({ name: 'x', text: HEADER + rows.join('\n') })
const heldAfter = async (...rows: string[]) =>
  (await read(rows)).positions.map(({ ticker, shares, avgCost, doubts }) => [ticker, shares, avgCost, doubts.length])

describe('what is held at the end of a history', () => {
  test('a sale leaves the average cost of the rest as it was', async () => {
    // (10·100 + 10·120) / 20 = 110; 5 sold at any price leave 15 at 110.
    expect(await heldAfter('2026-01-05,Buy,KO,10,100', '2026-01-06,Buy,KO,10,120', '2026-01-07,Sell,KO,5,500')).toEqual(
      [['KO', '15', '110', 0]],
    )
  })

  test('the newest line may stand first', async () => {
    expect(await heldAfter('2026-01-07,Sell,KO,10,500', '2026-01-05,Buy,KO,10,100', '2026-01-04,Buy,F,1,9')).toEqual([
      ['F', '1', '9', 0],
    ])
  })

  test('a split keeps the total cost', async () => {
    // 3 at 900 and 27 new ones: 30 at 90.
    expect(await heldAfter('2026-01-05,Buy,NVDA,3,900', '2026-02-05,Stock split,NVDA,27,')).toEqual([
      ['NVDA', '30', '90', 0],
    ])
  })

  test('shares that were received cost what nobody knows', async () => {
    expect(await heldAfter('2026-01-05,Buy,KO,10,100', '2026-02-05,Transfer in,KO,5,')).toEqual([['KO', '15', null, 0]])
  })

  test('a short position is opened, partly covered, and keeps its average', async () => {
    expect(await heldAfter('2026-01-05,Sell short,TSLA,10,400', '2026-02-05,Buy to cover,TSLA,4,300')).toEqual([
      ['TSLA', '-6', '400', 0],
    ])
  })

  test('a sale of more than is known makes what follows a lower bound, and says so', async () => {
    const { positions } = await read(['2026-01-05,Buy,KO,10,100', '2026-01-06,Sell,KO,12,90', '2026-01-07,Buy,KO,5,80'])
    expect(positions.map(({ shares, avgCost }) => [shares, avgCost])).toEqual([['5', '80']])
    expect(positions[0]?.doubts[0]?.reason).toBe(
      'There may be more. 2 more were sold on 2026-01-06 than this history knows of.',
    )
  })

  test('a dividend before the first purchase shows that something was held', async () => {
    expect(await heldAfter('2026-01-05,Dividend,KO,,1', '2026-01-06,Buy,KO,5,80')).toEqual([['KO', '5', '80', 1]])
    expect(await heldAfter('2026-01-05,Buy,KO,5,80', '2026-01-06,Dividend,KO,,1')).toEqual([['KO', '5', '80', 0]])
  })

  test('nothing is invented from what only passes through', async () => {
    const { positions, lines, problems } = await read(['2026-01-05,Sell,KO,5,80', '2026-01-06,Dividend,F,,1'])
    expect(positions).toEqual([])
    expect(lines[1]?.note).toContain('How much KO is held is not known')
    expect(problems).toHaveLength(1)
  })
})

test('bought less sold is held, whatever the order of the days, and the cost is that of the purchases', () => {
  const trade = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    isBuy: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 50 }),
    price: fc.integer({ min: 1, max: 500 }),
  })
  return fc.assert(
    fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 20 }), async (trades) => {
      const rows = trades.map(
        ({ day, isBuy, quantity, price }) =>
          `2026-01-${String(day).padStart(2, '0')},${isBuy ? 'Buy' : 'Sell'},KO,${quantity},${price}`,
      )
      // A purchase of all that could be sold, before everything else.
      const { positions } = await read(['2025-12-31,Buy,KO,1000,10', ...rows.sort()])
      const bought = trades.filter(({ isBuy }) => isBuy)
      const net = trades.reduce((sum, { isBuy, quantity }) => sum + (isBuy ? quantity : -quantity), 1000)
      expect(positions.map(({ shares }) => shares)).toEqual(net === 0 ? [] : [String(net)])
      const prices = [10, ...bought.map(({ price }) => price)]
      const cost = new Big(positions[0]?.avgCost ?? 10)
      expect(cost.gte(Math.min(...prices)) && cost.lte(Math.max(...prices))).toBe(true)
    }),
    { numRuns: 100, seed: 20_261_121 },
  )
})
